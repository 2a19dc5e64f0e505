"""Transcripts as JSON: the podcast namespace's, and what those who transcribe write."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence

from core.interviews.podcast.sources.pieces import TranscriptPiece, clock, labelled, tidy
from core.readers.source_errors import Heavy, Unreadable

_LISTS = ("segments", "utterances", "cues", "captions", "paragraphs", "monologues", "transcript", "transcription")
_LISTS_LAST = ("results", "items", "data", "words")
_WORDS = ("body", "text", "content", "transcript", "words", "word", "value")
_SPEAKERS = ("speaker", "speaker_name", "speakerName", "speaker_label", "name", "author")
_STARTS = ("startTime", "start", "start_time", "begin", "offset", "time", "timestamp", "from")
_ENDS = ("endTime", "end", "end_time", "to")
_LANGUAGES = ("language", "lang", "language_code")
_LONGEST = 1_000 * 3_600.0
_DEEPEST = 4
_MOST_OBJECTS = 500_000
"""Ten hours with a time for each word have a fifth of them."""


def parsed(text: str) -> object:
    """The JSON of a text; raises Unreadable and Heavy."""
    if text.count("{") + text.count("[") > _MOST_OBJECTS:
        raise Heavy(f"There are more than {_MOST_OBJECTS} things in it.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("It is no JSON.") from error


def read_segments(data: object) -> tuple[list[TranscriptPiece], str]:
    """What was said, and the language that is stated; nothing for JSON without words of a transcript."""
    pieces = list(_pieces(data, _DEEPEST))
    told = pieces if any(piece.speaker for piece in pieces) else labelled(pieces)
    language = _first(data, _LANGUAGES) if isinstance(data, Mapping) else ""
    return told, language if isinstance(language, str) and len(language) <= 20 else ""


def _pieces(data: object, depth: int) -> Iterator[TranscriptPiece]:
    if isinstance(data, str):
        yield from (TranscriptPiece(text=flat) for line in data.splitlines() if (flat := tidy(line)))
    elif isinstance(data, Mapping) and depth:
        for keys in (_LISTS, _LISTS_LAST, _WORDS):
            found = _first(data, keys)
            if found:
                yield from _pieces(found, depth - 1)
                return
    elif isinstance(data, Sequence):
        for each in data:
            yield from _pieces(each, 0) if isinstance(each, str) else _segment(each)


def _segment(item: object) -> Iterator[TranscriptPiece]:
    if not isinstance(item, Mapping):
        return
    words, speaker = _first(item, _WORDS), _first(item, _SPEAKERS)
    if isinstance(words, str) and (flat := tidy(words)):
        start, end = (_seconds(_first(item, keys)) for keys in (_STARTS, _ENDS))
        named = speaker if isinstance(speaker, str | int) and not isinstance(speaker, bool) else ""
        yield TranscriptPiece(text=flat, speaker=tidy(str(named))[:60], start=start, end=end)


def _first(item: Mapping[object, object], keys: Sequence[str]) -> object:
    return next((found for key in keys if (found := item.get(key)) not in (None, "", [], {})), None)


def _seconds(value: object) -> float | None:
    if isinstance(value, str):
        found = clock(value)
        return found if found is not None else _number(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value)
    return None


def _number(value: str | float) -> float | None:
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) and 0 <= found < _LONGEST else None
