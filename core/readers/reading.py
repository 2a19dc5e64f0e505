"""Read what strangers send, in the reader processes only, and define the frames in which it is asked for and answered.

A module of reading functions has `READINGS`, by name, and `prepare()`, which loads everything that would otherwise be
loaded only when it is needed: later, no file can be opened any more. It is imported by its name, here alone, so that no
parser is ever loaded in the program itself. The body of a request is what is to be read; the body of a reply is only
ever passed on to a reader again. What a reader says is itself a stranger's word: whoever asked checks it.
"""

from __future__ import annotations

import codecs
import encodings.aliases
import importlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from core.processes.framing import Broke, Frame
from core.readers.source_errors import Heavy, SourceError

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


Reading = Callable[[bytes, Mapping[str, JsonValue]], tuple[BaseModel, bytes]]
"""Reads a body: what is said of it, and what is kept of it for a later request. Raises a SourceError; all else that it
raises is a bug."""
_LONGEST_REASON = 300


def load_readings(modules: Iterable[str]) -> dict[str, Reading]:
    """Load the reading functions of these modules, with everything that they need."""
    for name in sorted(set(encodings.aliases.aliases.values())):
        with suppress(LookupError):
            codecs.lookup(name)
    readings: dict[str, Reading] = {}
    for name in modules:
        module = importlib.import_module(name)
        module.prepare()
        readings |= module.READINGS
    return readings


def run_reading(readings: Mapping[str, Reading], request: Read, body: bytes) -> tuple[Reply, bytes]:
    """Read something: what is said of it, and what is kept of it. A reply that would be too long is a refusal."""
    try:
        found, more = readings[request.what](body, request.asked)
        reply = WasRead(value=found.model_dump(mode="json"))
        if len(more) > LONGEST_BODY or len(reply.model_dump_json()) > LONGEST_REPLY:
            raise Heavy("It contains too much.")
    except SourceError as error:
        return ReadingRefused(code=error.code, reason=str(error)[:_LONGEST_REASON]), b""
    return reply, more
