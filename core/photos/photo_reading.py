"""What is done with a photograph in a reader process: what it is, how large, and where it was taken taken out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

from core.photos.looking import READING, LookedOver
from core.photos.photo_formats import read_heic, read_jpeg, read_png, read_webp
from core.readers.reading import Reading
from core.readers.source_errors import Heavy, Unreadable

MOST_PIXELS: Final = 300_000_000
"""More than any camera takes; a small file can claim more than any screen could ever hold."""


def prepare() -> None:
    """Everything is loaded with the module."""


def examine_photo(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[LookedOver, bytes]:
    """Look a photograph over.

    Raises Unreadable for what is no photograph, or breaks off; Heavy for one that is too large to be shown.
    """
    for begins, read in ((b"\xff\xd8\xff", read_jpeg), (b"\x89PNG\r\n\x1a\n", read_png)):
        if body.startswith(begins):
            found = read(body)
            break
    else:
        if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
            found = read_webp(body)
        elif body[4:8] == b"ftyp":
            found = read_heic(body)
        else:
            raise Unreadable("This is no photograph.")
    if found.width < 1 or found.height < 1:
        raise Unreadable("The picture has no size.")
    if found.width * found.height > MOST_PIXELS:
        raise Heavy(f"The picture has {found.width} x {found.height} points.")
    rewritten = found.body != body
    said = LookedOver(media_type=found.media_type, width=found.width, height=found.height, rewritten=rewritten)
    return said, found.body if rewritten else b""


READINGS: Final[dict[str, Reading]] = {READING: examine_photo}
