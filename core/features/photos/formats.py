"""JPEG, PNG, WebP and HEIC: how large a picture is, and the picture without words and without its place.

The picture itself stays as it is, to the octet, with how it is turned, when it was taken and with what. Of everything
else that a file may hold, what stays is listed; places, descriptions, comments, notes of other programs, further
pictures and whatever hides behind the picture's end go.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from pydantic import JsonValue

from core.features.photos import READING, LookedOver
from core.readers.reading import Reading
from core.readers.source_errors import Heavy, Unreadable

_ORDERS: Final = {b"II\x2a\x00": "<", b"MM\x00\x2a": ">"}
_FURTHER: Final = 0x8769
"""The entry that says where the second list stands."""
_PICTURE: Final = frozenset((0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0132, 0x0213))
"""Maker, model, how it is turned, resolution, when it was changed, where its colours sit."""
_TAKING: Final = frozenset(
    (
        *(0x829A, 0x829D, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832),  # exposure and sensitivity
        *(0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292),  # when, and in which zone
        *(0x9101, 0x9102, 0xA000, 0xA001, 0xA002, 0xA003),  # how its colours are written, and its size
        *range(0x9201, 0x920B),  # shutter, aperture, brightness, distance, light, flash, focal length
        *range(0xA401, 0xA407),  # exposure mode, white balance, zoom, scene
        *(0xA20E, 0xA20F, 0xA210, 0xA217, 0xA408, 0xA409, 0xA40A, 0xA40C, 0xA432, 0xA433, 0xA434),  # sensor and lens
    )
)
_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8}
"""Octets of one value, by its type."""
_ENTRY: Final = 12
_LONGEST: Final = 128
"""Octets of one value; the name of a lens is shorter."""
_LONG: Final = 4
"""The type of a place."""


class _Entry(NamedTuple):
    tag: int
    kind: int
    number: int
    """Of values."""
    value: bytes


def without_private_notes(notes: bytes) -> bytes:
    """Return Exif notes made anew: how, when and with what a picture was taken; empty if nothing is left, or on damage.

    What stays is listed; everything else goes: the place, descriptions, comments, names of people, serial numbers, the
    maker's notes, small second pictures, and whatever lies between them that no entry names.

    They keep their byte order. Made of their result again, they are the same.
    """
    order = _ORDERS.get(notes[:4])
    if order is None or len(notes) < 8:
        return b""
    first = _entries(notes, _number(notes, 4, f"{order}I"), order)
    places = [_number(each.value, 0, f"{order}I") for each in first if (each.tag, each.kind) == (_FURTHER, _LONG)]
    second = _entries(notes, places[0], order) if places else []
    picture = [each for each in first if each.tag in _PICTURE]
    taking = [each for each in second if each.tag in _TAKING]
    if not picture and not taking:
        return b""
    begins = 8 + len(_list_of(picture, 8, order)) + (_ENTRY if taking else 0)
    pointer = [_Entry(_FURTHER, _LONG, 1, struct.pack(f"{order}I", begins))] if taking else []
    made = notes[:4] + struct.pack(f"{order}I", 8) + _list_of([*picture, *pointer], 8, order)
    return made + (_list_of(taking, begins, order) if taking else b"")


def _entries(notes: bytes, at: int, order: str) -> list[_Entry]:
    """Return what a list holds, in the order of the tags, each once; what does not fit into the notes is left out."""
    found: dict[int, _Entry] = {}
    for number in range(_number(notes, at, f"{order}H") if at else 0):
        place = at + 2 + number * _ENTRY
        if place + _ENTRY > len(notes):
            break
        tag, kind, count = struct.unpack_from(f"{order}HHI", notes, place)
        size = _SIZES.get(kind, 0) * count
        start = place + 8 if size <= 4 else _number(notes, place + 8, f"{order}I")
        if 0 < size <= _LONGEST and start + size <= len(notes):
            found.setdefault(tag, _Entry(tag, kind, count, notes[start : start + size]))
    return [found[tag] for tag in sorted(found)]


def _list_of(entries: list[_Entry], at: int, order: str) -> bytes:
    """Write a list that begins at a place in the notes, with its longer values behind it."""
    values = b""
    head = struct.pack(f"{order}H", len(entries))
    behind = at + len(head) + len(entries) * _ENTRY + 4
    for each in entries:
        head += struct.pack(f"{order}HHI", each.tag, each.kind, each.number)
        if len(each.value) <= 4:
            head += each.value.ljust(4, b"\0")
        else:
            head += struct.pack(f"{order}I", behind + len(values))
            values += each.value + b"\0" * (len(each.value) % 2)
    return head + bytes(4) + values


def _number(octets: bytes, at: int, form: str) -> int:
    """Return the number that stands there; 0 behind the end."""
    if at + struct.calcsize(form) > len(octets):
        return 0
    number: int = struct.unpack_from(form, octets, at)[0]
    return number


Stretch = tuple[int, int]
"""Where octets begin and end in the file."""
PICTURES: Final = frozenset((b"hvc1", b"hev1", b"lhv1", b"av01", b"avc1", b"jpeg", b"grid", b"iovl", b"iden", b"tmap"))


def damaged_heic() -> Unreadable:
    return Unreadable("The picture is damaged or breaks off.")


def heic_boxes(body: bytes, at: int = 0, end: int | None = None) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name of each box on one level, and where its content begins and ends. Raises Unreadable."""
    end = len(body) if end is None else end
    while at < end:
        length, name, head = int.from_bytes(body[at : at + 4], "big"), body[at + 4 : at + 8], 8
        if length == 1:
            length, head = int.from_bytes(body[at + 8 : at + 16], "big"), 16
        elif length == 0:
            length = end - at
        if length < head or at + length > end or len(name) < 4:
            raise damaged_heic()
        yield name, at + head, at + length
        at += length


