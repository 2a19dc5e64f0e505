"""The features' part in the entry points: commands of the command line, checks of the doctor, work in the running app.

A feature of `core.features` that needs any of it has a module or a folder of the same name here, with a value `ENTRY`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import typer

from core.features import NAMES

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.cluster_member import InstallPaths
    from bot.config import Settings
    from bot.services import QueueWork
    from core.contracts.findings import Finding
    from core.contracts.notices import Audience, Circle
    from core.contracts.operator_desk import RunsDesk
    from core.contracts.ports import Clock, Platform
    from core.conversation.runtime import ReadUnit, Runtime
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

    def audience(self, c: Connection, circle: Circle, served: Collection[str], rules: TimerRules) -> Audience:
        """Count those who would get one now; `served`: the platforms by which something can be sent."""

    def preview(self, texts: Mapping[str, str], there: Audience) -> Iterable[str]:
        """Return lines for the terminal with the text in each language, and who would get it."""

    def send(self, c: Connection, circle: Circle, number: str, texts: Mapping[str, str], *, now: float) -> None:
        """Have the running bot send it. `number`: an id that no other notice has."""

    def progress(self, c: Connection, circle: Circle) -> str:
        """Return how far the last one is; empty where that is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppParts:
    """What a feature's service and queues are built from."""

    settings: Settings
    runtime: Runtime
    platforms: Mapping[str, Platform]
    place: InstallPaths | None
    """Where several processes work on the same database."""
    ports: Any
    """The feature's own ports, where a test brings some; else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPoints:
    """What one feature adds; each function loads what it needs when it is called."""

    add_commands: Callable[[typer.Typer], None] | None = None
    examine: Callable[[Settings], Iterable[Finding]] | None = None
    """Checks of `raconteur doctor`."""
    build_service: Callable[[AppParts], FeatureService] | None = None
    """Builds its work in the app, and adds to `runtime.services` what its commands need."""
    queues: Callable[[AppParts], Mapping[str, QueueWork]] | None = None
    """The work of its queues in the app, by their names."""
    notice_desk: Callable[[], NoticeDesk] | None = None
    """Sends notices for others."""
    runs_desk: Callable[[ReadUnit, Clock], RunsDesk] | None = None
    """Answers the operator's page about runs."""


def entry_points() -> Iterator[tuple[str, EntryPoints]]:
    """Yield the features that take part, by name."""
    for name in NAMES:
        if find_spec(f"bot.features.{name}") is not None:
            yield name, import_module(f"bot.features.{name}").ENTRY
