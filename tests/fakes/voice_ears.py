"""The real ears and a real worker process, with an engine that knows sounds and no words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from core.contracts.ports import Clock, Recording
from core.transcription.local import HearingOptions, LocalTranscriber

ENGINE = "tests.fakes.voice_engine"


@asynccontextmanager
async def listening(folder: Path, *, clock: Clock | None = None, **options: Any) -> AsyncIterator[LocalTranscriber]:
    """Ears whose engine takes its orders from files in the folder."""
    transcription = LocalTranscriber(
        HearingOptions(folder=folder, **options), clock=clock or SystemClock(), engine_module=ENGINE
    )
    try:
        yield transcription
    finally:
        await transcription.close()


def recording(audio: bytes | Path, person: str = "anna", **more: Any) -> Recording:
    return Recording(audio=audio, person=person, language="en", **more)


def has_open(pid: int, file: Path) -> bool:
    """Whether a process reads this file now."""
    for each in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if each.readlink() == file:
                return True
        except FileNotFoundError:
            continue
    return False


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def peak_memory(pid: int) -> int:
    """The most bytes that a process has had in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise LookupError("the system does not tell")
