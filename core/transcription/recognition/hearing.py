"""One recording, heard piece by piece. Imported in the worker process only.

It is decoded twice. The first time only measures, a hundred times faster than hearing: so a recording that is damaged,
cut off or too long is refused at once and not after an hour's work, and progress is true.

A chunk whose words cannot be right is looked at again, with less around it to lead the model astray: short pieces, no
names to spell, and then more warmth. What stays doubtful is kept, and said to be so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from core.contracts.errors import AudioTruncated
from core.transcription.hearing_messages import HeardPiece, Open
from core.transcription.recognition.audio import RATE, Decoder, Samples
from core.transcription.recognition.engine import NAMES_LIMIT, SpeechEngine, detected_language
from core.transcription.recognition.speech import Chunk, Detector, SpeechDetector, split_chunk
from core.transcription.recognition.trust import Flaw, collapse_loops, find_flaws, trusted_words

MEASURE_AT_ONCE = 1_200
LISTEN_AT_ONCE = 120
"""Blocks (about a second each) in one piece where nobody speaks: others get their turn after it."""
CUT_OFF_SHARE = 0.8
CUT_OFF_SECONDS = 1.5
"""A recording is cut off when it is shorter than this share of its declared length, and by more than these seconds."""


def hear_recording(order: Open, source: BinaryIO, *, engine: SpeechEngine, detector: Detector) -> Iterator[HeardPiece]:
    """Yield the pieces of a recording; the last one says so. Raises AudioError."""
    decoder = Decoder(source, max_seconds=order.max_seconds)
    try:
        for count, _ in enumerate(decoder, start=1):
            if count % MEASURE_AT_ONCE == 0:
                yield _Pass(order, decoder.seconds, engine).piece(done=0.0)
    except AudioTruncated as error:
        raise AudioTruncated(str(error), decoded=error.decoded, declared=order.declared_seconds) from error
    seconds, declared = decoder.seconds, order.declared_seconds
    if declared is not None and seconds < min(declared * CUT_OFF_SHARE, declared - CUT_OFF_SECONDS):
        raise AudioTruncated(f"{seconds:.1f} s of {declared:.1f} s are there", decoded=seconds, declared=declared)
    yield from _Pass(order, decoder.seconds, engine).pieces(source, detector)


class _Pass:
    """The second time, with ears."""

    def __init__(self, order: Open, seconds: float, engine: SpeechEngine) -> None:
        self._order = order
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
        if self._among:
            likely = self._engine.languages_heard(chunk.samples)
            self._language = detected_language(likely, among=self._among, otherwise=self._language)
            self._among = ()
        names = self._order.names[:NAMES_LIMIT]
        words = transcribe_chunk(chunk, self._engine, language=self._language, names=names)
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
