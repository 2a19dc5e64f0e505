"""Find where somebody speaks while the sound streams by, and hear it. Imported in the worker process only.

Silence and noise never reach the model, which would invent words for them. A chunk whose words cannot be right is heard
again in short pieces, with no names to spell, and then more warmth. What stays doubtful is kept and marked.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import numpy as np
import onnxruntime

from core.contracts.errors import AudioTruncated, VoiceAbsent
from core.features.transcription.hearing_messages import HeardPiece, Open
from core.features.transcription.recognition.audio import RATE, Decoder, Samples
from core.features.transcription.recognition.engine import NAMES_LIMIT, Segment, SpeechEngine, detected_language

FASTEST = 30.0
"""Letters in a second of speech. People who are in a great hurry come to 25; a model that is stuck, to 40 and more."""
FASTEST_WORDS = 8.0
"""Words in a second of speech, for the shortest ones."""
START = 0.5
"""Seconds beside these: the detector finds the first and the last syllable a little late."""
SLOWEST = 2.0
"""Letters in a second of speech; people who think about every word come to 5."""
DIGIT = 3
"""Letters that a digit counts for: it is spoken as a word."""
REPETITIVE = 2.4
"""Compression ratio of text that goes round in circles."""
NO_SPEECH = 0.8
UNSURE = -1.0
"""Mean log probability of words that a model is guessing."""
COUGH = 1.0
"""Seconds of speech: what is shorter may be a cough or a door, and no words for it are no loss."""
LONG = 3.0
"""Seconds of speech for which there must be words even between others."""
_MOST_WORDS = 12
"""Of a phrase that is looked for again behind itself."""
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of a piece, in seconds from its beginning."""

    start: float
    end: float


class Flaw(Enum):
    """Why a piece is listened to once more."""

    CROWDED = auto()
    """More words than the time allows."""
    CIRCLING = auto()
    """The same again and again, though there was time for it."""
    MISSING = auto()
    """Speech for which there are no words."""
    GUESSED = auto()
    """The model says that nobody speaks."""


def find_flaws(segments: Sequence[Segment], voiced: Sequence[Stretch]) -> frozenset[Flaw]:
    """Return what makes these words doubtful for a piece in which somebody speaks in those stretches.

    Nothing is thrown away because it repeats itself: a refrain, a prayer and a model that is stuck look the same. The
    time that it takes to say them tells them apart.
    """
    seconds = _length(voiced)
    found: set[Flaw] = set()
    if not fits_duration("".join(each.text for each in segments), seconds):
        found.add(Flaw.CROWDED)
    elif any(each.compression >= REPETITIVE for each in segments):
        found.add(Flaw.CIRCLING)
    if _is_missing(segments, voiced):
        found.add(Flaw.MISSING)
    if seconds >= COUGH and any(each.no_speech >= NO_SPEECH for each in segments):
        found.add(Flaw.GUESSED)
    return frozenset(found)


def fits_duration(text: str, seconds: float) -> bool:
    """Return whether so much can be said in so many seconds of speech."""
    time = seconds + START
    return _letters(text) <= FASTEST * time and len(text.split()) <= FASTEST_WORDS * time


def trusted_words(segments: Iterable[Segment], voiced: Sequence[Stretch]) -> str:
    """Return the words, without what a model writes where nobody speaks."""
    short = _length(voiced) < LONG
    kept = (each.text for each in segments if each.no_speech < NO_SPEECH or not (short or each.sureness < UNSURE))
    return "".join(kept).strip()


def collapse_loops(text: str, seconds: float) -> str:
    """Return the text with loops said once, the longest first, until it is no more than the time allows."""
    words = _WORD.findall(text)
    while not fits_duration(" ".join(words), seconds):
        loop = _longest_loop(words)
        if loop is None:
            return text if not words else " ".join(words)
        start, length, times = loop
        words[start : start + length * times] = words[start : start + length]
    return " ".join(words)


