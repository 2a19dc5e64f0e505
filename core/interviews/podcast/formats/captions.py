"""Read captions with time codes, SRT and WebVTT; a line that rolls up the screen comes once."""

from __future__ import annotations

import html
import re
from itertools import pairwise

import webvtt
from webvtt.errors import MalformedCaptionError, MalformedFileError

from core.interviews.podcast.sources.pieces import TranscriptPiece, join_texts, parse_time_code, tidy_line
from core.readers.source_errors import Unreadable

_ARROW = "-->"
_TIME = r"\d{1,3}(?:[:.,]\d{1,6}){1,3}[.,:]?"
_TIMES = re.compile(rf"^[ \t]*({_TIME})[ \t]{{0,9}}-->[ \t]{{0,9}}({_TIME})", re.MULTILINE | re.ASCII)
_NO_TIMES = re.compile(r"[\d\s:.,>-]+")
"""A line with an arrow that holds nothing else, and of which no times can be made."""
_NUMBER = re.compile(r"[ \t]{0,9}-?\d{1,9}[ \t]{0,9}", re.ASCII)
_ENDLESS_NUMBER = re.compile(r"\d{30}")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|<[\d:.,]+>|\{\\[^{}]*\}")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>")
_SOUND = re.compile(r"(?:[\[(][^\[\]()]{1,40}[\])]|[♪♫\s])+")
"""Such as "[Music]": no words."""
_MOST_LINES = 8
_LANGUAGE = re.compile(r"\s*language:\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\s*", re.IGNORECASE)


def has_cues(text: str) -> bool:
    return _ARROW in text and _TIMES.search(text) is not None


def read_srt(text: str) -> list[TranscriptPiece]:
    """Read the cues in the order of their times, whatever wrote them."""
    cues: list[tuple[float, float, list[str]]] = []
    for line, following in pairwise((*text.splitlines(), "")):
        if times := _TIMES.match(line):
            cues.append((_seconds(times[1]), _seconds(times[2]), []))
        elif _NUMBER.fullmatch(line) and _TIMES.match(following):
            continue
        elif cues and (words := " ".join(line.split())) and not (_ARROW in words and _NO_TIMES.fullmatch(words)):
            cues[-1][2].append(words)
    return _in_order(
        [TranscriptPiece(text="\n".join(words), start=start, end=end) for start, end, words in cues if words]
    )


def read_vtt(text: str) -> tuple[list[TranscriptPiece], str]:
    """Read the cues in the order of their times, and the language that the file states. Raises Unreadable."""
    whole = text if text.startswith("WEBVTT") else f"WEBVTT\n\n{text}"
    try:
        captions = webvtt.from_string(_ENDLESS_NUMBER.sub(r"\g<0> ", whole))
    except MalformedCaptionError:  # one time that is none: the other reader minds less
        return read_srt(text), ""
    except (MalformedFileError, ValueError, OverflowError) as error:
        raise Unreadable("The captions cannot be read.") from error
    if not captions.captions:  # nor does this one say anything of times that are none
        return read_srt(text), ""
    stated = (match[1] for line in captions.metadata if (match := _LANGUAGE.fullmatch(line)))
    pieces: list[TranscriptPiece] = []
    for caption in captions.captions:
        # Different people may say parts of a cue.
        start, end = parse_time_code(caption.start), parse_time_code(caption.end)
        before, *rest = _VOICE.split(caption.raw_text)
        if before.strip():
            pieces.append(TranscriptPiece(text=before, start=start, end=end))
        for speaker, words in zip(rest[::2], rest[1::2], strict=True):
            named = tidy_line(html.unescape(speaker))
            pieces.append(TranscriptPiece(text=words, speaker=named, start=start, end=end))
    return _in_order(pieces), next(stated, "")


def _seconds(time: str) -> float:
    """Return the seconds of a time that may leave out its hours or its fraction."""
    parts = re.split("[:.,]", time.rstrip(":.,"))
    if len(parts) == 2 or (len(parts) == 3 and time[-len(parts[2]) - 1] != ":"):
        parts.insert(0, "0")
    hours, minutes, seconds, rest = (*parts, "0")[:4]
    return int(hours) * 3_600 + int(minutes) * 60 + int(seconds) + float(f"0.{rest}")


def _in_order(pieces: list[TranscriptPiece]) -> list[TranscriptPiece]:
    """Return the cues by their times, without the lines that a cue repeats from the one before.

    Where most cues roll up the screen like that, each keeps its new lines; elsewhere people say things twice, too, and
    only the same words at the same time are left out.
    """
    ordered = sorted(pieces, key=lambda piece: piece.start or 0.0)
    lines: list[list[str]] = []
    for piece in ordered:
        bare = (tidy_line(html.unescape(_MARKUP.sub("", line))) for line in piece.text.splitlines())
        lines.append([line for line in bare if line and not _SOUND.fullmatch(line)])
    said = [i for i, each in enumerate(lines) if each]
    left = {now: _left(lines[before], lines[now]) for before, now in pairwise(said)}
    rolling = [now for now, rest in left.items() if rest != lines[now]]
    if 2 * len(rolling) >= len(left) and any(left[now] for now in rolling):
        told = [left.get(i, each) for i, each in enumerate(lines)]
    else:
        told = list(lines)
        for i in range(1, len(lines)):
            if lines[i] == lines[i - 1] and ordered[i][1:3] == ordered[i - 1][1:3]:
                told[i] = []
    return [
        piece._replace(text=text) for piece, parts in zip(ordered, told, strict=True) if (text := join_texts(*parts))
    ]


def _left(before: list[str], now: list[str]) -> list[str]:
    for count in range(min(len(before), len(now), _MOST_LINES), 0, -1):
        if before[-count:] == now[:count]:
            return now[count:]
    if now[0].startswith(f"{before[-1]} "):
        return [now[0][len(before[-1]) + 1 :], *now[1:]]
    return now
