"""Take every kind of transcript first as pieces, and make passages that can be read from short ones."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.interviews.podcast.sources.material import SourcePassage
from core.languages import fold
from core.languages.lexicon import entries

READABLE = 300  # characters from which on a passage may end where a sentence does
LONGEST = 900  # characters at which it ends in any case
_PAUSE = 3.0
_ENOUGH = 120  # with this many characters a passage also ends at a pause
_LONGEST_NAME = 60
_MOST_WORDS = 5
_UNSEEN = re.compile("[\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\xad\\u200b\\ufeff\\u202a-\\u202e\\u2066-\\u2069]")
"""Control characters, and those that turn the direction of what follows. Joiners stay: words need them."""
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,6}))?", re.ASCII)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'»”’)\]]*\Z")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'»”’)\]]*\s+|(?<=[。！？])")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
"""Writing that leaves no space between words."""
_LABEL = re.compile(r"(?:>{1,3}\s*|[-–—]\s+)?(?:\[([^\[\]:]{1,60})\]|([^\W\d_][^:：\[\]]{0,59}))\s?(?::(?=\s|\Z)|：)")
_CHANGE = re.compile(r">{2,3}\s*")
_SMALL = entries("podcast", "small_in_name")
"""Words within a name that have no capital letter."""
_NO_NAME = entries("podcast", "no_speaker")
"""Words that begin the first lines of a file."""


class TranscriptPiece(NamedTuple):
    """A cue, a line, a segment: whatever the file has."""

    text: str
    speaker: str = ""
    start: float | None = None
    end: float | None = None


def tidy_line(text: str) -> str:
    """Return one line in composed letters, without characters that nobody sees."""
    return " ".join(unicodedata.normalize("NFC", _UNSEEN.sub("", _HALF_PAIR.sub("\ufffd", text))).split())


def parse_time_code(text: str) -> float | None:
    """Return the seconds of a time code: "1:02:03.5", "12:34" or "75:00"; None for anything else."""
    match = _CLOCK.fullmatch(text.strip()[:20])
    if match is None:
        return None
    hours, minutes, seconds, rest = match.groups(default="0")
    return int(hours) * 3_600 + int(minutes) * 60 + int(seconds) + float(f"0.{rest}")


def is_name(text: str) -> bool:
    """Return whether it can be how a transcript names a speaker: "Anna", "Dr. J. van Dyk", "Speaker 1", "Host"."""
    words = text.split()
    if not 0 < len(words) <= _MOST_WORDS or len(text) > _LONGEST_NAME or fold(text) in _NO_NAME:
        return False
    if not text[0].isalpha() or fold(words[0]) in _SMALL:
        return False
    for word in words:
        first = word.lstrip("(\"'«“")[:1]
        is_capital = first.isdecimal() or (first.isalpha() and not first.islower())
        if fold(word) not in _SMALL and (not is_capital or word[-1] in "!?;,"):
            return False
    return True


def split_speaker_labels(pieces: Sequence[TranscriptPiece]) -> list[TranscriptPiece]:
    """Take "Name: words" apart in each piece. A speaker continues until the next one is named.

    A colon alone makes no name: the name must come twice, or most pieces must begin like that.
    """
    found: list[tuple[str, int]] = []
    for piece in pieces:
        label = _LABEL.match(piece.text)
        named = " ".join((label[1] or label[2]).split()) if label else ""
        found.append((named, label.end()) if label and is_name(named) else ("", 0))
    counts = Counter(name for name, _ in found if name)
    most = 2 * counts.total() >= len(pieces)
    names = {name for name, count in counts.items() if most or count > 1}
    told: list[TranscriptPiece] = []
    speaker = ""
    for piece, (name, length) in zip(pieces, found, strict=True):
        text = piece.text
        if name in names:
            speaker, text = name, text[length:].strip()
        elif change := _CHANGE.match(text):
            speaker, text = "", text[change.end() :]
        speaker = piece.speaker or speaker
        told.append(piece._replace(text=text, speaker=speaker))
    return told


def merge_pieces(pieces: Iterable[TranscriptPiece]) -> tuple[SourcePassage, ...]:
    """Return passages of one speaker each, long enough to be read and never longer than `LONGEST` characters."""
    joined: list[TranscriptPiece] = []
    for piece in pieces:
        if not any(c.isalnum() for c in piece.text):
            continue
        if joined and _goes_on(joined[-1], piece):
            joined[-1] = joined[-1]._replace(text=join_texts(joined[-1].text, piece.text), end=piece.end)
        else:
            joined.append(piece)
    return tuple(
        SourcePassage(text=part, speaker=piece.speaker, start=piece.start if number == 0 else None)
        for piece in joined
        for number, part in enumerate(_parts(piece.text))
        if part
    )


def join_texts(*texts: str) -> str:
    """Join texts, with a space between where the writing has spaces."""
    parts = [text for text in texts if text]
    for i in range(len(parts) - 1):
        if not (_UNSPACED.match(parts[i][-1]) and _UNSPACED.match(parts[i + 1][0])):
            parts[i] += " "
    return "".join(parts)


def _goes_on(current: TranscriptPiece, piece: TranscriptPiece) -> bool:
    length = len(current.text)
    if current.speaker != piece.speaker or length + len(piece.text) >= LONGEST:
        return False
    if length >= READABLE and _SENTENCE_END.search(current.text[-8:]):
        return False
    silence = None if current.end is None or piece.start is None else piece.start - current.end
    return length < _ENOUGH or silence is None or silence < _PAUSE


def _parts(text: str) -> Iterator[str]:
    """Cut a text that is too long for one passage where sentences end, else between words."""
    begin = 0
    while len(text) - begin > LONGEST:
        early, late = begin + READABLE, begin + LONGEST
        ends = (match.end() for match in _SENTENCE.finditer(text, begin, late) if match.end() >= early)
        end = next(ends, 0) or text.rfind(" ", early, late) + 1 or late
        yield text[begin:end].strip()
        begin = end
    yield text[begin:].strip()
