"""Builds the transcriber of the section `[voice]`, and fetches the weights that it needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import structlog

from bot.config import Settings
from core.contracts.errors import HearingUnavailable, VoiceAbsent, WeightsAbsent
from core.contracts.live_hearing import FollowsSpeech, SpeechSoFar
from core.contracts.ports import (
    Clock,
    HearingCapabilities,
    HearingProgress,
    Recognised,
    Recording,
    Transcriber,
)
from core.features.transcription.engines import OFF, WHISPER, Weights, require, weights_file, whisper_model
from core.features.transcription.fetching import Progress, fetch_weight_files
from core.features.transcription.local import HearingOptions, LocalTranscriber
from core.timing.clock import Backoff

WAITS = Backoff(first=60.0, longest=3_600.0, growth=5.0)
"""Until a download that failed is tried again."""
NETWORK_PATIENCE = 30.0
"""Seconds in which something must come."""
STEP = 10
"""Percent of a download between two lines of the log."""

Then = Callable[[], Awaitable[None]]
Supply = Callable[[Then], Awaitable[None]]
log = structlog.get_logger()


def build_transcriber(settings: Settings, clock: Clock) -> Transcriber | None:
    """Build the configured transcriber; None if it is switched off or not installed. Call it on the event loop.

    Raises ConfigurationError for a model that there is not.
    """
    voice = settings.voice
    if voice.engine == OFF:
        log.debug("voice-off")
        return None
    try:
        require(voice.engine)
    except VoiceAbsent as error:
        log.info("voice-absent", how=str(error))
        return None
    if voice.engine == WHISPER:
        whisper_model(voice.model)
    options = HearingOptions(engine=voice.engine, model=voice.model, folder=settings.models_dir.resolve())
    return SuppliedTranscriber(
        LocalTranscriber(options, clock=clock),
        lambda: weights_file(voice.engine, voice.model, options.folder),
        lambda then: supply_weights(settings, clock, then=then),
    )


class SuppliedTranscriber:
    """A `Transcriber` whose weights may still be on their way: until then no worker is started in vain."""

    def __init__(self, transcription: Transcriber, look: Callable[[], object], supply: Supply) -> None:
        """`look` blocks, and raises WeightsAbsent as long as they are not there; `supply` fetches them."""
        self._transcription = transcription
        self._supply = supply
        self._look = look
        self._there = False

    async def warm_up(self) -> HearingCapabilities:
        await self._be_supplied()
        return await self._transcription.warm_up()

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        await self._be_supplied()
        return await self._transcription.hear(recording, progress=progress)

    @property
    def is_supplied(self) -> bool:
        return self._there

    async def follow(self, recording: str, piece: bytes, *, max_seconds: float) -> SpeechSoFar:
        if not isinstance(self._transcription, FollowsSpeech):
            raise HearingUnavailable("this transcriber follows nobody")
        return await self._transcription.follow(recording, piece, max_seconds=max_seconds)

    async def unfollow(self, recording: str) -> None:
        if isinstance(self._transcription, FollowsSpeech):
            await self._transcription.unfollow(recording)

    async def close(self) -> None:
        await self._transcription.close()

    async def supply(self, then: Then) -> None:
        await self._supply(then)

    async def _be_supplied(self) -> None:
        if not self._there:
            await asyncio.to_thread(self._look)
            self._there = True


def build_web_client() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=NETWORK_PATIENCE)


async def supply_weights(settings: Settings, clock: Clock, *, then: Then) -> None:
    """Fetch the weights if they are missing, then await `then`. Raises what `then` raises."""
    voice, folder = settings.voice, settings.models_dir.resolve()
    try:
        await asyncio.to_thread(weights_file, voice.engine, voice.model, folder)
    except WeightsAbsent as error:
        if voice.engine != WHISPER:
            log.warning("weights-absent", error=str(error))
            return
    else:
        return
    async with build_web_client() as client:
        await fetch_until_there(whisper_model(voice.model), folder, client=client, clock=clock)
    await then()


async def fetch_until_there(weights: Weights, folder: Path, *, client: httpx.AsyncClient, clock: Clock) -> None:
    """Fetch weights, again and again until they are there; how it goes is in the log."""
    tries = 0
    while True:
        log.info("weights-fetching", file=weights.file)
        try:
            path = await fetch_weight_files(weights, folder, client=client, progress=log_progress(weights.file))
        except WeightsAbsent as error:
            tries += 1
            wait = WAITS.after(tries)
            log.warning("weights-absent", error=str(error), again_in=f"{wait:.0f} s")
            await clock.sleep(wait)
        else:
            log.info("weights-ready", file=str(path))
            return


def log_progress(file: str) -> Progress:
    """Return a function that logs the progress of a download at each tenth."""
    told = 0

    def progress(got: int, total: int | None) -> None:
        nonlocal told
        percent = 100 * got // total if total else 0
        if percent >= told + STEP:
            told = percent - percent % STEP
            log.info("weights-coming", file=file, percent=told)

    return progress
