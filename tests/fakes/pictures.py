"""Photographs made octet by octet, with the place in them where they were taken."""

from __future__ import annotations

import struct
import zlib
from typing import Final

LATITUDE: Final = struct.pack(">6I", 55, 1, 47, 1, 4321, 100)
"""55° 47' 43.21", as Exif writes it."""
CITY: Final = b"<x:xmpmeta><photoshop:City>Kazan</photoshop:City></x:xmpmeta>"
CAMERA: Final = b"Grandfather's camera\0"
WIDTH, HEIGHT = 640, 480


def exif(*, order: str = ">") -> bytes:
    """Notes with a camera, how the picture is turned, and a place."""
    head = (b"MM\0*" if order == ">" else b"II*\0") + struct.pack(f"{order}I", 8)
    after = 8 + 2 + 3 * 12 + 4
    gps = after + len(CAMERA) + len(CAMERA) % 2
    values = gps + 2 + 2 * 12 + 4
    first = struct.pack(f"{order}H", 3)
    first += struct.pack(f"{order}HHII", 0x010F, 2, len(CAMERA), after)
    first += struct.pack(f"{order}HHIHH", 0x0112, 3, 1, 6, 0)
    first += struct.pack(f"{order}HHII", 0x8825, 4, 1, gps) + bytes(4)
    place = struct.pack(f"{order}H", 2) + struct.pack(f"{order}HHI", 1, 2, 2) + b"N\0\0\0"
    place += struct.pack(f"{order}HHII", 2, 5, 3, values) + bytes(4)
    return head + first + CAMERA.ljust(gps - after, b"\0") + place + LATITUDE


def jpeg(*, width: int = WIDTH, height: int = HEIGHT, text: bytes = b"\x12\xff\x00\x34\xff\xd0\x56") -> bytes:
    """`text`: what stands for the picture itself."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    segments = [
        _segment(0xE1, b"Exif\0\0" + exif()),
        _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + CITY),
        _segment(0xED, b"Photoshop 3.0\0Kazan"),
        _segment(0xDB, bytes(65)),
        _segment(0xC0, frame),
        _segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + text,
    ]
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xd9" + b"behind the end: " + exif()


def _segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def png(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"eXIf", exif()), (b"iTXt", CITY), (b"IDAT", zlib.compress(b"picture")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def webp(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    flags = bytes((0x0C, 0, 0, 0)) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    picture = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"picture!"
    chunks = ((b"VP8X", flags), (b"VP8 ", picture), (b"EXIF", exif(order="<")), (b"XMP ", CITY))
    inside = b"WEBP" + b"".join(_riff(*each) for each in chunks)
    return b"RIFF" + struct.pack("<I", len(inside)) + inside


def _riff(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def heic(*, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    kind = _box(b"ftyp", b"heic\0\0\0\0mif1heic")
    thumbnail = _box(b"ispe", struct.pack(">III", 0, 160, 120))
    whole = _box(b"ispe", struct.pack(">III", 0, width, height))
    meta = _box(b"meta", bytes(4) + _box(b"iprp", _box(b"ipco", thumbnail + whole)))
    return kind + meta + _box(b"mdat", b"picture" + struct.pack(">I", 6) + b"Exif\0\0" + exif() + CITY)


def _box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data) + 8) + name + data


ALL: Final = {"image/jpeg": jpeg, "image/png": png, "image/webp": webp, "image/heic": heic}
