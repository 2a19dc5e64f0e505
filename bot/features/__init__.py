"""The features' part in the entry points: commands of the command line, checks of the doctor, work in the running app.

A feature of `core.features` that needs any of it has a module or a folder of the same name here, with a value `ENTRY`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from core.contracts.errors import ConfigurationError
from core.features import NAMES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.app_process import AppProcess, Join
    from bot.config import Settings
    from bot.services import QueueWork
    from core.contracts.findings import Finding
    from core.contracts.notices import Audience, NoticeAudience
    from core.contracts.operator_desk import OperatorPanel
    from core.contracts.page_feature import PageFeature
    from core.contracts.ports import Clock, Platform, Transcriber
    from core.contracts.setup_desk import Question
    from core.contracts.tools import Readers
    from core.conversation.context import ReadUnit, Runtime
    from core.timing.rules import TimerRules


class FeatureService(Protocol):
    """A feature's work in a running app."""

    async def run(self) -> None:
        """Work until cancelled, in a process that answers people."""

    async def show(self) -> None:
        """Work until cancelled, in the process that speaks for the bot."""

    async def look(self) -> None:
        """Look at what is due, every few seconds, in the process that speaks for the bot."""

    async def tick(self) -> None:
        """Look at what is due, every few seconds, in a process that answers people."""

    @property
    def holds(self) -> bool:
        """Tell whether it works on something that it has claimed."""

    def renew(self, c: Connection) -> None:
        """Put off the end of its claims."""


class NoticeDesk(Protocol):
    """Sends notices for a part of the program that asks a circle of people for something."""

    def audience(self, c: Connection, circle: NoticeAudience, served: Collection[str], rules: TimerRules) -> Audience:
        """Count those who would get one now; `served`: the platforms by which something can be sent."""

    def preview(self, texts: Mapping[str, str], there: Audience) -> Iterable[str]:
        """Return lines for the terminal with the text in each language, and who would get it."""

    def send(self, c: Connection, circle: NoticeAudience, number: str, texts: Mapping[str, str], *, now: float) -> None:
        """Have the running bot send it. `number`: an id that no other notice has."""

    def progress(self, c: Connection, circle: NoticeAudience) -> str:
        """Return how far the last one is; empty where that is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppParts:
    """What a feature's service or queue is built from."""

    settings: Settings
    runtime: Runtime
    platforms: Mapping[str, Platform]
    readers: Readers
    process: AppProcess
    recordings: Path
    """The folder of this database's recordings; what a feature is at work on may lie in a folder of its own there."""
    ports: Any
    """The feature's own ports, where they were opened before the app was built, or a test brings some; else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """What turns recordings into words. Without it they are kept, and their people told so."""

    build: Callable[[Settings, Clock], Transcriber | None]
    """Builds it, on the event loop; None where it is switched off or not installed. Raises ConfigurationError."""
    is_installed: Callable[[str], bool]
    """Tells whether the packages for an engine are there."""
    is_supplied: Callable[[Settings], bool]
    """Tells whether everything else that it needs is there. Blocks."""
    fetch: Callable[[Settings], None]
    """Fetches that, where it can be fetched, and shows on the screen how far it is. Blocks. Raises WeightsAbsent."""


WEIGHTS = "Weights"
"""The name of the finding that tells whether recordings can be heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPoints:
    """What one feature adds; each function loads what it needs when it is called."""

    add_commands: Callable[[typer.Typer], None] | None = None
    examine: Callable[[Settings], Iterable[Finding]] | None = None
    """Checks of `raconteur doctor`."""
    build_service: Callable[[AppParts], FeatureService | None] | None = None
    """Builds its work in the app, if it has any, and adds to `runtime.services` what its commands and chores need."""
    join_others: Callable[[Settings, Sequence[str]], Join | None] | None = None
    """Returns how a process joins others on the same database, to play the roles of these names; None where it works
    alone. Raises ConfigurationError."""
    give_interview: Callable[..., list[str]] | None = None
    """Makes the invitation of `raconteur invite --gift`, with all that was said behind it, and returns the lines."""
    notice_desk: Callable[[], NoticeDesk] | None = None
    """Sends notices for others."""
    build_panel: Callable[[ReadUnit, Clock], OperatorPanel] | None = None
    """Builds what it shows on the operator's page."""
    open_ports: Callable[[Settings, Clock], Any] | None = None
    """Opens its ports before the app is built; None where what they need is switched off or not installed."""
    build_page: Callable[[Runtime], PageFeature] | None = None
    """Builds what it shows in the browser to the people who are interviewed."""
    build_queue: Callable[[AppParts], QueueWork] | None = None
    """Builds what serves its queue in the app, and adds to `runtime.services` what its commands need."""
    in_menu: tuple[str, ...] = ()
    """Its commands that are in the short menu of a phone where its ports are open."""
    reads: str = ""
    """The module with what it reads, which the reader processes load."""
    privacy: str = ""
    """The message that tells, where its ports are open, what is done with people's words."""
    ask_about_voice: Callable[[Settings, str], Question | None] | None = None
    """What the setup asks about voices, in that language; the answer is the setting of the question's name."""
    examine_voice: Callable[[Settings, bool], AsyncIterator[Finding]] | None = None
    """Checks of `raconteur doctor` about voices; True: it may try things, which takes some seconds."""
    hearing: Hearing | None = None


