"""(g) What hearing costs, against the `whisper` command on the same file; (h) memory for two hours of speech."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.figures import MEGABYTE, Row, quantile
from bot.clock import SystemClock
from core.contracts.ports import Recording
from core.features.transcription.engines import thread_count
from core.features.transcription.local import HearingOptions, LocalTranscriber

# Before anything loads onnxruntime, which would report to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
NEEDED = ("av", "faster_whisper", "hibari", "numpy", "onnxruntime", "silero_vad", "whisper")
TOLD = (
    "My grandmother was born in a small village by the river. In winter we walked to school over the frozen lake. "
    "My father repaired clocks, and the house was never quiet. On Sundays the whole street smelled of bread. "
    "I met my husband at a dance, and he stepped on my feet twice. We bought our first car the year the bridge opened. "
    "The summer of the great storm took the roof off the barn. My brother sent us letters from a ship in the north. "
    "When the twins came, nobody in the family slept for a year. I taught children to read for almost forty years."
)
"""Ten different sentences: a model that hears one sentence again and again takes it for its own mistake."""
MINUTES = 3
LOOK = 0.005
"""Seconds between two looks at the clock while the loop's lag is measured."""
_LIKE_OURS = ("--beam_size", "None", "--best_of", "None", "--condition_on_previous_text", "False")
_STAND_IN = """#!{python}
# What `ffmpeg -i FILE -f s16le -ac 1 -acodec pcm_s16le -ar 16000 -` writes, for machines without ffmpeg.
import sys, av
resampler = av.AudioResampler("s16", "mono", 16000)
with av.open(sys.argv[sys.argv.index("-i") + 1]) as container:
    for frame in container.decode(audio=0):
        for each in resampler.resample(frame):
            sys.stdout.buffer.write(bytes(each.planes[0])[: each.samples * 2])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine, and how its weights are had."""

    name: str
    folder: Callable[[], Path]


async def measure(folder: Path) -> list[Row]:
    """The same recording by the `whisper` command and by both engines; the loop's lag; memory for ten minutes."""
    prepared = _prepared()
    if isinstance(prepared, str):
        return [Row(part="g", what="hearing", measured=f"not measured: {prepared}")]
    sound = await asyncio.to_thread(_told_for, folder / "told.wav", MINUTES * 60)
    command = await _command(sound, prepared[0].folder(), folder)
    greedy = await _command(sound, prepared[0].folder(), folder, *_LIKE_OURS)
    rows = [
        _rate("the `whisper` command as it is", command, command),
        _rate("the `whisper` command without its beam search, which we leave out too", greedy, command),
    ]
    still = await _lag(asyncio.sleep(5.0))
    for engine in prepared:
        async with _transcription(engine) as transcription:
            cold = time.perf_counter()
            await transcription.warm_up()
            began = time.perf_counter()
            lags = await _lag(transcription.hear(_recording(sound)))
            ended = time.perf_counter()
        rows.append(_rate(f"{engine.name}, warm", ended - began, command))
        rows.append(_rate(f"{engine.name}, from the worker's start", ended - cold, command))
        rows.append(
            Row(part="g", what=f"the loop's lag while {engine.name} hears: 99th percentile, longest", aim="≤ 50 ms",
                measured=f"{1000 * quantile(lags, 0.99):.1f} ms, {1000 * max(lags):.1f} ms",
                ratio=f"longest without: {1000 * max(still):.1f} ms")
        )  # fmt: skip
    return rows + await _memory("g", folder, prepared, minutes=(1, 10))


async def two_hours(folder: Path) -> list[Row]:
    """As long as a podcast; it takes some ten minutes, so it is measured only when it is asked for."""
    prepared = _prepared()
    if isinstance(prepared, str):
        return [Row(part="h", what="hearing two hours", measured=f"not measured: {prepared}")]
    return await _memory("h", folder, prepared, minutes=(10, 120))


async def _memory(part: str, folder: Path, engines: list[Engine], *, minutes: tuple[int, int]) -> list[Row]:
    rows = []
    for engine in engines:
        peaks = []
        for length in minutes:
            sound = await asyncio.to_thread(_told_for, folder / f"{length}.wav", length * 60)
            async with _transcription(engine) as transcription:
                await transcription.hear(_recording(sound))
                peaks.append(_peak(transcription.worker_pid))
            sound.unlink()
        short, long = peaks
        rows.append(
            Row(part=part, what=f"most memory of the worker, {engine.name}, {minutes[1]} minutes of speech",
                measured=f"{long / MEGABYTE:.0f} MB", ratio=f"{long / short:.2f} to {minutes[0]} min")
        )  # fmt: skip
    return rows


def _prepared() -> list[Engine] | str:
    """Return the engines, or what is missing."""
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        return f"{', '.join(missing)} not installed"
    from tests.features.transcription.weights import Unavailable, faster_folder, whisper_folder

    engines = [
        Engine(name="whisper", folder=whisper_folder),
        Engine(name="faster-whisper", folder=faster_folder),
    ]
    try:
        for engine in engines:
            engine.folder()
    except Unavailable as reason:
        return str(reason)
    return engines


def _told_for(file: Path, seconds: float) -> Path:
    from tests.fakes.voice_clips import long_wav, spoken

    file.write_bytes(long_wav(spoken(TOLD), seconds=seconds))
    return file


@asynccontextmanager
async def _transcription(engine: Engine) -> AsyncIterator[LocalTranscriber]:
    from tests.features.transcription.weights import MODEL

    options = HearingOptions(engine=engine.name, model=MODEL, folder=engine.folder())
    transcription = LocalTranscriber(options, clock=SystemClock())
    try:
        yield transcription
    finally:
        await transcription.close()


def _recording(file: Path) -> Recording:
    return Recording(audio=file, person="bench", language="en", max_seconds=4 * 3600)


async def _command(sound: Path, weights: Path, folder: Path, *more: str) -> float:
    """Return the seconds that openai-whisper's own command takes, with as many threads as ours."""
    from tests.features.transcription.weights import MODEL

    path = os.environ.get("PATH", os.defpath)
    if shutil.which("ffmpeg") is None:
        stand_in = folder / "ffmpeg"
        stand_in.write_text(_STAND_IN.format(python=sys.executable))
        stand_in.chmod(0o700)
        path = f"{folder}{os.pathsep}{path}"
    arguments = f"--model {MODEL} --language en --fp16 False --output_format txt --threads {thread_count()}".split()
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "whisper", str(sound), *arguments, *more, "--model_dir", str(weights), "--output_dir",
        str(folder), stdout=DEVNULL, stderr=DEVNULL, env={**os.environ, "PATH": path},
    )  # fmt: skip
    if await process.wait() or not (folder / f"{sound.stem}.txt").exists():
        raise RuntimeError("the whisper command failed")
    return time.perf_counter() - began


async def _lag(work: Awaitable[object]) -> list[float]:
    """Return how much later than it wished a task came to its turn while this work went on."""
    lags: list[float] = []
    task = asyncio.ensure_future(work)
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(LOOK)
        lags.append(time.perf_counter() - began - LOOK)
    await task
    return lags


def _rate(what: str, seconds: float, command: float) -> Row:
    return Row(
        part="g",
        what=f"share of real time, {what}",
        measured=f"{seconds / (MINUTES * 60):.3f}",
        ratio=f"{seconds / command:.2f} to the command",
    )


def _peak(pid: int | None) -> int:
    from tests.fakes.worker_processes import peak_memory

    if pid is None:
        raise RuntimeError("the worker is gone")
    return peak_memory(pid)
