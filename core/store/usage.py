"""Each person's use of a day: bytes, money for models, and messages that found no room."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.store.driver import execute_pipelined, fetch_one, upsert
from core.store.rows import from_row
from core.store.schema import usage

_SUMS = ("bytes", "micros", "refused")
_USED = usage.select().where(usage.c.person_id == bindparam("person"), usage.c.day == bindparam("its_day"))
_SETTLED = (
    usage.update()
    .where(usage.c.person_id == bindparam("person"), usage.c.day == bindparam("its_day"))
    .values(micros=usage.c.micros + bindparam("difference"))
)
_TOLD = (
    usage.update()
    .where(usage.c.person_id == bindparam("person"))
    .values(told=bindparam("what"), told_at=bindparam("at"))
)
_USE = upsert(
    usage,
    "person_id",
    # What was used is added up within a day; another day begins from nothing.
    then=lambda new: {
        "day": new.day,
        **{name: sa.case((usage.c.day == new.day, usage.c[name] + new[name]), else_=new[name]) for name in _SUMS},
        **{name: sa.case((usage.c.day == new.day, usage.c[name]), else_=new[name]) for name in ("told", "told_at")},
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """The use of one day by one person."""

    bytes: int = 0
    micros: int = 0
    refused: int = 0
    told: str = ""
    told_at: float | None = None


def day_of(now: float) -> str:
    """Return the day of UTC, as 2026-05-04."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def usage_of(c: Connection, person_id: str, day: str) -> Used:
    row = fetch_one(c, _USED, {"person": person_id, "its_day": day})
    return Used() if row is None else from_row(Used, row)


def add_usage(c: Connection, person_id: str, day: str, *, size: int = 0, micros: int = 0, refused: int = 0) -> None:
    """Add to what a person has taken up of a day; a new day begins with nothing."""
    values = {
        "person_id": person_id,
        "day": day,
        "bytes": size,
        "micros": micros,
        "refused": refused,
        "told": "",
        "told_at": None,
    }
    execute_pipelined(c, _USE, values)


def settle_spending(c: Connection, person_id: str, day: str, difference: int) -> None:
    """Replace the money held for a call by its cost; of a day that is over nothing is kept."""
    execute_pipelined(c, _SETTLED, {"person": person_id, "its_day": day, "difference": difference})


def mark_informed(c: Connection, person_id: str, what: str, *, now: float) -> None:
    """Remember that a person was told. After `add_usage`, on the same day."""
    execute_pipelined(c, _TOLD, {"person": person_id, "what": what, "at": now})
