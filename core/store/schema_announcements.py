"""The tables of notices to everybody, a part of `core.store.schema`."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, Table, Text, false, text

from core.store.schema_common import SortableText, claim_columns, metadata, partial_index

announcements = Table(
    "announcements",
    metadata,
    Column("id", Text, primary_key=True),
    # Null: the operator's, from the command line.
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE")),
    # By language, as JSON.
    Column("texts", Text, nullable=False),
    Column("stage", Text, nullable=False),
    # The chat that is told what came of it; null: none.
    Column("platform", Text),
    Column("chat", Text),
    Column("language", Text, nullable=False),
    # The last person who was put on its list, and whether everybody is.
    Column("after", Text, nullable=False, server_default=text("''")),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("created_at", Double, nullable=False),
    Column("begun_at", Double),
    Column("touched_at", Double, nullable=False),
    # Of one that begins a wave of a study: it goes to those who are asked again. Null: to everybody.
    Column("study", SortableText),
    Column("wave", Integer),
    *claim_columns(),
)
Index(None, announcements.c.person_id)
partial_index("ix_announcements_sending", announcements.c.id, where=announcements.c.stage == "sending")

# Its list, which grows as it goes: what became of it for each person.
announced = Table(
    "announced",
    metadata,
    Column("announcement_id", Text, ForeignKey("announcements.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    # The platform that it goes by, as far as that was decided.
    Column("platform", Text, nullable=False),
    Column("state", Text, nullable=False),
    # Times that a platform did not take it, one after the other.
    Column("attempts", Integer, nullable=False),
    # Times in all that it could not go when it was to.
    Column("looks", Integer, nullable=False),
    # When it was last put into the outbox.
    Column("put_at", Double),
    # Of one that waits: when it is looked at next.
    Column("due_at", Double),
)
Index(None, announced.c.person_id)
Index(None, announced.c.announcement_id, announced.c.state, announced.c.platform, announced.c.due_at)
