"""Tell what something is by its address, its type and its beginning. Light: no parser comes with it."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from core.readers.html_text import decode_text, html_to_line

FEED_LIMIT = 16 << 20
"""Bytes; 2,000 episodes with long show notes have about 10 MB."""
PAGE_LIMIT = 4 << 20
AUDIO_ENDINGS = (".mp3", ".m4a", ".m4b", ".aac", ".ogg", ".oga", ".opus", ".flac", ".wav", ".wma", ".aiff", ".aif")
VIDEO_ENDINGS = (".mp4", ".m4v", ".mov", ".webm", ".mkv")
_ROOT = re.compile(r"<(?:\w+:)?(?:rss|feed|RDF)[\s>]", re.IGNORECASE)
_ROOT_WITHIN = 4_096


def is_feed(body: bytes) -> bool:
    """Return whether this looks like a feed, by its beginning and not by what a server calls it."""
    beginning = decode_text(body[:_ROOT_WITHIN]).lstrip()
    root = _ROOT.search(beginning)
    return beginning.startswith("<") and root is not None and "<html" not in beginning[: root.start()].lower()


def language_code(code: str) -> str:
    """Return the language of a code such as "ru-RU": "ru"; empty where it is none."""
    found = re.match(r"\s*([a-zA-Z]{2,3})(?![a-zA-Z])", code)
    return found[1].lower() if found else ""


def kind_of_media(media_type: str, address: str) -> str:
    """Return "audio", "video" or "": by the type where it says something, else by how the address ends."""
    kind = media_type.strip().lower().partition("/")[0]
    if kind in ("audio", "video"):
        return kind
    if media_type.strip().lower() not in ("", "application/octet-stream", "binary/octet-stream"):
        return "audio" if media_type.strip().lower() == "application/ogg" else ""
    ending = PurePosixPath(path_of(address)).suffix.lower()
    return "audio" if ending in AUDIO_ENDINGS else "video" if ending in VIDEO_ENDINGS else ""


def path_of(address: str) -> str:
    """Return the path of an address, readable; empty where it is none."""
    try:
        return unquote(urlsplit(address).path)
    except ValueError:
        return ""


def title_of_file(address: str) -> str:
    """Return a file's name as somebody would read it out: "my_talk-01.mp3" -> "my talk 01"."""
    return html_to_line(re.sub(r"[_\-+\s]+", " ", PurePosixPath(path_of(address)).stem))
