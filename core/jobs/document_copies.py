"""Copies of documents in the folders of the operator. A folder in trouble keeps nobody's document from them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

import structlog
from pydantic import BaseModel, ValidationError

from core.contracts.chore import Copy
from core.contracts.session import Record
from core.documents.files import write_atomically

log = structlog.get_logger()
WRITTEN: Final = "notes-beside"
"""The name of the finding that tells where copies are."""


class _Written(BaseModel):
    """The copies that were written for a session: by the SHA-256 of their path, that of what was written last."""

    places: dict[str, str] = {}


async def put_copies(whole: Record, copies: Iterable[Copy], text: str) -> tuple[tuple[str, str], ...]:
    """Write a document to these places; return the findings that tell of it, none where nothing was to be written."""
    written = _Written()
    with suppress(ValidationError):
        written = _Written.model_validate_json(whole.findings.get(WRITTEN, ""))
    wanted = [
        copy
        for copy in copies
        if copy.within is None or copy.place.parent.resolve().is_relative_to(copy.within.resolve())
    ]
    for copy in wanted:
        try:
            at = await asyncio.to_thread(_put, copy.place, whole.session.id[:6], text.encode(), written.places)
        except OSError as error:
            log.warning("copy-not-written", error=error.strerror)
        else:
            written.places[_digest(bytes(at))] = _digest(text.encode())
    return ((WRITTEN, written.model_dump_json()),) if wanted else ()


def _put(place: Path, mark: str, data: bytes, written: Mapping[str, str]) -> Path:
    """Write a document there, or under another name beside a file of somebody's own; return where. Raises OSError."""
    others = (place.with_stem(f"{place.stem} ({mark}{'' if number == 1 else f' {number}'})") for number in count(1))
    for at in chain((place,), others):
        try:
            there = at.read_bytes()
        except FileNotFoundError:
            break
        if _digest(there) == written.get(_digest(bytes(at))):
            break
    write_atomically(at, data)
    return at


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
