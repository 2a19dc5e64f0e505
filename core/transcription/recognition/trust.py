"""Whether what a model wrote for a piece of speech can be what was said. Pure.

The detector has heard somebody speak, so nothing is thrown away because it repeats itself: a refrain, a prayer and a
model that is stuck look the same to a compressor. What tells them apart is the time that it takes to say them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from core.transcription.recognition.engine import Segment

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
    """Return what makes these words doubtful for a piece in which somebody speaks in those stretches."""
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
