"""Tables beside the interviews, a part of `core.store.schema`; and what all tables have in common."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# SQLite gives out row numbers by itself only for a column that is exactly INTEGER PRIMARY KEY.
BigKey = BigInteger().with_variant(Integer, "sqlite")


def key() -> Column[int]:
    """A row number that is never given out again (tables with it are AUTOINCREMENT): marks and keys are made of it."""
    return Column("id", BigKey, primary_key=True, autoincrement=True)


def claim() -> tuple[Column[str], Column[float]]:
    """Which process works on a row, and until when the others leave it alone (`core.store.claims`)."""
    return Column("claimed_by", Text), Column("claimed_until", Double)


def partial(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """An index of the rows for which something is so."""
    Index(name, *columns, sqlite_where=where, postgresql_where=where)


# What a person has taken up of the day (of UTC) that they were here last.
usage = Table(
    "usage",
    metadata,
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, nullable=False),
    # Of words, files and recordings.
    Column("bytes", BigInteger, nullable=False),
    # What model calls have cost, with what is held for those under way.
    Column("micros", BigInteger, nullable=False),
    # Messages that were not taken in.
    Column("refused", Integer, nullable=False),
    # What they were last told of that, and when.
    Column("told", Text, nullable=False),
    Column("told_at", Double),
)

# Messages that only show that somebody is listened to: they go when it is over, or when the process starts again.
lines = Table(
    "lines",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("message", Text, primary_key=True),
    ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name="fk_lines_platform", ondelete="CASCADE"
    ),
)

# Who may talk to the bot beside those whom the configuration names, and who may not.
access = Table(
    "access",
    metadata,
    # `platform:id`.
    Column("who", Text, primary_key=True),
    Column("allowed", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    # SHA-256 of the code: who reads the database cannot use it.
    Column("digest", Text, primary_key=True),
    # The interview that it begins; empty: the person chooses.
    Column("kind", Text, nullable=False),
    Column("uses_left", Integer, nullable=False),
    Column("expires_at", Double),
    Column("created_at", Double, nullable=False),
)

# What is left of somebody who had everything deleted: where their chat stood, so that nothing before it comes back.
last_seen = Table(
    "last_seen",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    # It was a number before.
    Column("position", BigInteger, nullable=False),
    Column("reached", Text, nullable=False, server_default=text("''")),
)

tallies = Table(
    "tallies",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
)
