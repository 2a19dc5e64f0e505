"""The tools of background work, given out as far as a kind of chore declares them; and how a try at it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import structlog

from core.contracts.chore import ChoreSituation
from core.contracts.errors import BudgetSpent, DeliveryError, HearingUnavailable, TooLarge
from core.contracts.messages import Address
from core.contracts.ports import (
    Answer,
    HearingProgress,
    LanguageModel,
    ListeningLine,
    Platform,
    Prompt,
    Recognised,
    Recording,
    Transcriber,
)
from core.contracts.sandbox import Sandbox
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Session
from core.contracts.tools import Fetcher, Readers, Tool
from core.conversation.context import Runtime
from core.jobs.readings import NEW_READINGS
from core.readers.source_errors import Heavy, Slow, Unfetchable
from core.store import chore_rows
from core.store.chore_rows import Chore, ask_for_chore
from core.store.records import load_record
from core.store.store import Connection, Queue, Unit, Wake
from core.timing.clock import Backoff

LARGEST: Final = 8 << 20
"""Bytes of a file from a platform that tells no limit."""
log = structlog.get_logger()
WAITS = Backoff(first=30.0, longest=6 * 3600.0, growth=4.0)
TRIES = 8
PATIENCE = 3
"""After so many failures of what others come behind they come without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolbox:
    platforms: Mapping[str, Platform]
    web: Fetcher
    readers: Readers
    transcriber: Transcriber | None
    sandbox: Sandbox
    fetch_limits: Mapping[str, int] = field(default_factory=dict)
    """Bytes of one file that can be had from each platform."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreTools:
    """`core.contracts.tools.ChoreAccess` for one run of a chore."""

    toolbox: Toolbox
    session: Session
    allowed: frozenset[Tool]
    line: ListeningLine | None = None

    @property
    def web(self) -> Fetcher:
        self._check(Tool.WEB)
        return self.toolbox.web

    @property
    def readers(self) -> Readers:
        self._check(Tool.READERS)
        return self.toolbox.readers

    @property
    def sandbox(self) -> Sandbox:
        self._check(Tool.SANDBOX)
        return self.toolbox.sandbox

    @property
    def hears(self) -> bool:
        return Tool.HEARING in self.allowed and self.toolbox.transcriber is not None

    def show(self, text: str) -> None:
        if self.line is not None:
            self.line.show(text)

    async def file(self, file_ref: str, *, limit: int | None = None) -> bytes:
        self._check(Tool.FILES)
        name = self.session.address.platform
        platform = self.toolbox.platforms.get(name)
        if platform is None:
            raise Unfetchable("The platform that the file came by is not served any more.")
        most = self.toolbox.fetch_limits.get(name, LARGEST)
        try:
            return await platform.fetch(file_ref, limit=most if limit is None else min(most, limit))
        except TooLarge as error:
            raise Heavy(str(error)) from error
        except DeliveryError as error:
            kind = Slow if error.retryable else Unfetchable
            raise kind(f"The file cannot be fetched: {error.code}.") from error
        except OSError as error:
            raise Unfetchable(f"The file cannot be read: {error.strerror}.") from error

    def folder(self, file_ref: str, within: Path) -> str:
        self._check(Tool.FILES)
        path = Path(file_ref)
        if not path.is_absolute() or not path.is_dir():
            return ""
        return str(path) if path.resolve().is_relative_to(within.resolve()) else ""

    async def hear(
        self, audio: Path, *, language: str, max_seconds: float, progress: Callable[[HearingProgress], None]
    ) -> Recognised:
        self._check(Tool.HEARING)
        if self.toolbox.transcriber is None:
            raise HearingUnavailable("Nothing here turns recordings into words.")
        recording = Recording(audio=audio, person=self.session.person_id, language=language, max_seconds=max_seconds)
        return await self.toolbox.transcriber.hear(recording, progress=progress)

    def _check(self, tool: Tool) -> None:
        if tool not in self.allowed:
            raise ValueError(f"this chore has not declared the tool {tool.value!r}")


async def chore_situation(runtime: Runtime, whole: Record, scripts: ScriptSet) -> ChoreSituation:
    """Return what every chore of this session sees; what its kind declares beside that is added by the caller."""
    return ChoreSituation(
        person=whole.person,
        session=whole.session,
        scripts=scripts,
        digest=whole.digest,
        now=runtime.clock.now(),
        about=await runtime.about(whole.session),
        findings=whole.findings,
    )


@dataclass(frozen=True, slots=True)
class SessionModel:
    """A model whose calls are counted to a session."""

    model: LanguageModel
    session_id: str
    room: asyncio.Semaphore | None = None
    """Held during a call."""

    @property
    def offline(self) -> bool:
        return self.model.offline

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        async with self.room or nullcontext():
            return await self.model.ask(replace(prompt, session_id=self.session_id), schema)

    async def write(self, prompt: Prompt) -> str:
        async with self.room or nullcontext():
            return await self.model.write(replace(prompt, session_id=self.session_id))


def retry_chore_later(c: Connection, chore: Chore, *, now: float, reason: str, final: bool) -> None:
    """Try again after a while that grows; or never, counted so that what waits for it waits no longer."""
    if not (final or is_last(chore)):
        due_at = now + WAITS.after(chore.attempts + 1)
        chore_rows.postpone_chore(c, chore, due_at=due_at, error=reason)
        return
    for _ in range(chore.attempts + 1, PATIENCE):
        chore_rows.postpone_chore(c, chore, due_at=now, error=reason)
    chore_rows.give_up_chore(c, chore, now=now, error=reason)


def is_last(chore: Chore) -> bool:
    return chore.attempts + 1 >= TRIES


async def end_chore_try(runtime: Runtime, chore: Chore, ending: Unit[None], *, whole: bool) -> None:
    """Write down how a try ended; of one about the `whole` of an interview, also that new readings are to be sent."""
    now = runtime.now()

    def unit(c: Connection) -> Address:
        ending(c)
        found, _ = load_record(c, chore.session_id, entries_needed=False)
        if whole:
            ask_for_chore(c, chore.session_id, NEW_READINGS, due_at=now)
        return found.session.address

    def wake(address: Address) -> tuple[Wake, ...]:
        return Wake(Queue.DELIVERY, str(address)), Wake(Queue.CHORES, f"{chore.session_id}/{NEW_READINGS}")

    await runtime.store.write(unit, wake=wake)


async def wait_for_money(runtime: Runtime, chore: Chore, error: BudgetSpent) -> None:
    """Put a chore off until tomorrow, when the day's budgets are new."""
    now = runtime.now()
    tomorrow = (now // 86_400 + 1) * 86_400 + 60
    await runtime.store.write(lambda c: chore_rows.defer_chore(c, chore, due_at=tomorrow, reason=error.code, since=now))
