"""Where somebody speaks, found while the sound streams by, and packed into chunks for a model.

Silence and noise never reach the model, which would invent words for them. Imported in the worker process only.
"""

from __future__ import annotations

import importlib.util
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnxruntime

from core.contracts.errors import VoiceAbsent
from core.transcription.recognition.audio import RATE, Samples
from core.transcription.recognition.trust import Stretch

WINDOW = 512
"""Samples that the detector looks at, 32 ms."""
_CONTEXT = 64
"""Samples before a window that the detector wants to see again."""
SPEECH_FROM = 0.5
SILENCE_BELOW = 0.35
MIN_SPEECH = 8
"""Windows; shorter is a click or a cough."""
MIN_SILENCE = 10
"""Windows of silence that end a span of speech."""
PAD = 7
"""Windows kept before and after a span."""
CHUNK_SECONDS = 28.0
"""The models look at 30 s at a time."""
MAX_CHUNK = int(CHUNK_SECONDS * RATE) // WINDOW
PART_SECONDS = 9.0
"""Of a chunk that is listened to again in pieces."""
MAX_SPAN = MAX_CHUNK - 2 * PAD
_SEARCH = MAX_SPAN // 3
"""Windows at the end of a span without a pause in which the quietest moment is looked for."""

Detector = Callable[[Samples], Sequence[float]]
"""How likely it is that there is speech in each of the next windows, shape (n, WINDOW); it remembers those before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechSpan:
    """Somebody speaks, with a little before and after."""

    windows: Sequence[Samples]
    lead: int
    """Windows before the first that is speech."""
    speech: int
    """Windows from the first that is speech to the last."""
    end: int
    """Windows of the recording up to its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Speech of at most CHUNK_SECONDS; the silence between its spans is taken out."""

    samples: Samples
    voiced: tuple[Stretch, ...]
    """Where in the samples somebody speaks, in order."""
    end: float
    """Seconds of the recording up to here."""

    @property
    def speech_seconds(self) -> float:
        return sum(each.end - each.start for each in self.voiced)


class SpeechDetector:
    """Blocks of sound in, chunks of speech out. Holds at most two chunks."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._rest = np.zeros(0, dtype=np.float32)
        self._spans = _Spans()
        self._waiting: list[SpeechSpan] = []

    def feed(self, block: Samples) -> list[Chunk]:
        """Return the chunks that are complete now; mostly none."""
        sound = np.concatenate([self._rest, block])
        whole = len(sound) // WINDOW * WINDOW
        self._rest = sound[whole:]
        chunks: list[Chunk] = []
        if whole:
            windows = sound[:whole].reshape(-1, WINDOW)
            for window, probability in zip(windows, self._detector(windows), strict=True):
                chunks += self._packed(self._spans.add(window, probability))
        return chunks

    def finish(self) -> list[Chunk]:
        """Return the chunks that are left when the recording is over."""
        chunks: list[Chunk] = []
        if len(self._rest):
            chunks += self.feed(np.zeros(WINDOW - len(self._rest), dtype=np.float32))
        chunks += self._packed(self._spans.finish())
        return chunks + self._emitted()

    def _packed(self, span: SpeechSpan | None) -> list[Chunk]:
        if span is None:
            return []
        full = sum(len(each.windows) for each in self._waiting) + len(span.windows) > MAX_CHUNK
        chunks = self._emitted() if full else []
        self._waiting.append(span)
        return chunks

    def _emitted(self) -> list[Chunk]:
        spans, self._waiting = self._waiting, []
        if not spans:
            return []
        samples = np.concatenate([window for span in spans for window in span.windows])
        found: list[Stretch] = []
        before = 0
        for span in spans:
            start = before + span.lead
            found.append(Stretch(start=start * WINDOW / RATE, end=(start + span.speech) * WINDOW / RATE))
            before += len(span.windows)
        return [Chunk(samples=samples, voiced=tuple(found), end=spans[-1].end * WINDOW / RATE)]


