"""The way of an item to what handles it: by what it is, and by where the conversation stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto

from core.commands import navigation
from core.contracts.commands import CommandSpec, Finds, command_spec, input_handler
from core.contracts.commits import Commit
from core.contracts.messages import (
    Attachment,
    Button,
    ChatClosed,
    Command,
    Content,
    Edit,
    Photo,
    Press,
    Ready,
    Removal,
    Text,
    Timer,
    Unusable,
    Voice,
    decode_button,
)
from core.contracts.session import Stage, Status
from core.conversation import asking, deadlines, edits, voices
from core.conversation.context import ConversationContext, Handler
from core.conversation.draft import text_of_content
from core.conversation.phases import consent, intake, interview, new
from core.conversation.phases.intake_moves import current_intake
from core.conversation.plan import awaits_consent
from core.interviews.scripted_base.books import BOOKS
from core.languages.messages import say


class Phase(Enum):
    NEW = auto()
    """No interview was begun yet."""
    CONSENT = auto()
    INTAKE = auto()
    INTERVIEW = auto()
    ENDED = auto()


HANDLERS: Mapping[Phase | None, Mapping[type[Content], Handler]] = {
    Phase.NEW: {Text: new.handle_new_text},
    Phase.CONSENT: {Text: consent.handle_consent_text, Attachment: consent.handle_consent_file},
    Phase.INTAKE: {
        Text: intake.handle_intake_text,
        Attachment: intake.handle_intake_attachment,
        Voice: intake.handle_intake_recording,
        Unusable: intake.handle_intake_unusable,
        Ready: intake.handle_intake_ready,
    },
    Phase.INTERVIEW: {
        Text: interview.handle_interview_text,
        Attachment: interview.handle_interview_file,
        Ready: interview.handle_interview_ready,
    },
    Phase.ENDED: {Text: interview.handle_after_end},
    None: {
        Voice: voices.handle_unheard,
        Edit: edits.handle_edit,
        Removal: edits.handle_removal,
        Attachment: asking.reject_file,
        Unusable: asking.reject_file,
        Photo: asking.reject_photo,
        ChatClosed: navigation.handle_unreachable,
        Ready: intake.ignore_ready,
        Timer: deadlines.handle_timer,
    },
}
"""By where the conversation stands (None: anywhere), and by what came: `Text` for all words, `Voice` for no words."""


async def handle_item(ctx: ConversationContext, *, mends: bool = False) -> Commit:
    """Handle an item that is no answer; `mends`: it is the message that was asked for in the place of an answer."""
    if mends:
        return await _handle_requested(ctx)
    return voices.drop_pending_input(ctx, consent.drop_awaited_interview(ctx, await _handled(ctx)))


async def _handle_requested(ctx: ConversationContext) -> Commit:
    mending = ctx.person.mending
    handle = None if mending is None else input_handler(mending.wanted)
    if handle is None:
        # Nobody needs it any more; it stays in the mailbox, as words like any others.
        return Commit(person_id=ctx.person.id, person=ctx.person_at_rest)
    change: Commit = await handle(ctx)
    return change


async def _handled(ctx: ConversationContext) -> Commit:
    match ctx.incoming.content:
        case Command(name=name, argument=argument):
            ctx = replace(ctx, argument=argument.strip())
            spec = command_spec(name)
            open_to_all = spec is not None and spec.finds in {Finds.LISTED, Finds.FORM}
            if spec is not None and (open_to_all or (spec.finds is Finds.ADMINS and ctx.is_admin)):
                return await _named(ctx, spec)
            own = name in interview.own_commands(ctx)
            return await (interview.handle_own_command(ctx, name) if own else asking.unknown_command(ctx))
        case Press(data=data):
            button = _good(ctx, data)
            if button is None:
                return ctx.plainly(say(ctx.language, "stale-button"))
            ctx = replace(ctx, argument=button.argument, pressed=True)
            spec = command_spec(button.command)
            if spec is not None and spec.on_buttons:
                return await _named(ctx, spec)
            return await interview.handle_own_command(ctx, button.command)
        case Ready(chore=name) if name == BOOKS:
            return await interview.handle_interview_ready(ctx)
        case content:
            heard = isinstance(content, Voice) and not content.late and text_of_content(content) is not None
            kind = Text if heard else type(content)
            found = (HANDLERS[phase].get(kind) for phase in (*_phases(ctx), None))
            return await next(handler for handler in found if handler is not None)(ctx)


async def _named(ctx: ConversationContext, spec: CommandSpec) -> Commit:
    """Handle a command, which may mean something else before its interview has begun."""
    before = intake.COMMANDS.get(spec.name) if Phase.INTAKE in _phases(ctx) else None
    change: Commit = await (before or spec.handle)(ctx)
    return change


def _phases(ctx: ConversationContext) -> tuple[Phase, ...]:
    """Where the conversation stands; what means nothing to the first may mean something to the next."""
    session = ctx.view.session
    if ctx.person.stage is Stage.NEW or session is None:
        here = Phase.NEW
    elif current_intake(ctx, session) is not None:
        here = Phase.INTAKE
    else:
        here = Phase.ENDED if session.status is Status.COMPLETED else Phase.INTERVIEW
    return (Phase.CONSENT, here) if awaits_consent(ctx.view) else (here,)


def _good(ctx: ConversationContext, data: str) -> Button | None:
    """The button that was pressed; None where nobody knows it any more, or its question is not the open one."""
    button, session = decode_button(data), ctx.view.session
    if button is None:
        return None
    spec = command_spec(button.command)
    ours = spec is not None and spec.on_buttons and (spec.finds is not Finds.ADMINS or ctx.is_admin)
    if not ours and button.command not in interview.own_commands(ctx):
        return None
    if not button.session_id:
        return button
    open_now = session is not None and session.id == button.session_id and session.open_question == button.seq
    return button if open_now else None
