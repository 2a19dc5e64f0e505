"""Where a picture was taken, taken out of its notes (Exif) without moving a single octet of the rest."""

from __future__ import annotations

import re
import struct
from typing import Final

_HEAD: Final = re.compile(rb"II\x2a\x00|MM\x00\x2a")
_XMP: Final = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>|<rdf:RDF.*?</rdf:RDF>", re.DOTALL)
_GPS, _XMP_NOTES, _IPTC_NOTES = 0x8825, 0x02BC, 0x83BB
_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
"""Octets of one value, by its type."""
_ENTRY: Final = 12


def without_location(notes: bytes, *, anywhere: bool = False) -> bytes:
    """Notes with zeros for the place; of the same length.

    `anywhere`: they stand somewhere in these octets, among others; else at the beginning.
    """
    found = bytearray(notes)
    heads = _HEAD.finditer(notes) if anywhere else filter(None, (_HEAD.match(notes.removeprefix(b"Exif\0\0")),))
    shift = 0 if anywhere or not notes.startswith(b"Exif\0\0") else 6
    for head in heads:
        _Notes(found, head.start() + shift, "<" if head[0][:2] == b"II" else ">").blank()
    for packet in _XMP.finditer(notes):
        found[packet.start() : packet.end()] = b" " * len(packet[0])
    return bytes(found)


class _Notes:
    """Exif notes inside a longer stretch of octets, which are changed in their place."""

    def __init__(self, octets: bytearray, start: int, order: str) -> None:
        self._octets = octets
        self._start = start
        """All places in the notes are counted from here."""
        self._order = order

    def blank(self) -> None:
        first = self._number(4, 4)
        for place in self._entries(first):
            tag = self._number(place, 2)
            if tag == _GPS:
                self._blank_list(self._number(place + 8, 4))
            elif tag in {_XMP_NOTES, _IPTC_NOTES}:
                self._blank_value(place)

    def _blank_list(self, at: int) -> None:
        if entries := self._entries(at):
            for place in entries:
                self._blank_value(place)
            self._zero(at, 2 + len(entries) * _ENTRY)

    def _blank_value(self, place: int) -> None:
        """What an entry holds, in itself or elsewhere."""
        size = _SIZES.get(self._number(place + 2, 2), 0) * self._number(place + 4, 4)
        if size > 4:
            self._zero(self._number(place + 8, 4), size)
        self._zero(place + 8, 4)

    def _entries(self, at: int) -> list[int]:
        """The places of the entries of a list; none where the list does not fit."""
        count = self._number(at, 2)
        fits = at > 0 and self._start + at + 2 + count * _ENTRY <= len(self._octets)
        return [at + 2 + number * _ENTRY for number in range(count)] if fits else []

    def _number(self, at: int, size: int) -> int:
        """0 behind the end."""
        place = self._start + at
        if place + size > len(self._octets):
            return 0
        kind = {2: "H", 4: "I"}[size]
        number: int = struct.unpack_from(f"{self._order}{kind}", self._octets, place)[0]
        return number

    def _zero(self, at: int, size: int) -> None:
        start = self._start + at
        end = min(start + size, len(self._octets))
        if at > 0 and start < end:
            self._octets[start:end] = bytes(end - start)
