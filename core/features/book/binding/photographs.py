"""Prepares photographs for books, upright, as JPEG no larger than a page needs. In the process that binds alone."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps

SIDES: Final = (1_600, 1_000, 600)
"""Points of the longer side at most: 300 an inch on a page of A5, and fewer where there are too many photographs."""
QUALITY: Final = 85
MOST_POINTS: Final = 300_000_000
JPEG: Final = "image/jpeg"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPhoto:
    body: bytes
    width: int
    height: int


def photos_as_jpeg(places: Iterable[str], room: int) -> dict[str, ShownPhoto]:
    """Return the photographs that can be shown, by their places; all together as large as `room` allows, in bytes."""
    found: dict[str, ShownPhoto] = {}
    for side in SIDES:
        found = {place: seen for place in places if (seen := photo_as_jpeg(Path(place), side)) is not None}
        if sum(len(seen.body) for seen in found.values()) <= room:
            break
    return found


def photo_as_jpeg(place: Path, side: int) -> ShownPhoto | None:
    """Return a photograph as JPEG; None for what cannot be opened, such as the form HEIC."""
    Image.MAX_IMAGE_PIXELS = MOST_POINTS
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(place) as opened:
            opened.draft("RGB", (side, side))
            picture = ImageOps.exif_transpose(opened)
            picture.thumbnail((side, side))
            if picture.mode not in {"RGB", "L"}:
                paper = Image.new("RGB", picture.size, "white")
                seen = picture.convert("RGBA")
                paper.paste(seen, mask=seen.getchannel("A"))
                picture = paper
            out = io.BytesIO()
            picture.save(out, "JPEG", quality=QUALITY)
            return ShownPhoto(body=out.getvalue(), width=picture.width, height=picture.height)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
