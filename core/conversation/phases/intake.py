"""The intake: what a person does before an interview about something begins. Its kind says what that means.

Nothing here reads from the network: that is a chore, whose end comes back as a mailbox item.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contracts.about import (
    BeginNow,
    ChoreEnded,
    Edited,
    FileSent,
    IntakeEvent,
    IntakeFlow,
    Opened,
    Pressed,
    Removed,
    SoundRef,
    StepBack,
    TooLargeSent,
    WordsSaid,
)
from core.contracts.commits import Commit, EraseSession
from core.contracts.messages import Attachment, Edit, Ready, Removal, Say, Unusable, UnusableKind, Voice
from core.contracts.session import Session, Status
from core.contracts.turn import Interview
from core.conversation import asking
from core.conversation.context import ConversationContext, Handler
from core.conversation.draft import command_button, group_messages, text_of_content
from core.conversation.pausing import pause_interview, resume_interview
from core.conversation.phases import new
from core.conversation.phases.consent import IMPATIENCE
from core.conversation.phases.intake_moves import (
    IntakeDraft,
    current_intake,
    intake_scene,
    resume_intake,
    start_intake_step,
    to_intake_message,
)
from core.conversation.voices import handle_unheard
from core.languages.messages import say
from core.languages.phrases import Phrase, find_phrase
from core.languages.sensitive import is_plain_danger

_FEW = 8
"""Words; who writes more is telling, and not asking to stop."""


def _known(ctx: ConversationContext) -> tuple[Session, Interview, IntakeFlow]:
    found = current_intake(ctx, ctx.view.session)
    assert found is not None  # noqa: S101 - the router has looked
    return found


async def _step(step: IntakeDraft, flow: IntakeFlow, event: IntakeEvent) -> Commit | None:
    """Return the effect of an event; None where it means nothing here."""
    move = flow.step(await intake_scene(step.ctx, step.draft.session), event)
    if move is None or move.resumes is None:
        return None if move is None else await step.taken(move)
    resumes = move.resumes
    change = await resume_interview(replace(step.ctx, argument=resumes.session_id, pressed=True))
    if change.session is None:
        return await step.taken(resumes.otherwise)  # it was deleted meanwhile
    return change.having(EraseSession(step.draft.session.id)) if resumes.erases else change


async def _follows(ctx: ConversationContext, event: IntakeEvent, otherwise: Handler) -> Commit:
    """Return what follows from an event; `otherwise`: what happens where it means nothing to this kind."""
    session, interview, flow = _known(ctx)
    return await _step(start_intake_step(ctx, session, interview), flow, event) or await otherwise(ctx)


# --- words and files ----------------------------------------------------------------------------------------------


async def handle_intake_text(ctx: ConversationContext) -> Commit:
    """Take words, written or spoken, that say what the interview is about; a burst of them at once."""
    session, interview, flow = _known(ctx)
    content = ctx.incoming.content
    if isinstance(content, Voice) and content.prepared:
        # A recording of the subject that was short enough to be heard like an answer.
        return await _follows(ctx, SoundRef(content), _status)
    text = text_of_content(content) or ""
    match find_phrase(text, ctx.language):
        case Phrase.HELLO:
            return await resume_intake(ctx, session, interview, flow)
        case Phrase.GOODBYE | Phrase.THANKS:
            return ctx.respond("farewell")
        case Phrase.PAUSE | Phrase.STOP:
            return await pause_interview(ctx)
    burst = ctx.burst
    recorded = any(isinstance(item.incoming.content, Voice) and item.incoming.content.prepared for item in burst)
    run = burst if burst and not recorded else (ctx.item,)
    messages = group_messages(item.incoming for item in run)
    step = start_intake_step(ctx, session, interview, done=tuple(item.id for item in run))
    if is_plain_danger("\n".join(message.text for message in messages), ctx.language):
        # The help text comes before anything else; what they have told is kept all the same.
        step.draft.time(calm=True)
        step.tell(Say(text=interview.help_text(ctx.language)))
    heard = WordsSaid(tuple(map(to_intake_message, messages)))
    if (change := await _step(step, flow, heard)) is not None:
        return change
    step.tell(flow.page(await intake_scene(ctx, step.draft.session)))
    return step.draft.change(done=step.done)


async def handle_intake_recording(ctx: ConversationContext) -> Commit:
    """Take a recording that could not be heard like an answer: it may be the subject, which may be long."""
    voice = ctx.incoming.content
    if not isinstance(voice, Voice) or not voice.prepared or voice.trouble not in {"too-large", "too-long"}:
        return await handle_unheard(ctx)
    event = TooLargeSent() if voice.trouble == "too-large" else SoundRef(voice)
    return await _follows(ctx, event, handle_unheard)


async def handle_intake_attachment(ctx: ConversationContext) -> Commit:
    """Take a file, where the kind takes files."""
    _, interview, _ = _known(ctx)
    file = ctx.incoming.content
    if not isinstance(file, Attachment) or not interview.takes.takes_file(file):
        return await asking.reject_file(ctx)
    return await _follows(ctx, FileSent(file, ctx.incoming.ref), asking.reject_file)


async def handle_intake_unusable(ctx: ConversationContext) -> Commit:
    """Say of a file that cannot be fetched because of its size that it is too heavy for this; reject all else."""
    _, interview, _ = _known(ctx)
    content = ctx.incoming.content
    heavy = isinstance(content, Unusable) and content.kind is UnusableKind.TOO_LARGE
    if not heavy or not interview.takes.files:
        return await asking.reject_file(ctx)
    return await _follows(ctx, TooLargeSent(), asking.reject_file)


async def edit_intake_message(ctx: ConversationContext, edit: Edit) -> Commit | None:
    """Change a message of the intake; None for any other message."""
    return await _perhaps(ctx, Edited(edit.ref, edit.text, ctx.incoming.sent_at))


async def remove_intake_message(ctx: ConversationContext, removal: Removal) -> Commit | None:
    """Drop everything of a deleted message of the intake. None for any other message."""
    return await _perhaps(ctx, Removed(removal.ref))


async def _perhaps(ctx: ConversationContext, event: IntakeEvent) -> Commit | None:
    found = current_intake(ctx, ctx.view.session)
    if found is None:
        return None
    session, interview, flow = found
    return await _step(start_intake_step(ctx, session, interview), flow, event)


async def handle_intake_ready(ctx: ConversationContext) -> Commit:
    """Go on when a chore of the intake has ended; if they have left it, when they come back."""
    news, session = ctx.incoming.content, ctx.view.session
    mine = session is not None and isinstance(news, Ready) and session.id == news.session_id
    here = mine and session is not None and session.status is Status.ACTIVE
    return (await _perhaps(ctx, ChoreEnded()) if here else None) or ctx.reply()


# --- buttons ------------------------------------------------------------------------------------------------------


async def handle_intake_button(ctx: ConversationContext) -> Commit:
    """Handle a button of the intake. Pressed again at once, by a hand that is not sure, it does nothing."""
    code, _, session_id = ctx.argument.partition("-")
    session = ctx.view.session
    if session is None or session.id != session_id:
        return ctx.respond("stale-button")
    at_once = ctx.incoming.sent_at - session.touched_at < IMPATIENCE
    found = current_intake(ctx, session)
    if found is None:
        begun = at_once and session.counters.questions + session.counters.follow_ups <= 1
        return ctx.reply() if begun else ctx.respond("stale-button")
    change = await _step(start_intake_step(ctx, session, found[1]), found[2], Pressed(code))
    if change is None:
        return ctx.respond("stale-button")
    unchanged = change.session is not None and change.session.state == session.state
    return ctx.reply() if unchanged and at_once and session.status is Status.ACTIVE else change


async def ignore_ready(ctx: ConversationContext) -> Commit:
    """Handle a chore that nobody waits for any more."""
    return ctx.reply()


# --- commands -----------------------------------------------------------------------------------------------------


async def _resumed(ctx: ConversationContext) -> Commit:
    return await resume_intake(ctx, *_known(ctx))


async def _status(ctx: ConversationContext) -> Commit:
    session, _, flow = _known(ctx)
    return ctx.reply(flow.page(await intake_scene(ctx, session)))


async def _begun(ctx: ConversationContext) -> Commit:
    return await _follows(ctx, BeginNow(), _nothing_yet)


async def _nothing_yet(ctx: ConversationContext) -> Commit:
    return ctx.respond("intake-nothing-yet")


async def _again(ctx: ConversationContext) -> Commit:
    """Open this intake again if they ask once more for an interview of this kind."""
    session, _, flow = _known(ctx)
    kind, *about = ctx.argument.split(None, 1)[:2] or [""]
    other = kind.lower() != session.kind or session.status is not Status.ACTIVE
    if ctx.pressed or other or flow.has_told(session):
        return await new.begin_interview(ctx)
    return await _follows(ctx, Opened(about[0] if about else ""), _status)


async def _left(ctx: ConversationContext) -> Commit:
    """Leave the intake. What they have told waits for them; if that is nothing, nothing stays."""
    session, interview, flow = _known(ctx)
    step = start_intake_step(ctx, session, interview)
    language = step.language
    anew = command_button(language, "interview", session.kind, label=say(language, "button-anew"))
    if not flow.has_told(session):
        change = ctx.reply(Say(text=say(language, "intake-dropped"), choices=(anew,)))
        return replace(change, effects=(EraseSession(session.id),), done=ctx.done)
    step.draft.set(status=Status.PAUSED)
    ways = (command_button(language, "resume", session.id), anew)
    step.tell(Say(text=say(language, "intake-left"), choices=ways))
    return step.draft.change(done=step.done)


async def _back(ctx: ConversationContext) -> Commit:
    return await _perhaps(ctx, StepBack()) or await _nothing_yet(ctx)


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
