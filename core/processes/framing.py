"""Frames on the wire between the program and a worker process.

Strictly one request, then one reply. A frame is the length of a JSON message, the length of a body, the message, the
body. JSON and not pickle: a worker opens files that nobody vouches for, and what it says is checked like anything from
outside.
"""

from __future__ import annotations

import struct
from typing import Literal

from pydantic import BaseModel, ConfigDict

HEADER = struct.Struct(">IQ")


class Frame(BaseModel):
    """A request or a reply; its field `kind` tells which."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Broke(Frame):
    """A mistake of ours or of a library, or what brought a process down."""

    kind: Literal["broke"] = "broke"
    error: str
    """The name of the exception's class, or of the signal."""


def encode_frame(message: Frame, body_length: int = 0) -> bytes:
    """Return the frame up to its body."""
    said = message.model_dump_json().encode()
    return HEADER.pack(len(said), body_length) + said


def decode_lengths(header: bytes, *, message: int, body: int = 0) -> tuple[int, int]:
    """Return the lengths of message and body; `message` and `body` are the greatest. Raises ValueError beyond them."""
    long, wide = HEADER.unpack(header)
    if long > message or wide > body:
        raise ValueError("a frame of an impossible length")
    return long, wide
