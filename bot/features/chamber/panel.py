"""Shows the runs of the chamber on the operator's page, without either side's thoughts."""

from __future__ import annotations

from decimal import Decimal

from bot.formatting import terminal_line
from core.contracts.errors import NotFound
from core.contracts.operator_desk import HandedOut, PanelCell, PanelLine, PanelSheet, PanelTable
from core.contracts.ports import Clock
from core.conversation.context import ReadUnit
from core.features.chamber.chamber_rows import newest_runs, run_by_id, run_figures, utterances_of
from core.features.chamber.logs import LOG_FILES, Log, candidate_name, prime_name, run_stamp
from core.features.chamber.messages import Speaker
from core.features.chamber.runs import ChamberRun
from core.languages.messages import say
from core.store.store import Connection

RUNS = 100
"""On the list."""
TEXT = "text/plain"
MICROS = 1_000_000
_HEADS = (
    *("operator-run", "operator-sides", "operator-head-state"),
    *("operator-turns", "operator-head-cost", "operator-head-touched"),
)


class ChamberPanel:
    """Reads beside the store's one reader, which all turns share."""

    path = "runs"
    title = "operator-runs"

    def __init__(self, beside: ReadUnit, clock: Clock) -> None:
        self._beside = beside
        self._clock = clock

    async def table(self, language: str) -> PanelTable:
        now = self._clock.now().timestamp()
        found = await self._beside(lambda c: newest_runs(c, limit=RUNS, now=now))
        rows: list[tuple[str, tuple[PanelCell, ...]]] = [
            (
                run.id,
                (
                    _name(run),
                    f"{terminal_line(prime_name(run.setup))} · {terminal_line(candidate_name(run.setup))}",
                    _state(run, language),
                    figures.turns,
                    Decimal(figures.cost_micros) / MICROS,
                    run.touched_at,
                ),
            )
            for run, figures in ((each.run, each.figures) for each in found)
        ]
        heads = tuple(say(language, key) for key in _HEADS)
        return PanelTable(heads=heads, rows=tuple(rows), empty=say(language, "operator-no-runs"))

    async def sheet(self, thing_id: str, language: str) -> PanelSheet:
        def unit(c: Connection) -> PanelSheet:
            run, figures = _run(c, thing_id), run_figures(c, [thing_id])[thing_id]
            return PanelSheet(
                title=_name(run),
                facts=(
                    ("Prime", terminal_line(prime_name(run.setup))),
                    ("Candidate", terminal_line(candidate_name(run.setup))),
                    (say(language, "operator-head-state"), _state(run, language)),
                    (say(language, "operator-turns"), figures.turns),
                    (say(language, "operator-head-touched"), run.touched_at),
                    (say(language, "operator-head-cost"), Decimal(figures.cost_micros) / MICROS),
                ),
                said=tuple(
                    PanelLine(
                        number=each.seq,
                        speaker=each.speaker.value.capitalize(),
                        text=each.public.text,
                        at=each.at,
                        asks=each.speaker is Speaker.PRIME,
                    )
                    for each in utterances_of(c, thing_id)
                ),
            )

        return await self._beside(unit)

    async def transcript(self, thing_id: str) -> HandedOut:
        def unit(c: Connection) -> HandedOut:
            run = _run(c, thing_id)
            log = next(each for each in LOG_FILES if each.log is Log.SHARED and not each.lines)
            body = log.whole(run, utterances_of(c, thing_id))
            return HandedOut(name=log.name(run_stamp(run)), media_type=TEXT, body=body)

        return await self._beside(unit)


def _run(c: Connection, run_id: str) -> ChamberRun:
    run = run_by_id(c, run_id)
    if run is None:
        raise NotFound("The run is gone.")
    return run


def _name(run: ChamberRun) -> str:
    return terminal_line(run.name) or run.id


def _state(run: ChamberRun, language: str) -> str:
    why = "" if run.why is None else run.why.value
    return say(language, "chamber-file-is", status=run.status.value, why=why)
