"""The conversation on the wire: messages that only grow, so that a provider finds again what it has read before."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from core.contracts.calls import Budget
from core.interviews.life_story.interview import LifeStory
from core.llm.build import ModelSettings, build_model
from core.store.call_rows import StoredLedger, every_call
from core.store.store import MemoryStore
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.app import running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import Answers, Asked, FakeModelServer
from tests.fakes.openai_server import FakeOpenAI

ANSWERS = (
    "We lived by the river, and in spring the water came up to the third step.",
    "My brother Anton rowed to school.",
    "He was nine.",
    "The teacher pretended not to see the oars.",
    "There were forty of us in one room, and one stove.",
)
SUBJECTS = ("the third step", "the oars", "the teacher", "that stove", "the barges")


def _says(asked: Asked) -> str:
    return f"What else do you remember of {SUBJECTS[len(asked.conversation) // 2 % len(SUBJECTS)]}?"


async def _talk(server: FakeModelServer, provider: Any) -> list[Asked]:
    """Somebody answers five times; what the server was asked for the messages."""
    store, clock = MemoryStore(), ManualClock()
    settings = ModelSettings(
        provider=provider,
        model="model-main",
        fast_model="model-fast",
        base_url=server.base_url,
        api_key=server.api_key or "",
    )
    model = build_model(settings, StoredLedger(store, Budget(), clock), clock)
    async with running(model=model, kinds={"life-story": LifeStory()}, store=store, clock=clock) as r:
        person = r.platform.person()
        await person.begin("life-story")
        for text in ANSWERS:
            await person.says(text)
        await r.settled()
        calls = await store.read(every_call)
    assert server.complaints == []
    assert [call.purpose for call in calls if call.purpose == "books"] == ["books"] * len(ANSWERS)
    talks = [asked for asked in server.requests if asked.model == "model-main"]
    assert len(talks) == len(ANSWERS)
    return talks


async def _grows(server: FakeModelServer, provider: Any) -> None:
    talks = await _talk(server, provider)
    for before, after in pairwise(talks):
        assert after.conversation[: len(before.conversation)] == before.conversation
        assert len(after.conversation) == len(before.conversation) + 2
        assert after.system == before.system
    for asked, words in zip(talks, ANSWERS, strict=True):
        assert words in asked.user
        assert not any(words in line.text for line in asked.conversation)


async def test_on_anthropics_protocol_each_talk_begins_with_the_last() -> None:
    async with FakeAnthropic(default=Answers(says=_says)) as server:
        await _grows(server, "anthropic")


async def test_each_conversation_begins_with_the_one_before_on_openais_protocol() -> None:
    async with FakeOpenAI(default=Answers(says=_says)) as server:
        await _grows(server, "openai")
