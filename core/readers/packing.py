"""Unpacking what a server has packed, piece by piece, so that a small bomb never becomes a large one."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from core.readers.source_errors import Heavy, Slow, Unfetchable

ACCEPTED = "gzip, deflate"
_PIECE = 1 << 17
_MOST_MEMBERS = 1_000
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class Unpacking:
    """The inside of one answer; `encoding` is its Content-Encoding. Raises Unfetchable for a packing not asked for."""

    def __init__(self, encoding: str) -> None:
        named = encoding.strip().lower()
        if named not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetchable("The server packs its answer in a way that was not asked for.")
        self._packed = named not in ("", "identity")
        self._members = 0
        self._open = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._begun = False

    def pieces(self, wire: bytes) -> Iterator[bytes]:
        """What these bytes hold, at most 128 KiB at a time; so whoever counts can stop before there is too much."""
        if not self._packed:
            yield wire
            return
        while wire:
            self._begun = True
            try:
                piece = self._open.decompress(wire, _PIECE)
            except zlib.error:
                raise Unfetchable("The server says that its answer is packed, and it is not, or is damaged.") from None
            if piece:
                yield piece
            wire = self._next_member() if self._open.eof else self._open.unconsumed_tail

    def end(self) -> None:
        """There is no more. Raises Slow when the packing breaks off in the middle."""
        if self._packed and self._begun and not self._open.eof:
            raise Slow("The answer breaks off in the middle.")

    def _next_member(self) -> bytes:
        """What follows a packed file inside the same answer: another one, or nothing that counts."""
        rest = self._open.unused_data
        if not rest.startswith(b"\x1f\x8b"):
            return b""
        self._members += 1
        if self._members > _MOST_MEMBERS:
            raise Heavy("The answer is packed in more parts than anybody needs.")
        self._open = zlib.decompressobj(_GZIP_OR_ZLIB)
        return rest
