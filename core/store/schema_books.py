"""The tables of books, a part of `core.store.schema`.

Their words are those of the interview; here is what was decided.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, Table, Text, false, text, true

from core.store.schema_common import metadata

books = Table(
    "books",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("way", Text, nullable=False),
    Column("questions", Boolean, nullable=False, server_default=true()),
    Column("made_at", Double, nullable=False),
    # The fingerprint of the book that was said yes to; empty for none.
    Column("approved", Text, nullable=False, server_default=text("''")),
    # Whether others may have it then.
    Column("shared", Boolean, nullable=False, server_default=false()),
)

# What stands in a book in the place of a message of an answer.
book_passages = Table(
    "book_passages",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    # The fingerprint of the words that it was made of.
    Column("of", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("withheld", Boolean, nullable=False, server_default=false()),
)
