"""JPEG, PNG, WebP and HEIC: how large a picture is, and the picture without the place where it was taken.

The picture itself stays as it is, to the octet, with how it is turned, when it was taken and with what. What goes is
the place in its notes, notes of other programs that may hold it too, and whatever hides behind the picture's end.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.photos.locations import without_location
from core.readers.source_errors import Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    media_type: str
    width: int
    height: int
    """As it is stored; how it is turned does not count."""
    body: bytes


def _broken() -> Unreadable:
    return Unreadable("The picture is damaged or breaks off.")


# --- JPEG ---------------------------------------------------------------------------------------------------------

_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE: Final = frozenset((0x01, *range(0xD0, 0xD8)))
"""Markers with nothing behind them."""
_SOS, _EOI, _APP1, _APP2, _APP13 = 0xDA, 0xD9, 0xE1, 0xE2, 0xED
_EXIF: Final = b"Exif\0\0"


def jpeg(body: bytes) -> Parts:
    size: tuple[int, int] | None = None
    kept = [body[:2]]
    scanned = False
    for marker, piece in _segments(body):
        scanned = scanned or marker == _SOS
        if marker in _START_OF_FRAME and size is None and len(piece) >= 9:
            height, width = struct.unpack_from(">HH", piece, 5)
            size = width, height
        if marker == _APP1 and piece[4:10] == _EXIF:
            piece = piece[:10] + without_location(piece[10:])
        elif marker in {_APP1, _APP13} or (marker == _APP2 and piece[4:8] == b"MPF\0"):
            continue  # other programs' notes, which may name the place; further pictures behind this one
        kept.append(piece)
    if size is None or not scanned:
        raise _broken()
    return Parts(media_type="image/jpeg", width=size[0], height=size[1], body=b"".join(kept))


def _segments(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and octets of each segment behind the first two octets, a scan with its data; to the picture's end."""
    at = 2
    while at < len(body):
        start = at
        while body[at : at + 1] == b"\xff":
            at += 1
        if at == start or at >= len(body):
            raise _broken()
        marker = body[at]
        at += 1
        if marker not in _BARE and marker != _EOI:
            length = int.from_bytes(body[at : at + 2], "big")
            if length < 2 or at + length > len(body):
                raise _broken()
            at += length
        if marker == _SOS:
            at = _end_of_scan(body, at)
        # One octet of filling is enough: what is kept begins with the marker.
        yield marker, b"\xff" + body[start:at].lstrip(b"\xff") if marker != _SOS else body[start:at]
        if marker == _EOI:
            return


def _end_of_scan(body: bytes, at: int) -> int:
    """Where the next marker stands; the end, where the picture breaks off in its last lines."""
    while (at := body.find(b"\xff", at)) >= 0 and at + 1 < len(body):
        if body[at + 1] not in {0x00, 0xFF} and not 0xD0 <= body[at + 1] <= 0xD7:
            return at
        at += 1 if body[at + 1] == 0xFF else 2
    return len(body)


# --- PNG ----------------------------------------------------------------------------------------------------------

_PNG: Final = 8
_NOTES: Final = frozenset((b"tEXt", b"zTXt", b"iTXt", b"eXIf"))


def png(body: bytes) -> Parts:
    kept, at, size = [body[:_PNG]], _PNG, (0, 0)
    name = b""
    while name != b"IEND":
        head = body[at : at + 8]
        if len(head) < 8:
            raise _broken()
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        end = at + 12 + length
        if end > len(body) or zlib.crc32(body[at + 4 : end - 4]) != int.from_bytes(body[end - 4 : end], "big"):
            raise _broken()
        if at == _PNG:
            if name != b"IHDR" or length != 13:
                raise _broken()
            width, height = struct.unpack_from(">II", body, at + 8)
            size = width, height
        if name not in _NOTES:
            kept.append(body[at:end])
        at = end
    return Parts(media_type="image/png", width=size[0], height=size[1], body=b"".join(kept))


# --- WebP ---------------------------------------------------------------------------------------------------------

_HAS_XMP: Final = 0x04


def webp(body: bytes) -> Parts:
    end = 8 + int.from_bytes(body[4:8], "little")
    if end > len(body):
        raise _broken()
    kept: list[bytes] = []
    at, size = 12, None
    while at < end:
        name, length = body[at : at + 4], int.from_bytes(body[at + 4 : at + 8], "little")
        following = at + 8 + length + length % 2
        if following > end or at + 8 > end:
            raise _broken()
        piece = body[at:following]
        size = size or _webp_size(name, piece[8:])
        if name == b"VP8X":
            piece = piece[:8] + bytes((piece[8] & ~_HAS_XMP,)) + piece[9:] if length else piece
        elif name == b"EXIF":
            piece = piece[:8] + without_location(piece[8:])
        if name != b"XMP ":
            kept.append(piece)
        at = following
    if size is None:
        raise _broken()
    inside = b"WEBP" + b"".join(kept)
    whole = b"RIFF" + len(inside).to_bytes(4, "little") + inside
    return Parts(media_type="image/webp", width=size[0], height=size[1], body=whole)


def _webp_size(name: bytes, data: bytes) -> tuple[int, int] | None:
    if name == b"VP8X" and len(data) >= 10:
        return int.from_bytes(data[4:7], "little") + 1, int.from_bytes(data[7:10], "little") + 1
    if name == b"VP8L" and len(data) >= 5 and data[0] == 0x2F:
        bits = int.from_bytes(data[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if name == b"VP8 " and len(data) >= 10 and data[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", data, 6)
        return width & 0x3FFF, height & 0x3FFF
    return None


# --- HEIC ---------------------------------------------------------------------------------------------------------

_BRANDS: Final = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"))
_ISPE: Final = struct.Struct(">I4s4sII")


def heic(body: bytes) -> Parts:
    boxes = {name: body[start:end] for name, start, end in _boxes(body)}
    kind, meta = boxes.get(b"ftyp", b""), boxes.get(b"meta", b"")
    brands = {kind[8:12], *(kind[at : at + 4] for at in range(16, len(kind), 4))}
    if not brands & _BRANDS or b"mdat" not in boxes:
        raise _broken()
    sizes = list(_extents(meta))
    if not sizes:
        raise _broken()
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return Parts(media_type="image/heic", width=width, height=height, body=without_location(body, anywhere=True))


def _boxes(body: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The name of each box and where it begins and ends, on the first level."""
    at = 0
    while at < len(body):
        length, name = int.from_bytes(body[at : at + 4], "big"), body[at + 4 : at + 8]
        if length == 1:
            length = int.from_bytes(body[at + 8 : at + 16], "big")
        elif length == 0:
            length = len(body) - at
        if length < 8 or at + length > len(body) or len(name) < 4:
            raise _broken()
        yield name, at, at + length
        at += length


def _extents(meta: bytes) -> Iterator[tuple[int, int]]:
    """How large the pictures in the file are: the picture whole, its tiles, its thumbnail."""
    at = 0
    while (at := meta.find(b"ispe", at)) >= 0:
        if at >= 4 and at + 16 <= len(meta):
            length, _, _, width, height = _ISPE.unpack_from(meta, at - 4)
            if length == _ISPE.size:
                yield width, height
        at += 4
