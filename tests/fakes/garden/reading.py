"""What reads for it, in the reader processes alone: parsers of strangers' files would be imported here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import BaseModel, JsonValue

from core.readers.reading import Reading
from core.readers.source_errors import Empty


class Found(BaseModel):
    text: str


def prepare() -> None:
    """Nothing of it is loaded late."""


def _title(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[Found, bytes]:
    found = re.search(r"<title>([^<]{1,80})</title>", body.decode(errors="replace"))
    if found is None:
        raise Empty("The page has no title.")
    return Found(text=found[1].strip()), b""


def _beds(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[Found, bytes]:
    beds = [line for line in body.decode(errors="replace").splitlines() if line.strip()]
    return Found(text=str(len(beds))), b""


READINGS: dict[str, Reading] = {"garden-title": _title, "garden-beds": _beds}
