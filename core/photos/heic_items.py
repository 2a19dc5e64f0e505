"""What a HEIC file holds beside its pictures, and where: notes, and what programs have put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.readers.source_errors import Unreadable

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
