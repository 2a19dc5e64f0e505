"""The files of a folder that are still needed, and the database that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.store.direct import HOUSE
from core.store.driver import execute, fetch_one, insert_new
from core.store.feature_hooks import registered_hooks
from core.store.schema import entries, tallies

CHUNK = 200
"""Names that one statement asks for."""


def unneeded_files(c: Connection, names: Sequence[str], *columns: sa.Column[Any]) -> list[str]:
    """Return the file names that are in none of the columns; each has an index of what is not empty."""
    found: list[str] = []
    for start in range(0, len(names), CHUNK):
        chunk = names[start : start + CHUNK]
        needed: set[str] = set()
        for column in columns:
            # In the very words of the partial indexes: without them every row would be read.
            named = sa.select(column).where(column.in_(chunk), column != sa.literal_column("''"))
            needed.update(c.execute(named).scalars())
        found += [name for name in chunk if name not in needed]
    return found


def photo_orphans(c: Connection, names: Sequence[str]) -> list[str]:
    """Return the file names of photographs that nothing needs any more."""
    more = (column for hooks in registered_hooks() for column in hooks.photos)
    return unneeded_files(c, names, entries.c.photo, *more)


_NUMBERED = insert_new(tallies, "name")
_NUMBER = sa.select(tallies.c.number).where(tallies.c.name == bindparam("its_name"))


def installation_number(c: Connection, fresh: int) -> int:
    """Return the number by which this database is known again wherever it is moved; `fresh` if it had none."""
    execute(c, _NUMBERED, {"name": HOUSE, "number": fresh})
    return int(fetch_one(c, _NUMBER, {"its_name": HOUSE}).number)
