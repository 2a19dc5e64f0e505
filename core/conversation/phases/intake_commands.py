"""What commands mean before an interview about something has begun, and what follows when something was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Ready, Say
from core.contracts.session import Status
from core.conversation.asking import spoken_in
from core.conversation.context import Context, Handler
from core.conversation.phases import new
from core.conversation.phases.intake import another, known_intake, nothing, under_way
from core.conversation.phases.intake_pages import page_of
from core.conversation.phases.intake_steps import (
    begin_now,
    find,
    go_on,
    newest_outcome,
    opening,
    outcome_of,
    resumed,
    talk_of,
)
from core.conversation.rendering import command_button
from core.interviews.podcast.intake import IntakeStep
from core.words import say


async def _resumed(ctx: Context) -> Change:
    session, intake, interview = known_intake(ctx)
    return await resumed(ctx, session, interview, intake)


async def _status(ctx: Context) -> Change:
    session, intake, interview = known_intake(ctx)
    return ctx.reply(page_of(ctx, session, interview, intake))


async def _begun(ctx: Context) -> Change:
    session, intake, interview = known_intake(ctx)
    return await begin_now(talk_of(ctx, session, interview), intake)


async def _nothing_yet(ctx: Context) -> Change:
    return ctx.plainly(say(ctx.language, "intake-nothing-yet"))


async def _again(ctx: Context) -> Change:
    """They ask once more for an interview of this kind: this one, which has not begun, begins anew."""
    session, intake, interview = known_intake(ctx)
    kind, *about = ctx.argument.split(None, 1)[:2] or [""]
    if ctx.pressed or kind.lower() != session.kind or session.status is not Status.ACTIVE or intake.told:
        return await new.interview(ctx)
    talk = talk_of(ctx, session, interview)
    await opening(ctx, talk.draft, interview, about[0] if about else "")
    return talk.change()


async def _left(ctx: Context) -> Change:
    """They do not want it. What they have told waits for them; where that is nothing, nothing stays."""
    session, intake, interview = known_intake(ctx)
    language = spoken_in(ctx, session)
    anew = command_button(language, "interview", session.kind, label=say(language, "button-anew"))
    if not intake.told:
        change = ctx.reply(Say(text=say(language, "intake-dropped"), choices=(anew,)))
        return replace(change, erase_session=session.id, done=ctx.done)
    talk = talk_of(ctx, session, interview)
    talk.draft.set(status=Status.PAUSED)
    ways = (command_button(language, "resume", session.id), anew)
    talk.tell(Say(text=say(language, "intake-left"), choices=ways))
    return talk.change()


async def _back(ctx: Context) -> Change:
    """One step back: the list of episodes, else the question what it is to be about."""
    session, intake, interview = known_intake(ctx)
    talk = talk_of(ctx, session, interview)
    outcome = await newest_outcome(talk)
    if (
        intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING}
        and intake.link
        and outcome is not None
        and outcome.listed
    ):
        return find(talk, intake.about(link=intake.link, search=intake.search, page=intake.page))
    if intake.step is IntakeStep.SOURCE and not intake.template:
        return talk.ctx.plainly(say(talk.language, "intake-nothing-yet"))
    if intake.step is IntakeStep.SOURCE:
        talk.keep(intake.model_copy(update={"template": ""}))
        talk.show()
        return talk.change()
    return another(talk, intake)


async def ready(ctx: Context) -> Change:
    """A chore of an intake has ended."""
    news, found = ctx.incoming.content, under_way(ctx)
    mine = found is not None and isinstance(news, Ready) and found[0].id == news.session_id
    if found is None or not mine or found[0].status is not Status.ACTIVE:
        return nothing(ctx)  # it is looked at when they come back
    session, intake, interview = found
    talk = talk_of(ctx, session, interview)
    outcome = await outcome_of(talk, intake)
    if outcome is None or intake.step not in {IntakeStep.FINDING, IntakeStep.PREPARING}:
        return nothing(ctx)
    return await go_on(talk, intake, outcome)


COMMANDS: Mapping[str, Handler] = {
    "start": _resumed,
    "status": _status,
    "interview": _again,
    "now": _begun,
    "skip": _begun,
    "done": _left,
    "back": _back,
    "undo": _back,
    "transcript": _nothing_yet,
    "fix": _nothing_yet,
}
"""What commands mean before the interview has begun; all others mean what they always do."""
