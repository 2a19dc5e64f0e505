"""The frames between the program and the process that binds books. Their body is empty: books come as files."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.features.book.documents.book import Book
from core.processes.framing import Broke, Frame

LONGEST_REQUEST = 64 << 20
"""Bytes; a story of 100,000 words has about two million."""
LONGEST_REPLY = 1 << 20


class Bind(Frame):
    """Make the files of a book. Replied by Bound."""

    kind: Literal["bind"] = "bind"
    book: Book
    folder: str
    """Where the files are put; nothing else is in it."""
    forms: tuple[str, ...]
    """ "pdf", "epub", "html", "docx"."""
    made_at: datetime
    limit: int
    """Bytes of one file that can be sent: what would be larger with sounds in it is made without them."""
    system_fonts: bool = True


class Bound(Frame):
    kind: Literal["bound"] = "bound"
    files: tuple[str, ...]
    """Their names in the folder, in the order of the forms."""
    without_glyph: tuple[str, ...] = ()
    """Characters that the PDF shows as empty boxes."""
    unseen: int = 0
    """Photographs that cannot be shown."""
    silent: tuple[str, ...] = ()
    """Forms that were to have the recordings in them, and were made without."""


Request = Bind
Reply = Bound | Broke
REQUESTS: TypeAdapter[Request] = TypeAdapter(Request)
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])
