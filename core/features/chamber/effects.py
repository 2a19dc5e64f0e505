"""The chamber's effects on the engine: what a command does with a run, in the commit that handles it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy.engine import Connection

from core.contracts.effects import Effect
from core.contracts.errors import Stale
from core.contracts.messages import Address
from core.features.chamber import chamber_rows as rows
from core.features.chamber.runs import ChamberRun, RunStatus
from core.features.chamber.setup import Setup
from core.store.rows import to_datetime


class RunDeed(StrEnum):
    """A command's deed with a run of the chamber."""

    BEGIN = "begin"
    STOP = "stop"
    """Pause it after the turn."""
    GO_ON = "go-on"
    """Also one that runs with nobody at it: from the chat that wishes it."""
    WATCH = "watch"
    LEAVE = "leave"
    """Watch it no more."""
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep(Effect):
    """A step with a run; refused (Stale) where the run is not, or no longer, as it has to be for it."""

    run_id: str
    deed: RunDeed
    address: Address
    """The chat that wishes it."""
    language: str
    """Of the bot's words there."""
    name: str = ""
    """Set for a run that begins."""
    setup: str = ""
    """Set for a run that begins: its `core.features.chamber.setup.Setup` as JSON, without keys."""


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
