"""From settings to a model."""

from __future__ import annotations

import asyncio
import sys

import pytest

from core.contracts.errors import ConfigurationError, ModelAbsent
from core.contracts.ports import Prompt
from core.llm.build import ModelSettings, build_model
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.unit.test_llm_reading import Reply


async def test_without_a_provider_everything_is_offline() -> None:
    model = build_model(ModelSettings(), MemoryLedger(), ManualClock())
    assert model.offline
    with pytest.raises(ModelAbsent):
        await model.ask(Prompt(purpose="books", system="", user="hello"), Reply)
    with pytest.raises(ModelAbsent):
        await model.write(Prompt(purpose="talk", system="", user="hello"))
    await model.warm_up()
    await model.close()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (ModelSettings(provider="anthropic", model="m"), "llm.api_key"),
        (ModelSettings(provider="anthropic", api_key="hunter2"), "llm.model"),
        (ModelSettings(provider="openai"), "llm.model"),
        (ModelSettings(provider="anthropic", model="m", api_key="abc def"), "llm.api_key"),
        (ModelSettings(provider="openai", model="m", api_key="ключ"), "llm.api_key"),
        (ModelSettings(provider="openai", model="m", base_url="localhost:11434"), "llm.base_url"),
        (ModelSettings(provider="openai", model="m", base_url="http://host:99999/"), "llm.base_url"),
    ],
)
def test_settings_that_cannot_work_name_the_key_and_hide_its_value(settings: ModelSettings, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named) as caught:
        build_model(settings, MemoryLedger(), ManualClock())
    assert not settings.api_key or settings.api_key not in str(caught.value)


def test_the_key_is_not_in_the_printed_settings() -> None:
    assert "hunter2" not in repr(ModelSettings(provider="anthropic", model="m", api_key="hunter2"))


async def test_building_a_model_imports_no_sdk() -> None:
    program = (
        "import sys\n"
        "from core.llm.build import ModelSettings, build_model\n"
        "from tests.fakes.ledger import MemoryLedger\n"
        "from tests.fakes.manual_clock import ManualClock\n"
        "for provider in ('anthropic', 'openai'):\n"
        "    build_model(ModelSettings(provider=provider, model='m', api_key='k'), MemoryLedger(), ManualClock())\n"
        "print(sorted({'anthropic', 'openai', 'httpx2'} & sys.modules.keys()))\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert output.decode().strip() == "[]"
