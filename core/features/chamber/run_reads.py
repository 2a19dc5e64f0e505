"""What is shown of runs of the chamber: lists, figures, and the words that were said last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.features.chamber.chamber_rows import run_by_id, run_of, utterance_of, watchers_of
from core.features.chamber.messages import Utterance, turn_of
from core.features.chamber.runs import ChamberRun, RunStatus
from core.store.driver import fetch_all
from core.store.schema import run_watchers, runs, spending, utterances

_LAST = (
    utterances.select()
    .where(utterances.c.run_id == bindparam("its_id"))
    .order_by(utterances.c.seq.desc())
    .limit(bindparam("most"))
)
_WATCHED = (
    sa.select(runs.c.id)
    .where(runs.c.status == RunStatus.RUNNING.value, sa.exists().where(run_watchers.c.run_id == runs.c.id))
    .order_by(runs.c.created_at)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """The figures of a run so far."""

    said: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0
    """With requests that failed, and with what is held for those under way."""

    @property
    def turns(self) -> int:
        return turn_of(self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRun:
    run: ChamberRun
    figures: RunFigures
    held: bool
    """Some process is at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    run: ChamberRun
    watchers: dict[Address, str]
    """With the language of each."""
    last: tuple[Utterance, ...]
    """What was said last, the oldest of it first."""


def newest_runs(c: Connection, *, limit: int, now: float) -> tuple[ListedRun, ...]:
    """Return the runs that were touched last."""
    return _listed(c, runs.select().order_by(runs.c.touched_at.desc(), runs.c.id).limit(limit), now)


def runs_by_prefix(c: Connection, beginning: str, *, limit: int, now: float) -> tuple[ListedRun, ...]:
    fitting = runs.c.id.startswith(beginning, autoescape=True)
    return _listed(c, runs.select().where(fitting).order_by(runs.c.id).limit(limit), now)


def run_figures(c: Connection, run_ids: Iterable[str]) -> dict[str, RunFigures]:
    """Return the figures of runs that exist."""
    wanted = list(run_ids)
    its = utterances.c
    taken = ("input_tokens", "output_tokens")
    # A sum of big integers is a decimal on PostgreSQL.
    sums = [sa.cast(sa.func.sum(its[name]), sa.BigInteger).label(name) for name in taken]
    found = sa.select(its.run_id, sa.func.count().label("said"), *sums).where(its.run_id.in_(wanted))
    rows = {row.run_id: row for row in c.execute(found.group_by(its.run_id))}
    scopes = {f"session:{run_id}": run_id for run_id in wanted}
    held = {
        scopes[row.scope]: row.micros for row in c.execute(spending.select().where(spending.c.scope.in_(list(scopes))))
    }
    return {
        run_id: RunFigures(
            said=row.said,
            input_tokens=row.input_tokens,
            output_tokens=row.output_tokens,
            cost_micros=held.get(run_id, 0),
        )
        if (row := rows.get(run_id))
        else RunFigures(cost_micros=held.get(run_id, 0))
        for run_id in wanted
    }


def watched_run(c: Connection, run_id: str, *, most: int) -> Watched | None:
    """Return a run with its watchers and the `most` newest utterances; None unless it runs and is watched."""
    run = run_by_id(c, run_id)
    if run is None or run.status is not RunStatus.RUNNING:
        return None
    watchers = watchers_of(c, run_id)
    if not watchers:
        return None
    last = [utterance_of(row) for row in fetch_all(c, _LAST, {"its_id": run_id, "most": most})]
    return Watched(run=run, watchers=watchers, last=tuple(reversed(last)))


def watched_runs(c: Connection) -> tuple[str, ...]:
    """Return the running ones that somebody watches, wherever they are held."""
    return tuple(row.id for row in fetch_all(c, _WATCHED, {}))


def _listed(c: Connection, found: sa.Select[tuple[object, ...]], now: float) -> tuple[ListedRun, ...]:
    rows = c.execute(found).all()
    figures = run_figures(c, [row.id for row in rows])
    return tuple(
        ListedRun(
            run=run_of(row),
            figures=figures[row.id],
            held=row.claimed_by is not None and (row.claimed_until or 0.0) > now,
        )
        for row in rows
    )
