"""Read a transcript from a file of any kind, known by its words before its type and name. Slow for a large one."""

from __future__ import annotations

import html
import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import trafilatura
import webvtt
from webvtt.errors import MalformedCaptionError, MalformedFileError

from core.interviews.podcast.formats import front_matter
from core.interviews.podcast.sources.material import Transcript
from core.interviews.podcast.sources.pieces import (
    TranscriptPiece,
    is_name,
    join_texts,
    merge_pieces,
    parse_time_code,
    split_speaker_labels,
    tidy_line,
)
from core.readers.html_text import decode_text
from core.readers.page_text import main_text
from core.readers.source_errors import Empty, Heavy, Unreadable

_ARROW = "-->"
_CUE_TIME = r"\d{1,3}(?:[:.,]\d{1,6}){1,3}[.,:]?"
_TIMES = re.compile(rf"^[ \t]*({_CUE_TIME})[ \t]{{0,9}}-->[ \t]{{0,9}}({_CUE_TIME})", re.MULTILINE | re.ASCII)
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
            cues.append((_cue_seconds(times[1]), _cue_seconds(times[2]), []))
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


def _cue_seconds(time: str) -> float:
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


LARGEST = 8 << 20
MOST_LINES = 200_000  # captions of ten hours have fewer
MOST_PASSAGES = 20_000
LONGEST_WORDS = 2_000_000
"""Characters; an hour of speech has fifty thousand. What is more than this never leaves the process that reads."""
_OTHERS = (
    *(b"%PDF", b"PK\x03\x04", b"PK\x05\x06", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf"),
    *(b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"ID3", b"OggS", b"RIFF", b"fLaC", b"\x1aE\xdf\xa3", b"\x7fELF"),
)
_SAMPLE = 4_000
_STRANGE = 0.05  # the share of characters that are not letters above which a file is no text
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
MOST_TIMES = 200_000  # amid the words; ten hours with a time before each word have half as many
_QUOTED = re.compile(r"\A(?:>\s?)+")
_BULLET = re.compile(r"\A[-*+•]\s+")


def read_transcript(body: bytes, media_type: str, name: str) -> Transcript:
    """Read a transcript. Blocks. Raises Heavy above the limits, Unreadable for no text, Empty for no words."""
    if len(body) > LARGEST:
        raise Heavy(f"The transcript has {len(body)} bytes, more than {LARGEST}.")
    if body.startswith(_OTHERS):
        raise Unreadable("It is a file of another kind than text.")
    charset = re.search(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", media_type, re.IGNORECASE)
    wide = _wide(body)
    text = body.decode(wide, "replace") if wide else decode_text(body, charset[1] if charset else "")
    sample = text[:_SAMPLE]
    strange = sum(1 for c in sample if c == "\ufffd" or (unicodedata.category(c) == "Cc" and not c.isspace()))
    if strange > _STRANGE * len(sample):
        raise Unreadable("It holds something else than text.")
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").strip("\n")
    pieces, language = _pieces(text, media_type.lower(), name.lower())
    found = merge_pieces(pieces)
    if not found:
        raise Empty("There are no words in the transcript.")
    if len(found) > MOST_PASSAGES or sum(len(each.text) for each in found) > LONGEST_WORDS:
        raise Heavy("The transcript has more words than any episode.")
    return Transcript(passages=found, language=language.replace("_", "-").lower())


def _wide(body: bytes) -> str:
    """Return the name of UTF-16 that does not say so; empty for everything else."""
    sample = body[: _SAMPLE // 2 * 2]
    if b"\0" not in sample or body.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return ""
    for name in ("utf-16-le", "utf-16-be"):
        text = sample.decode(name, "replace")
        known = sum(1 for c in text if c.isspace() or (c.isprintable() and ord(c) < 0x530))
        if known > (1 - _STRANGE) * len(text):
            return name
    return ""


def _pieces(text: str, media_type: str, name: str) -> tuple[Sequence[TranscriptPiece], str]:
    start = text.lstrip()
    if start.startswith(("{", "[")):
        segments = _segments(start, sure="json" in media_type or name.endswith(".json"))
        if segments is not None:
            return segments
    if max(text.count("\n"), text.count("<") // 2) > MOST_LINES:
        raise Heavy(f"The transcript has more than {MOST_LINES} lines, or as much markup.")
    if start.startswith("WEBVTT"):
        return _named(*read_vtt(start))
    if has_cues(text):
        return _named(*read_vtt(text)) if "vtt" in media_type or name.endswith(".vtt") else _named(read_srt(text), "")
    if _TAG.search(start[:4_000]) is not None:
        bare = _DECLARATION.sub("", start.replace("\0", ""), count=1)
        whole = bare if _WHOLE.search(bare[:4_000]) else f"<html><body><div>{bare}</div></body></html>"
        tree = trafilatura.load_html(whole)
        if tree is None:
            raise Unreadable("It is no HTML.")
        pieces, language = _spoken(tree), tree.get("lang") or ""
        if not pieces:
            found = main_text(tree, everything=True) if len(start) <= _LARGEST_PAGE else ""
            found = found or "\n".join(tidy_line(each.text_content()) for each in tree.iter("p"))
            pieces = read_lines(found or tree.text_content(), marked_up=False)
    else:
        stated, words = front_matter.split_front(text)
        marked_up = bool(stated) or "markdown" in media_type or name.endswith((".md", ".markdown", ".mkd"))
        pieces, language = read_lines(words, marked_up=marked_up), str(stated.get("language", ""))
    return pieces, language if re.fullmatch(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*", language) else ""


def _named(pieces: Sequence[TranscriptPiece], language: str) -> tuple[Sequence[TranscriptPiece], str]:
    """Return the pieces with the speakers named in their words, where the format has not named them."""
    return (pieces if any(piece.speaker for piece in pieces) else split_speaker_labels(pieces)), language


# --- JSON: the podcast namespace's, and what those who transcribe write -----------------------------------------------

_LISTS = ("segments", "utterances", "cues", "captions", "paragraphs", "monologues", "transcript", "transcription")
_LISTS_LAST = ("results", "items", "data", "words")
_WORDS = ("body", "text", "content", "transcript", "words", "word", "value")
_SPEAKERS = ("speaker", "speaker_name", "speakerName", "speaker_label", "name", "author")
_STARTS = ("startTime", "start", "start_time", "begin", "offset", "time", "timestamp", "from")
_ENDS = ("endTime", "end", "end_time", "to")
_LONGEST = 1_000 * 3_600.0
_DEEPEST = 4
_MOST_OBJECTS = 500_000  # ten hours with a time for each word have a fifth of them


def _segments(text: str, *, sure: bool) -> tuple[Sequence[TranscriptPiece], str] | None:
    """Read the JSON of a transcript; None for what only begins like JSON. `sure`: the file says that it is JSON."""
    if text.count("{") + text.count("[") > _MOST_OBJECTS:
        raise Heavy(f"There are more than {_MOST_OBJECTS} things in it.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        if sure:
            raise Unreadable("It is no JSON.") from error
        return None
    language = _first(data, ("language", "lang", "language_code")) if isinstance(data, Mapping) else ""
    known = language if isinstance(language, str) and len(language) <= 20 else ""
    return _named(list(_told(data, _DEEPEST)), known)


def _told(data: object, depth: int) -> Iterator[TranscriptPiece]:
    if isinstance(data, str):
        yield from (TranscriptPiece(text=flat) for line in data.splitlines() if (flat := tidy_line(line)))
    elif isinstance(data, Mapping) and depth:
        for keys in (_LISTS, _LISTS_LAST, _WORDS):
            found = _first(data, keys)
            if found:
                yield from _told(found, depth - 1)
                return
    elif isinstance(data, Sequence):
        for each in data:
            if isinstance(each, str):
                yield from _told(each, 0)
            elif isinstance(each, Mapping):
                words, speaker = _first(each, _WORDS), _first(each, _SPEAKERS)
                if isinstance(words, str) and (flat := tidy_line(words)):
                    start, end = (_seconds(_first(each, keys)) for keys in (_STARTS, _ENDS))
                    named = speaker if isinstance(speaker, str | int) and not isinstance(speaker, bool) else ""
                    yield TranscriptPiece(text=flat, speaker=tidy_line(str(named))[:60], start=start, end=end)


def _first(item: Mapping[object, object], keys: Sequence[str]) -> object:
    return next((found for key in keys if (found := item.get(key)) not in (None, "", [], {})), None)


def _seconds(value: object) -> float | None:
    if isinstance(value, str) and (found := parse_time_code(value)) is not None:
        return found
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) and 0 <= found < _LONGEST else None


# --- HTML: the podcast namespace's <cite>, <time> and <p>, and any other page -----------------------------------------

_TAG = re.compile(r"<(?:!doctype|html|head|body|article|section|main|div|p|cite|time|span|br|table|ul|h[1-6])\b", re.I)
_WHOLE = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^<>]{0,200}\?>")
_LARGEST_PAGE = 2 << 20  # characters; what a page is about is looked for in no more


def _spoken(tree: Any) -> list[TranscriptPiece]:
    """Read names, times and words as the namespace has them; empty where most paragraphs have neither name nor time."""
    paragraphs = sum(1 for _ in tree.iter("p"))
    marks = sum(1 for _ in tree.iter("cite", "time"))
    if not paragraphs or 3 * marks < paragraphs:
        return []
    pieces: list[TranscriptPiece] = []
    speaker, start = "", None
    for element in tree.iter("cite", "time", "p"):
        if element.tag != "p" and next(element.iterancestors("p"), None) is not None:
            continue  # its paragraph has seen to it
        for cite in element.iter("cite"):
            speaker = tidy_line(cite.text_content()).rstrip(":： ")[:60]
        for time in element.iter("time"):
            start = parse_time_code(time.text_content())
        if element.tag == "p" and (
            words := tidy_line("".join(element.xpath(".//text()[not(ancestor::cite) and not(ancestor::time)]")))
        ):
            pieces.append(TranscriptPiece(text=words, speaker=speaker, start=start))
            start = None
    return pieces


# --- plain text and Markdown, with names and times in many places ---------------------------------------------------


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
