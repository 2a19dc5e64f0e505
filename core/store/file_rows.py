"""Which files of a folder are still needed, and whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.store.direct import HOUSE
from core.store.driver import execute, fetch_one, insert_new
from core.store.schema import tallies

CHUNK = 200
"""Names that one statement asks for."""


def unneeded_files(c: Connection, names: Sequence[str], *columns: sa.Column[Any]) -> list[str]:
    """Those of the names of files that stand in none of the columns; each has an index of what is not empty."""
    found: list[str] = []
    for start in range(0, len(names), CHUNK):
        chunk = names[start : start + CHUNK]
        needed = {name for column in columns for name in c.execute(_named(column, chunk)).scalars()}
        found += [name for name in chunk if name not in needed]
    return found


def _named(column: sa.Column[Any], names: Sequence[str]) -> sa.Select[Any]:
    # In the very words of the partial indexes: without them every row would be read.
    return sa.select(column).where(column.in_(names), column != sa.literal_column("''"))


_NUMBERED = insert_new(tallies, "name")
_NUMBER = sa.select(tallies.c.number).where(tallies.c.name == bindparam("its_name"))


def installation_number(c: Connection, fresh: int) -> int:
    """By which this database is known again wherever it is moved; `fresh`, which nobody else has, if it had none."""
    execute(c, _NUMBERED, {"name": HOUSE, "number": fresh})
    return int(fetch_one(c, _NUMBER, {"its_name": HOUSE}).number)
