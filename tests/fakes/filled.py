"""A database with rows in every table, and values in them that a move could spoil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.store.schema import metadata

ROWS = 3
WORDS = ("Ёжик 🦔 said: 'no'; \\ \"yes\" \x01\x1f", "", "日本\r\n\ttext \u2028 e\u0301")
NUMBERS = (2**53 + 1, 0, -5)
SMALL = (2**31 - 1, 0, -5)
TIMES = (1_770_000_000.123456, 0.1, 0.0)
FILES = (bytes(range(256)), b"", b"\0" * 9)

Rows = dict[str, list[Mapping[str, Any]]]


def fill(c: Connection) -> None:
    """Three rows in each table; where rows are numbered, the thousandth was there, and is gone."""
    for table in metadata.sorted_tables:
        c.execute(table.insert(), [_row(table, number) for number in range(ROWS)])
        if table.dialect_kwargs.get("sqlite_autoincrement"):
            last = _row(table, ROWS - 1)
            for number in (1000, ROWS):
                c.execute(table.delete().where(table.c.id.in_((ROWS, 1000))))
                c.execute(table.insert(), last | {"id": number})


def rows(c: Connection) -> Rows:
    """Everything that is in a database."""
    return {
        table.name: sorted((dict(row) for row in c.execute(sa.select(table)).mappings()), key=repr)
        for table in metadata.sorted_tables
    }


def _row(table: sa.Table, number: int) -> dict[str, Any]:
    return {column.name: _value(column, number) for column in table.c}


def _value(column: sa.Column[Any], number: int) -> Any:
    referred = next((key.column for key in column.foreign_keys), None)
    if referred is not None:
        return _value(referred, number)
    if column.nullable and number == 1:
        return None
    if column.primary_key or column.unique:
        return number + 1 if isinstance(column.type, sa.Integer) else f"{column.name} {number} é"
    return _plain(column.type, number)


def _plain(kind: Any, number: int) -> Any:
    if isinstance(kind, sa.Boolean):
        return number == 0
    if isinstance(kind, sa.BigInteger):
        return NUMBERS[number]
    if isinstance(kind, sa.Integer):
        return SMALL[number]
    if isinstance(kind, sa.Double):
        return TIMES[number]
    return FILES[number] if isinstance(kind, sa.LargeBinary) else WORDS[number]
