"""The features' part in the entry points: commands of the command line, checks of the doctor, work in the running app.

A feature of `core.features` that needs any of it has a module or a folder of the same name here, with a value `ENTRY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from core.features import NAMES

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy.engine import Connection

    from bot.cluster_member import InstallPaths
    from bot.config import Settings
    from core.contracts.findings import Finding
    from core.contracts.operator_desk import RunsDesk
    from core.contracts.ports import Clock, Platform
    from core.conversation.runtime import ReadUnit, Runtime


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenInterview:
    """What the operator says of an interview that they give to somebody."""

    name: str
    """What whoever is given it is called."""
    giver: str
    language: str
    rhythm: str
    kind: str
    """Empty: the first one that can be given."""


class GiveInterview(Protocol):
    def __call__(
        self, settings: Settings, given: GivenInterview, *, lasts: timedelta | None, now: datetime
    ) -> list[str]:
        """Make the invitation, and return the lines to show. Blocks. Raises ConfigurationError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppParts:
    """What a feature's service is built from."""

    settings: Settings
    runtime: Runtime
    platforms: Mapping[str, Platform]
    place: InstallPaths | None
    """Where several processes work on the same database."""
    recordings: Path
    """The folder of this database's recordings; what a feature is at work on may lie in a folder of its own there."""
    seat: str
    """Only this process has it; others have folders of their own for theirs."""
    ports: Any
    """The feature's own ports, where a test brings some; else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPoints:
    """What one feature adds; each function loads what it needs when it is called."""

    add_commands: Callable[[typer.Typer], None] | None = None
    examine: Callable[[Settings], Iterable[Finding]] | None = None
    """Checks of `raconteur doctor`."""
    build_service: Callable[[AppParts], FeatureService | None] | None = None
    """Builds its work in the app, if it has any, and adds to `runtime.services` what its commands and chores need."""
    give_interview: GiveInterview | None = None
    """Invites somebody to an interview that is given to them."""
    runs_desk: Callable[[ReadUnit, Clock], RunsDesk] | None = None
    """Answers the operator's page about runs."""


def entry_points() -> Iterator[tuple[str, EntryPoints]]:
    """Yield the features that take part, by name."""
    for name in NAMES:
        if find_spec(f"bot.features.{name}") is not None:
            yield name, import_module(f"bot.features.{name}").ENTRY
