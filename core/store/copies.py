"""A copy of a SQLite database, made beside whoever is writing to it, and a look at whether such a copy is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from core.contracts.errors import StorageError
from core.store.schema import entries, mailbox, sessions
from core.store.store import sqlite_engine

PROBLEMS = 5
"""The most problems of a file that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    problems: tuple[str, ...]
    """Faults that SQLite finds in it; none when it is whole."""
    revision: str | None
    """The migration that it is at."""
    sessions: int
    entries: int
    answers: int
    """Questions to which something was said."""
    mail: int


def copy_database(database: Path, target: Path) -> None:
    """Write what is committed at this moment into `target`, which has to be new or empty; nobody is held up. Blocks.

    The copy is compact, holds nothing that was deleted, and is not flushed. Raises StorageError, and leaves a torso.
    """
    engine = sqlite_engine(str(database))
    try:
        with closing(engine.connect()) as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(target),))
    except sa.exc.DBAPIError as error:
        raise StorageError(f"{database} was not copied: {error.orig}.") from error
    finally:
        engine.dispose()


def read_only_engine(database: Path) -> Engine:
    """Return an engine on a file that is there; nothing can be written through it."""
    connect = partial(sqlite3.connect, f"{database.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    return sa.create_engine("sqlite://", creator=connect, poolclass=sa.NullPool, hide_parameters=True)


def read_copy_contents(copy: Path) -> Contents:
    """Open a copy, check every page, and count what is in it. Blocks. Raises StorageError where it cannot be opened."""
    engine = read_only_engine(copy)
    try:
        with closing(engine.connect()) as c:
            found = [row for row in c.exec_driver_sql(f"PRAGMA integrity_check({PROBLEMS})").scalars() if row != "ok"]
            for row in c.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(PROBLEMS):
                found.append(f"a row of {row[0]} belongs to none of {row[2]}")
            if found:
                # One that is damaged badly may have no tables to count in.
                problems = tuple(" ".join(problem.split()) for problem in found)
                return Contents(problems=problems, revision=None, sessions=0, entries=0, answers=0, mail=0)
            answered = sa.select(entries.c.session_id, entries.c.answers).where(entries.c.answers.is_not(None))
            tables = (sessions, entries, answered.distinct().subquery(), mailbox)
            numbers = [c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables]
            return Contents(
                problems=(),
                revision=c.exec_driver_sql("SELECT version_num FROM alembic_version").scalar(),
                sessions=numbers[0],
                entries=numbers[1],
                answers=numbers[2],
                mail=numbers[3],
            )
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        raise StorageError(f"The copy cannot be opened: {getattr(error, 'orig', error)}.") from error
    finally:
        engine.dispose()
