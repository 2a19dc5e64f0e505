"""The tables of studies, a part of `core.store.schema`."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, text

from core.store.schema_common import BigKey, SortableText, metadata, required, row_number_column, session_column

studies = Table(
    "studies",
    metadata,
    Column("name", SortableText, primary_key=True),
    # The interview that its participants are invited to.
    Column("kind", Text, nullable=False),
    # Interviews that it needs, without those of people who were screened out; 0: as many as come.
    Column("quota", Integer, nullable=False),
    # The how manieth time its participants are asked.
    Column("wave", Integer, nullable=False, server_default=text("1")),
    Column("created_at", Double, nullable=False),
    Column("closed_at", Double),
)


def _study(*, primary: bool = False) -> Column[str]:
    return Column(
        "study", SortableText, ForeignKey("studies.name", ondelete="CASCADE"), primary_key=primary, nullable=False
    )


participants = Table(
    "participants",
    metadata,
    row_number_column(),
    _study(),
    # What they are called in everything that leaves the program: 7 is "P007".
    Column("number", Integer, nullable=False),
    Column("batch", Text, nullable=False),
    # SHA-256 of the code of their invitation.
    Column("digest", Text, nullable=False, unique=True),
    # Null before they come, and when everything of theirs was deleted.
    Column("person_id", Text, ForeignKey("persons.id", ondelete="SET NULL"), index=True),
    Column("invited_at", Double, nullable=False),
    Column("closes_at", Double),
    # Without a person since: they had everything deleted.
    Column("came_at", Double),
    UniqueConstraint("study", "number"),
    sqlite_autoincrement=True,
)

participations = Table(
    "participations",
    metadata,
    Column("participant_id", BigKey, ForeignKey("participants.id", ondelete="CASCADE"), primary_key=True),
    Column("wave", Integer, primary_key=True),
    # Null when it was deleted.
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="SET NULL"), index=True),
    Column("begun_at", Double, nullable=False),
)

# The key to the pseudonyms of a study; it goes into none of its tables.
study_pseudonyms = Table(
    "study_pseudonyms",
    metadata,
    _study(primary=True),
    Column("kind", SortableText, primary_key=True),
    Column("number", Integer, primary_key=True),
    *required(Text, "ruling", "replacement"),
)


# The forms in which they were told, to the letter; without a kind, the digest of an interview that was looked through.
study_names = Table(
    "study_names",
    metadata,
    row_number_column(),
    session_column(index=True),
    Column("study", SortableText, nullable=False),
    Column("kind", SortableText, nullable=False),
    Column("number", Integer, nullable=False),
    Column("form", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, study_names.c.study, study_names.c.kind, study_names.c.number)

study_codings = Table(
    "study_codings",
    metadata,
    row_number_column(),
    session_column(index=True),
    Column("study", SortableText, nullable=False, index=True),
    # Of the answer in its interview.
    Column("answer", Integer, nullable=False),
    Column("coder", Text, nullable=False),
    # Empty: looked at, when the answer's words had the digest that is its quotation.
    Column("code", Text, nullable=False),
    Column("quote", Text, nullable=False),
    Column("start", Integer, nullable=False),
    sqlite_autoincrement=True,
)
