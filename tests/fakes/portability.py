"""Whether a statement would run on PostgreSQL, as far as that can be told without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import ge, gt, le, lt
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql import visitors
from sqlalchemy.sql.elements import BinaryExpression, ClauseElement, ColumnClause, ColumnElement, TextClause
from sqlalchemy.sql.functions import FunctionElement

POSTGRESQL: Dialect = postgresql.dialect(paramstyle="named")  # type: ignore[no-untyped-call]  # the library's
SQLITE: Dialect = sqlite.dialect(paramstyle="named")
_ORDER = frozenset({lt, le, gt, ge})
FUNCTIONS = frozenset({"coalesce", "count", "length", "max", "min", "replace", "row_number", "sum", "trim"})
"""Functions that mean the same on both."""
WRITTEN_OUT = frozenset({"''", "*"})
"""SQL in the code's own words."""


def problems(statement: ClauseElement) -> list[str]:
    """What PostgreSQL would not take; empty when it is all the same to it."""
    found = list(_foreign(statement))
    try:
        statement.compile(dialect=POSTGRESQL)
    except Exception as error:  # noqa: BLE001 - whatever the compiler says is the finding
        found.append(f"{type(error).__name__}: {error}")
    return found


def _foreign(statement: ClauseElement) -> Iterator[str]:
    for element in visitors.iterate(statement):
        if isinstance(element, FunctionElement):
            name = getattr(element, "name", type(element).__name__).lower()
            if name not in FUNCTIONS:
                yield f"the function {name}"
        elif isinstance(element, TextClause):
            yield f"written-out SQL: {element.text}"
        elif isinstance(element, BinaryExpression) and element.operator in _ORDER:
            yield from (f"{side} is compared as each server sorts" for side in _sides(element) if _sorted_anyhow(side))
        elif isinstance(element, ColumnClause) and element.is_literal and element.name not in WRITTEN_OUT:
            yield f"written-out SQL: {element.name}"


def _sides(element: BinaryExpression[Any]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return element.left, element.right


def _sorted_anyhow(side: ColumnElement[Any]) -> bool:
    """Whether it is a column of texts whose order is not that of their characters on every server."""
    if not isinstance(side, sa.Column):
        return False
    kind = side.type.dialect_impl(POSTGRESQL)
    return isinstance(kind, sa.String) and kind.collation != "C"


def on_conflict(insert: postgresql.Insert, dialect: Dialect) -> str:
    """What an insert does with a row that is there already, without the dialect's quotes and casts."""
    clause = str(insert.compile(dialect=dialect)).partition(" ON CONFLICT ")[2].partition(" RETURNING ")[0]
    return re.sub(r'"|::\w+', "", clause)
