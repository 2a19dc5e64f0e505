"""What PostgreSQL says when something fails: whether the same may work when it is tried again."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
from psycopg.errors import PipelineAborted

_IN_THE_WAY = frozenset({"40001", "40P01", "55P03"})
"""Serialization failure, deadlock, a lock that was not had in time: by those who write beside our processes."""
_AWAY = frozenset({"57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "53300"})
"""Ended by an administrator, a crash, starting up, too long idle, too many connections."""


def _causes(error: BaseException) -> Iterator[psycopg.Error]:
    """What the driver said, wherever it is among the causes of an error."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, psycopg.Error):
            yield each
        waiting += [each.__cause__, each.__context__, getattr(each, "orig", None)]


def is_transient(error: BaseException) -> bool:
    """Whether the same may work when it is tried again: somebody was in the way, or the database was away."""
    return is_connection_lost(error) or any(each.sqlstate in _IN_THE_WAY for each in _causes(error))


def is_connection_lost(error: BaseException) -> bool:
    """Whether the database was away."""
    return any(
        isinstance(each, psycopg.OperationalError)
        and not isinstance(each, PipelineAborted)
        and (each.sqlstate is None or each.sqlstate in _AWAY or each.sqlstate.startswith("08"))
        for each in _causes(error)
    )
