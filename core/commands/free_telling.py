"""Telling without being asked: the floor is theirs until they say that they are done."""

from __future__ import annotations

from core.commands.navigation import skip_question
from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import Say, StyledMessage
from core.contracts.session import Status
from core.conversation.asking import repeat_question
from core.conversation.context import ConversationContext
from core.conversation.phases.interview import current_interview
from core.conversation.plan import is_floor_given
from core.documents.readable import excerpt, plain_date
from core.documents.visibility import answer_text
from core.languages.messages import say

TITLE = 60
"""Characters of what somebody says that they will tell of."""


async def start_telling(ctx: ConversationContext) -> Commit:
    """Ask nothing more, and listen. The words behind the command, else the day, head it in the file."""
    found, scene = current_interview(ctx), ctx.view.scene
    if found is None or scene is None:
        return await ctx.beside(Say(text=ctx.say("tell-nothing")))
    session, interview = found
    draft = ctx.draft(session, scene)
    language = ctx.spoken_in(session)
    if is_floor_given(ctx.view) and scene.question is not None and session.status is Status.ACTIVE:
        message = await repeat_question(ctx, draft.session, StyledMessage(), scene.question)
        draft.tell(message, key=ctx.key("0"), language=language)
        return draft.change(done=ctx.done)
    said = "\n".join(answer_text(each) for each in scene.answers)
    said = said if said.strip() or not ctx.before else draft.added[0].text
    situation = await ctx.situation(draft.session, scene, answer=said.strip())
    if ctx.argument:
        title = say(language, "tell-title-about", about=excerpt(ctx.argument, TITLE))
    else:
        day = ctx.now.astimezone(ctx.runtime.rules.zone_of(ctx.person)).date()
        title = say(language, "tell-title", day=plain_date(language, day))
    turn = interview.tell(situation, title)
    if turn is None:
        return await ctx.beside(Say(text=ctx.say("tell-not-here")))
    if scene.question is not None and not situation.answer:
        draft.withdraw(scene.question)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.time(parting=False)
    draft.apply(turn, key=ctx.key("turn"), language=language)
    return draft.change(PauseOthers(), done=ctx.done)


async def finish_telling(ctx: ConversationContext) -> Commit:
    """Handle "told" where nothing was told yet; else it ends an answer (`core.conversation.plan`)."""
    if is_floor_given(ctx.view):
        return await skip_question(ctx)
    return ctx.respond("stale-button" if ctx.pressed else "tell-not-told")
