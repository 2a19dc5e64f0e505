"""The real ears and a real worker process, with an engine that knows sounds and no words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from core.contracts.ports import Clock
from core.features.transcription.local import HearingOptions, LocalTranscriber

ENGINE = "tests.features.transcription.engine"


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
