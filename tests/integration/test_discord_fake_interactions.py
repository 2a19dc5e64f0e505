"""The fake Discord is as strict as the real one, or the tests that use it prove nothing: commands and presses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.fakes.discord_client import Raw, raw
from tests.fakes.discord_server import FakeDiscord, Person, SlashResult
from tests.fakes.discord_wire import Json

EVERYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
DONE: Json = {"name": "done", "description": "Finish", "type": 1, **EVERYWHERE}
START: Json = {
    "name": "interview",
    "description": "Interviews",
    "options": [
        {
            "type": 1,
            "name": "start",
            "description": "Begin",
            "options": [
                {
                    "type": 3,
                    "name": "kind",
                    "description": "Which",
                    "required": True,
                    "choices": [{"name": "A life", "value": "life-story"}],
                },
                {"type": 4, "name": "minutes", "description": "How long"},
            ],
        }
    ],
    **EVERYWHERE,
}


@pytest.fixture
async def server() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        yield server


@pytest.fixture
async def http(server: FakeDiscord) -> AsyncIterator[Raw]:
    async with raw(server) as client:
        yield client


@pytest.fixture
async def anna(http: Raw) -> Person:
    """She has the menu and a message with a button and a list."""
    status, _ = await set_menu(http, DONE, START)
    assert status == 200
    return http.server.user("Anna", locale="ru")


async def set_menu(http: Raw, *commands: Json) -> tuple[int, Any]:
    return await http.call("PUT", f"/applications/{http.server.application_id}/commands", list(commands))


async def acknowledge(http: Raw, result: SlashResult, kind: int, **data: object) -> tuple[int, int]:
    """The status and the code of an acknowledgement, which needs no token of the bot."""
    body = {"type": kind} | ({"data": data} if data else {})
    headers = {"Authorization": ""}
    path = f"/interactions/{result.id}/{result.token}/callback"
    status, answer = await http.call("POST", path, body, headers=headers)
    return status, (answer or {}).get("code", 0)


async def test_an_interaction_is_acknowledged_once_and_in_time(http: Raw, anna: Person) -> None:
    result = anna.slash("done")
    assert await acknowledge(http, result, 5, flags=64) == (204, 0)
    assert await acknowledge(http, result, 5, flags=64) == (400, 40060)
    late = anna.slash("done")
    http.server.advance(4)
    assert await acknowledge(http, late, 5) == (404, 10062)
    assert not late.acknowledged
    unknown = SlashResult(id=1, token="unknown")
    assert await acknowledge(http, unknown, 5) == (404, 10062)
    assert await acknowledge(http, SlashResult(id=1, token=result.token), 5) == (404, 10062)
    for wrong in (6, 7, 8):
        assert await acknowledge(http, anna.slash("done"), wrong, choices=[]) == (400, 50035)


@pytest.mark.parametrize(
    "command",
    [
        {"name": "Done", "description": "x"},
        {"name": "two words", "description": "x"},
        {"name": "done", "description": ""},
        {"name": "done", "description": "x" * 101},
        {"name": "done", "description": "x", "name_localizations": {"ru": "Готово"}},
        {"name": "done", "description": "x", "options": [{"type": 3, "name": "a", "description": "x"}] * 2},
        {
            "name": "done",
            "description": "x",
            "options": [
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": True},
            ],
        },
        {"name": "done", "description": "x", "options": [{"type": 1, "name": "A", "description": "x"}]},
    ],
)
async def test_a_menu_is_checked_as_discord_checks_it(http: Raw, command: Json) -> None:
    status, answer = await set_menu(http, command)
    assert (status, answer["code"]) == (400, 50035)
    assert http.server.commands == []
