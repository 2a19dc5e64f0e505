"""Columns, constraints and indexes as the migrations write them; nothing here may change what an old one makes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

# SQLite gives out row numbers by itself only for a column that is exactly INTEGER PRIMARY KEY.
BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SORTABLE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def number() -> sa.Column[int]:
    """Return the column of a row number."""
    return sa.Column("id", BIG_KEY, autoincrement=True, nullable=False)


def required(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def optional(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind) for name in names]


def defaulted(kind: Any, name: str, default: str) -> sa.Column[Any]:
    """Return a column that old rows have too, with a default in SQL."""
    return sa.Column(name, kind, nullable=False, server_default=sa.text(default))


def flag(name: str, *, default: bool = False) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true() if default else sa.false())


def primary(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def refers(table: str, column: str, target: str, ondelete: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete=ondelete)


def in_chat(table: str) -> sa.ForeignKeyConstraint:
    """Return the constraint by which rows go with the address that they belong to."""
    return sa.ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name=f"fk_{table}_platform", ondelete="CASCADE"
    )


def index(table: str, *columns: str, name: str = "", where: str | None = None, unique: bool = False) -> None:
    """Create an index, by default named after its columns; `where`: of these rows alone."""
    partial: dict[str, Any] = {}
    if where is not None:
        partial = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
    op.create_index(f"ix_{table}_{name or '_'.join(columns)}", table, list(columns), unique=unique, **partial)
