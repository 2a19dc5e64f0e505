"""What each command does, once, for every platform. What else there is to handle, `core.conversation.router` tells."""

from __future__ import annotations

from collections.abc import Iterable

from core.commands import (
    admin,
    family,
    finding,
    giving,
    hearing_questions,
    letting_go,
    linking,
    moving,
    privacy,
    retelling,
    telling,
    timing,
)
from core.commands.announcing import announce
from core.commands.book import book
from core.commands.chamber import chamber
from core.contracts.about import COMMAND
from core.contracts.buttons import PICK
from core.contracts.change import Change
from core.contracts.messages import Say
from core.contracts.session import Wanted
from core.conversation import pausing, voices
from core.conversation.context import Context, Handler
from core.conversation.phases import intake, interview, new
from core.conversation.rendering import command_button
from core.conversation.runtime import Aloud
from core.words import say

ALL = "all"
"""Behind /help: every command."""


async def _show_help(ctx: Context) -> Change:
    """The commands that people use, and a way to all of them."""
    whole = bool(ctx.argument)
    often = menu(speaks=ctx.runtime.voice.speak is not Aloud.OFF)
    names = (*(COMMANDS if whole else often), *(ADMIN_COMMANDS if ctx.is_admin else ()))
    lines = [f"/{name} – {say(ctx.language, f'command-{name}')}" for name in names]
    lines += [f"/{name} – {does}" for name, does in interview.own_commands(ctx).items()]
    text = say(ctx.language, "help") + "\n\n" + "\n".join(lines)
    more = command_button(ctx.language, "help", ALL, label=say(ctx.language, "button-all-commands"))
    return ctx.reply(Say(text=text, choices=() if whole else (more,)))


COMMANDS: dict[str, Handler] = {
    "start": new.start,
    "interview": new.interview,
    "pause": pausing.pause,
    "resume": pausing.resume,
    "skip": moving.skip,
    "back": moving.back,
    "undo": moving.undo,
    "tell": telling.tell,
    "told": telling.told,
    "again": retelling.again,
    "takes": retelling.takes,
    "fix": voices.fix,
    "done": moving.done,
    "now": moving.now,
    "status": moving.status,
    "transcript": moving.transcript,
    "find": finding.find,
    "readings": privacy.readings,
    "book": book,
    "private": privacy.private,
    "export": privacy.export,
    "language": new.language,
    "name": new.name,
    "timezone": timing.timezone,
    "quiet": timing.quiet,
    "cadence": timing.cadence,
    "voice": hearing_questions.voice,
    "link": linking.link,
    "gift": giving.gift,
    "family": family.family,
    "privacy": privacy.privacy,
    "delete": privacy.delete,
    "help": _show_help,
}
"""In the order in which they are listed for a person."""
ADMIN_COMMANDS: dict[str, Handler] = {
    "stats": admin.stats,
    "who": admin.show_people,
    "announce": announce,
    "chamber": chamber,
}
"""For those who run the bot; to anybody else they are not there."""
ADMIN_BUTTONS = frozenset({"announce", "chamber"})
"""Those of them that buttons lead to, for who has them."""
BUTTONS: dict[str, Handler] = {
    "record": voices.again,
    "whole": finding.whole,
    "retell": retelling.retell,
    "another": retelling.another,
    "before": retelling.before,
    "use": retelling.use,
    COMMAND: intake.pressed,
    PICK: interview.picked,
    "thank": family.thank,
    "ask": family.ask,
    "telling": family.telling,
    letting_go.LET: letting_go.let_go,
}
"""What only a button leads to, beside the commands."""


async def for_family(ctx: Context) -> Change:
    """The message that was asked for, where it is for the family: a name, a question, or the same event."""
    mending = ctx.person.mending
    if mending is not None and mending.wanted is Wanted.NAME:
        return await giving.named(ctx)
    return await family.said_for(ctx)


MENU = ("start", "pause", "resume", "skip", "undo", "done", "transcript", "book", "language", "link", "privacy", "help")
"""What people use, for a menu on a phone. All the others work as well."""


def menu(*, speaks: bool) -> tuple[str, ...]:
    """The same, with what is there only where something `speaks`."""
    place = MENU.index("language") + 1
    return (*MENU[:place], *(("voice",) if speaks else ()), *MENU[place:])


def command_list(language: str, names: Iterable[str] = tuple(COMMANDS)) -> tuple[tuple[str, str], ...]:
    """(name, description) of commands, for a platform that completes them or shows them in a menu."""
    return tuple((name, say(language, f"command-{name}")) for name in names)
