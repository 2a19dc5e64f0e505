"""What the chamber adds to the engine."""

from __future__ import annotations

from collections.abc import Mapping

from core.chamber.run_steps import take_step
from core.contracts.commits import RunStep
from core.contracts.effects import Effect
from core.store.effect_writers import Writer

EFFECTS: Mapping[type[Effect], Writer] = {
    RunStep: lambda c, effect, step: take_step(c, effect, step.person_id, now=step.now),
}
