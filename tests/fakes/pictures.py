"""Photographs made octet by octet, with the place in them where they were taken, and words about it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import Any, Final

LATITUDE: Final = struct.pack(">6I", 55, 1, 47, 1, 4321, 100)
"""55° 47' 43.21", as Exif writes it."""
CITY: Final = b"<x:xmpmeta><photoshop:City>Kazan</photoshop:City></x:xmpmeta>"
WORDS: Final = b"Our Pyotr, who never came home"
"""What descriptions and comments hold."""
CAMERA: Final = b"Grandfather's camera\0"
TAKEN: Final = b"1987:05:09 12:00:00\0"
WIDTH, HEIGHT = 640, 480


def exif(*, order: str = ">") -> bytes:
    """Notes with a camera, how the picture is turned, when it was taken, words, a place, and a small second picture."""
    first = [
        (0x010E, WORDS),
        (0x010F, CAMERA),
        (0x0112, struct.pack(f"{order}H", 6)),
        (0x013B, WORDS),
        (0x8298, WORDS),
        (0x8769, [(0x9003, TAKEN), (0x927C, WORDS), (0x9286, WORDS), (0xA430, WORDS), (0xA431, WORDS)]),
        (0x8825, [(1, b"N\0"), (2, LATITUDE)]),
        (0x9C9C, WORDS),
    ]
    behind = [(0x010E, WORDS), (0x0201, WORDS)]
    head = (b"MM\0*" if order == ">" else b"II*\0") + struct.pack(f"{order}I", 8)
    whole = _list(first, 8, order)
    second = 8 + len(whole)
    at = 8 + 2 + len(first) * 12
    whole = whole[: at - 8] + struct.pack(f"{order}I", second) + whole[at - 4 :]
    return head + whole + _list(behind, second, order) + WORDS


_KINDS: Final = {0x0112: (3, 2), 2: (5, 8), 0x0201: (7, 1), 0x927C: (7, 1), 0x9286: (7, 1), 0x9C9C: (1, 1)}
"""The type of a value and its octets, where it is no text."""


def _list(entries: list[tuple[int, Any]], at: int, order: str) -> bytes:
    """A list of entries, their values behind it; a value may be a list of its own."""
    head, behind = struct.pack(f"{order}H", len(entries)), b""
    place = at + 2 + len(entries) * 12 + 4
    for tag, value in entries:
        if isinstance(value, list):
            head += struct.pack(f"{order}HHII", tag, 4, 1, place + len(behind))
            behind += _list(value, place + len(behind), order)
            continue
        kind, size = _KINDS.get(tag, (2, 1))
        head += struct.pack(f"{order}HHI", tag, kind, len(value) // size)
        if len(value) <= 4:
            head += value.ljust(4, b"\0")
        else:
            head += struct.pack(f"{order}I", place + len(behind))
            behind += value + b"\0" * (len(value) % 2)
    return head + bytes(4) + behind


def jpeg(*, width: int = WIDTH, height: int = HEIGHT, text: bytes = b"\x12\xff\x00\x34\xff\xd0\x56") -> bytes:
    """`text`: what stands for the picture itself."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    segments = [
        _segment(0xE1, b"Exif\0\0" + exif()),
        _segment(0xE0, b"JFIF\0\1\2\0\0\1\0\1" + bytes((1, 1)) + b"Pyo"),
        _segment(0xE0, b"JFXX\0\x10" + WORDS),
        _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + CITY),
        _segment(0xE2, b"ICC_PROFILE\0\1\1colours"),
        _segment(0xE2, b"MPF\0" + WORDS),
        _segment(0xE5, WORDS),
        _segment(0xED, b"Photoshop 3.0\0Kazan"),
        _segment(0xEE, b"Adobe" + bytes(7)),
        _segment(0xFE, WORDS),
        _segment(0xDB, bytes(65)),
        _segment(0xC0, frame),
        _segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + text,
    ]
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xd9" + b"behind the end: " + exif() + WORDS


def _segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def png(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    words = [(name, WORDS) for name in (b"tEXt", b"prVt")]
    chunks = [(b"IHDR", head), (b"eXIf", exif()), (b"iTXt", CITY), *words, (b"IDAT", zlib.compress(b"picture"))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in [*chunks, (b"IEND", b"")])


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def webp(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    flags = bytes((0x0C, 0, 0, 0)) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    picture = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"picture!"
    chunks = ((b"VP8X", flags), (b"VP8 ", picture), (b"EXIF", exif(order="<")), (b"XMP ", CITY), (b"note", WORDS))
    inside = b"WEBP" + b"".join(_riff(*each) for each in chunks)
    return b"RIFF" + struct.pack("<I", len(inside)) + inside


def _riff(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def heic(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A picture, notes on it, and what other programs have put there; the same for a second picture."""
    kind = _box(b"ftyp", b"heic\0\0\0\0mif1heic")
    notes = struct.pack(">I", 6) + b"Exif\0\0" + exif()
    told = [(b"hvc1", b"picture"), (b"Exif", notes), (b"mime", CITY), (b"hvc1", b"another"), (b"Exif", notes)]
    told.append((b"Exif", bytes(4) + exif(order="<")))
    empty = _meta([(name, 0, len(data)) for name, data in told], width, height)
    at = len(kind) + len(empty) + 8
    places = []
    for name, data in told:
        places.append((name, at, len(data)))
        at += len(data)
    data = b"".join(data for _, data in told) + WORDS
    return kind + _meta(places, width, height) + _box(b"mdat", data) + _box(b"mpvd", WORDS)


def _meta(items: list[tuple[bytes, int, int]], width: int, height: int) -> bytes:
    """What is in the file: the type, the place and the length of each item."""
    names = b"".join(
        _box(b"infe", b"\2\0\0\0" + struct.pack(">HH", n, 0) + name + b"\0") for n, (name, _, _) in _numbered(items)
    )
    where = b"".join(struct.pack(">HHHHII", n, 0, 0, 1, at, size) for n, (_, at, size) in _numbered(items))
    small, whole = (struct.pack(">III", 0, *size) for size in ((160, 120), (width, height)))
    described = _box(b"udes", bytes(4) + WORDS + b"\0")
    return _box(
        b"meta",
        bytes(4)
        + _box(b"iinf", bytes(4) + struct.pack(">H", len(items)) + names)
        + _box(b"iloc", b"\1\0\0\0\x44\0" + struct.pack(">H", len(items)) + where)
        + _box(b"iprp", _box(b"ipco", _box(b"ispe", small) + _box(b"ispe", whole) + described)),
    )


def _numbered(items: list[tuple[bytes, int, int]]) -> Iterable[tuple[int, tuple[bytes, int, int]]]:
    return enumerate(items, start=1)


def _box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data) + 8) + name + data


ALL: Final = {"image/jpeg": jpeg, "image/png": png, "image/webp": webp, "image/heic": heic}
