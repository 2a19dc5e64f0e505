"""The ledger in the database: model calls, what they have cost, and what each person has used of a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.calls import Budget, Call, Settlement, Spent
from core.contracts.errors import BudgetSpent, NotFound
from core.contracts.operator_desk import LedgerCall
from core.contracts.ports import Clock
from core.store.claims import Claim, was_claimed_by_seat
from core.store.driver import execute_pipelined, fetch_all, fetch_one, upsert
from core.store.rows import from_row
from core.store.schema import calls, runs, sessions, spending, usage
from core.store.store import Store

_SUMS = ("bytes", "micros", "refused")
_USED = usage.select().where(usage.c.person_id == bindparam("person"), usage.c.day == bindparam("its_day"))
_SPENT_LESS = (
    usage.update()
    .where(usage.c.person_id == bindparam("person"), usage.c.day == bindparam("its_day"))
    .values(micros=usage.c.micros + bindparam("difference"))
)
_INFORMED = (
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
    execute_pipelined(c, _SPENT_LESS, {"person": person_id, "its_day": day, "difference": difference})


def mark_informed(c: Connection, person_id: str, what: str, *, now: float) -> None:
    """Remember that a person was told. After `add_usage`, on the same day."""
    execute_pipelined(c, _INFORMED, {"person": person_id, "what": what, "at": now})


_LIMITED = ("scope_1", "scope_2", "scope_3")
_SPENT = spending.select().where(spending.c.scope.in_([bindparam(name) for name in _LIMITED]))
INTERVIEWS, CHAMBER = "day", "chamber"
"""The purses of a day, as its scopes among the sums begin: what runs of the chamber cost takes nothing of the other."""
_OWNER = sa.union_all(
    sa.select(sessions.c.person_id, sa.literal(INTERVIEWS).label("purse")).where(sessions.c.id == bindparam("session")),
    sa.select(runs.c.person_id, sa.literal(CHAMBER).label("purse")).where(runs.c.id == bindparam("session")),
)
"""Whose an interview is, or a run of the chamber, which may be nobody's; and what pays for it."""
_CALL = (
    sa.select(
        calls.c.session_id,
        calls.c.day,
        calls.c.reserved_micros,
        calls.c.outcome,
        calls.c.input_tokens,
        sa.func.coalesce(sessions.c.person_id, runs.c.person_id).label("person_id"),
        sa.case((runs.c.id.is_not(None), CHAMBER), else_=INTERVIEWS).label("purse"),
    )
    .outerjoin(sessions, sessions.c.id == calls.c.session_id)
    .outerjoin(runs, runs.c.id == calls.c.session_id)
    .where(calls.c.id == bindparam("number"))
)
"""A call, and as of `_OWNER` whose it is, if they are still there."""
_INSERT_CALL = calls.insert().returning(calls.c.id)
_FIGURES = ("cost_micros", "input_tokens", "cached_tokens", "output_tokens")
_TOLD = (*_FIGURES, "outcome", "latency_ms", "answer")
"""The columns that the end of a call fills in."""
_SETTLED = calls.update().where(calls.c.id == bindparam("number")).values({name: bindparam(name) for name in _TOLD})
PENDING = "pending"
LONGEST_CALL = 3600.0
"""Seconds."""
TOKENS = "tokens"
"""Of a session; its scope among the sums counts tokens instead of money."""
ELSEWHERE = "elsewhere"
"""The outcome of a row that sums up all calls of one purpose that an imported interview has had before."""


