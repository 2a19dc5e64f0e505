"""Read transcripts that people and services write: plain text and Markdown, with names and times in many places."""

from __future__ import annotations

import re

from core.interviews.podcast.formats import front_matter
from core.interviews.podcast.sources.pieces import (
    TranscriptPiece,
    is_name,
    parse_time_code,
    split_speaker_labels,
    tidy_line,
)
from core.readers.source_errors import Heavy

_TIME = r"(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?"
_MARKED = re.compile(rf"[\[(<]({_TIME})(?:\s?[-–—]{{1,3}}>?\s?{_TIME})?[\])>][\s:–—-]*")
"""A time in brackets, or from when to when, at the beginning of a line."""
_BARE = re.compile(rf"({_TIME})(?:\s[-–—]{{1,3}}>?\s{_TIME})?(?=\s|\Z)[\s:–—-]*")
_NAME_AND_TIME = re.compile(rf"(.{{1,60}}?)[,:]?\s[\s–—-]{{0,3}}[\[(]?({_TIME})[\])]?:?")
"""A line of its own above what was said."""
_LONGEST_ABOVE = 100
_NAME_TIME_WORDS = re.compile(rf"([^\[(:]{{1,60}}?):?\s?[\[(]({_TIME})[\])]:?\s+(?=\S)")
_WITHIN = re.compile(rf"\s(?=[\[(]{_TIME}[\])](?:\s|\Z))")
"""Before a time in brackets amid the words."""
MOST_TIMES = 200_000
"""Amid the words; ten hours with a time before each word have half as many."""
_QUOTED = re.compile(r"\A(?:>\s?)+")
_BULLET = re.compile(r"\A[-*+•]\s+")


def read_lines(text: str, *, marked_up: bool) -> list[TranscriptPiece]:
    """Return the lines as pieces. `marked_up`: it is Markdown, in which headings are not spoken. Raises Heavy."""
    lines = [line.strip() for line in text.splitlines()]
    if marked_up:
        lines = [_unmarked(line) for line in lines]
    lines = [flat for line in lines if (flat := tidy_line(front_matter.strip_markup(line)))]
    if sum(1 for line in lines for _ in _WITHIN.finditer(line)) > MOST_TIMES:
        raise Heavy(f"There are more than {MOST_TIMES} times in it.")
    parts: list[str] = []
    for line in lines:
        # A line is cut before the times amid its words; the one behind a name is left with it.
        first, *rest = _WITHIN.split(line)
        if rest and is_name(first.rstrip(":,")):
            first, rest = f"{first} {rest[0]}", rest[1:]
        parts += [first, *rest]
    # Where lines begin with times, a bare "12:30" is one.
    bare = sum(1 for part in parts if _BARE.match(part))
    timed = bare > 1 and 5 * bare >= len(parts)
    pieces: list[TranscriptPiece] = []
    speaker, start = "", None
    for part in parts:
        text = part
        if time := _MARKED.match(text) or (_BARE.match(text) if timed else None):
            start, text = parse_time_code(time[1]), text[time.end() :]
        if (above := _above(text)) and is_name(above[1]):
            speaker, start = above[1], parse_time_code(above[2])
            continue
        if (named := _NAME_TIME_WORDS.match(text)) and is_name(named[1]):
            speaker, start, text = named[1], parse_time_code(named[2]), text[named.end() :]
        if text:
            pieces.append(TranscriptPiece(text=text, speaker=speaker, start=start))
            speaker, start = "", None
    return split_speaker_labels(pieces)


def _unmarked(line: str) -> str:
    """Return the line without the marks it begins with; empty for a heading that names nobody."""
    if front_matter.is_rule(line):
        return ""
    level, title = front_matter.parse_heading(line)
    if level:
        return title if (match := _above(title)) and is_name(match[1]) else ""
    return _BULLET.sub("", _QUOTED.sub("", line, count=1), count=1)


def _above(line: str) -> re.Match[str] | None:
    return _NAME_AND_TIME.fullmatch(line) if len(line) <= _LONGEST_ABOVE else None
