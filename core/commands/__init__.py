"""What each command does, once, for every platform; and what becomes of inputs that are no answer.

A *moving* command changes where the interview stands: words that wait before it are kept with it, unthought-about. An
*ordered* one waits its turn behind them. All others act at once and touch no answer that is under way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from core.change import Change
from core.commands import admin, consent, course, deadlines, deleting, inputs, overview, privacy, starting, timing
from core.house import Context
from core.messages import Command, Edit, Gone, Press, Text, Timer, Unusable
from core.presses import read
from core.store.desk_reads import MailItem
from core.words import say

Handler = Callable[[Context], Awaitable[Change]]

COMMANDS: dict[str, Handler] = {
    "start": starting.start,
    "interview": starting.interview,
    "pause": course.pause,
    "resume": course.resume,
    "skip": course.skip,
    "back": course.back,
    "undo": course.undo,
    "done": course.done,
    "now": course.now,
    "status": overview.status,
    "transcript": course.transcript,
    "export": privacy.export,
    "language": starting.language,
    "name": starting.name,
    "timezone": timing.timezone,
    "quiet": timing.quiet,
    "cadence": timing.cadence,
    "privacy": privacy.privacy,
    "delete": deleting.delete,
    "help": inputs.show_help,
}
"""In the order in which they are listed for a person."""
ADMIN_COMMANDS: dict[str, Handler] = {"stats": admin.stats, "who": admin.show_people}
"""For those who run the house; to anybody else they are not there."""
MOVING = frozenset({"interview", "pause", "skip", "back", "undo", "done"})
ORDERED = frozenset({"start", "resume", "name"})


def command_list(language: str) -> tuple[tuple[str, str], ...]:
    """(name, description) of every command, for a platform that completes them."""
    return tuple((name, say(language, f"command-{name}")) for name in COMMANDS)


def named(item: MailItem) -> str:
    """The command that an item stands for; empty for what is none."""
    content = item.incoming.content
    if isinstance(content, Command):
        return content.name
    if isinstance(content, Press):
        button = read(content.data)
        return "" if button is None else button.command
    return ""


def is_words(item: MailItem) -> bool:
    """Something said, that may be (part of) an answer."""
    return isinstance(item.incoming.content, Text)


def is_timer(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Timer)


def moves(item: MailItem) -> bool:
    content = item.incoming.content
    if isinstance(content, Command) and content.name == "interview" and not content.argument.strip():
        return False  # it only shows which there are
    return named(item) in MOVING or isinstance(content, Gone)


def waits_its_turn(item: MailItem) -> bool:
    return named(item) in ORDERED or is_timer(item)


async def act(ctx: Context) -> Change:
    """Handle an item that is no answer."""
    return consent.let_go(ctx, await _handled(ctx))


async def _handled(ctx: Context) -> Change:
    match ctx.incoming.content:
        case Command(name=name, argument=argument):
            handler = COMMANDS.get(name) or (ADMIN_COMMANDS.get(name) if ctx.is_admin else None)
            if handler is None:
                return await inputs.unknown_command(ctx)
            return await handler(replace(ctx, argument=argument.strip()))
        case Press(data=data):
            return await _pressed(ctx, data)
        case Edit():
            return await inputs.edited(ctx)
        case Unusable():
            return await inputs.unusable(ctx)
        case Gone():
            return await course.gone(ctx)
        case Timer():
            return await deadlines.timer(ctx)
        case Text():
            return await inputs.words(ctx)


async def _pressed(ctx: Context, data: str) -> Change:
    button = read(data)
    handler = COMMANDS.get(button.command) if button is not None else None
    if button is None or handler is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    session = ctx.view.session
    if button.session_id and (
        session is None or session.id != button.session_id or session.open_question != button.seq
    ):
        return ctx.plainly(say(ctx.language, "stale-button"))
    return await handler(replace(ctx, argument=button.argument, pressed=True))
