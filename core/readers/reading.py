"""Read what strangers send, in the reader processes only: each kind of interview registers what it reads.

A module of reading functions has `READINGS`, by name, and `prepare()`, which loads everything that would otherwise be
loaded only when it is needed: later, no file can be opened any more. It is imported by its name, here alone, so that no
parser is ever loaded in the program itself.
"""

from __future__ import annotations

import codecs
import encodings.aliases
import importlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from pydantic import BaseModel, JsonValue

from core.readers.reading_messages import LONGEST_BODY, LONGEST_REPLY, Read, ReadingRefused, Reply, WasRead
from core.readers.source_errors import Heavy, SourceError

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
            raise Heavy("There is more in it than anybody needs.")
    except SourceError as error:
        return ReadingRefused(code=error.code, reason=str(error)[:_LONGEST_REASON]), b""
    return reply, more
