"""What all tables have in common, a part of `core.store.schema`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Double, Index, Integer, MetaData, Text

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


def claim_columns() -> tuple[Column[str], Column[float]]:
    """Return the columns of a claim: a process, and until when the others leave the row alone (`core.store.claims`)."""
    return Column("claimed_by", Text), Column("claimed_until", Double)


def partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """Add an index of the rows for which something is so."""
    Index(name, *columns, sqlite_where=where, postgresql_where=where)


SortableText = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that statements compare: by its characters, as Python and SQLite do, in whatever alphabet a server sorts."""
