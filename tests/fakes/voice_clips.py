"""Recordings for the tests: spoken by a small synthesizer, in every container that people send."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import io
import os
import re
import wave
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_ABSENT = "the extra `voice` is not installed"
av: Any = pytest.importorskip("av", reason=_ABSENT)
np: Any = pytest.importorskip("numpy", reason=_ABSENT)
# These are only looked for: to load them takes a few hundred megabytes in each process of the tests.
if any(importlib.util.find_spec(name) is None for name in ("hibari", "onnxruntime", "silero_vad")):
    pytest.skip(_ABSENT, allow_module_level=True)

RATE = 24_000
VILLAGE = "My grandmother was born in a small village by the river."
WINTER = "In winter we walked to school over the frozen lake."


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """How a recording is wrapped."""

    format: str
    codec: str
    rate: int
    picture: bool = False


CONTAINERS = {
    "ogg": Container(format="ogg", codec="libopus", rate=48_000),
    "oga": Container(format="oga", codec="libopus", rate=48_000),
    "mp3": Container(format="mp3", codec="libmp3lame", rate=44_100),
    "m4a": Container(format="ipod", codec="aac", rate=44_100),
    "mp4": Container(format="mp4", codec="aac", rate=44_100),
    "3gp": Container(format="3gp", codec="aac", rate=16_000),
    "aac": Container(format="adts", codec="aac", rate=44_100),
    "wav": Container(format="wav", codec="pcm_s16le", rate=22_050),
    "flac": Container(format="flac", codec="flac", rate=24_000),
    "webm": Container(format="webm", codec="libopus", rate=48_000),
    "mkv": Container(format="matroska", codec="libopus", rate=48_000),
    "video-note.mp4": Container(format="mp4", codec="aac", rate=48_000, picture=True),
    "video.webm": Container(format="webm", codec="libopus", rate=48_000, picture=True),
}


@cache
def _voice() -> Any:
    import hibari

    return hibari.Hibari()


def _said(text: str) -> Any:
    """Return the text as the synthesizer says it, kept on disk: a process that loads it takes 150 MB more."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    name = hashlib.sha256(f"{importlib.metadata.version('hibari-tts')} {text}".encode()).hexdigest()
    file = Path(home) / "raconteur-tests" / "speech" / f"{name}.npy"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{name}.{os.getpid()}")
        with part.open("wb") as written:
            np.save(written, _voice()(text, seed=1))
        part.replace(file)
    return np.load(file)


@cache
def spoken(text: str, *, gap: float = 0.6) -> Any:
    """The text as speech: int16, mono, RATE, with `gap` seconds of silence at both ends."""
    silence = np.zeros(int(gap * RATE), dtype=np.float32)
    sound = np.concatenate([silence, _said(text), silence])
    return (np.clip(sound, -1, 1) * 32_767).astype(np.int16)


def silence(seconds: float) -> Any:
    return np.zeros(int(seconds * RATE), dtype=np.int16)


@cache
def clip(text: str, container: str = "wav") -> bytes:
    """A recording of the text."""
    return wrapped(spoken(text), container)


def wrapped(samples: Any, container: str) -> bytes:
    """Samples (int16, mono, RATE) as a file of this kind."""
    kind = CONTAINERS[container]
    file = io.BytesIO()
    with av.open(file, "w", format=kind.format) as output:
        picture = _picture_stream(output, kind) if kind.picture else None
        stream = output.add_stream(kind.codec, rate=kind.rate, layout="mono")
        if picture is not None:
            _draw(output, picture, frames=len(samples) * 10 // RATE)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = RATE
        resampler = av.AudioResampler(stream.format, "mono", kind.rate, frame_size=_frame_size(stream))
        for each in (*resampler.resample(frame), *resampler.resample(None)):
            output.mux(stream.encode(each))
        output.mux(stream.encode(None))
    return file.getvalue()


def _frame_size(stream: Any) -> int:
    stream.codec_context.open(strict=False)
    return int(stream.codec_context.frame_size) or 1_024


def _picture_stream(output: Any, kind: Container) -> Any:
    stream = output.add_stream("mpeg4" if kind.format == "mp4" else "libvpx", rate=10)
    stream.width = stream.height = 64
    stream.pix_fmt = "yuv420p"
    return stream


def _draw(output: Any, stream: Any, *, frames: int) -> None:
    for number in range(frames):
        shade = np.full((64, 64, 3), number * 5 % 256, dtype=np.uint8)
        output.mux(stream.encode(av.VideoFrame.from_ndarray(shade, format="rgb24")))
    output.mux(stream.encode(None))


def one_after_another(*texts: str) -> Any:
    """Each text as speech, with a short pause before and after it."""
    return np.concatenate([spoken(text, gap=0.2) for text in texts])


def noises(seconds: int = 8) -> dict[str, Any]:
    """Sounds that nobody makes with their voice."""
    moments = np.arange(seconds * RATE) / RATE
    chance = np.random.default_rng(1)
    clicks = np.zeros(len(moments))
    clicks[:: RATE // 3] = 30_000
    notes = np.repeat([262, 330, 392, 523, 440, 349, 294, 262], len(moments) // 8)
    bell = np.exp(-3 * (moments % 1))
    trembling = 0.3 * np.sin(2 * np.pi * 5 * moments)
    made = {
        "silence": np.zeros(len(moments)),
        "white noise": chance.normal(0, 1_000, len(moments)),
        "loud noise": chance.normal(0, 8_000, len(moments)),
        "hum": 6_000 * sum(np.sin(2 * np.pi * 50 * n * moments) / n for n in (1, 2, 3)),
        "clicks": clicks,
        "a melody": 8_000 * bell * np.sin(2 * np.pi * notes * moments),
        "a violin": 4_000 * sum(np.sin(2 * np.pi * 220 * n * moments + trembling) / n for n in range(1, 7)),
    }
    return {name: np.clip(sound, -32_000, 32_000).astype(np.int16) for name, sound in made.items()}


def long_wav(samples: Any, *, seconds: float) -> bytes:
    """The samples again and again until it is so long."""
    again = np.tile(samples, int(seconds * RATE) // len(samples) + 1)[: int(seconds * RATE)]
    file = io.BytesIO()
    with wave.open(file, "wb") as output:
        output.setnchannels(1)
        output.setsampwidth(2)
        output.setframerate(RATE)
        output.writeframes(again.tobytes())
    return file.getvalue()


def words(text: str) -> str:
    """Words alone, for comparing what was said with what was heard."""
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))