def _longest_loop(words: Sequence[str]) -> tuple[int, int, int] | None:
    """Return where a phrase is said twice or more without a break, its number of words, and how often it is said."""
    plain = [("".join(each for each in word.casefold() if each.isalnum()) or word) for word in words]
    best: tuple[int, int, int] | None = None
    for length in range(1, min(_MOST_WORDS, len(words) // 2) + 1):
        run = 0
        for at in range(len(words) - length):
            run = run + 1 if plain[at] == plain[at + length] else 0
            times = run // length + 1
            if times > 1 and (best is None or length * (times - 1) > best[1] * (best[2] - 1)):
                best = (at - run + 1, length, times)
    return best


def _is_missing(segments: Sequence[Segment], voiced: Sequence[Stretch]) -> bool:
    written = [each for each in segments if _letters(each.text)]
    if _longest_gap(written, voiced) >= LONG or (not written and _length(voiced) >= COUGH):
        return True
    for each in written:
        overlaps = (min(each.end, part.end) - max(each.start, part.start) for part in voiced)
        seconds = sum(max(0.0, overlap) for overlap in overlaps)
        if seconds >= LONG and _letters(each.text) < SLOWEST * seconds:
            return True
    return False


def _longest_gap(written: Sequence[Segment], voiced: Sequence[Stretch]) -> float:
    """Return the longest speech without a break for which there is no word."""
    longest = 0.0
    for stretch in voiced:
        at = stretch.start
        for each in written:
            if each.end > at and each.start < stretch.end:
                longest = max(longest, each.start - at)
                at = max(at, each.end)
        longest = max(longest, stretch.end - at)
    return longest


def _length(voiced: Sequence[Stretch]) -> float:
    return sum(each.end - each.start for each in voiced)


def _letters(text: str) -> int:
    return sum(DIGIT if each.isdecimal() else 1 for each in text if each.isalnum())


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


MEASURE_AT_ONCE = 1_200
REMEMBERED = 128
"""Chunks of recordings that are still being spoken whose words are remembered."""
REMEMBERED_SECONDS = 1_800.0
Understood = TypeVar("Understood", bound="UnderstoodChunk | Mapping[str, float]")
LISTEN_AT_ONCE = 120
"""Blocks (about a second each) in one piece where nobody speaks: others get their turn after it."""
CUT_OFF_SHARE = 0.8
CUT_OFF_SECONDS = 1.5
"""A recording is cut off when it is shorter than this share of its declared length, and by more than these seconds."""


def hear_recording(
    order: Open, source: BinaryIO, *, engine: SpeechEngine, detector: Detector, heard: HeardChunks | None = None
) -> Iterator[HeardPiece]:
    """Yield the pieces of a recording; the last one says so. `heard`: chunks of partial ones. Raises AudioError.

    It is decoded twice. The first time only measures, a hundred times faster than hearing: so a recording that is
    damaged, cut off or too long is refused at once, and progress is true.
    """
    decoder = Decoder(source, max_seconds=order.max_seconds)
    try:
        for count, _ in enumerate(decoder, start=1):
            if count % MEASURE_AT_ONCE == 0:
                yield _Pass(order, decoder.seconds, engine, heard).piece(done=0.0)
    except AudioTruncated as error:
        raise AudioTruncated(str(error), decoded=error.decoded, declared=order.declared_seconds) from error
    seconds, declared = decoder.seconds, order.declared_seconds
    if declared is not None and seconds < min(declared * CUT_OFF_SHARE, declared - CUT_OFF_SECONDS):
        raise AudioTruncated(f"{seconds:.1f} s of {declared:.1f} s are there", decoded=seconds, declared=declared)
    yield from _Pass(order, decoder.seconds, engine, heard).pieces(source, detector)


class HeardChunks:
    """What was heard in recordings that were still being spoken, until the whole of them is heard.

    The beginning of a recording has the same chunks as the whole, but for its last one; so nothing has to be heard
    twice, and the words are those that hearing the whole for the first time would give.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[float, UnderstoodChunk | Mapping[str, float]]] = OrderedDict()

    def of(self, chunk: Chunk, *order: str, is_partial: bool, hear: Callable[[], Understood]) -> Understood:
        """Return what `hear` returned before for this chunk and order, else what it returns now."""
        now = time.monotonic()
        while self._known and now - next(iter(self._known.values()))[0] > REMEMBERED_SECONDS:
            self._known.popitem(last=False)
        key = hashlib.sha256(chunk.samples.tobytes() + "\0".join(order).encode()).digest()
        known = self._known.get(key) if is_partial else self._known.pop(key, None)
        if known is not None:
            return cast("Understood", known[1])
        found = hear()
        if is_partial:
            self._known[key] = (now, found)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found


class _Pass:
    """The second time, with ears."""

    def __init__(self, order: Open, seconds: float, engine: SpeechEngine, heard: HeardChunks | None) -> None:
        self._order = order
        self._known = heard or HeardChunks()
        self._seconds = seconds
        self._engine = engine
        self._among = order.among
        self._language = order.language
        self._settled = order.from_second

    def pieces(self, source: BinaryIO, detector: Detector) -> Iterator[HeardPiece]:
        listener = SpeechDetector(detector)
        since = 0
        decoder = Decoder(source, max_seconds=self._order.max_seconds)
        for block in _later(decoder, self._order.from_second):
            chunks = listener.feed(block)
            for chunk in chunks:
                yield self._heard(chunk)
            since = 0 if chunks else since + 1
            if since == LISTEN_AT_ONCE:
                since = 0
                yield self.piece(done=decoder.seconds / self._seconds)
        for chunk in listener.finish():
            yield self._heard(chunk)
        yield self.piece(done=1.0, last=True)

    def _heard(self, chunk: Chunk) -> HeardPiece:
        partial = self._order.is_partial
        if self._among:
            likely = self._known.of(chunk, is_partial=partial, hear=lambda: self._engine.languages_heard(chunk.samples))
            self._language = detected_language(likely, among=self._among, otherwise=self._language)
            self._among = ()
        names = self._order.names[:NAMES_LIMIT]
        words = self._known.of(
            chunk,
            self._language,
            names,
            is_partial=partial,
            hear=lambda: transcribe_chunk(chunk, self._engine, language=self._language, names=names),
        )
        self._settled = self._order.from_second + chunk.end
        done = self._settled / self._seconds
        return self.piece(done=done, text=words.text, doubtful=words.doubtful, speech_seconds=chunk.speech_seconds)

    def piece(
        self, *, done: float, text: str = "", doubtful: bool = False, speech_seconds: float = 0.0, last: bool = False
    ) -> HeardPiece:
        return HeardPiece(
            job=self._order.job,
            text=text,
            doubtful=doubtful,
            language=self._language,
            seconds=self._seconds,
            settled=self._settled,
            speech_seconds=speech_seconds,
            done=min(1.0, done),
            last=last,
        )


def _later(decoder: Decoder, second: float) -> Iterator[Samples]:
    """Return the blocks from this second on."""
    passing = round(second * RATE)
    for block in decoder:
        if passing < len(block):
            yield block[passing:]
        passing = max(0, passing - len(block))


WARMTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The temperatures of the first look, until the model is not guessing."""
TRIES = (0.0, 0.4, 0.8)
"""The temperature of each try at a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodChunk:
    text: str
    doubtful: bool
    """Somebody speaks, and these may not be their words, or not all of them."""


def transcribe_chunk(chunk: Chunk, engine: SpeechEngine, *, language: str, names: str) -> UnderstoodChunk:
    """Return the words of a chunk. That takes mostly one look of the model; at the worst three more at each piece."""
    found = engine.transcribe(chunk.samples, language=language, names=names, warmths=WARMTHS)
    against = find_flaws(found, chunk.voiced)
    whole = trusted_words(found, chunk.voiced)
    if not against:
        return UnderstoodChunk(text=whole, doubtful=False)
    pieces = [_piece(part, engine, language) for part in split_chunk(chunk)]
    doubtful = any(piece.doubtful for piece in pieces)
    text = " ".join(piece.text for piece in pieces if piece.text)
    if against == {Flaw.CIRCLING} and (doubtful or len(text.split()) == len(whole.split())):
        text = whole  # it can be right, and has fewer seams
    return UnderstoodChunk(text=text, doubtful=doubtful)


def _piece(part: Chunk, engine: SpeechEngine, language: str) -> UnderstoodChunk:
    """Return the first try that can be right; else the longest one without its loops."""
    tries: list[str] = []
    for warmth in TRIES:
        found = engine.transcribe(part.samples, language=language, names="", warmths=(warmth,))
        against = find_flaws(found, part.voiced)
        tries.append(trusted_words(found, part.voiced))
        if against <= {Flaw.CIRCLING}:
            return UnderstoodChunk(text=tries[-1], doubtful=False)
    return UnderstoodChunk(text=collapse_loops(max(tries, key=len), part.speech_seconds), doubtful=True)
