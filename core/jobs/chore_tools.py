"""The tools of background work: what the program has, given out as far as a kind of chore declares it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from core.contracts.chore import ChoreSituation
from core.contracts.errors import DeliveryError, HearingUnavailable, TooLarge
from core.contracts.ports import (
    Answer,
    Heard,
    Hearing,
    LanguageModel,
    Listening,
    Platform,
    Prompt,
    Recording,
    Transcriber,
)
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Session
from core.contracts.tools import Fetcher, Readers, Tool
from core.conversation.runtime import Runtime
from core.readers.source_errors import Heavy, Slow, Unfetchable

LARGEST: Final = 8 << 20
"""Bytes of a file from a platform that tells no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toolbox:
    """What the program has."""

    platforms: Mapping[str, Platform]
    web: Fetcher
    readers: Readers
    transcriber: Transcriber | None
    fetch_limits: Mapping[str, int]
    """Bytes of one file that can be had from each platform."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreTools:
    """`core.contracts.tools.Tools` for one run of a chore."""

    toolbox: Toolbox
    session: Session
    allowed: frozenset[Tool]
    line: Listening | None = None

    @property
    def web(self) -> Fetcher:
        self._check(Tool.WEB)
        return self.toolbox.web

    @property
    def readers(self) -> Readers:
        self._check(Tool.READERS)
        return self.toolbox.readers

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
            raise kind(f"The file cannot be had: {error.code}.") from error
        except OSError as error:
            raise Unfetchable(f"The file cannot be read: {error.strerror}.") from error

    def folder(self, file_ref: str, within: Path) -> str:
        self._check(Tool.FILES)
        path = Path(file_ref)
        if not path.is_absolute() or not path.is_dir():
            return ""
        return str(path) if path.resolve().is_relative_to(within.resolve()) else ""

    async def hear(
        self, audio: Path, *, language: str, max_seconds: float, progress: Callable[[Hearing], None]
    ) -> Heard:
        self._check(Tool.HEARING)
        if self.toolbox.transcriber is None:
            raise HearingUnavailable("Nothing here turns recordings into words.")
        recording = Recording(audio=audio, person=self.session.person_id, language=language, max_seconds=max_seconds)
        return await self.toolbox.transcriber.hear(recording, progress=progress)

    def _check(self, tool: Tool) -> None:
        if tool not in self.allowed:
            raise ValueError(f"this chore has not declared the tool {tool.value!r}")


async def situation(runtime: Runtime, whole: Record, scripts: ScriptSet) -> ChoreSituation:
    """What a chore of this session finds, but for what its kind alone declares that it sees."""
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
