"""The doctor's checks of hearing: the engine, its weights, and a test clip."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

from bot.config import Settings
from bot.features import WEIGHTS
from bot.formatting import pluralize
from core.contracts.errors import ConfigurationError, HearingError, VoiceAbsent, WeightsAbsent
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.features.transcription.engines import OFF, WHISPER, memory_needed, require, thread_count, weights_file

WHAT = "Voice"
GIGABYTE = 1024**3


async def examine_voice(settings: Settings, hear: bool) -> AsyncIterator[Finding]:
    """Yield each finding. `hear`: a clip is listened to, which takes some seconds and the model's memory."""
    voice = settings.voice
    if voice.engine == OFF:
        yield finding_ok(
            WHAT, "switched off; recordings are kept, but not transcribed. To change that, set voice.engine"
        )
        return
    try:
        require(voice.engine)
    except VoiceAbsent as error:
        yield finding_note(
            WHAT, f"recordings are kept, but not transcribed: {error}", 'run `make voice`, or set voice.engine to "off"'
        )
        return
    kept = "recordings are kept" if voice.keep_audio else "recordings are deleted once transcribed"
    needed, there = memory_needed(voice.engine, voice.model), memory()
    memory_of_it = "" if needed is None else f", {needed:.2g} GB of memory"
    how = f"{voice.engine} with {voice.model}, {thread_count()} of {os.cpu_count()} cores{memory_of_it}; {kept}"
    if needed is not None and there is not None and needed > there * 0.8:
        mend = "set voice.model to a smaller one: small, base, tiny"
        yield finding_note(WHAT, f"{how}. This machine has {there:.1f} GB in all", mend)
    else:
        yield finding_ok(WHAT, how)
    weights = await asyncio.to_thread(_weights, settings)
    yield weights
    if hear and not weights.mend:
        yield await _heard(settings)


def memory() -> float | None:
    """Return the gigabytes of memory that this machine has; None where it does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / GIGABYTE
    except (AttributeError, OSError, ValueError):
        return None


def _weights(settings: Settings) -> Finding:
    what, voice, folder = WEIGHTS, settings.voice, settings.models_dir.resolve()
    try:
        path = weights_file(voice.engine, voice.model, folder)
    except ConfigurationError as error:
        return finding_wrong(what, str(error), "correct voice.model")
    except WeightsAbsent as error:
        if voice.engine == WHISPER:
            how, _, by_hand = str(error).partition(": ")
            mend = "`raconteur weights` fetches them now, else the next start does"
            return finding_note(what, how, f"{mend}. Without a network here: {by_hand}" if by_hand else mend)
        return finding_wrong(what, str(error), 'put them there, or set voice.engine to "whisper"')
    return finding_ok(what, f"{path}, {'whole' if voice.engine == WHISPER else 'all files are there'}")


async def _heard(settings: Settings) -> Finding:
    from bot.clock import SystemClock
    from core.contracts.ports import Recording
    from core.features.transcription import clip
    from core.features.transcription.local import HearingOptions, LocalTranscriber

    clock = SystemClock()
    what, voice = "Hearing", settings.voice
    options = HearingOptions(engine=voice.engine, model=voice.model, folder=settings.models_dir.resolve())
    transcription = LocalTranscriber(options, clock=clock)
    recording = Recording(
        audio=clip.FILE.read_bytes(), person="doctor", language=clip.LANGUAGE, declared_seconds=clip.SECONDS
    )
    try:
        ready = await transcription.warm_up()
        began = clock.monotonic()
        heard = await transcription.hear(recording)
        took = clock.monotonic() - began
    except HearingError as error:
        return finding_wrong(what, str(error), "run `make voice` again; until that helps, recordings are only kept")
    finally:
        await transcription.close()
    device = "a graphics card" if ready.device == "cuda" else "the processor"
    how = f"{clip.SECONDS:.0f} s of speech took {took:.1f} s on {device}"
    if wrong_words := clip.differences(heard.text):
        heard_wrong = f"{pluralize(wrong_words, 'word was', 'words were')} heard otherwise: {heard.text}"
        return finding_note(what, f"{how}, but {heard_wrong}", f"it says: {clip.SAYS} Try a larger voice.model")
    return finding_ok(what, f"{how}, and every word was heard")