def split_chunk(chunk: Chunk) -> list[Chunk]:
    """Return the chunk cut into pieces of about PART_SECONDS, each at the quietest moment near its end."""
    count = round(len(chunk.samples) / RATE / PART_SECONDS)
    if count < 2:
        return [chunk]
    near = int(len(chunk.samples) / count / 4)
    places = [0]
    for n in range(1, count):
        # The middle of the quietest fifth of a second around the place.
        at = len(chunk.samples) * n // count
        energy = np.convolve(np.square(chunk.samples[at - near : at + near]), np.ones(RATE // 5), mode="valid")
        places.append(at - near + RATE // 10 + int(np.argmin(energy)))
    pieces = []
    for start, end in pairwise([*places, len(chunk.samples)]):
        first, last = start / RATE, end / RATE
        inside = (Stretch(start=max(0.0, v.start - first), end=min(last, v.end) - first) for v in chunk.voiced)
        voiced = tuple(each for each in inside if each.end > each.start)
        pieces.append(Chunk(samples=chunk.samples[start:end], voiced=voiced, end=chunk.end))
    return pieces


class _Spans:
    """Finds where speech begins and ends, window by window."""

    def __init__(self) -> None:
        self._seen = 0
        self._before: deque[Samples] = deque(maxlen=PAD)
        self._span: list[Samples] = []
        self._lead = 0
        """Windows in the span before speech."""
        self._quiet = 0
        """Windows at the end of the span since speech was last sure."""
        self._goes_on = False
        """The span is the rest of one that was cut, so that no word of it is too short to keep."""

    def add(self, window: Samples, probability: float) -> SpeechSpan | None:
        """Return the span that ends with this window, if one does."""
        self._seen += 1
        if not self._span:
            self._before.append(window)
            if probability >= SPEECH_FROM:
                self._span = list(self._before)
                self._lead = len(self._span) - 1
                self._before.clear()
            return None
        self._span.append(window)
        if probability >= SPEECH_FROM:
            self._quiet = 0
        elif self._quiet or probability < SILENCE_BELOW:
            self._quiet += 1
        if self._quiet >= MIN_SILENCE:
            return self._ended()
        return self._cut() if len(self._span) - self._lead >= MAX_SPAN else None

    def finish(self) -> SpeechSpan | None:
        """Return the span that the end of the recording ends."""
        return self._ended() if self._span else None

    def _ended(self) -> SpeechSpan | None:
        end = len(self._span) - max(0, self._quiet - PAD)
        speech = len(self._span) - self._quiet - self._lead
        kept, after = self._span[:end], self._span[end:]
        span = SpeechSpan(windows=kept, lead=self._lead, speech=speech, end=self._seen - len(after))
        wanted = speech >= MIN_SPEECH or self._goes_on
        self._before.clear()
        self._before.extend(after)
        self._span, self._lead, self._quiet, self._goes_on = [], 0, 0, False
        return span if wanted else None

    def _cut(self) -> SpeechSpan:
        """Speech without a pause: part it at its quietest moment."""
        energy = np.array([float(np.dot(window, window)) for window in self._span[-_SEARCH:]])
        around = np.convolve(energy, np.ones(3), mode="same")[1:-1]
        at = len(self._span) - _SEARCH + 1 + int(np.argmin(around))
        kept, rest = self._span[:at], self._span[at:]
        span = SpeechSpan(windows=kept, lead=self._lead, speech=at - self._lead, end=self._seen - len(rest))
        self._span, self._lead, self._goes_on = rest, 0, True
        self._quiet = min(self._quiet, len(rest))
        return span


class Silero:
    """silero-vad's network, run without its package, which would load torch for it."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        package = importlib.util.find_spec("silero_vad")
        if package is None or package.origin is None:
            raise VoiceAbsent("silero-vad is missing; install it with `make voice`")
        weights = Path(package.origin).parent / "data" / "silero_vad_16k_sequence.onnx"
        self._session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])

    def detector(self) -> Detector:
        hidden = cell = np.zeros((1, 1, 128), dtype=np.float32)
        context = np.zeros((1, _CONTEXT), dtype=np.float32)

        def probabilities(windows: Samples) -> Sequence[float]:
            nonlocal hidden, cell, context
            contexts = np.concatenate([context, windows[:, -_CONTEXT:]])
            given = np.concatenate([contexts[:-1], windows], axis=1)
            found, hidden, cell = self._session.run(None, {"input": given, "h": hidden, "c": cell})
            context = contexts[-1:]
            return [float(each) for each in found]

        return probabilities
