"""Every command, described once: what handles it, when it acts on the interview, and where people find it.

The engine and the features register theirs at the start; the mailbox, the router, the menus of the platforms and /help
read them here. Its help text is the message `command-NAME` in each language.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Any

from core.contracts.session import InputPurpose

Handle = Callable[[Any], Awaitable[Any]]
"""Takes a `ConversationContext` and returns a `Commit`."""


class Order(Enum):
    """When a command acts, seen from the words that still wait to become an answer."""

    AT_ONCE = auto()
    """It acts at once and touches no answer that is under way."""
    IN_TURN = auto()
    """It waits behind the words that came before it."""
    MOVES = auto()
    """It changes where the interview stands; words that wait before it are kept with it and not answered."""


class Finds(Enum):
    """Who finds a command, and where."""

    LISTED = auto()
    """Anybody, in /help and where a platform completes commands."""
    ADMINS = auto()
    """Those who run the bot; to anybody else it is not there."""
    BUTTON = auto()
    """Nobody types it: only buttons lead to it."""
    FORM = auto()
    """Nobody types it: a form of a page sends it."""


class MenuGroup(StrEnum):
    """The part of a menu that a command belongs to."""

    STORY = "story"
    """It moves the interview, or changes what was just told."""
    FILES = "files"
    """It makes a file."""
    WORDS = "words"
    """It is about all that was told, and who gets it."""
    PAGE = "page"
    """It is about how and when the person is talked to."""


class Needs(Enum):
    """What must be so for a command to be of use."""

    NOTHING = auto()
    NO_INTERVIEW = auto()
    """Nothing was begun yet."""
    QUESTION = auto()
    """A question is open."""
    AGENDA = auto()
    """A question is open, and nothing is told freely."""
    ACTIVE = auto()
    """The interview is under way."""
    LEFT = auto()
    """The interview was paused, put aside or finished."""
    HELD = auto()
    """The next question waits for its time."""
    FLOOR = auto()
    """Something is told freely."""
    ANSWERS = auto()
    """Something was told."""
    ANSWERED = auto()
    """Something was told, and a question is open."""
    FREE = auto()
    """A question is open in a kind of interview in which something may be told unasked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    name: str
    handle: Handle
    place: int = 0
    """Its place in its list, in ascending order."""
    order: Order = Order.AT_ONCE
    finds: Finds = Finds.LISTED
    in_menu: bool = False
    """It is also in the short menu of a phone."""
    takes_words: bool = False
    """Something may be written behind it."""
    on_buttons: bool = True
    """Buttons may lead to it."""
    group: MenuGroup | None = None
    """Where a menu of what can be done now has it. None: it is in no such menu."""
    needs: Needs = Needs.NOTHING
    """When it is there."""
    wanted: int = 0
    """How much it is wanted there: what has more comes first in its group; then `place` decides."""


_known: dict[str, CommandSpec] = {}
_inputs: dict[InputPurpose, Handle] = {}


def register_commands(commands: Iterable[CommandSpec]) -> None:
    """Add commands to those that are known. Raises ValueError where two have one name."""
    for each in commands:
        if _known.setdefault(each.name, each) != each:
            raise ValueError(f"There are two commands called {each.name!r}.")


def command_spec(name: str) -> CommandSpec | None:
    """Return the command or button of that name; None where there is none."""
    return _known.get(name)


def listed_commands(*, admin: bool = False) -> tuple[CommandSpec, ...]:
    """Return the commands that people find in /help, in their order; those for admins stand last."""
    known = sorted(_known.values(), key=lambda each: each.place)
    shown = [each for each in known if each.finds is Finds.LISTED]
    return (*shown, *(each for each in known if admin and each.finds is Finds.ADMINS))


def menu_commands() -> tuple[CommandSpec, ...]:
    """Return the commands for a menu of what can be done now, in its order."""
    found = (each for each in _known.values() if each.group is not None)
    return tuple(sorted(found, key=lambda each: (-each.wanted, each.place)))


def register_inputs(handlers: Mapping[InputPurpose, Handle]) -> None:
    """Have messages that were asked for handled, by what they were asked for; once more changes nothing."""
    _inputs.update(handlers)


def input_handler(purpose: InputPurpose) -> Handle | None:
    """Return what handles a message that was asked for; None where nobody needs it any more."""
    return _inputs.get(purpose)
