"""Telling without being asked: the floor is theirs until they say that they have told what they want to."""

from __future__ import annotations

from core.commands.navigation import skip_question
from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import Say
from core.contracts.page import StyledMessage
from core.contracts.session import Status
from core.conversation.asking import repeat_question
from core.conversation.context import ConversationContext
from core.conversation.phases.interview import current_interview
from core.conversation.plan import is_floor_given
from core.documents.readable import excerpt, plain_date
from core.documents.visibility import answer_text as told_of
from core.languages.messages import say

TITLE = 60
"""Characters of what somebody says that they will tell of."""


async def start_telling(ctx: ConversationContext) -> Commit:
    """Ask nothing more, and listen; what stands behind the command is what it is about."""
    found, scene = current_interview(ctx), ctx.view.scene
    if found is None or scene is None:
        return await ctx.beside(Say(text=say(ctx.language, "tell-nothing")))
    session, interview = found
    draft = ctx.draft(session, scene)
    language = ctx.spoken_in(session)
    if is_floor_given(ctx.view) and scene.question is not None and session.status is Status.ACTIVE:
        message = await repeat_question(ctx, draft.session, StyledMessage(), scene.question)
        draft.tell(message, key=ctx.key("0"), language=language)
        return draft.change(done=ctx.done)
    said = "\n".join(told_of(each) for each in scene.answers)
    said = said if said.strip() or not ctx.before else draft.added[0].text
    situation = await ctx.situation(draft.session, scene, answer=said.strip())
    turn = interview.tell(situation, _title(ctx, language))
    if turn is None:
        return await ctx.beside(Say(text=say(ctx.language, "tell-not-here")))
    if scene.question is not None and not situation.answer:
        draft.withdraw(scene.question)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.time(parting=False)
    draft.apply(turn, key=ctx.key("turn"), language=language)
    return draft.change(PauseOthers(), done=ctx.done)


async def finish_telling(ctx: ConversationContext) -> Commit:
    """Where nothing was told; else it is the end of an answer (`core.conversation.plan`)."""
    if is_floor_given(ctx.view):
        return await skip_question(ctx)
    return ctx.plainly(say(ctx.language, "stale-button" if ctx.pressed else "tell-not-told"))


def _title(ctx: ConversationContext, language: str) -> str:
    """Return the heading in the file: their words for the subject, else the day."""
    if ctx.argument:
        return say(language, "tell-title-about", about=excerpt(ctx.argument, TITLE))
    day = ctx.now.astimezone(ctx.runtime.rules.zone_of(ctx.person)).date()
    return say(language, "tell-title", day=plain_date(language, day))
