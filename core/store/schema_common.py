"""Columns, constraints and indexes that several tables have, a part of `core.store.schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Text,
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


def row_number_column() -> Column[int]:
    """Return the column of a row number that is never given out again (tables with it are AUTOINCREMENT)."""
    return Column("id", BigKey, primary_key=True, autoincrement=True)


def required(kind: Any, *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name in names]


def optional(kind: Any, *names: str) -> list[Column[Any]]:
    return [Column(name, kind) for name in names]


def _owner(name: str, target: str, *, primary: bool, nullable: bool, index: bool) -> Column[str]:
    goes_with_it = ForeignKey(target, ondelete="CASCADE")
    return Column(name, Text, goes_with_it, primary_key=primary, nullable=nullable, index=index)


def session_column(*, primary: bool = False, nullable: bool = False, index: bool = False) -> Column[str]:
    """Return the column of the session with which a row is deleted."""
    return _owner("session_id", "sessions.id", primary=primary, nullable=nullable, index=index)


def person_column(*, primary: bool = False, nullable: bool = False, index: bool = False) -> Column[str]:
    """Return the column of the person with whom a row is deleted."""
    return _owner("person_id", "persons.id", primary=primary, nullable=nullable, index=index)


def run_column(*, primary: bool = False, index: bool = False) -> Column[str]:
    """Return the column of the chamber's run with which a row is deleted."""
    return _owner("run_id", "runs.id", primary=primary, nullable=False, index=index)


def goes_with_address(table: str) -> ForeignKeyConstraint:
    """Return the constraint by which rows of a chat are deleted with its address."""
    chat, address = ["platform", "chat"], ["addresses.platform", "addresses.chat"]
    return ForeignKeyConstraint(chat, address, name=f"fk_{table}_platform", ondelete="CASCADE")


def claim_columns() -> tuple[Column[str], Column[float]]:
    """Return the columns of a claim: a process, and until when the others leave the row alone (`core.store.claims`)."""
    return Column("claimed_by", Text), Column("claimed_until", Double)


def partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """Add an index of the rows for which something is so."""
    Index(name, *columns, sqlite_where=where, postgresql_where=where)


SortableText = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that statements compare: by its characters, as Python and SQLite do, in whatever alphabet a server sorts."""
