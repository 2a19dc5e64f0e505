"""The chamber: one model interviews another, and neither sees what the other thinks."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, Finds
from core.features.chamber.chamber_rows import RunStep, count_runs, erase_oldest_run, erase_runs_of, take_step
from core.features.chamber.commands import handle_chamber
from core.features.chamber.export import export_runs
from core.features.chamber.runs import QUEUE
from core.features.registration import Feature
from core.store.feature_hooks import StoreHooks
from core.store.unit_of_work import Wake

FEATURE = Feature(
    name="chamber",
    commands=(CommandSpec(name="chamber", handle=handle_chamber, place=370, finds=Finds.ADMINS),),
    effects={RunStep: lambda c, effect, step: take_step(c, effect, step.person_id, now=step.now)},
    wakes={RunStep: lambda step: Wake(QUEUE, step.run_id)},
    store=StoreHooks(erase=erase_runs_of, count=count_runs, count_message="delete-runs", retire=erase_oldest_run),
    export=export_runs,
)
