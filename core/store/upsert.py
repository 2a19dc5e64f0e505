"""Inserts into a table that may have the row already, in the same words for SQLite and PostgreSQL.

Both databases know the same `ON CONFLICT`, and SQLAlchemy writes PostgreSQL's insert for SQLite as it writes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import Insert


def insert_new(table: sa.Table, *key: str) -> Insert:
    """A row whose key is there already changes nothing. No key: any that is unique."""
    return Insert(table).on_conflict_do_nothing(index_elements=key or None)


def upsert(table: sa.Table, *key: str, then: Callable[[Any], Mapping[str, Any]]) -> Insert:
    """A row whose key is there already becomes what `then` makes of the values that were to be inserted."""
    insert = Insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_=then(insert.excluded))
