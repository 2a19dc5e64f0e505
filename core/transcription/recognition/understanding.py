"""The words of one chunk of speech: looked at again where they cannot be right. Imported in the worker process only.

The second look has less around it to be led astray by: short pieces, no names to spell, and then more warmth. What
stays doubtful is kept, and said to be so.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.transcription.recognition.engine import SpeechEngine
from core.transcription.recognition.speech import Chunk, parts
from core.transcription.recognition.trust import Flaw, collapsed, flaws, words_of

WARMTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The temperatures of the first look, until the model is not guessing."""
TRIES = (0.0, 0.4, 0.8)
"""The temperature of each try at a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodChunk:
    """What was said in a chunk, as far as it can be told."""

    text: str
    doubtful: bool
    """Somebody speaks, and these may not be their words, or not all of them."""


def understood(chunk: Chunk, engine: SpeechEngine, *, language: str, names: str) -> UnderstoodChunk:
    """The words of a chunk. Mostly one look of the model; at the worst three at each piece, after the first."""
    found = engine.transcribe(chunk.samples, language=language, names=names, warmths=WARMTHS)
    against = flaws(found, chunk.voiced)
    whole = words_of(found, chunk.voiced)
    if not against:
        return UnderstoodChunk(text=whole, doubtful=False)
    pieces = [_piece(part, engine, language) for part in parts(chunk)]
    doubtful = any(piece.doubtful for piece in pieces)
    text = " ".join(piece.text for piece in pieces if piece.text)
    if against == {Flaw.CIRCLING} and (doubtful or len(text.split()) == len(whole.split())):
        text = whole  # it can be right, and has fewer seams
    return UnderstoodChunk(text=text, doubtful=doubtful)


def _piece(part: Chunk, engine: SpeechEngine, language: str) -> UnderstoodChunk:
    """The first try that can be right; else what is left of the first."""
    tries: list[str] = []
    for warmth in TRIES:
        found = engine.transcribe(part.samples, language=language, names="", warmths=(warmth,))
        against = flaws(found, part.voiced)
        tries.append(words_of(found, part.voiced))
        if against <= {Flaw.CIRCLING}:
            return UnderstoodChunk(text=tries[-1], doubtful=False)
    return UnderstoodChunk(text=collapsed(max(tries, key=len), part.speech_seconds), doubtful=True)
