"""Server-sent events, as the fake model servers send them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aiohttp import web

GARBAGE = b"event: message\ndata: {cut\n\n"
_PIECE = 6
"""Characters that come at once."""


def event(data: Any, name: str | None = None) -> bytes:
    head = f"event: {name}\n" if name else ""
    # As most servers write it; some leave characters as they are.
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def in_pieces(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))


async def streamed(request: web.Request, events: Iterable[bytes], *, ends: bool = True) -> web.StreamResponse:
    """The events, one by one; each is cut in two, since the network minds no boundaries."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    response.enable_chunked_encoding()
    await response.prepare(request)
    for each in events:
        for half in _halves(each):
            await response.write(half)
    if ends:
        await response.write_eof()
    return response


def _halves(data: bytes) -> Sequence[bytes]:
    return data[: len(data) // 2], data[len(data) // 2 :]
