"""What servers with OpenAI's protocol do differently from one another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from core.contracts.chat import ignore_piece
from core.contracts.errors import ModelError, ModelMisread, ModelRefused
from core.llm.build import ManagedModel, ModelSettings, build_model
from core.llm.metered import chat_request
from core.llm.providers.openai import OpenAIClient
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import Answers, Fails, Says, TokenUse
from tests.fakes.openai_server import FakeOpenAI
from tests.integration.test_llm_servers import WORDS, Decision, request_of, talk

GOOD = '{"say": "And the mill?", "done": false}'


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI(api_key=None) as server:
        yield server


@pytest.fixture
async def model(server: FakeOpenAI) -> AsyncIterator[ManagedModel]:
    settings = ModelSettings(provider="openai", model="model-main", base_url=server.base_url)
    async with AsyncExitStack() as stack:
        model = build_model(settings, MemoryLedger(), ManualClock())
        stack.push_async_callback(model.close)
        yield model


def formats(server: FakeOpenAI) -> list[str]:
    return [asked.body.get("response_format", {}).get("type", "none") for asked in server.requests]


async def test_no_key_is_needed(server: FakeOpenAI, model: ManagedModel) -> None:
    assert (await model.ask(request_of(), Decision)).say
    assert server.requests[0].headers["Authorization"].startswith("Bearer ")


@pytest.mark.parametrize(
    ("taken", "form", "rejections"),
    [
        (frozenset({"json_schema", "json_object"}), "json_schema", 0),
        (frozenset({"json_object"}), "json_object", 1),
        (frozenset[str](), "none", 2),
    ],
)
async def test_what_a_server_rejects_is_left_out_and_not_tried_again(
    server: FakeOpenAI, model: ManagedModel, taken: frozenset[str], form: str, rejections: int
) -> None:
    server.formats = taken
    for _ in range(3):
        assert (await model.ask(request_of(), Decision)).say
    assert formats(server) == [form] * 3
    assert len(server.complaints) == rejections


async def test_a_request_that_is_wrong_in_every_form_changes_nothing(server: FakeOpenAI, model: ManagedModel) -> None:
    server.script(*[Fails(status=400, kind="invalid_request_error")] * 3)
    with pytest.raises(ModelError):
        await model.ask(request_of(), Decision)
    await model.ask(request_of(), Decision)
    assert formats(server) == ["json_schema", "json_object", "none", "json_schema"]


@pytest.mark.parametrize(("code", "error"), [("context_length_exceeded", ModelError), ("content_filter", ModelRefused)])
async def test_a_rejection_for_another_reason_is_not_taken_for_one_of_the_form(
    server: FakeOpenAI, model: ManagedModel, code: str, error: type[ModelError]
) -> None:
    server.script(Fails(status=400, kind=code))
    with pytest.raises(error):
        await model.ask(request_of(), Decision)
    assert formats(server) == ["json_schema"]


async def test_newer_models_call_the_limit_by_another_name(server: FakeOpenAI, model: ManagedModel) -> None:
    server.limits = frozenset({"max_completion_tokens"})
    for _ in range(2):
        await model.ask(request_of(), Decision)
    assert ["max_completion_tokens" in asked.body for asked in server.requests] == [True, True]
    assert formats(server) == ["json_schema"] * 2
    assert len(server.complaints) == 1


async def test_a_temperature_is_sent_where_one_is_wanted(server: FakeOpenAI, model: ManagedModel) -> None:
    await model.ask(request_of(), Decision)
    await model.ask(replace(request_of(), temperature=0.7), Decision)
    assert [asked.body.get("temperature") for asked in server.requests] == [None, 0.7]


async def test_a_server_that_refuses_a_temperature_is_given_none_then(server: FakeOpenAI, model: ManagedModel) -> None:
    server.warm = False
    for _ in range(2):
        await model.ask(replace(request_of(), temperature=0.9), Decision)
    assert ["temperature" in asked.body for asked in server.requests] == [False, False]
    assert formats(server) == ["json_schema"] * 2
    assert len(server.complaints) == 1


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Of course! {GOOD} Shall I go on?",
        f'<think>Perhaps {{"say": "no"}}</think>\n{GOOD}',
    ],
)
async def test_a_server_that_ignores_the_form_is_understood(server: FakeOpenAI, model: ManagedModel, text: str) -> None:
    server.script(Says(text=text))
    assert await model.ask(request_of(), Decision) == Decision(say="And the mill?")


async def test_a_message_is_asked_for_without_any_form(server: FakeOpenAI, model: ManagedModel) -> None:
    server.only_texts = True
    assert await model.write(replace(talk(), temperature=0.7)) == "Tell me more."
    body = server.requests[0].body
    assert formats(server) == ["none"]
    assert body["temperature"] == 0.7
    assert body["messages"] == [
        {"role": "system", "content": "You ask about a life."},
        {"role": "user", "content": "Good morning."},
        {"role": "assistant", "content": "Good morning! Where were you born?"},
        {"role": "user", "content": "In Tula."},
        {"role": "assistant", "content": "What did the street sound like?"},
        {"role": "user", "content": WORDS},
    ]


async def test_a_message_without_instructions_begins_with_the_conversation(
    server: FakeOpenAI, model: ManagedModel
) -> None:
    await model.write(replace(talk(), system=""))
    assert server.requests[0].body["messages"][0] == {"role": "user", "content": "Good morning."}


async def test_a_rejected_message_says_nothing_about_forms(server: FakeOpenAI, model: ManagedModel) -> None:
    server.script(Fails(status=400, kind="invalid_request_error"))
    with pytest.raises(ModelError):
        await model.write(talk())
    await model.ask(request_of(), Decision)
    assert formats(server) == ["none", "json_schema"]


async def test_what_a_server_rejects_is_left_out_of_messages_too(server: FakeOpenAI, model: ManagedModel) -> None:
    server.limits, server.warm = frozenset({"max_completion_tokens"}), False
    for _ in range(2):
        assert await model.write(replace(talk(), temperature=0.9)) == "Tell me more."
    assert len(server.complaints) == 2


async def test_prose_is_not_answered_with_a_second_call(server: FakeOpenAI, model: ManagedModel) -> None:
    server.script(Says(text="How lovely! And what was the mill like?"))
    with pytest.raises(ModelMisread):
        await model.ask(request_of(), Decision)
    assert len(server.requests) == 1


async def test_the_schema_stands_in_the_prompt_and_the_persons_words_apart(
    server: FakeOpenAI, model: ManagedModel
) -> None:
    await model.ask(request_of(), Decision)
    asked = server.requests[0]
    assert '"say"' in asked.system
    assert asked.user == WORDS


@pytest.mark.parametrize(("cached", "total"), [(40, 100), (0, 60)])
async def test_cached_tokens_are_a_part_of_the_prompt(server: FakeOpenAI, cached: int, total: int) -> None:
    server.script(Answers(usage=TokenUse(input=60, cached=cached, output=7)))
    provider = OpenAIClient(clock=ManualClock(), base_url=server.base_url, stream=False)
    completion = await provider.say(chat_request(request_of(), Decision), "model-main", ignore_piece)
    await provider.close()
    assert completion.usage is not None
    usage = completion.usage
    assert (usage.prompt_tokens, usage.input_tokens, usage.cached_tokens) == (total, 60, cached)
    assert usage.output_tokens == 7


async def test_a_server_that_counts_nothing_is_no_trouble(server: FakeOpenAI, model: ManagedModel) -> None:
    server.script(Answers(usage=None))
    assert (await model.ask(request_of(), Decision)).say
