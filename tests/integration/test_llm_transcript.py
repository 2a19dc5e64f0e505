"""The transcript on the wire: in pieces that only grow, so that a provider finds again what it has read before."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from core.contracts.calls import Budget
from core.interviews.life_story.interview import LifeStory
from core.llm.build import ModelSettings, build_model
from core.llm.prices import Price
from core.store.call_rows import StoredLedger, every_call
from core.store.store import MemoryStore
from tests.fakes.anthropic_server import FakeAnthropic, blocks_of
from tests.fakes.app import running
from tests.fakes.deciding import asks, goes_on
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import Answers, Asked, FakeModelServer
from tests.fakes.openai_server import FakeOpenAI

ANSWERS = (
    "We lived by the river, and in spring the water came up to the third step.",
    "My brother Anton rowed to school.",
    "He was nine.",
    "The teacher pretended not to see the oars.",
    "There were forty of us in one room, and one stove.",
    "I sat by the window, with a view of the barges.",
)
QUESTION = "What happened on the third day of it, in the spring of number {n}?"


def _mind(asked: Asked) -> dict[str, Any]:
    """Stays for three questions, goes on to the script's next, and stays again."""
    number = asked.user.count("<they ")
    return (
        goes_on(asked.user)
        if number == 4
        else asks(QUESTION.format(n=["one", "two", "three", "four", "five", "six"][number % 6]))
    )


async def _talk(server: FakeModelServer, provider: Any) -> tuple[list[Asked], list[tuple[int, int]]]:
    """Somebody answers six times; what the server was asked, and the (read, cached) tokens of the ledger."""
    store, clock = MemoryStore(), ManualClock()
    settings = ModelSettings(
        provider=provider,
        model="model-main",
        fast_model="model-fast",
        base_url=server.base_url,
        api_key=server.api_key or "",
        prices={"model-main": Price(input=4, output=20, cached_input=0.4)},
    )
    model = build_model(settings, StoredLedger(store, Budget(), clock), clock)
    async with running(model=model, kinds={"life-story": LifeStory()}, store=store, clock=clock) as r:
        person = r.platform.person()
        await person.begin("life-story")
        for text in ANSWERS:
            await person.says(text)
        await r.settled()
        calls = [call for call in await store.read(every_call) if call.purpose == "decision"]
    assert server.complaints == []
    decisions = [asked for asked in server.requests if asked.model == "model-main"]
    assert len(decisions) == len(calls) == len(ANSWERS)
    return decisions, [(call.input_tokens, call.cached_tokens) for call in calls]


def _points(body: dict[str, Any]) -> list[int]:
    return [n for n, block in enumerate(blocks_of(body)) if "cache_control" in block]


def _texts(body: dict[str, Any]) -> list[str]:
    return [block["text"] for block in blocks_of(body)]


async def test_each_request_begins_with_what_the_one_before_had_up_to_its_breakpoint() -> None:
    async with FakeAnthropic(default=Answers(value=_mind)) as server:
        server.counts = True
        decisions, counted = await _talk(server, "anthropic")
    for before, after in pairwise(decisions):
        point = _points(before.body)[-1]
        assert _texts(after.body)[: point + 1] == _texts(before.body)[: point + 1]
        assert len(_texts(after.body)) == len(_texts(before.body)) + 1
    for asked, words in zip(decisions, ANSWERS, strict=True):
        *kept, changing = _texts(asked.body)
        assert words in kept[-1]
        assert words not in changing
        assert _points(asked.body) == [0, len(kept) - 1], "the instructions, and the newest piece"
    # All that was written is read at the next turn, so what is read in full does not grow.
    in_full = [read - cached for read, cached in counted]
    assert [cached for _, cached in counted] == sorted(cached for _, cached in counted)
    assert max(in_full[1:]) < 600 < in_full[0]


async def test_a_server_without_blocks_gets_the_same_in_one_message() -> None:
    async with FakeOpenAI(default=Answers(value=_mind)) as server:
        decisions, _ = await _talk(server, "openai")
    for before, after in pairwise(decisions):
        shared = before.user[: before.user.rindex("</they>")]
        assert after.user.startswith(shared)
    assert len({asked.system for asked in decisions}) == 1
    for asked, words in zip(decisions, ANSWERS, strict=True):
        assert asked.user.index("Not asked yet") > asked.user.index(words)
