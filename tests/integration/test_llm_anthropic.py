"""What is Anthropic's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import anthropic
import pytest
from pydantic import BaseModel

from core.contracts.chat import Stop, ignore_piece
from core.contracts.ports import Prompt, PromptLine
from core.llm.chat_provider import Spoken
from core.llm.metered import chat_request
from core.llm.providers.anthropic import AnthropicClient
from tests.fakes.anthropic_server import FakeAnthropic, blocks_of
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import Answers, TokenUse
from tests.integration.test_llm_servers import KEY, WORDS, Decision, request_of, talk


@pytest.fixture
async def server() -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as server:
        yield server


async def reply(
    provider: AnthropicClient, prompt: Prompt, schema: type[BaseModel] | None, model: str = "model-main"
) -> Spoken:
    return await provider.say(chat_request(prompt, schema), model, ignore_piece)


async def body_sent_to(server: FakeAnthropic) -> dict[str, Any]:
    """The body that a provider sends."""
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    try:
        await reply(provider, request_of(), Decision)
    finally:
        await provider.close()
    return server.requests[-1].body


async def test_the_system_prompt_is_cached(server: FakeAnthropic) -> None:
    body = await body_sent_to(server)
    assert body["system"] == [
        {"type": "text", "text": "You ask about a life.", "cache_control": {"type": "ephemeral", "ttl": "5m"}}
    ]
    assert "cache_control" not in str(body["messages"])


async def test_a_conversation_is_cached_up_to_its_last_message(server: FakeAnthropic) -> None:
    server.only_texts, server.counts = True, True
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    conversation = tuple(PromptLine("assistant" if n % 2 else "user", f"{n}: {WORDS * 150}") for n in range(6))
    used = []
    for length in (2, 4, 6):
        completion = await reply(provider, talk(*conversation[:length]), None)
        assert completion.usage is not None
        used.append((completion.usage.cached_tokens, completion.usage.written_tokens))
    await provider.close()
    assert server.complaints == []
    for asked, length in zip(server.requests, (2, 4, 6), strict=True):
        points = [n for n, block in enumerate(blocks_of(asked.body)) if "cache_control" in block]
        assert points == [0, length], "the instructions, and the newest message before this turn's"
        roles = [message["role"] for message in asked.body["messages"]]
        assert roles == ["user", "assistant"] * (length // 2) + ["user"]
        assert asked.body["output_config"] == {"effort": "low"}
    # Each turn reads from the cache what the one before wrote into it.
    (_, first), (second_read, second), (third_read, _) = used
    assert 0 < first == second_read
    assert abs(second_read + second - third_read) <= 1, "each is rounded to whole tokens"


async def test_a_model_without_effort_writes_too(server: FakeAnthropic) -> None:
    server.without_effort = frozenset({"model-main"})
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    for _ in range(2):
        assert (await reply(provider, talk(), None)).text == "Tell me more."
    await provider.close()
    assert len(server.complaints) == 1
    assert ["output_config" in asked.body for asked in server.requests] == [False, False]


async def test_thoughts_have_room_of_their_own(server: FakeAnthropic) -> None:
    body = await body_sent_to(server)
    assert body["max_tokens"] == 300 + 2_000
    assert body["output_config"]["effort"] == "low"


async def test_a_model_without_effort_is_asked_without_it_from_then_on(server: FakeAnthropic) -> None:
    server.without_effort = frozenset({"model-fast"})
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    for model in ("model-fast", "model-fast", "model-main"):
        completion = await reply(provider, request_of(), Decision, model)
        assert completion.stop is Stop.END
    await provider.close()
    assert len(server.complaints) == 1
    assert ["effort" in asked.body["output_config"] for asked in server.requests] == [False, False, True]


async def test_a_temperature_is_sent_where_one_is_wanted_and_a_model_takes_it(server: FakeAnthropic) -> None:
    server.warm = True
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    for temperature in (None, 0.7):
        await reply(provider, replace(request_of(), temperature=temperature), Decision)
    await provider.close()
    assert [asked.body.get("temperature") for asked in server.requests] == [None, 0.7]
    assert server.complaints == []


async def test_a_model_that_takes_no_temperature_is_given_none_then(server: FakeAnthropic) -> None:
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    for _ in range(2):
        completion = await reply(provider, replace(request_of(), temperature=0.9), Decision)
        assert completion.stop is Stop.END
    await provider.close()
    assert len(server.complaints) == 1
    assert ["temperature" in asked.body for asked in server.requests] == [False, False]


async def test_the_three_kinds_of_prompt_tokens(server: FakeAnthropic) -> None:
    server.script(Answers(usage=TokenUse(input=1, cached=20, written=300, output=4)))
    provider = AnthropicClient(api_key=KEY, base_url=server.base_url, clock=ManualClock(), stream=False)
    completion = await reply(provider, request_of(), Decision)
    await provider.close()
    assert completion.usage is not None
    usage = completion.usage
    assert (usage.input_tokens, usage.cached_tokens, usage.written_tokens) == (1, 20, 300)
    assert (usage.prompt_tokens, usage.output_tokens) == (321, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": 0.5},
        {"top_p": 0.9},
        {"max_tokens": 0},
        {"messages": []},
        {"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]},
        {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "{"}]},
        {"messages": [{"role": "assistant", "content": "a"}, {"role": "user", "content": "b"}]},
        {"system": [{"type": "text", "text": str(n), "cache_control": {"type": "ephemeral"}} for n in range(5)]},
        {"system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "ttl": "2h"}}]},
        {"system": [{"type": "text", "text": " ", "cache_control": {"type": "ephemeral"}}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "a"}]}]},
        {"output_config": {"format": {"type": "json_schema", "schema": {"type": "object", "properties": {}}}}},
        {"output_config": {"format": {"type": "json_schema", "schema": Decision.model_json_schema()}}},
        {"output_config": {"effort": "heroic"}},
    ],
)
async def test_the_fake_is_as_strict_as_the_service(server: FakeAnthropic, wrong: dict[str, Any]) -> None:
    good = {"model": "model-main", "max_tokens": 10, "messages": [{"role": "user", "content": "hello"}]}
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=server.base_url, max_retries=0) as client:
        await client.post("/v1/messages", body=good, cast_to=object)
        with pytest.raises(anthropic.BadRequestError):
            await client.post("/v1/messages", body={**good, **wrong}, cast_to=object)
