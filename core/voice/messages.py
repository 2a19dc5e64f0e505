"""What the program and its worker process say to each other.

Strictly one request, then one reply. A frame is the length of a JSON message, the length of a body, the message, the
body; the body is a recording, and only requests have one. JSON and not pickle: the worker reads files that nobody
vouches for, and what it says is checked like anything from outside.
"""

from __future__ import annotations

import struct
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

HEADER = struct.Struct(">IQ")
LONGEST_MESSAGE = 1 << 20
LONGEST_BODY = 1 << 31


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# --- requests -----------------------------------------------------------------------------------------------------


class Load(_Message):
    """Load the model and be ready. Replied by Ready or Refused."""

    kind: Literal["load"] = "load"
    module: str
    """Dotted name of the engine's module, which has a function `load(Load) -> Engine`."""
    model: str
    folder: str
    """Where the weights are."""
    threads: int


class Open(_Message):
    """Take a recording, in the body or at `path`. Replied by Done or Refused."""

    kind: Literal["open"] = "open"
    job: int
    path: str | None
    language: str
    among: tuple[str, ...]
    names: str
    declared_seconds: float | None
    max_seconds: float
    from_second: float
    """What is before was heard already."""


class Step(_Message):
    """Hear one more piece of it. Replied by Piece or Refused."""

    kind: Literal["step"] = "step"
    job: int


class Drop(_Message):
    """Forget recordings. Replied by Done."""

    kind: Literal["drop"] = "drop"
    jobs: tuple[int, ...]


# --- replies ------------------------------------------------------------------------------------------------------


class Ready(_Message):
    kind: Literal["ready"] = "ready"
    languages: frozenset[str]
    device: str


class Done(_Message):
    kind: Literal["done"] = "done"


class Piece(_Message):
    """A piece of a recording was dealt with; `text` is empty where nobody spoke."""

    kind: Literal["piece"] = "piece"
    job: int
    text: str
    language: str
    seconds: float
    """The length of the whole recording; what is known of it while it is measured."""
    settled: float
    """Everything before this second has been heard."""
    speech_seconds: float
    """Of this piece."""
    done: float = Field(ge=0, le=1)
    last: bool


class Refused(_Message):
    """The recording or the model cannot be used: `code` is that of an error in `core.errors`."""

    kind: Literal["refused"] = "refused"
    code: str
    reason: str
    """For the operator; never anything of what was said."""
    decoded: float = 0.0
    declared: float | None = None
    limit: float = 0.0


class Broke(_Message):
    """A mistake of ours or of a library; the worker is no longer to be trusted."""

    kind: Literal["broke"] = "broke"
    error: str
    """The name of the exception's class."""


Request = Load | Open | Step | Drop
Reply = Ready | Done | Piece | Refused | Broke
REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="kind")])
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])


def frame(message: Request | Reply, body_length: int = 0) -> bytes:
    """The frame up to its body."""
    said = message.model_dump_json().encode()
    return HEADER.pack(len(said), body_length) + said


def lengths(header: bytes) -> tuple[int, int]:
    """Lengths of message and body. Raises ValueError when they cannot be."""
    message, body = HEADER.unpack(header)
    if message > LONGEST_MESSAGE or body > LONGEST_BODY:
        raise ValueError("a frame of an impossible length")
    return message, body
