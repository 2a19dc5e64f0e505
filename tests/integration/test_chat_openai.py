"""What servers with OpenAI's protocol do differently from one another in a conversation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import openai
import pytest

from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Stop
from core.contracts.errors import ModelError, ModelUnavailable
from tests.fakes.model_behaviours import BreaksOff, Fails, Refuses, Says, Streams, TokenUse
from tests.fakes.model_schemas import Json
from tests.fakes.model_streams import event
from tests.fakes.openai_server import FakeOpenAI
from tests.integration.test_chat_models import KEY, QUESTION, ChatBench, asking, bench_of

DONE = b"data: [DONE]\n\n"


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI(api_key=None) as server:
        yield server


@pytest.fixture
async def bench(server: FakeOpenAI) -> AsyncIterator[ChatBench]:
    async with AsyncExitStack() as stack:
        yield bench_of(server, stack)


def chunk(reason: str | None = None, **delta: Any) -> bytes:
    return event({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("place", ["reasoning_content", "reasoning", "parts"])
async def test_thinking_stands_where_each_server_puts_it_and_never_goes_back(
    server: FakeOpenAI, bench: ChatBench, place: str, *, stream: bool
) -> None:
    server.thinks_in = place
    server.script(Says(text="In Tula.", thoughts=("She asks", " where.")))
    reply = await bench.say(stream=stream)
    assert reply.text == bench.heard() == "In Tula."
    assert reply.thinking.split() == bench.heard(thinking=True).split() == ["She", "asks", "where."]
    assert reply.blocks == ""
    own = ChatLine(role=ChatRole.ASSISTANT, text=reply.text, blocks='[{"type": "thinking"}]')
    lines = (*QUESTION.lines, own, *QUESTION.lines)
    await bench.say(ChatRequest(purpose="candidate", system="", lines=lines), stream=stream)
    assert server.requests[1].body["messages"][1] == {"role": "assistant", "content": "In Tula."}


async def test_a_server_that_thinks_by_two_names_is_heard_once(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(
        Streams(events=[chunk(reasoning="Hm.", reasoning_content="Hm."), chunk("stop", content="Yes."), DONE])
    )
    reply = await bench.say()
    assert (reply.thinking, reply.text) == ("Hm.", "Yes.")


async def test_what_is_wanted_is_sent(server: FakeOpenAI, bench: ChatBench) -> None:
    reply = await bench.say(asking("Hello", temperature=1.2, seed=7), extra={"reasoning_effort": "low"})
    sent = server.requests[0].body
    assert (sent["temperature"], sent["seed"], sent["max_tokens"], sent["reasoning_effort"]) == (1.2, 7, 300, "low")
    assert sent["stream_options"] == {"include_usage": True}
    assert reply.left_out == ()


@pytest.mark.parametrize(
    ("lacks", "left_out", "absent"),
    [
        ({"warm": False}, ("temperature",), "temperature"),
        ({"seeds": False}, ("seed",), "seed"),
        ({"counts_in_streams": False}, (), "stream_options"),
        ({"streams": False}, (), "stream"),
        ({"limits": frozenset({"max_completion_tokens"})}, (), "max_tokens"),
    ],
)
async def test_what_a_server_rejects_is_left_out_and_not_tried_again(
    server: FakeOpenAI, bench: ChatBench, lacks: dict[str, Any], left_out: tuple[str, ...], absent: str
) -> None:
    for name, value in lacks.items():
        setattr(server, name, value)
    model = bench.model()
    replies = [await model.say(asking("Hello", temperature=0.5, seed=7)) for _ in range(2)]
    assert [(reply.text, reply.left_out) for reply in replies] == [("Tell me more.", left_out)] * 2
    assert len(server.complaints) == 1
    assert all(absent not in asked.body for asked in server.requests)
    assert (await model.say(QUESTION)).left_out == (), "nothing was wanted"


async def test_a_server_that_lacks_everything_is_spoken_with(server: FakeOpenAI, bench: ChatBench) -> None:
    server.warm = server.seeds = server.streams = server.counts_in_streams = False
    server.limits = frozenset({"max_completion_tokens"})
    reply = await bench.say(asking("Hello", temperature=0.5, seed=7))
    assert reply.left_out == ("temperature", "seed")
    assert sorted(server.requests[0].body) == ["max_completion_tokens", "messages", "model"]
    assert (await bench.ledger.settled(1))[0].outcome == "ok"
    assert len(bench.ledger.rows) == 1, "what is rejected costs nothing and is no call"


async def test_a_request_that_is_wrong_in_every_form_changes_nothing(server: FakeOpenAI, bench: ChatBench) -> None:
    model = bench.model()
    server.script(*[Fails(status=400, message="stream and temperature are wrong")] * 3)
    with pytest.raises(ModelError):
        await model.say(asking("Hello", temperature=0.5))
    await model.say(asking("Hello", temperature=0.5))
    assert {"temperature", "stream", "stream_options"} <= server.requests[-1].body.keys()


async def test_a_context_that_is_full_is_told_and_no_matter_of_form(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(Fails(status=400, kind="context_length_exceeded", message="temperature, stream"))
    with pytest.raises(ModelError, match="context_length_exceeded") as caught:
        await bench.say()
    assert not caught.value.retryable
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("stop", Stop.END),
        ("eos", Stop.END),
        ("length", Stop.LIMIT),
        ("tool_calls", Stop.LIMIT),
        ("content_filter", Stop.REFUSED),
    ],
)
async def test_why_it_ended(server: FakeOpenAI, bench: ChatBench, reason: str, stop: Stop) -> None:
    server.script(Streams(events=[chunk(content="Yes."), chunk(reason), DONE]))
    reply = await bench.say()
    assert (reply.text, reply.stop) == ("Yes.", stop)


@pytest.mark.parametrize("reason", ["abort", "error", "insufficient_system_resource"])
async def test_a_server_that_gave_up_in_the_midst_has_given_no_reply(
    server: FakeOpenAI, bench: ChatBench, reason: str
) -> None:
    server.script(Streams(events=[chunk(content="Yes"), chunk(reason), DONE]))
    with pytest.raises(ModelUnavailable):
        await bench.say()
    assert (await bench.ledger.settled(1))[0].cost_micros == bench.ledger.rows[0].call.reserved_micros


async def test_a_content_filter_in_the_midst_is_no_refusal_of_the_whole(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(BreaksOff(after=5, how="error", kind="content_filter"))
    with pytest.raises(ModelUnavailable):
        await bench.say()
    server.script(BreaksOff(after=0, how="error", kind="content_filter"))
    assert (await bench.say()).stop is Stop.REFUSED


async def test_words_of_a_refusal_are_no_reply(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(Refuses(text="I was"))
    reply = await bench.say()
    assert reply.text == bench.heard() == "I was"


async def test_odd_chunks_are_no_trouble(server: FakeOpenAI, bench: ChatBench) -> None:
    zeros = {"prompt_tokens": 0, "completion_tokens": 0}
    server.script(
        Streams(
            events=[
                b": keep-alive\n\n",
                event({"choices": [], "prompt_filter_results": []}),
                event({"choices": [{"index": 1, "delta": {"content": "Another"}, "finish_reason": "stop"}]}),
                event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}}], "usage": zeros}),
                event({"choices": [{"delta": {"content": "Yes."}}], "usage": None}),
                chunk("stop"),
                event({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}),
                DONE,
            ]
        )
    )
    reply = await bench.say()
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ("Yes.", 9, 3)


async def test_another_answer_alone_is_none(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(Streams(events=[event({"choices": []}), DONE]), Streams(events=[]))
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            await bench.say()


async def test_no_key_is_needed_at_another_address(server: FakeOpenAI, bench: ChatBench) -> None:
    for provider in ("openai", "custom"):
        assert (await bench.say(api_key="", provider=provider)).text


async def test_cached_tokens_are_a_part_of_the_prompt(server: FakeOpenAI, bench: ChatBench) -> None:
    server.script(Says(text="Yes.", usage=TokenUse(input=60, cached=40, output=7)))
    reply = await bench.say()
    assert (reply.input_tokens, reply.output_tokens, reply.cost_micros) == (100, 7, 240 + 16 + 140)


GOOD: Json = {"model": "model-main", "max_tokens": 10, "messages": [{"role": "user", "content": "hello"}]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"thinking": {"type": "enabled"}},
        {"stream_options": {"include_usage": True}},
        {"temperature": 3},
        {"seed": "7"},
        {"messages": []},
        {"messages": [{"role": "system", "content": "s"}]},
        {"messages": [{"role": "user", "content": ""}]},
        {"messages": [*GOOD["messages"], *GOOD["messages"]]},
        {"messages": [*GOOD["messages"], {"role": "assistant", "content": "a"}]},
        {"messages": [{"role": "user", "content": "a", "reasoning_content": "b"}]},
    ],
)
async def test_the_fake_is_as_strict_as_the_service(server: FakeOpenAI, wrong: Json) -> None:
    async with openai.AsyncOpenAI(api_key=KEY, base_url=server.base_url, max_retries=0) as client:
        await client.post("/chat/completions", body=GOOD, cast_to=object)
        with pytest.raises(openai.BadRequestError):
            await client.post("/chat/completions", body={**GOOD, **wrong}, cast_to=object)
