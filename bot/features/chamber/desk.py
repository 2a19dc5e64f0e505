"""Answers the operator's page about runs of the chamber."""

from __future__ import annotations

from bot.formatting import terminal_line
from core.contracts.errors import NotFound
from core.contracts.operator_desk import HandedOut, RunRow, RunSheet
from core.contracts.ports import Clock
from core.conversation.context import ReadUnit
from core.features.chamber import chamber_rows
from core.features.chamber.chamber_rows import RunFigures, newest_runs, run_figures
from core.features.chamber.logs import LOG_FILES, Log, candidate_name, prime_name, run_stamp
from core.features.chamber.runs import ChamberRun
from core.store.store import Connection

RUNS = 100
"""On the list."""
TEXT = "text/plain"


class ChamberDesk:
    """Reads beside the store's one reader, which all turns share."""

    def __init__(self, slow_read: ReadUnit, clock: Clock) -> None:
        self._slow_read = slow_read
        self._clock = clock

    async def runs(self) -> tuple[RunRow, ...]:
        now = self._clock.now().timestamp()
        found = await self._slow_read(lambda c: newest_runs(c, limit=RUNS, now=now))
        return tuple(_run_row(each.run, each.figures) for each in found)

    async def run(self, run_id: str) -> RunSheet:
        def unit(c: Connection) -> RunSheet:
            run, said = _run(c, run_id), chamber_rows.utterances_of(c, run_id)
            lines = tuple((each.seq, each.speaker.value, each.public.text, each.at) for each in said)
            return RunSheet(row=_run_row(run, run_figures(c, [run_id])[run_id]), said=lines)

        return await self._slow_read(unit)

    async def run_file(self, run_id: str) -> HandedOut:
        def unit(c: Connection) -> HandedOut:
            run = _run(c, run_id)
            log = next(each for each in LOG_FILES if each.log is Log.SHARED and not each.lines)
            body = log.whole(run, chamber_rows.utterances_of(c, run_id))
            return HandedOut(name=log.name(run_stamp(run)), media_type=TEXT, body=body)

        return await self._slow_read(unit)


def _run(c: Connection, run_id: str) -> ChamberRun:
    run = chamber_rows.run_by_id(c, run_id)
    if run is None:
        raise NotFound("The run is gone.")
    return run


def _run_row(run: ChamberRun, figures: RunFigures) -> RunRow:
    return RunRow(
        id=run.id,
        name=terminal_line(run.name) or run.id,
        prime=terminal_line(prime_name(run.setup)),
        candidate=terminal_line(candidate_name(run.setup)),
        status=run.status.value,
        why="" if run.why is None else run.why.value,
        turns=figures.turns,
        cost_micros=figures.cost_micros,
        touched_at=run.touched_at,
    )
