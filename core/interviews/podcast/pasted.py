"""Tell by how lines begin whether people paste a transcript, whole or in several messages. Pure, linear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from core.contracts.frozen import Frozen
from core.interviews.podcast.sources.pieces import is_name
from core.languages import fold
from core.languages.lexicon import any_word

MOST_LINES: Final = 600
"""Lines that are looked at; of a longer text the first ones tell what it is."""
SPLIT_AT: Final = 1_800
"""Characters of a message from which on the rest of it may have gone into a further one: Discord cuts at 2,000,
Telegram at 4,096."""
TOGETHER: Final = timedelta(seconds=8)
"""The parts of something pasted are sent within this time."""
_BEGINNING = 160
"""Characters of a line that are looked at; a heading has no more."""
_HEADING_LINES = 6
"""Lines among which a heading may stand."""
_FEWEST = 4
"""Lines with a speaker or a time."""
_FEWEST_HEADED = 2
"""The same where the text says that it is a transcript."""
_LEAST = 200
"""Characters; less than that is somebody who tells of a conversation."""
_PROSE = 600
"""Characters of a transcript that says so, and names no speakers."""
_TIMING = re.compile(r"\s*(?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,3}\s*--+>")
_TIME = re.compile(r"\s*[\[(<]?(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])>]?(?=[\s:–—-]|\Z)")
_SPEAKER = re.compile(
    r"\s*(?:>{1,3}\s*|[-–—*_#]{1,3}\s*)?\[?(?P<name>[^\W\d_][^:：\[\]\n]{0,59}?)\]?[*_]{0,3}\s?[:：]"
    r"(?:[*_]{0,3}\s|\s*\Z)"
)
_NAME_AND_TIME = re.compile(
    r"\s*(?P<name>[^\W\d_][^:\[\](\n]{0,59}?)[,:]?\s+[\[(]?(?:\d{1,3}:)?\d{1,3}:\d{2}[\])]?:?\s*\Z"
)
_TRANSCRIPT = any_word("podcast", "transcript")
_SAYS_SO = re.compile(rf"(?<!\w){_TRANSCRIPT}(?!\w)", re.IGNORECASE)
_MENTIONED = re.compile(rf"\A\W*{any_word('podcast', 'here_is')}(?!\w)")
_LABEL = re.compile(rf"\A\W*{any_word('podcast', 'title_label')}\s*:\s*", re.IGNORECASE)
_TAIL = re.compile(rf"[\s,.:;–—|(\[-]*(?<!\w){_TRANSCRIPT}[\s.:)\]-]*\Z", re.IGNORECASE)
_HEAD = re.compile(rf"\A\W*{_TRANSCRIPT}(?:\s+{any_word('podcast', 'transcript_of')})?\s*[.:–—-]*\s*", re.IGNORECASE)


class PastedDetails(Frozen):
    """The words of one message about the episode."""

    ref: str
    """The platform's id of the message; edits and removals name it."""
    text: str
    wish: bool = False
    """It is about the interview, and not about the episode."""
    pasted: bool = False
    """It is (part of) a transcript: what others have said in the episode."""
    at: datetime | None = None
    seconds: float = 0.0
    """The length of the recording, if it was spoken."""
    audio: str = ""
    """The name of the recording, where it is kept."""


def mark_transcripts(messages: Sequence[PastedDetails]) -> tuple[bool, ...]:
    """Return for each message whether it is (part of) a transcript. Parts sent together count as one text."""
    result: list[bool] = []
    names: frozenset[str] = frozenset()
    # Messages that were one text before it was sent.
    runs: list[list[PastedDetails]] = []
    for message in messages:
        before = runs[-1][-1] if runs else None
        sent_at = before.at if before is not None and len(before.text) >= SPLIT_AT else None
        if sent_at is not None and message.at is not None and abs(message.at - sent_at) <= TOGETHER:
            runs[-1].append(message)
        else:
            runs.append([message])
    for run in runs:
        whole = "\n".join(message.text for message in run)
        known = [is_transcript(whole)] * len(run)
        if not known[0]:
            known = [is_transcript(message.text) or not names.isdisjoint(_speakers(message.text)) for message in run]
        result += [here and not message.wish for here, message in zip(known, run, strict=True)]
        names |= frozenset().union(*(_speakers(m.text) for m, here in zip(run, known, strict=True) if here))
    return tuple(result)


def is_transcript(text: str) -> bool:
    """Return whether words are a transcript: captions, lines with times, or people who speak in turn."""
    lines = _lines(text)
    if sum(_TIMING.match(line) is not None for line in lines) > 1 or text.lstrip().startswith("WEBVTT"):
        return True
    # One of the first lines says that it is a transcript, and is no sentence about one.
    headed = any(
        len(line) < _BEGINNING
        and _SAYS_SO.search(line) is not None
        and (_MENTIONED.match(fold(line)) or _TAIL.search(line) or _HEAD.match(line))
        for line in lines[:_HEADING_LINES]
        if not _name(line)
    )
    spoken = _spoken(lines)
    timed = sum(_TIME.match(line) is not None or _NAME_AND_TIME.match(line) is not None for line in lines)
    if headed and len(text) >= _PROSE:
        return True
    fewest = _FEWEST_HEADED if headed else _FEWEST
    if len(text) < _LEAST:
        return False
    if timed >= fewest and 4 * timed >= len(lines):
        return True
    in_turn = max(spoken.values(), default=0) > 1 or headed
    return spoken.total() >= fewest and 2 * spoken.total() >= len(lines) and in_turn


def title_of_transcript(text: str) -> str:
    """Return what stands above the first words of a transcript, as a title; empty where nothing does."""
    for line in _lines(text)[:_HEADING_LINES]:
        if len(line) >= _BEGINNING or _name(line) or _TIME.match(line) or _NAME_AND_TIME.match(line):
            return ""
        label = _LABEL.match(line)
        bare = line[label.end() :] if label else line
        title = _HEAD.sub("", _TAIL.sub("", bare)).strip(" \t#*_=.,:;–—-")
        if any(c.isalpha() for c in title) and not _MENTIONED.match(fold(line)) and title.upper() != "WEBVTT":
            return title
    return ""


def _speakers(text: str) -> frozenset[str]:
    return frozenset(_spoken(_lines(text)))


def _lines(text: str) -> list[str]:
    """Return the beginnings of the lines that are not empty."""
    return [line[:_BEGINNING] for line in islice(text.splitlines(), MOST_LINES) if not line.isspace() and line]


def _spoken(lines: Sequence[str]) -> Counter[str]:
    return Counter(name for line in lines if (name := _name(line)))


def _name(line: str) -> str:
    found = _SPEAKER.match(line)
    name = " ".join(found["name"].split()) if found else ""
    return name if name and is_name(name) else ""
