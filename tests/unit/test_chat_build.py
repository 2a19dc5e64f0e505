"""From the settings of one side to a model, the operator's own client included."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Piece, Stop
from core.contracts.errors import ConfigurationError, ModelError, ModelUnavailable
from core.llm.build import ChatSettings, build_chat, check_chat
from core.llm.chat_provider import Heard, Spoken
from core.llm.metered import Price
from core.llm.metered_chat import MeteredChat
from core.llm.pace import Paces
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock

HERE = f"{__name__}:"
GOOD = ChatSettings(provider="anthropic", model="m", api_key="k")
REQUEST = ChatRequest(purpose="prime", system="", lines=(ChatLine(role=ChatRole.USER, text="Hello"),))


class Echo:
    """A client of the operator's own."""

    def __init__(self, **given: Any) -> None:
        self.given = given

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        heard(Piece(text=request.lines[-1].text))
        return Spoken(text=f"{self.given['extra']['greeting']}, {model}", stop=Stop.END, usage=None)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


class Slow(Echo):
    """Takes an hour to be ready, and says how often it was made so."""

    times = 0

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        return Spoken(text=str(self.times), stop=Stop.END, usage=None)

    async def warm_up(self) -> None:
        self.times += 1
        self.given["clock"].advance(3600)
        await asyncio.sleep(0)
        raise RuntimeError(self.given["api_key"])


class Raising(Echo):
    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        raise ValueError(f"{request.lines[-1].text} {self.given['api_key']}")


class Prose(Echo):
    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        return "no Spoken"  # type: ignore[return-value]  # as a careless operator's would


class Misshapen(Echo):
    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        return Spoken(text=None, stop=Stop.END, usage=None)  # type: ignore[arg-type]  # as a careless operator's would


class Mute:
    def __init__(self, **given: Any) -> None:
        """Takes what is given."""


class Particular:
    def __init__(self, *, api_key: str) -> None:
        """Takes nothing else."""


def built(settings: ChatSettings, ledger: MemoryLedger | None = None, **prices: Price) -> MeteredChat:
    clock = ManualClock()
    return build_chat(settings, ledger=ledger or MemoryLedger(), clock=clock, paces=Paces(clock), prices=prices)


def own(name: str, extra: Mapping[str, Any] | None = None) -> ChatSettings:
    return ChatSettings(provider="custom", model="m", api_key="hunter2", client=f"{HERE}{name}", extra=extra or {})


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"model": ""}, "model is empty"),
        ({"api_key": ""}, "api_key is empty"),
        ({"provider": "openai", "api_key": ""}, "api_key is empty"),
        ({"api_key": "abc def"}, "api_key holds"),
        ({"base_url": "localhost:11434"}, "base_url is not a web address"),
        ({"provider": "custom"}, "base_url is empty"),
        ({"client": "my.module:Class"}, 'provider "custom" alone'),
        ({"extra": {"top_p": 0.5, "max_tokens": 9}}, r"extra\.max_tokens"),
        ({"extra": {"n": 4}}, r"extra\.n"),
    ],
)
def test_settings_that_cannot_work_name_the_key_and_hide_its_value(changes: dict[str, Any], named: str) -> None:
    settings = replace(GOOD, **changes)
    with pytest.raises(ConfigurationError, match=named) as caught:
        check_chat(settings)
    assert "abc def" not in str(caught.value)
    with pytest.raises(ConfigurationError, match=named):
        built(settings)


def test_a_server_of_ones_own_needs_no_key() -> None:
    for settings in (own("Echo"), replace(GOOD, provider="openai")):
        check_chat(replace(settings, api_key="", client="", base_url="http://localhost:11434/v1"))


def test_the_key_is_not_in_the_printed_settings() -> None:
    assert "hunter2" not in repr(own("Echo"))


async def test_building_imports_no_sdk() -> None:
    program = (
        "import sys\n"
        "from core.llm.build import ChatSettings, build_chat\n"
        "from core.llm.pace import Paces\n"
        "from tests.fakes.ledger import MemoryLedger\n"
        "from tests.fakes.manual_clock import ManualClock\n"
        "clock = ManualClock()\n"
        "for provider in ('anthropic', 'openai'):\n"
        "    settings = ChatSettings(provider=provider, model='m', api_key='k')\n"
        "    build_chat(settings, ledger=MemoryLedger(), clock=clock, paces=Paces(clock), prices={})\n"
        "print(sorted({'anthropic', 'openai', 'httpx2'} & sys.modules.keys()))\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    assert output.decode().splitlines()[-1] == "[]"


async def test_the_price_is_ones_own_or_that_of_the_name() -> None:
    echo = own("Echo", {"greeting": "Hi"})
    for settings, cost in ((echo, 2), (replace(echo, price=Price(input=0, output=3)), 3)):
        chat = built(settings, m=Price(input=0, output=2))
        assert (await chat.say(replace(REQUEST, max_tokens=1))).cost_micros == cost
        await chat.close()


async def test_a_client_of_the_operators_own_is_asked() -> None:
    chat = built(own("Echo", {"greeting": "Hi"}))
    pieces: list[Piece] = []
    await chat.warm_up()
    assert (await chat.say(REQUEST, heard=pieces.append)).text == "Hi, m"
    assert pieces == [Piece(text="Hello")]
    await chat.close()


async def test_a_client_is_ready_before_the_clock_of_a_reply_starts() -> None:
    chat = built(own("Slow"))
    replies = await asyncio.gather(*(chat.say(replace(REQUEST, timeout=1)) for _ in range(2)))
    assert [(reply.text, reply.latency_ms) for reply in replies] == [("1", 0), ("1", 0)]
    await chat.close()


@pytest.mark.parametrize(
    ("client", "named"),
    [
        ("nowhere", "names no class"),
        ("import os;os:x", "names no class"),
        ("no.such.module:Class", "ModuleNotFoundError"),
        (f"{HERE}NoSuchClass", "AttributeError"),
        (f"{HERE}Particular", "TypeError"),
        (f"{HERE}Mute", "no method say"),
    ],
)
def test_a_client_that_cannot_be_used_is_told(client: str, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named) as caught:
        built(replace(own("Echo"), client=client))
    assert "hunter2" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    ("name", "error"), [("Raising", ModelUnavailable), ("Prose", ModelError), ("Misshapen", ModelError)]
)
async def test_a_client_that_fails_fails_in_our_words(name: str, error: type[ModelError]) -> None:
    ledger = MemoryLedger()
    chat = built(own(name), ledger, m=Price(input=1, output=1))
    with pytest.raises(error) as caught:
        await chat.say(REQUEST)
    assert "Hello" not in str(caught.value)
    assert "hunter2" not in str(caught.value)
    await chat.close()
    assert (ledger.settlements[0].cost_micros > 0) is (name == "Raising")