def heic_stretches(body: bytes, meta: Stretch) -> list[tuple[bytes, list[Stretch]]]:
    """Return the type of each item, and where its octets stand: in `data_rooms`. Raises Unreadable."""
    inside = {name: (start, end) for name, start, end in heic_boxes(body, meta[0] + 4, meta[1])}
    if b"iinf" not in inside or b"iloc" not in inside:
        raise damaged_heic()
    iinf = inside[b"iinf"]
    wide = body[iinf[0]] > 0
    kinds = {}
    for name, start, _ in heic_boxes(body, iinf[0] + (8 if wide else 6), iinf[1]):
        if name != b"infe" or body[start] < 2:
            continue
        size = 2 if body[start] == 2 else 4
        kinds[int.from_bytes(body[start + 4 : start + 4 + size], "big")] = body[start + 6 + size : start + 10 + size]
    rooms = data_rooms(body, meta)
    found = []
    for number, stretches in _places(body, inside[b"iloc"], inside.get(b"idat", (0, 0))[0]):
        if not all(any(room[0] <= start <= end <= room[1] for room in rooms) for start, end in stretches):
            raise damaged_heic()
        found.append((kinds.get(number, b""), stretches))
    return found


def data_rooms(body: bytes, meta: Stretch) -> list[Stretch]:
    """Return where the octets of items may stand."""
    rooms = [(start, end) for name, start, end in heic_boxes(body) if name == b"mdat"]
    return rooms + [(start, end) for name, start, end in heic_boxes(body, meta[0] + 4, meta[1]) if name == b"idat"]


def _places(body: bytes, iloc: Stretch, own: int) -> Iterator[tuple[int, list[Stretch]]]:
    """Yield each item's number and where it stands; `own`: from where those are counted that stand beside the list."""
    at, end = iloc[0] + 4, iloc[1]

    def number(size: int) -> int:
        nonlocal at
        if at + size > end:
            raise damaged_heic()
        at += size
        return int.from_bytes(body[at - size : at], "big")

    version = body[iloc[0]]
    sizes, further = number(1), number(1)
    index = further & 15 if version else 0
    wide = 4 if version >= 2 else 2
    for _ in range(number(wide)):
        item = number(wide)
        base = own if version and number(2) & 15 == 1 else 0
        number(2)
        base += number(further >> 4)
        stretches = []
        for _ in range(number(2)):
            number(index)
            start, length = base + number(sizes >> 4), number(sizes & 15)
            stretches.append((start, start + length))
        yield item, stretches


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
