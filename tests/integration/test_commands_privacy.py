"""`/privacy`: at any time, on one screen, and just what is configured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import SecretStr

from bot.clock import SystemClock
from bot.config import AccessSection, LlmSection, Settings
from bot.timers import TimersSection
from core.contracts.session import Status
from core.inbox.gate import Policy
from tests.fakes.app import running
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePlatform

CONFIGURED = Settings(
    access=AccessSection(policy=Policy.OPEN, operator="Maria Petrova, maria@example.org"),
    llm=LlmSection(provider="anthropic", model="main-model", fast_model="fast-model", api_key=SecretStr("secret-key")),
    timers=TimersSection(retention_days=365),
)


def _carried(by: str) -> FakePlatform:
    platform = FakePlatform(SystemClock())
    platform.capabilities = replace(platform.capabilities, carrier=by)
    return platform


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_it_tells_what_is_configured(language: str) -> None:
    async with running(settings=CONFIGURED, platform=_carried("Pigeon Post")) as r:
        person = r.platform.person(language=language)
        told = await person.says("/privacy")
        for name in ("Maria Petrova, maria@example.org", "Pigeon Post", "Anthropic", "main-model", "fast-model", "365"):
            assert name in told
        assert "secret-key" not in told
        asked = await person.says("/interview plain")
        for name in ("Maria Petrova, maria@example.org", "Pigeon Post", "Anthropic"):
            assert name in asked


async def test_without_a_model_and_a_carrier_nobody_is_named() -> None:
    async with running(settings=CONFIGURED, model=ScriptedModel(offline=True)) as r:
        person = r.platform.person()
        told = await person.says("/privacy")
        assert "No language model is used." in told
        assert not any(name in told for name in ("Anthropic", "main-model", "carries"))


async def test_it_can_be_read_at_any_time_and_disturbs_nothing() -> None:
    async with running(settings=CONFIGURED) as r:
        person = r.platform.person()
        await person.write("/start")
        await person.write("/privacy")
        await person.hears(2)
        await person.presses("Anna")
        assert (await person.says("/privacy =agree")).startswith("I am a program, not a person")
        assert await r.sessions() == []
        await person.presses("I agree, let us begin")
        assert (await person.says("/privacy")).startswith("I am a program, not a person")
        assert (await person.says("One.")).endswith("Question 2 in en?")
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]
