"""What each command does, once, for every platform; and what becomes of inputs that are no answer.

Which of them act at once, and which keep the words that wait before them, is told in `core.conversation.mailbox`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from core.commands import admin, course, deleting, overview, privacy, private, timing
from core.contracts.buttons import read
from core.contracts.change import Change
from core.contracts.messages import (
    Attachment,
    Command,
    Content,
    Edit,
    Gone,
    Press,
    Ready,
    Removal,
    Text,
    Timer,
    Unusable,
    Voice,
)
from core.conversation import due, inputs, removals, voices
from core.conversation.context import Context
from core.conversation.draft import said
from core.conversation.mailbox import claimed
from core.conversation.phases import consent, intake, intake_commands, intake_pages, new
from core.words import say

Handler = Callable[[Context], Awaitable[Change]]

COMMANDS: dict[str, Handler] = {
    "start": new.start,
    "interview": new.interview,
    "pause": course.pause,
    "resume": course.resume,
    "skip": course.skip,
    "back": course.back,
    "undo": course.undo,
    "fix": voices.fix,
    "done": course.done,
    "now": course.now,
    "status": overview.status,
    "transcript": course.transcript,
    "readings": private.readings,
    "private": private.private,
    "export": privacy.export,
    "language": new.language,
    "name": new.name,
    "timezone": timing.timezone,
    "quiet": timing.quiet,
    "cadence": timing.cadence,
    "privacy": privacy.privacy,
    "delete": deleting.delete,
    "help": inputs.show_help,
}
"""In the order in which they are listed for a person."""
ADMIN_COMMANDS: dict[str, Handler] = {"stats": admin.stats, "who": admin.show_people}
"""For those who run the bot; to anybody else they are not there."""
BUTTONS: dict[str, Handler] = {"again": voices.again, intake_pages.COMMAND: intake.pressed}
"""What only a button leads to, beside the commands."""


MENU = ("start", "pause", "resume", "skip", "undo", "done", "transcript", "language", "privacy", "help")
"""What people use, for a menu on a phone. All the others work as well."""


def command_list(language: str, names: Iterable[str] = tuple(COMMANDS)) -> tuple[tuple[str, str], ...]:
    """(name, description) of commands, for a platform that completes them or shows them in a menu."""
    return tuple((name, say(language, f"command-{name}")) for name in names)


async def act(ctx: Context) -> Change:
    """Handle an item that is no answer."""
    asked_for = claimed(ctx.view)
    if asked_for is not None and asked_for.id == ctx.item.id:
        return await voices.mend(ctx)
    return voices.let_be(ctx, consent.let_go(ctx, await _handled(ctx)))


async def _handled(ctx: Context) -> Change:
    match ctx.incoming.content:
        case Command(name=name, argument=argument):
            handler = COMMANDS.get(name) or (ADMIN_COMMANDS.get(name) if ctx.is_admin else None)
            if handler is None:
                return await inputs.unknown_command(ctx)
            ctx = replace(ctx, argument=argument.strip())
            return await intake_commands.command(ctx, name) or await handler(ctx)
        case Press(data=data):
            return await _pressed(ctx, data)
        case Edit():
            return await voices.edited(ctx) or await inputs.edited(ctx)
        case Attachment() as file:
            return await intake.attachment(ctx, file) or await consent.file(ctx) or await inputs.unusable(ctx)
        case Voice() as voice:
            return await _spoken(ctx, voice)
        case content:
            return await _OTHERS[type(content)](ctx)


_OTHERS: dict[type[Content], Handler] = {
    Gone: course.gone,
    Ready: intake_commands.ready,
    Removal: removals.removed,
    Text: inputs.words,
    Timer: due.timer,
    Unusable: inputs.unusable,
}


async def _spoken(ctx: Context, voice: Voice) -> Change:
    if voice.late:
        return await voices.late(ctx)
    if said(voice) is not None:
        return await inputs.words(ctx)
    return await intake.recording(ctx, voice) or await voices.unheard(ctx)


async def _pressed(ctx: Context, data: str) -> Change:
    button = read(data)
    handler = {**COMMANDS, **BUTTONS}.get(button.command) if button is not None else None
    if button is None or handler is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    session = ctx.view.session
    if button.session_id and (
        session is None or session.id != button.session_id or session.open_question != button.seq
    ):
        return ctx.plainly(say(ctx.language, "stale-button"))
    ctx = replace(ctx, argument=button.argument, pressed=True)
    return await intake_commands.command(ctx, button.command) or await handler(ctx)