class StoredLedger:
    """`core.contracts.calls.Ledger` on the store. A day is a day of UTC."""

    def __init__(self, store: Store, budget: Budget, clock: Clock, owner: str | None = None) -> None:
        """`owner`: the process that makes the calls, as it claims its work. None: it makes some few and ends."""
        self._store = store
        self._owner = owner
        self._budget = budget
        self._clock = clock

    async def reserve(self, call: Call) -> int:
        return await self._store.write(lambda c: self._reserve(c, call))

    async def settle(self, number: int, settlement: Settlement) -> None:
        await self._store.write(lambda c: _settle(c, number, settlement))

    def _reserve(self, c: Connection, call: Call) -> int:
        owner = None if call.session_id is None else fetch_one(c, _OWNER, {"session": call.session_id})
        if call.session_id is not None and owner is None:
            # Deleted while it was thought about: its words are neither sent anywhere nor written down again.
            raise NotFound("The session that a model was to be asked for is gone.")
        person = _allowance(owner)
        purse = INTERVIEWS if owner is None else owner.purse
        now = self._clock.now()
        day = now.astimezone(UTC).date().isoformat()
        money, tokens = call.reserved_micros, call.reserved_tokens
        limits = [("day", f"{purse}:{day}", money, self._budget.day_micros)]
        if call.session_id is not None:
            limits.append(("session", f"session:{call.session_id}", money, self._budget.session_micros))
            limits.append(("session", f"{TOKENS}:{call.session_id}", tokens, self._budget.session_tokens))
        limited = [key for _, key, _, limit in limits if limit is not None]
        found = fetch_all(c, _SPENT, dict(zip_longest(_LIMITED, limited, fillvalue=""))) if limited else ()
        spent = {row.scope: row.micros for row in found}
        for scope, key, held, limit in limits:
            if limit is not None and spent.get(key, 0) + held > limit:
                if purse == INTERVIEWS:
                    message = f"The budget of the {scope} is used up ([llm] in the configuration)."
                elif scope == "day":
                    message = "What the chamber may cost in a day is used up ([chamber] in the configuration)."
                else:
                    message = "The budget of the run is used up."
                raise BudgetSpent(message, scope=scope)
        limit = self._budget.person_micros
        if person is not None and limit is not None and usage_of(c, person, day).micros + call.reserved_micros > limit:
            raise BudgetSpent("What one person may cost in a day is used up ([limits]).", scope="person")
        _add(c, {key: held for _, key, held, _limit in limits})
        if person is not None and money:
            add_usage(c, person, day, micros=money)
        values = _row(call, outcome=PENDING, day=day, at=now.timestamp()) | {"claimed_by": self._owner}
        number: int = fetch_one(c, _INSERT_CALL, values).id
        return number


def _allowance(owner: Any) -> str | None:
    """Return the person whose daily allowance pays for a call: a run of the chamber is nobody's interview."""
    return None if owner is None or owner.purse != INTERVIEWS else owner.person_id


def _row(call: Call, *, outcome: str, day: str, at: float) -> dict[str, Any]:
    """Return the row of a call that has cost nothing yet."""
    return {
        "session_id": call.session_id,
        "purpose": call.purpose,
        "model": call.model,
        "outcome": outcome,
        "reserved_micros": call.reserved_micros,
        "cost_micros": 0,
        # Of a call under way: what is held of the limit of tokens.
        "input_tokens": call.reserved_tokens,
        "cached_tokens": 0,
        "output_tokens": 0,
        "latency_ms": 0,
        "prompt": call.prompt,
        "answer": "",
        "day": day,
        "at": at,
    }


def _settle(c: Connection, number: int, settlement: Settlement) -> None:
    row = fetch_one(c, _CALL, {"number": number})
    if row is None or row.outcome != PENDING:
        return
    difference = settlement.cost_micros - row.reserved_micros
    sums = {f"{row.purse}:{row.day}": difference}
    if row.session_id is not None:
        sums[f"session:{row.session_id}"] = difference
        sums[f"{TOKENS}:{row.session_id}"] = settlement.counted_tokens - row.input_tokens
    _add(c, sums)
    if difference and (person := _allowance(row)) is not None:
        settle_spending(c, person, row.day, difference)
    execute_pipelined(c, _SETTLED, {"number": number} | {name: getattr(settlement, name) for name in _TOLD})


