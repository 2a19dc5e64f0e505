"""What the model calls have cost: by model, by day and by session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.calls import Spent
from core.store.schema import calls, sessions, spending

DAYS = 7
"""Today and those before it."""
DEAREST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCost:
    """Calls of one model since the beginning. A call under way has cost nothing yet."""

    model: str
    calls: int
    failed: int
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCost:
    """What a day of UTC has cost, with what is held for calls under way."""

    day: str
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCost:
    session_id: str
    kind: str
    cost_micros: int
    """With what is held for calls under way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCall:
    """One call as it stands in the ledger."""

    id: int
    at: float
    """When it was made, in seconds since 1970."""
    purpose: str
    model: str
    outcome: str
    """"ok", "pending", the code of the error, "lost" with the process that made it, or "elsewhere": a sum of calls."""
    prompt: str
    """Empty where no prompts are kept."""
    answer: str
    input_tokens: int
    """Those read from the cache included."""
    cached_tokens: int
    output_tokens: int
    cost_micros: int
    latency_ms: int


_CALLS = sa.select(*(calls.c[field.name] for field in fields(StoredCall))).order_by(calls.c.id)


def every_call(c: Connection) -> tuple[StoredCall, ...]:
    """All calls that were ever made, in their order. For small databases."""
    return tuple(StoredCall(**row) for row in c.execute(_CALLS).mappings())


def calls_for(c: Connection, session_id: str) -> Iterator[StoredCall]:
    """The calls for a session in their order, read one by one."""
    rows = c.execution_options(stream_results=True).execute(_CALLS.where(calls.c.session_id == session_id))
    return (StoredCall(**row) for row in rows.mappings())


def models(c: Connection) -> tuple[ModelCost, ...]:
    """Every model that was ever called, the one that cost most first; deleted interviews are counted too."""
    # A sum of big integers is a decimal on PostgreSQL.
    cost = sa.cast(sa.func.coalesce(sa.func.sum(calls.c.cost_micros), 0), sa.BigInteger).label("cost")
    failed = sa.func.sum(sa.case((calls.c.outcome.in_(["ok", "pending", "elsewhere"]), 0), else_=1))
    rows = c.execute(
        sa.select(calls.c.model, sa.func.count().label("number"), failed.label("failed"), cost)
        .group_by(calls.c.model)
        .order_by(cost.desc(), calls.c.model)
    )
    return tuple(ModelCost(model=r.model, calls=r.number, failed=r.failed, cost_micros=r.cost) for r in rows)


def days(c: Connection, now: float) -> tuple[DayCost, ...]:
    """The last seven days, today last."""
    today = datetime.fromtimestamp(now, UTC).date()
    wanted = [(today - timedelta(days=back)).isoformat() for back in reversed(range(DAYS))]
    scopes = [f"day:{day}" for day in wanted]
    spent = {row.scope: row.micros for row in c.execute(spending.select().where(spending.c.scope.in_(scopes)))}
    return tuple(DayCost(day=day, cost_micros=spent.get(f"day:{day}", 0)) for day in wanted)


def spent_on(c: Connection, session_id: str) -> tuple[Spent, ...]:
    """What a session has taken, by purpose and model; nothing of calls under way."""
    figures = ("input_tokens", "cached_tokens", "output_tokens", "cost_micros")
    # A sum of big integers is a decimal on PostgreSQL.
    sums = [sa.cast(sa.func.sum(calls.c[name]), sa.BigInteger).label(name) for name in figures]
    rows = c.execute(
        sa.select(calls.c.purpose, calls.c.model, sa.func.count().label("calls"), *sums)
        .where(calls.c.session_id == session_id, calls.c.outcome != "pending")
        .group_by(calls.c.purpose, calls.c.model)
        .order_by(calls.c.purpose, calls.c.model)
    )
    return tuple(Spent(**row) for row in rows.mappings())


def dearest(c: Connection) -> tuple[SessionCost, ...]:
    """The sessions that cost most, of those that are still here."""
    rows = c.execute(
        sa.select(sessions.c.id, sessions.c.kind, spending.c.micros)
        .join(spending, spending.c.scope == sa.literal("session:") + sessions.c.id)
        .where(spending.c.micros > 0)
        .order_by(spending.c.micros.desc(), sessions.c.id)
        .limit(DEAREST)
    )
    return tuple(SessionCost(session_id=row.id, kind=row.kind, cost_micros=row.micros) for row in rows)
