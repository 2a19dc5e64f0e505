"""The scripted model keeps the promises that others' tests rest on."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from core.contracts.errors import ModelError, ModelUnavailable
from core.contracts.ports import LanguageModel, Prompt
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.unit.test_llm_reading import Reply
from tests.unit.test_llm_schema import Mapped


def prompt(purpose: str = "decision") -> Prompt:
    return Prompt(purpose=purpose, system="s", user="u")


async def test_it_answers_with_fields_values_and_errors() -> None:
    def respond(asked: Prompt, schema: type[BaseModel]) -> BaseModel | dict[str, str] | Exception:
        if asked.purpose == "notes":
            return ModelUnavailable("down")
        return {"say": "fields"} if asked.user == "u" else Reply(say="value")

    model: LanguageModel = ScriptedModel(respond)
    assert (await model.ask(prompt(), Reply)).say == "fields"
    assert (await model.ask(Prompt(purpose="decision", system="s", user="v"), Reply)).say == "value"
    with pytest.raises(ModelUnavailable):
        await model.ask(prompt("notes"), Reply)


async def test_it_counts_by_purpose_and_can_be_held() -> None:
    gate = asyncio.Event()
    model = ScriptedModel(gate=gate)
    held = asyncio.create_task(model.ask(prompt(), Reply))
    dropped = asyncio.create_task(model.ask(prompt("notes"), Reply))
    await model.begun(2)
    assert not held.done()
    dropped.cancel()
    await asyncio.wait({dropped})
    gate.set()
    await held
    assert dict(model.calls) == {"decision": 1, "notes": 1}
    assert dict(model.finished) == {"decision": 1}
    assert dict(model.cancelled) == {"notes": 1}
    assert [each.purpose for each in model.prompts] == ["decision", "notes"]


async def test_its_latency_runs_on_the_injected_clock() -> None:
    clock = ManualClock()
    asking = asyncio.create_task(ScriptedModel(clock=clock, latency=0.3).ask(prompt(), Reply))
    await clock.sleepers(1)
    assert not asking.done()
    clock.advance(0.3)
    assert (await asking).say


async def test_a_schema_that_providers_cannot_take_fails_here_too() -> None:
    with pytest.raises(ModelError):
        await ScriptedModel().ask(prompt(), Mapped)