def last_outcome(c: Connection, models: Sequence[str]) -> str:
    """Return how the last call of any of these models ended; empty if none did. What was broken off does not count."""
    ended = calls.c.outcome.not_in([PENDING, ELSEWHERE, "cancelled", "lost"])
    last = sa.select(calls.c.outcome).where(calls.c.model.in_(models), ended).order_by(calls.c.id.desc()).limit(1)
    return c.execute(last).scalar() or ""


def put_spent(c: Connection, session_id: str, spent: Iterable[Spent], *, now: float) -> None:
    """Note what an interview has cost elsewhere, so that its budget applies here too; it counts for no day."""
    for each in spent:
        call = Call(purpose=each.purpose, model=each.model, session_id=session_id, reserved_micros=0)
        figures = {name: getattr(each, name) for name in _FIGURES}
        fetch_one(c, _INSERT_CALL, _row(call, outcome=ELSEWHERE, day="", at=now) | {"claimed_by": None} | figures)
        tokens = each.input_tokens + each.output_tokens
        _add(c, {f"session:{session_id}": each.cost_micros, f"{TOKENS}:{session_id}": tokens})


def settle_abandoned_calls(c: Connection, claim: Claim, seat: str) -> None:
    """Settle, at the start, calls that were under way when their process died at what was held for them.

    That is known of an earlier process in the seat, and of whatever takes longer than any call.
    """
    lost = (
        calls.c.claimed_by.is_(None)
        | was_claimed_by_seat(calls, claim, seat)
        | (calls.c.at <= claim.now - LONGEST_CALL)
    )
    c.execute(
        calls.update()
        .where(calls.c.outcome == PENDING, lost)
        .values(outcome="lost", cost_micros=calls.c.reserved_micros)
    )


def settle_lost_calls(c: Connection, session_id: str, owner: str) -> None:
    """Settle what other processes have begun for a session, or a run, that is this owner's alone now."""
    lost = (calls.c.session_id == session_id, calls.c.outcome == PENDING, calls.c.claimed_by.is_distinct_from(owner))
    c.execute(calls.update().where(*lost).values(outcome="lost", cost_micros=calls.c.reserved_micros))


def forget_calls(c: Connection, deleted: Sequence[str]) -> None:
    """Keep of the calls for these sessions what was spent on which model, and nothing else.

    One that is under way is taken to have cost what was held for it: then its end, with the answer, writes nothing.
    """
    under_way = calls.c.outcome == PENDING
    for session_id in deleted:
        c.execute(
            calls.update()
            .where(calls.c.session_id == session_id)
            .values(
                session_id=None,
                prompt="",
                answer="",
                outcome=sa.case((under_way, "lost"), else_=calls.c.outcome),
                cost_micros=sa.case((under_way, calls.c.reserved_micros), else_=calls.c.cost_micros),
            )
        )
        c.execute(spending.delete().where(spending.c.scope.in_([f"session:{session_id}", f"{TOKENS}:{session_id}"])))


def _add(c: Connection, sums: Mapping[str, int]) -> None:
    """Add to what was spent, by scope, of which there are three at most; in one statement."""
    added = [(scope, micros) for scope, micros in sums.items() if micros]
    if added:
        values = {f"{name}_{n}": value for n, pair in enumerate(added) for name, value in zip(_SUM, pair, strict=True)}
        execute_pipelined(c, _ADD[len(added)], values)


_SUM = ("scope", "micros")


_ADD_ONE = upsert(spending, "scope", then=lambda new: {"micros": spending.c.micros + new.micros})
_ADD = {
    number: _ADD_ONE.values([{name: bindparam(f"{name}_{n}") for name in _SUM} for n in range(number)])
    for number in (1, 2, 3)
}
"""By the number of sums."""


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
    """The cost of a day of UTC, runs of the chamber included, with what is held for calls under way."""

    day: str
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCost:
    session_id: str
    kind: str
    cost_micros: int
    """With what is held for calls under way."""


