"""`/voice` sets whether somebody hears the questions, or only reads them."""

from __future__ import annotations

from core.contracts.commits import ChatEffect, Commit
from core.contracts.messages import Choice, Say, Style, StyledMessage
from core.contracts.session import AloudWish, Person, Status
from core.conversation.asking import repeat_question
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft
from core.features.read_aloud.job import Aloud, QuestionSpeaking
from core.languages.phrases import is_listed


class HearAgain(ChatEffect):
    """Try voice messages in the chat again, even if they were refused before."""

    __slots__ = ()


async def set_voice(ctx: ConversationContext) -> Commit:
    """Show the setting, or set it as they wish."""
    speaking: QuestionSpeaking = ctx.runtime.services[QuestionSpeaking]
    if speaking.aloud is Aloud.OFF:
        return ctx.respond("aloud-absent")
    if not ctx.argument:
        spoken = speaking.is_spoken_to(ctx.person.aloud)
        way = AloudWish.OFF if spoken else AloudWish.ON
        return ctx.reply(Say(text=ctx.say("aloud-is-on" if spoken else "aloud-is-off"), choices=_ways(ctx, way)))
    if is_listed(ctx.argument, "small_words", "on", "aloud"):
        here = ctx.incoming.address
        session, scene = ctx.view.session, ctx.view.scene
        person = _who_wishes(ctx, AloudWish.ON)
        language = ctx.person.language if session is None else session.language
        trouble = ""
        if not speaking.is_audible_on(here.platform):
            trouble = "aloud-not-here"
        elif not speaking.speaks(language):
            trouble = "aloud-no-voice"
        question = scene.question if scene is not None else None
        if session is None or session.status is not Status.ACTIVE or session.timing.held or question is None or trouble:
            told = ctx.reply(Say(text=ctx.say(trouble or "aloud-on")), person=person)
            return told.having(HearAgain(here))
        draft = Draft(session, ctx.now)
        page = StyledMessage().add(ctx.say("aloud-on-from-here"), Style.ITALIC)
        message = await repeat_question(ctx, session, page, question)
        draft.tell(message, key=ctx.key("0"), language=ctx.spoken_in(session), seq=question.seq)
        return draft.change(HearAgain(here), done=ctx.done, person=person)
    if is_listed(ctx.argument, "small_words", "off", "silently"):
        return ctx.reply(
            Say(text=ctx.say("aloud-off"), choices=_ways(ctx, AloudWish.ON)),
            person=_who_wishes(ctx, AloudWish.OFF),
        )
    return ctx.reply(Say(text=ctx.say("aloud-how"), choices=_ways(ctx, AloudWish.ON, AloudWish.OFF)))


def _ways(ctx: ConversationContext, *wishes: AloudWish) -> tuple[Choice, ...]:
    return tuple(ctx.button("voice", wish, label=ctx.say(f"button-aloud-{wish}")) for wish in wishes)


def _who_wishes(ctx: ConversationContext, wish: AloudWish) -> Person:
    return ctx.person.model_copy(update={"aloud": wish})
