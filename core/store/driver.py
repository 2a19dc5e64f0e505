"""Statements that are built once, given to the driver as they are.

Core's own way from a statement to its rows takes thirty microseconds of Python each time, ten times what SQLite needs,
and a turn has dozens of them. Here a statement is compiled at its first use and kept for good: only constants of our
modules may come this way, each time with values of the same names.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Executable, bindparam
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.engine import Connection
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from core.contracts.messages import Address

Values = Mapping[str, Any]
_Make = Callable[[Sequence[Any]], Any]
_row_type: Any = namedtuple  # mypy wants the names of the columns written out


@dataclass(slots=True)
class _Compiled:
    """A statement in a dialect's words."""

    sql: str
    names: tuple[str, ...] | None
    """Of the parameters, in order; None where the driver takes them by name."""
    defaults: dict[str, Any]
    """Parameters that are in the statement itself."""
    make: _Make | None = None
    """From a row of the driver to one whose columns have names; known after the first time."""

    def parameters(self, values: Values) -> Any:
        if self.names is None:
            return {**self.defaults, **values}
        if self.defaults:
            values = {**self.defaults, **values}
        return [values[name] for name in self.names]


_COMPILED: dict[tuple[ClauseElement, str], _Compiled] = {}


def fetch_all(c: Connection, statement: Executable, values: Values) -> list[Any]:
    """Return the rows that a statement finds; columns are attributes. Values are the driver's: true is 1."""
    compiled = _compiled(c, statement, values)
    cursor = _asking(c)
    cursor.execute(compiled.sql, compiled.parameters(values))
    found = cursor.fetchall()
    return list(map(_maker(compiled, cursor), found)) if found else []


def fetch_one(c: Connection, statement: Executable, values: Values) -> Any:
    """Return the first row, or None; for statements that find one at most."""
    compiled = _compiled(c, statement, values)
    cursor = _asking(c)
    cursor.execute(compiled.sql, compiled.parameters(values))
    # All of them, so that nothing stays open: a question that is not read to its end holds SQLite's snapshot.
    found = cursor.fetchall()
    return _maker(compiled, cursor)(found[0]) if found else None


def execute(c: Connection, statement: Executable, values: Values) -> int:
    """Change something; return the number of rows that were changed."""
    cursor = _put(c, statement, values)
    await_results(c)
    changed: int = cursor.rowcount
    return changed


def execute_pipelined(c: Connection, statement: Executable, values: Values) -> None:
    """Change something, whatever is there; a failure may show itself only with a later statement that is answered."""
    _put(c, statement, values)


def execute_many(c: Connection, statement: Executable, each: Sequence[Values]) -> None:
    """Change something for each of the values, of which there is one at least; all have the same names."""
    compiled = _compiled(c, statement, each[0])
    _cursor(c).executemany(compiled.sql, [compiled.parameters(values) for values in each])


_CURSOR = "cursor"
PIPELINE = "pipeline"
"""In what is kept with a connection of PostgreSQL: what sends statements before those ahead are answered."""


def await_results(c: Connection) -> None:
    """Wait until all statements so far are answered. Raises what the database has refused."""
    pipeline = c.info.get(PIPELINE)
    if pipeline is not None:
        pipeline.sync()


def row_exists(c: Connection, table: sa.FromClause, *which: sa.ColumnElement[bool]) -> bool:
    """Return whether a table has such a row; the statement is built each time."""
    return c.execute(sa.select(sa.true()).select_from(table).where(*which).limit(1)).first() is not None


def _put(c: Connection, statement: Executable, values: Values) -> Any:
    compiled = _compiled(c, statement, values)
    cursor = _cursor(c)
    cursor.execute(compiled.sql, compiled.parameters(values))
    return cursor


def _asking(c: Connection) -> Any:
    """Return the one cursor for all questions on a connection: to make one costs a third of a small question."""
    cursor = c.info.get(_CURSOR)
    if cursor is None:
        cursor = c.info[_CURSOR] = _cursor(c)
    return cursor


def _cursor(c: Connection) -> Any:
    connection: Any = c.connection.dbapi_connection
    return connection.cursor()


def _compiled(c: Connection, statement: Any, values: Values) -> _Compiled:
    key = (statement, c.dialect.name)
    found = _COMPILED.get(key)
    if found is None:
        compiled = statement.compile(dialect=c.dialect, column_keys=sorted(values))
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{type(statement).__name__} cannot be executed.")
        given = {name: value for name, value in compiled.params.items() if name not in values}
        order = compiled.positiontup
        found = _COMPILED[key] = _Compiled(str(compiled), None if order is None else tuple(order), given)
    return found


def _maker(compiled: _Compiled, cursor: Any) -> _Make:
    if compiled.make is None:
        compiled.make = _row_type("Row", [column[0] for column in cursor.description], rename=True)._make
    return compiled.make


# --- inserts into a table that may have the row already, in the same words for SQLite and PostgreSQL


def insert_new(table: sa.Table, *key: str) -> Insert:
    """Return an insert that leaves a row alone whose key is there already. No key: any that is unique."""
    # SQLAlchemy writes PostgreSQL's insert for SQLite as it writes its own.
    return Insert(table).on_conflict_do_nothing(index_elements=key or None)


def upsert(table: sa.Table, *key: str, then: Callable[[Any], Mapping[str, Any]]) -> Insert:
    """Return an insert that gives a row whose key is there already what `then` makes of the new values."""
    insert = Insert(table)
    return insert.on_conflict_do_update(index_elements=key, set_=then(insert.excluded))


def matches_chat(table: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return whether a row is of the chat that the parameters of `chat_values` name."""
    return (table.c.platform == bindparam("its_platform")) & (table.c.chat == bindparam("its_chat"))


def chat_values(address: Address) -> dict[str, Any]:
    return {"its_platform": address.platform, "its_chat": address.chat}


def is_in_chat(table: sa.FromClause, address: Address) -> sa.ColumnElement[bool]:
    """Return whether a row is of this chat, in a statement that is built each time."""
    return (table.c.platform == address.platform) & (table.c.chat == address.chat)
