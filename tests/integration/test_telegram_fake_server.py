"""The fake Bot API is as strict as the real one, or the tests that use it prove nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_spec import SPEC

Call = dict[str, Any]


class Client:
    """Plain HTTP, without any library between."""

    def __init__(self, api: FakeBotApi, http: httpx.AsyncClient) -> None:
        self.api = api
        self._http = http

    async def call(self, method: str, **params: object) -> tuple[int, Any]:
        """The status with the result or the description."""
        form = {name: value if isinstance(value, str) else json.dumps(value) for name, value in params.items()}
        answer = await self._http.post(f"{self.api.url}/bot{self.api.token}/{method}", data=form)
        body = answer.json()
        assert body["ok"] is (answer.status_code == 200)
        return answer.status_code, body["result"] if body["ok"] else body["description"]

    async def updates(self, offset: int = 0, **params: object) -> list[int]:
        _, updates = await self.call("getUpdates", offset=offset, **params)
        return [update["update_id"] for update in updates]


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with FakeBotApi() as api, httpx.AsyncClient(timeout=30) as http:
        yield Client(api, http)


FAMILY = "👩‍👧"
MARKUP = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"text": "x" * 4096}, 200),
        ({"text": "👵" * 2048}, 200),
        ({"text": "👵" * 2048 + "x"}, "message is too long"),
        ({"text": " \n"}, "message text is empty"),
        ({}, "message text is empty"),
        ({"text": "x", "chat_id": 99}, "chat not found"),
        ({"text": "x", "parse_mode": "HTML"}, "unsupported parse_mode"),
        ({"text": "x", "colour": "red"}, "no parameter colour"),
        ({"text": FAMILY, "entities": [{"type": "bold", "offset": 0, "length": 2}]}, 200),
        ({"text": FAMILY, "entities": [{"type": "bold", "offset": 1, "length": 2}]}, "can't parse entities"),
        ({"text": FAMILY, "entities": [{"type": "bold", "offset": 0, "length": 6}]}, "can't parse entities"),
        ({"text": "x", "entities": [{"type": "loud", "offset": 0, "length": 1}]}, "can't parse entities"),
        ({"text": "x", "entities": "[{]"}, "can't parse entities"),
        ({"text": "x", "reply_markup": MARKUP}, 200),
        ({"text": "x", "reply_markup": {"inline_keyboard": [{"text": "Go"}]}}, "Array of Arrays"),
        ({"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "Go"}]]}}, "inline keyboard button"),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "Go", "callback_data": "ж" * 33}]]}},
            "BUTTON_DATA_INVALID",
        ),
    ],
)
async def test_a_message_is_checked_as_telegram_checks_it(client: Client, params: Call, expected: int | str) -> None:
    client.api.user(7)
    status, result = await client.call("sendMessage", **({"chat_id": 7} | params))
    if isinstance(expected, int):
        assert status == expected
    else:
        assert status == 400
        assert expected in result


async def test_updates_come_until_an_offset_confirms_them(client: Client) -> None:
    anna = client.api.user(7)
    for number in range(3):
        anna.send(str(number))
    assert await client.updates() == [1001, 1002, 1003]
    assert await client.updates(limit=2) == [1001, 1002]
    assert await client.updates(1003) == [1003]
    assert await client.updates() == [1003]
    assert await client.updates(1004) == []
    client.api.redeliver(1002)
    assert await client.updates(1004) == [1002]
    assert await client.updates(1003) == []


@pytest.mark.skipif(not SPEC.exists(), reason="the description of the Bot API is not at hand")
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("sendMessage", {"chat_id": 7}),
        ("sendMessage", {"chat_id": 7, "text": "x", "colour": "red"}),
        ("sendMessage", {"chat_id": 7, "text": "x", "protect_content": "perhaps"}),
        ("sendMessage", {"chat_id": 7, "text": "x", "entities": [{"type": "bold", "offset": "0", "length": 1}]}),
        ("sendMessage", {"chat_id": 7, "text": "x", "link_preview_options": {"is_off": True}}),
        ("getUpdates", {"timeout": "soon"}),
        ("getUpdates", {"allowed_updates": [1]}),
        ("sendTelegram", {}),
    ],
)
async def test_what_the_description_of_the_api_forbids_is_noted(client: Client, method: str, params: Call) -> None:
    client.api.user(7)
    assert client.api.violations == []
    await client.call(method, **params)
    assert client.api.violations != []


@pytest.mark.skipif(not SPEC.exists(), reason="the description of the Bot API is not at hand")
async def test_what_the_description_of_the_api_allows_is_not_noted(client: Client) -> None:
    client.api.user(7)
    bold = {"type": "bold", "offset": 0, "length": 1}
    preview = {"is_disabled": True}
    await client.call(
        "sendMessage", chat_id=7, text="5", entities=[bold], reply_markup=MARKUP, link_preview_options=preview
    )
    await client.call("setMyCommands", commands=[{"command": "a", "description": "b"}], scope={"type": "default"})
    await client.call("getUpdates", limit=1, timeout=0, allowed_updates=["message"])
    assert client.api.violations == []
