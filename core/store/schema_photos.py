"""The table of photographs on their way, a part of `core.store.schema`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table, Text

from core.store.schema_common import claim_columns, metadata, partial_index, row_number_column

# A row is there until its photograph is kept (or was refused) and its answer is written: then the entry says all.
photos = Table(
    "photos",
    metadata,
    row_number_column(),
    Column("event_id", Text, nullable=False, unique=True),
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), nullable=False),
    # The answer that it became.
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("seq", Integer),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("file_ref", Text, nullable=False),
    Column("size", BigInteger),
    # The name of its file; "-" where it could not be kept, empty while it is to be fetched.
    Column("photo", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    # When it is tried next; null where nothing more is tried.
    Column("due_at", Double),
    *claim_columns(),
    sqlite_autoincrement=True,
)
Index(None, photos.c.person_id)
Index(None, photos.c.session_id)
partial_index("ix_photos_photo", photos.c.photo, where=photos.c.photo != "")
partial_index("ix_photos_due", photos.c.due_at, where=photos.c.due_at.is_not(None))
