"""Define what the program asks of a reader process, and what it hears back, in the frames of `core.processes.framing`.

The body of a request is what is to be read; the body of a reply is only ever passed on to a reader again. What a reader
says after it has read a stranger's file is itself a stranger's word: whoever asked checks it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, TypeAdapter

from core.processes.framing import Broke, Frame

LONGEST_REQUEST = 1 << 20
LONGEST_REPLY = 12 << 20
LONGEST_BODY = 32 << 20
"""Bytes, in both directions."""


class Begin(Frame):
    """Load the modules that read. The reply is ReadingStarted."""

    kind: Literal["begin"] = "begin"
    modules: tuple[str, ...] = ()
    """Dotted names, as `core.readers.reading.load_readings` takes them."""


class Read(Frame):
    """Read the body. The reply is WasRead, or ReadingRefused."""

    kind: Literal["read"] = "read"
    what: str
    """The name of a reading function."""
    asked: dict[str, JsonValue] = Field(default_factory=dict)


class ReadingStarted(Frame):
    kind: Literal["begun"] = "begun"


class WasRead(Frame):
    """Something was read; the body has what is kept of it for a later request."""

    kind: Literal["done"] = "done"
    value: JsonValue


class ReadingRefused(Frame):
    """It cannot be read: `code` is that of an error in `core.readers.source_errors`."""

    kind: Literal["refused"] = "refused"
    code: str
    reason: str
    """For the operator; never anything of what was read."""


Request = Begin | Read
Reply = ReadingStarted | WasRead | ReadingRefused | Broke
REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="kind")])
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])