def entry_points() -> Iterator[tuple[str, EntryPoints]]:
    """Yield the features that take part, by name."""
    for name in NAMES:
        if find_spec(f"bot.features.{name}") is not None:
            yield name, import_module(f"bot.features.{name}").ENTRY


def way_to_join(settings: Settings, roles: Sequence[str]) -> Join | None:
    """Return how this process joins others on the same database; None where it works alone.

    `roles`: as they are named at the start. Raises ConfigurationError.
    """
    for _, entry in entry_points():
        if entry.join_others is not None:
            return entry.join_others(settings, roles)
    if settings.is_shared or roles:
        raise ConfigurationError(
            "engine.kind: this Raconteur runs as one process; leave the setting out, and start it without --role."
        )
    return None


def open_ports(settings: Settings, clock: Clock) -> dict[str, Any]:
    """Open the ports of the features, by name; those that need nothing, or whose needs are not there, are not in it."""
    opened = {name: entry.open_ports(settings, clock) for name, entry in entry_points() if entry.open_ports is not None}
    return {name: ports for name, ports in opened.items() if ports is not None}


def entries_at_work(ports: Mapping[str, Any]) -> tuple[EntryPoints, ...]:
    """Return the features whose ports are open."""
    return tuple(entry for name, entry in entry_points() if ports.get(name) is not None)


def modules_read() -> tuple[str, ...]:
    """Return the modules of features that the reader processes load."""
    return tuple(entry.reads for _, entry in entry_points() if entry.reads)


def commands_in_menu(entries: Iterable[EntryPoints]) -> tuple[str, ...]:
    return tuple(name for entry in entries for name in entry.in_menu)


def voice_questions(settings: Settings, language: str) -> list[Question]:
    """Return what the setup asks about voices for the features."""
    asked = (entry.ask_about_voice(settings, language) for _, entry in entry_points() if entry.ask_about_voice)
    return [question for question in asked if question is not None]


def hearing() -> Hearing | None:
    """Return what turns recordings into words; None where nothing does."""
    return next((entry.hearing for _, entry in entry_points() if entry.hearing is not None), None)


def build_transcriber(settings: Settings, clock: Clock) -> Transcriber | None:
    hears = hearing()
    return None if hears is None else hears.build(settings, clock)


async def examine_voices(settings: Settings, *, tries: bool) -> AsyncIterator[Finding]:
    """Yield what the features find about voices. `tries`: they may try them, which takes some seconds."""
    for _, entry in entry_points():
        if entry.examine_voice is not None:
            async for finding in entry.examine_voice(settings, tries):
                yield finding
