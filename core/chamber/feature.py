"""The chamber's effects on the engine: what a command does with a run, in the commit that handles it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.engine import Connection

from core.chamber import chamber_rows as rows
from core.chamber.runs import ChamberRun, RunStatus
from core.chamber.setup import Setup
from core.contracts.commits import RunDeed, RunStep
from core.contracts.effects import Effect
from core.contracts.errors import Stale
from core.store.codec import to_datetime
from core.store.effect_writers import Writer


def take_step(c: Connection, step: RunStep, person_id: str, *, now: float) -> None:
    """Raises Stale where the run is not, or not any more, as it has to be."""
    if not _taken(c, step, person_id, now):
        raise Stale("The run is not as it was seen.")


def _taken(c: Connection, step: RunStep, person_id: str, now: float) -> bool:
    match step.deed:
        case RunDeed.BEGIN:
            setup = Setup.model_validate_json(step.setup)
            rows.put_run(
                c,
                ChamberRun(
                    id=step.run_id,
                    name=step.name,
                    setup=setup,
                    seed=next(iter(setup.rules.seeds), None),
                    person_id=person_id,
                    address=step.address,
                    language=step.language,
                    created_at=to_datetime(now),
                    touched_at=to_datetime(now),
                ),
            )
            return True
        case RunDeed.STOP:
            return rows.request_stop(c, step.run_id)
        case RunDeed.GO_ON:
            going = rows.continue_run(c, step.run_id, now=now)
            return rows.take_over_run(c, step.run_id, step.address, step.language, now=now) or going
        case RunDeed.WATCH:
            run = rows.run_by_id(c, step.run_id)
            if run is None or run.status is not RunStatus.RUNNING:
                return False
            rows.watch_run(c, step.run_id, step.address, step.language)
            return True
        case RunDeed.LEAVE:
            return rows.stop_watching(c, step.run_id, step.address)
        case RunDeed.DELETE:
            return rows.erase_run(c, step.run_id)


EFFECTS: Mapping[type[Effect], Writer] = {
    RunStep: lambda c, effect, step: take_step(c, effect, step.person_id, now=step.now),
}
