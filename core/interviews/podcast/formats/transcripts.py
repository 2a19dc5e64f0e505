"""A transcript from a file of any kind, told by its words before its type and name; `LARGEST` bytes take seconds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from core.interviews.podcast.formats import front_matter
from core.interviews.podcast.formats.captions import has_cues, read_srt, read_vtt
from core.interviews.podcast.formats.markup import is_html, read_html
from core.interviews.podcast.formats.plain_transcripts import read_lines
from core.interviews.podcast.formats.segments import parsed, read_segments
from core.interviews.podcast.sources.material import Transcript
from core.interviews.podcast.sources.pieces import TranscriptPiece, labelled, passages
from core.readers.decoding import decoded
from core.readers.source_errors import Empty, Heavy, Unreadable

LARGEST = 8 << 20
"""Bytes."""
MOST_LINES = 200_000
"""Captions of ten hours have fewer."""
MOST_PASSAGES = 20_000
LONGEST_WORDS = 2_000_000
"""Characters; an hour of speech has fifty thousand. What is more than this never leaves the process that reads."""
_OTHERS = (
    *(b"%PDF", b"PK\x03\x04", b"PK\x05\x06", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf"),
    *(b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"ID3", b"OggS", b"RIFF", b"fLaC", b"\x1aE\xdf\xa3", b"\x7fELF"),
)
"""How files begin that hold no plain text."""
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_SAMPLE = 4_000
_STRANGE = 0.05
"""Of the characters; with more that are no letters it is no text."""
_MARKED_UP = (".md", ".markdown", ".mkd")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


def read_transcript(body: bytes, media_type: str, name: str) -> Transcript:
    """Blocking. Raises Heavy for more than the limits above, Unreadable for what is no text, Empty for no words."""
    if len(body) > LARGEST:
        raise Heavy(f"The transcript has {len(body)} bytes, more than {LARGEST}.")
    text = _text(body, media_type)
    pieces, language = _pieces(text, media_type.lower(), name.lower())
    found = passages(pieces)
    if not found:
        raise Empty("There are no words in the transcript.")
    if len(found) > MOST_PASSAGES or sum(len(each.text) for each in found) > LONGEST_WORDS:
        raise Heavy("The transcript has more words than any episode.")
    return Transcript(passages=found, language=language.replace("_", "-").lower())


def _text(body: bytes, media_type: str) -> str:
    if body.startswith(_OTHERS):
        raise Unreadable("It is a file of another kind than text.")
    charset = _CHARSET.search(media_type)
    wide = _wide(body)
    text = body.decode(wide, "replace") if wide else decoded(body, charset[1] if charset else "")
    sample = text[:_SAMPLE]
    strange = sum(1 for c in sample if c == "\ufffd" or (unicodedata.category(c) == "Cc" and not c.isspace()))
    if strange > _STRANGE * len(sample):
        raise Unreadable("It holds something else than text.")
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").strip("\n")


def _wide(body: bytes) -> str:
    """UTF-16 that does not say so; empty for everything else."""
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
    if start.startswith(("{", "[")) and (
        found := _segments(start, sure="json" in media_type or name.endswith(".json"))
    ):
        return found
    if max(text.count("\n"), text.count("<") // 2) > MOST_LINES:
        raise Heavy(f"The transcript has more than {MOST_LINES} lines, or as much markup.")
    if start.startswith("WEBVTT"):
        return _named(*read_vtt(start))
    if has_cues(text):
        return _named(*read_vtt(text)) if "vtt" in media_type or name.endswith(".vtt") else _named(read_srt(text), "")
    if is_html(start):
        pieces, language = read_html(start)
    else:
        stated, words = front_matter.split_front(text)
        marked_up = bool(stated) or "markdown" in media_type or name.endswith(_MARKED_UP)
        pieces, language = read_lines(words, marked_up=marked_up), str(stated.get("language", ""))
    return pieces, language if _LANGUAGE.fullmatch(language) else ""


def _segments(text: str, *, sure: bool) -> tuple[Sequence[TranscriptPiece], str] | None:
    """The JSON of a transcript; None for what only begins like JSON. `sure`: the file says that it is JSON."""
    try:
        return read_segments(parsed(text))
    except Unreadable:
        if sure:
            raise
        return None


def _named(pieces: Sequence[TranscriptPiece], language: str) -> tuple[Sequence[TranscriptPiece], str]:
    """Captions with the speakers that stand in their words, where the format has not named them."""
    return (pieces if any(piece.speaker for piece in pieces) else labelled(pieces)), language
