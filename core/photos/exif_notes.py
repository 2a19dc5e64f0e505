"""A camera's notes in a picture (Exif), made anew with nothing but how, when and with what it was taken.

What stays is listed; everything else goes: the place, descriptions, comments, names of people, serial numbers, notes of
the camera's maker, small second pictures, and whatever lies between them that no entry names.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

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
    """Return notes of their own making with what may stay of `notes`; empty where nothing may, or they are damaged.

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
