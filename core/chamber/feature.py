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
    """Do with a run what a command says. Raises Stale where the run is not, or no longer, as it has to be."""
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
            done = True
        case RunDeed.STOP:
            done = rows.request_stop(c, step.run_id)
        case RunDeed.GO_ON:
            going = rows.continue_run(c, step.run_id, now=now)
            done = rows.take_over_run(c, step.run_id, step.address, step.language, now=now) or going
        case RunDeed.WATCH:
            run = rows.run_by_id(c, step.run_id)
            done = run is not None and run.status is RunStatus.RUNNING
            if done:
                rows.watch_run(c, step.run_id, step.address, step.language)
        case RunDeed.LEAVE:
            done = rows.stop_watching(c, step.run_id, step.address)
        case RunDeed.DELETE:
            done = rows.erase_run(c, step.run_id)
    if not done:
        raise Stale("The run is not as it was seen.")


EFFECTS: Mapping[type[Effect], Writer] = {
    RunStep: lambda c, effect, step: take_step(c, effect, step.person_id, now=step.now),
}
