"""JPEG, PNG, WebP and HEIC: how large a picture is, and the picture without words and without its place.

The picture itself stays as it is, to the octet, with how it is turned, when it was taken and with what. Of everything
else that a file may hold, what stays is listed; places, descriptions, comments, notes of other programs, further
pictures and whatever hides behind the picture's end go.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.photos.exif_notes import without_private_notes
from core.photos.heic_items import PICTURES, Stretch, damaged_heic, data_rooms, heic_boxes, heic_stretches


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    media_type: str
    width: int
    height: int
    """As it is stored; how it is turned does not count."""
    body: bytes


# --- JPEG ---------------------------------------------------------------------------------------------------------

_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE: Final = frozenset((0x01, *range(0xD0, 0xD8)))
"""Markers with nothing behind them."""
_SOS, _EOI, _APP0, _APP1, _APP2, _APP14 = 0xDA, 0xD9, 0xE0, 0xE1, 0xE2, 0xEE
_DECODING: Final = _START_OF_FRAME | _BARE | {0xC4, 0xCC, _SOS, _EOI, *range(0xDB, 0xE0)}
"""Markers of what a decoder needs."""
_HEADS: Final = {_APP0: b"JFIF\0", _APP2: b"ICC_PROFILE\0", _APP14: b"Adobe"}
"""How further segments begin that stay: the resolution, and what the colours mean."""
_EXIF: Final = b"Exif\0\0"
_JFIF: Final = 16
"""Octets of a segment before the size of the small picture in it."""


def read_jpeg(body: bytes) -> Parts:
    size: tuple[int, int] | None = None
    kept = [body[:2]]
    scanned = False
    for marker, piece in _segments(body):
        scanned = scanned or marker == _SOS
        if marker in _START_OF_FRAME and size is None and len(piece) >= 9:
            height, width = struct.unpack_from(">HH", piece, 5)
            size = width, height
        if marker == _APP1 and piece[4:10] == _EXIF:
            notes = without_private_notes(piece[10:])
            piece = _segment(marker, _EXIF + notes) if notes else b""
        elif marker == _APP0 and len(piece) > _JFIF:
            piece = _segment(marker, piece[4:_JFIF] + bytes(2)) if piece[4:9] == _HEADS[_APP0] else b""
        elif marker not in _DECODING and not (marker in _HEADS and piece[4:].startswith(_HEADS[marker])):
            piece = b""
        kept.append(piece)
    if size is None or not scanned:
        raise damaged_heic()
    return Parts(media_type="image/jpeg", width=size[0], height=size[1], body=b"".join(kept))


def _segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def _segments(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and octets of each segment behind the first two octets, a scan with its data; to the picture's end."""
    at = 2
    while at < len(body):
        start = at
        while body[at : at + 1] == b"\xff":
            at += 1
        if at == start or at >= len(body):
            raise damaged_heic()
        marker = body[at]
        at += 1
        if marker not in _BARE and marker != _EOI:
            length = int.from_bytes(body[at : at + 2], "big")
            if length < 2 or at + length > len(body):
                raise damaged_heic()
            at += length
        if marker == _SOS:
            # Up to the next marker; to the end, where the picture breaks off in its last lines.
            while (at := body.find(b"\xff", at)) >= 0 and at + 1 < len(body):
                if body[at + 1] not in {0x00, 0xFF} and not 0xD0 <= body[at + 1] <= 0xD7:
                    break
                at += 1 if body[at + 1] == 0xFF else 2
            else:
                at = len(body)
        # One octet of filling is enough: what is kept begins with the marker.
        yield marker, b"\xff" + body[start:at].lstrip(b"\xff") if marker != _SOS else body[start:at]
        if marker == _EOI:
            return


# --- PNG ----------------------------------------------------------------------------------------------------------