FAILED = sa.func.sum(sa.case((calls.c.outcome.in_(["ok", PENDING, ELSEWHERE]), 0), else_=1))
"""The number of failed calls in a group."""
_CALLS = sa.select(*(calls.c[field.name] for field in fields(LedgerCall))).order_by(calls.c.id)


def every_call(c: Connection) -> tuple[LedgerCall, ...]:
    """Return all calls that were ever made, in their order. For small databases."""
    return tuple(LedgerCall(**row) for row in c.execute(_CALLS).mappings())


def calls_for(c: Connection, session_id: str) -> Iterator[LedgerCall]:
    """Yield the calls for a session in their order."""
    rows = c.execution_options(stream_results=True).execute(_CALLS.where(calls.c.session_id == session_id))
    return (LedgerCall(**row) for row in rows.mappings())


CALLS_AFTER = _CALLS.where(calls.c.session_id == bindparam("session"), calls.c.id > bindparam("after"))


def calls_after(c: Connection, session_id: str, number: int) -> tuple[LedgerCall, ...]:
    """Return the calls for a session, or a run, that were made after one of them; 0 for all."""
    rows = fetch_all(c, CALLS_AFTER, {"session": session_id, "after": number})
    return tuple(LedgerCall(**row._asdict()) for row in rows)


def model_costs(c: Connection) -> tuple[ModelCost, ...]:
    """Return every model that was ever called, the dearest first; deleted interviews are counted too."""
    # A sum of big integers is a decimal on PostgreSQL.
    cost = sa.cast(sa.func.coalesce(sa.func.sum(calls.c.cost_micros), 0), sa.BigInteger).label("cost")
    rows = c.execute(
        sa.select(calls.c.model, sa.func.count().label("number"), FAILED.label("failed"), cost)
        .group_by(calls.c.model)
        .order_by(cost.desc(), calls.c.model)
    )
    return tuple(ModelCost(model=r.model, calls=r.number, failed=r.failed, cost_micros=r.cost) for r in rows)


def daily_costs(c: Connection, now: float) -> tuple[DayCost, ...]:
    """Return the costs of the last seven days, today last."""
    today = datetime.fromtimestamp(now, UTC).date()
    wanted = [(today - timedelta(days=back)).isoformat() for back in reversed(range(DAYS))]
    purses = {day: [f"{purse}:{day}" for purse in (INTERVIEWS, CHAMBER)] for day in wanted}
    found = spending.select().where(spending.c.scope.in_([scope for both in purses.values() for scope in both]))
    spent = {row.scope: row.micros for row in c.execute(found)}
    return tuple(
        DayCost(day=day, cost_micros=sum(spent.get(scope, 0) for scope in both)) for day, both in purses.items()
    )


def session_spending(c: Connection, session_id: str) -> tuple[Spent, ...]:
    """Return what a session has taken, by purpose and model; nothing of calls under way."""
    # A sum of big integers is a decimal on PostgreSQL.
    sums = [sa.cast(sa.func.sum(calls.c[name]), sa.BigInteger).label(name) for name in _FIGURES]
    rows = c.execute(
        sa.select(calls.c.purpose, calls.c.model, sa.func.count().label("calls"), *sums)
        .where(calls.c.session_id == session_id, calls.c.outcome != PENDING)
        .group_by(calls.c.purpose, calls.c.model)
        .order_by(calls.c.purpose, calls.c.model)
    )
    return tuple(Spent(**row) for row in rows.mappings())


def dearest_sessions(c: Connection) -> tuple[SessionCost, ...]:
    """Return the sessions that cost most, of those that are still here."""
    rows = c.execute(
        sa.select(sessions.c.id, sessions.c.kind, spending.c.micros)
        .join(spending, spending.c.scope == sa.literal("session:") + sessions.c.id)
        .where(spending.c.micros > 0)
        .order_by(spending.c.micros.desc(), sessions.c.id)
        .limit(DEAREST)
    )
    return tuple(SessionCost(session_id=row.id, kind=row.kind, cost_micros=row.micros) for row in rows)
