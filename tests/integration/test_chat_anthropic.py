"""What is Anthropic's own in a conversation."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import anthropic
import pytest

from core.contracts.chat import ChatLine, ChatReply, ChatRequest, ChatRole, Stop
from core.contracts.errors import ModelError
from tests.fakes.anthropic_server import REDACTED, FakeAnthropic, blocks_of
from tests.fakes.model_behaviours import Says, Streams, TokenUse
from tests.fakes.model_schemas import Json
from tests.fakes.model_streams import event
from tests.integration.test_chat_models import KEY, QUESTION, ChatBench, asking, bench_of

HIDDEN = f"{REDACTED}EmwKAhgB"


@pytest.fixture
async def server() -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as server:
        yield server


@pytest.fixture
async def bench(server: FakeAnthropic) -> AsyncIterator[ChatBench]:
    async with AsyncExitStack() as stack:
        yield bench_of(server, stack)


def stream_of(*events: Json) -> Streams:
    return Streams(events=[event(each, each["type"]) for each in events])


def ended(reason: str) -> Json:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 1}}


def gone_on(reply: ChatReply, *, text: str | None = None) -> ChatRequest:
    """The conversation with this reply in it, and a further question."""
    own = ChatLine(role=ChatRole.ASSISTANT, text=reply.text if text is None else text, blocks=reply.blocks)
    return replace(QUESTION, lines=(*QUESTION.lines, own, ChatLine(role=ChatRole.USER, text="And then?")))


@pytest.mark.parametrize("stream", [True, False])
async def test_signed_thinking_goes_back_before_the_models_own_words(
    server: FakeAnthropic, bench: ChatBench, *, stream: bool
) -> None:
    server.script(Says(text="In Tula.", thoughts=("Tula?", HIDDEN, "")))
    reply = await bench.say(stream=stream)
    assert reply.thinking == "Tula?"
    assert [block["type"] for block in json.loads(reply.blocks)] == ["thinking", "redacted_thinking", "thinking"]
    await bench.say(gone_on(reply, text="In Tula, they say."), stream=stream)
    own = server.requests[1].body["messages"][1]
    assert own["content"] == [*json.loads(reply.blocks), {"type": "text", "text": "In Tula, they say."}]
    assert server.complaints == [], "the fake looks at the signatures"


async def test_thoughts_stand_apart_in_plain_words(server: FakeAnthropic, bench: ChatBench) -> None:
    server.script(Says(text="Yes.", thoughts=("First.", "", "Second.")))
    reply = await bench.say()
    assert reply.thinking == bench.heard(thinking=True) == "First.\n\nSecond."


@pytest.mark.parametrize("blocks", ['{"outbox": 17}', "no JSON", '[{"type": "text", "text": "x"}]', "[3]", "null"])
async def test_what_another_service_sent_is_left_out(server: FakeAnthropic, bench: ChatBench, blocks: str) -> None:
    await bench.say(gone_on(ChatReply(text="In Tula.", blocks=blocks)))
    assert server.requests[0].body["messages"][1]["content"] == [{"type": "text", "text": "In Tula."}]


async def test_thinking_that_the_service_does_not_take_back_is_left_out(
    server: FakeAnthropic, bench: ChatBench
) -> None:
    foreign = json.dumps([{"type": "thinking", "thinking": "Tula?", "signature": "of another model"}])
    model = bench.model()
    for _ in range(2):
        reply = await model.say(gone_on(ChatReply(text="In Tula.", blocks=foreign)))
        assert reply.left_out == ("signed thinking",)
    assert len(server.complaints) == 1
    assert "thinking" not in str(server.requests[-1].body)


async def test_a_thought_that_was_cut_before_it_was_signed_is_not_kept(server: FakeAnthropic, bench: ChatBench) -> None:
    unsigned: list[Json] = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Wel"}},
        {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
    server.script(stream_of(*unsigned))
    reply = await bench.say()
    assert (reply.thinking, reply.text, reply.blocks, reply.stop) == ("Wel", "", "", Stop.LIMIT)
    assert (reply.input_tokens, reply.output_tokens) == (5, 9)


async def test_a_temperature_is_sent_where_the_model_takes_one(server: FakeAnthropic, bench: ChatBench) -> None:
    server.warm = True
    reply = await bench.say(asking("Hello", temperature=0.7))
    assert (server.requests[0].body["temperature"], reply.left_out) == (0.7, ())
    await bench.say()
    assert "temperature" not in server.requests[1].body


async def test_a_temperature_that_the_model_refuses_is_left_out(server: FakeAnthropic, bench: ChatBench) -> None:
    model = bench.model()
    replies = [await model.say(asking("Hello", temperature=0.7)) for _ in range(2)]
    assert [reply.left_out for reply in replies] == [("temperature",)] * 2
    assert len(server.complaints) == 1
    assert (await model.say(QUESTION)).left_out == (), "nothing was wanted"


async def test_a_seed_is_not_known_there(server: FakeAnthropic, bench: ChatBench) -> None:
    assert (await bench.say(asking("Hello", seed=7))).left_out == ("seed",)
    assert "seed" not in server.requests[0].body


async def test_further_parameters_are_sent_along(server: FakeAnthropic, bench: ChatBench) -> None:
    thinking = {"type": "enabled", "budget_tokens": 1024}
    await bench.say(asking("Hello", max_tokens=2000), extra={"thinking": thinking})
    assert server.requests[0].body["thinking"] == thinking
    with pytest.raises(ModelError, match="invalid_request_error"):
        await bench.say(asking("Hello", max_tokens=1000), extra={"thinking": thinking})


async def test_a_growing_conversation_is_read_from_the_cache(server: FakeAnthropic, bench: ChatBench) -> None:
    server.counts = True
    model = bench.model()
    lines: tuple[ChatLine, ...] = ()
    for turn in range(4):
        lines += (ChatLine(role=ChatRole.USER, text=f"Question {turn}. " * 400),)
        reply = await model.say(replace(QUESTION, lines=lines))
        lines += (ChatLine(role=ChatRole.ASSISTANT, text=reply.text, blocks=reply.blocks),)
    points = [["cache_control" in block for block in blocks_of(asked.body)].count(True) for asked in server.requests]
    assert points == [2, 3, 3, 3]
    settlements = await bench.ledger.settled(4)
    afresh = [settlement.input_tokens - settlement.cached_tokens for settlement in settlements]
    assert settlements[-1].cached_tokens > 3 * afresh[-1]
    assert max(afresh) - min(afresh) < 50, "what is paid for whole does not grow"


@pytest.mark.parametrize("at_the_end", [True, False])
async def test_a_stream_tells_what_it_took_in_either_place(
    server: FakeAnthropic, bench: ChatBench, *, at_the_end: bool
) -> None:
    server.counts_at_the_end = at_the_end
    server.script(Says(text="Yes.", usage=TokenUse(input=1, cached=20, written=300, output=4)))
    reply = await bench.say()
    assert (reply.input_tokens, reply.output_tokens) == (321, 4)


async def test_what_is_only_begun_is_no_count(server: FakeAnthropic, bench: ChatBench) -> None:
    server.script(
        stream_of(
            {"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": None},
        )
    )
    assert (await bench.say()).cost_micros == bench.ledger.rows[0].call.reserved_micros


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", Stop.END),
        ("stop_sequence", Stop.END),
        ("max_tokens", Stop.LIMIT),
        ("model_context_window_exceeded", Stop.LIMIT),
        ("pause_turn", Stop.LIMIT),
        ("refusal", Stop.REFUSED),
    ],
)
async def test_why_it_ended(server: FakeAnthropic, bench: ChatBench, reason: str, stop: Stop) -> None:
    server.script(stream_of(ended(reason)))
    assert (await bench.say()).stop is stop


async def test_words_of_tools_are_no_words_of_the_model(server: FakeAnthropic, bench: ChatBench) -> None:
    def block(index: int, **content: Any) -> list[Json]:
        return [
            {"type": "content_block_start", "index": index, "content_block": content},
            {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": "{"}},
            {"type": "content_block_stop", "index": index},
        ]

    server.script(
        stream_of(
            *block(0, type="server_tool_use", id="t", name="web_search", input={}),
            *block(1, type="web_search_tool_result", tool_use_id="t", content=[{"title": "Tula"}]),
            *block(2, type="text", text="In Tula."),
            {"type": "something_new", "index": 3},
            ended("end_turn"),
        )
    )
    reply = await bench.say()
    assert (reply.text, reply.thinking, reply.blocks) == ("In Tula.", "", "")


async def test_half_a_character_is_sent_and_kept_nowhere(server: FakeAnthropic, bench: ChatBench) -> None:
    server.script(Says(text="Yes \ud83d.", thoughts=("Hm \ud83d.",)))
    reply = await bench.say(asking("Where \ud83d?"))
    assert server.requests[0].user == "Where ??"
    assert (reply.text, reply.thinking) == ("Yes ?.", "Hm ?.") == (bench.heard(), bench.heard(thinking=True))
    await bench.say(gone_on(reply))
    assert "thinking" in str(server.requests[1].body)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": 7},
        {"stream_options": {"include_usage": True}},
        {"temperature": 1.5},
        {"temperature": 0.5, "thinking": {"type": "enabled", "budget_tokens": 1024}},
        {"thinking": {"type": "enabled", "budget_tokens": 4000}},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": " "}]}]},
        {"messages": [{"role": "user", "content": [{"type": "thinking", "thinking": "x", "signature": "c2ln"}]}]},
        {
            "messages": [
                {"role": "user", "content": "a"},
                {"role": "assistant", "content": [{"type": "text", "text": "b"}, {"type": "thinking"}]},
                {"role": "user", "content": "c"},
            ]
        },
    ],
)
async def test_the_fake_is_as_strict_as_the_service(server: FakeAnthropic, wrong: dict[str, Any]) -> None:
    server.warm = True
    good = {"model": "model-main", "max_tokens": 3000, "messages": [{"role": "user", "content": "hello"}]}
    good |= {"temperature": 1, "thinking": {"type": "enabled", "budget_tokens": 1024}}
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=server.base_url, max_retries=0) as client:
        await client.post("/v1/messages", body=good, cast_to=object)
        with pytest.raises(anthropic.BadRequestError):
            await client.post("/v1/messages", body={**good, **wrong}, cast_to=object)