_PNG: Final = 8
_CHUNKS: Final = frozenset(
    (
        *(b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"hIST"),
        *(b"pHYs", b"tIME", b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT"),
    )
)
"""What stays: the picture, moving or not, its colours, and when it was changed."""


def read_png(body: bytes) -> Parts:
    kept, at, size = [body[:_PNG]], _PNG, (0, 0)
    name = b""
    while name != b"IEND":
        head = body[at : at + 8]
        if len(head) < 8:
            raise damaged_heic()
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        end = at + 12 + length
        if end > len(body) or zlib.crc32(body[at + 4 : end - 4]) != int.from_bytes(body[end - 4 : end], "big"):
            raise damaged_heic()
        if at == _PNG:
            if name != b"IHDR" or length != 13:
                raise damaged_heic()
            width, height = struct.unpack_from(">II", body, at + 8)
            size = width, height
        if name in _CHUNKS:
            kept.append(body[at:end])
        at = end
    return Parts(media_type="image/png", width=size[0], height=size[1], body=b"".join(kept))


# --- WebP ---------------------------------------------------------------------------------------------------------

_HAS_EXIF, _HAS_XMP = 0x08, 0x04
_PIECES: Final = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
"""What stays: the picture, moving or not, and its colours."""


def read_webp(body: bytes) -> Parts:
    end = 8 + int.from_bytes(body[4:8], "little")
    if end > len(body):
        raise damaged_heic()
    kept: list[bytes] = []
    notes = b""
    at, size = 12, None
    while at < end:
        name, length = body[at : at + 4], int.from_bytes(body[at + 4 : at + 8], "little")
        following = at + 8 + length + length % 2
        if following > end or at + 8 > end:
            raise damaged_heic()
        piece = body[at:following]
        size = size or _webp_size(name, piece[8:])
        if name == b"EXIF":
            notes = notes or without_private_notes(piece[8 : 8 + length].removeprefix(_EXIF))
        elif name in _PIECES:
            kept.append(piece)
        at = following
    if size is None:
        raise damaged_heic()
    flags = _HAS_EXIF if notes else 0
    for number, piece in enumerate(kept):
        if piece[:4] == b"VP8X" and len(piece) > 8:
            # The head tells which notes follow.
            kept[number] = piece[:8] + bytes((piece[8] & ~(_HAS_EXIF | _HAS_XMP) | flags,)) + piece[9:]
    kept += [b"EXIF" + len(notes).to_bytes(4, "little") + notes + bytes(len(notes) % 2)] if notes else []
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


def read_heic(body: bytes) -> Parts:
    found = {name: (start, end) for name, start, end in heic_boxes(body)}
    if not {b"ftyp", b"meta", b"mdat"} <= found.keys():
        raise damaged_heic()
    kind, meta = body[slice(*found[b"ftyp"])], found[b"meta"]
    brands = {kind[:4], *(kind[at : at + 4] for at in range(8, len(kind), 4))}
    # How large the pictures in the file are: the picture whole, its tiles, its thumbnail.
    notes, sizes, at = body[slice(*meta)], list[tuple[int, int]](), 0
    while (at := notes.find(b"ispe", at)) >= 0:
        if at >= 4 and at + 16 <= len(notes):
            length, _, _, width, height = _ISPE.unpack_from(notes, at - 4)
            if length == _ISPE.size:
                sizes.append((width, height))
        at += 4
    if not brands & _BRANDS or not sizes:
        raise damaged_heic()
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return Parts(media_type="image/heic", width=width, height=height, body=_pictures_alone(body, meta))


def _pictures_alone(body: bytes, meta: Stretch) -> bytes:
    """Return the file, as long as it was, with zeros for all but its pictures and the notes that may stay."""
    cleaned = bytearray(body)
    for name, start, end in heic_boxes(body):
        if name not in {b"ftyp", b"meta"}:
            cleaned[start:end] = bytes(end - start)
    for start, end in (*data_rooms(body, meta), *_descriptions(body, meta)):
        cleaned[start:end] = bytes(end - start)
    for kind, stretches in heic_stretches(body, meta):
        kept = item = b"".join(body[start:end] for start, end in stretches)
        if kind == b"Exif":
            # The notes that may stay, behind the number that says where they begin; as long as it was.
            notes = without_private_notes(item[4 + int.from_bytes(item[:4], "big") :])
            usual, short = (6).to_bytes(4, "big") + _EXIF + notes, bytes(4) + notes
            made = next((each for each in (usual, short) if notes and len(each) <= len(item)), b"")
            kept = made.ljust(len(item), b"\0")
        elif kind not in PICTURES:
            kept = b""
        for start, end in stretches if kept else ():
            cleaned[start:end], kept = kept[: end - start], kept[end - start :]
    return bytes(cleaned)


def _descriptions(body: bytes, meta: Stretch) -> Iterator[Stretch]:
    """Yield where a picture's title, description and tags stand."""
    for name, start, end in heic_boxes(body, meta[0] + 4, meta[1]):
        for inner, first, last in heic_boxes(body, start, end) if name == b"iprp" else ():
            for kind, at, until in heic_boxes(body, first, last) if inner == b"ipco" else ():
                if kind == b"udes":
                    yield at, until
