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


def hook(http: Raw, result: SlashResult, place: str = "") -> str:
    return f"/webhooks/{http.server.application_id}/{result.token}{place}"


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


async def test_a_token_is_good_after_the_acknowledgement_and_for_a_quarter_of_an_hour(http: Raw, anna: Person) -> None:
    result = anna.slash("done")
    early = await http.call("POST", hook(http, result), {"content": "early"})
    assert (early[0], early[1]["code"]) == (404, 10015)
    assert await acknowledge(http, result, 5, flags=64) == (204, 0)
    _, original = await http.call("GET", hook(http, result, "/messages/@original"))
    assert original["flags"] == 64 | 128
    status, answer = await http.call("POST", hook(http, result), {"content": "first"})
    assert (status, answer["id"], answer["flags"]) == (200, original["id"], 64)
    await http.call("PATCH", hook(http, result, "/messages/@original"), {"content": "**changed**"})
    _, second = await http.call("POST", hook(http, result), {"content": "second", "flags": 64})
    assert result.private == ["first", "changed", "second"]
    assert (await http.call("DELETE", hook(http, result, f"/messages/{second['id']}")))[0] == 204
    assert not result.deleted
    assert (await http.call("DELETE", hook(http, result, "/messages/@original")))[0] == 204
    assert result.deleted
    gone = await http.call("GET", hook(http, result, "/messages/@original"))
    assert (gone[0], gone[1]["code"]) == (404, 10008)
    http.server.advance(15 * 60 + 1)
    dead = await http.call("POST", hook(http, result), {"content": "too late"})
    assert (dead[0], dead[1]["code"]) == (401, 50027)
    assert (await http.call("POST", f"/webhooks/1/{result.token}", {"content": "x"}))[1]["code"] == 10015


async def test_an_answer_that_all_see_stands_in_the_channel(http: Raw, anna: Person) -> None:
    result = anna.slash("done")
    assert await acknowledge(http, result, 4, content="for all") == (204, 0)
    [seen] = anna.received
    assert (seen.text, result.public, result.private) == ("for all", ["for all"], [])
    await http.call("DELETE", hook(http, result, "/messages/@original"))
    assert (anna.received, result.deleted) == ([], True)
    waiting = anna.slash("done")
    await acknowledge(http, waiting, 5)
    assert [seen.thinking for seen in anna.received] == [True]
    await http.call("PATCH", hook(http, waiting, "/messages/@original"), {"content": "here"})
    assert [(seen.text, seen.thinking) for seen in anna.received] == [("here", False)]
    elsewhere = anna.slash("done", where="guild")
    assert await acknowledge(http, elsewhere, 4, content="x" * 2001) == (400, 50035)
    assert await acknowledge(http, elsewhere, 4, content=" ") == (400, 50006)
    assert await acknowledge(http, elsewhere, 4, content="there") == (204, 0)
    assert (elsewhere.public, len(anna.received)) == (["there"], 1)


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


async def test_a_menu_is_set_as_a_whole(http: Raw, anna: Person) -> None:
    kept = {command["name"]: command["id"] for command in http.server.commands}
    status, stored = await set_menu(http, {**DONE, "name_localizations": {"ru": "готово"}})
    assert (status, [command["id"] for command in stored]) == (200, [kept["done"]])
    path = f"/applications/{http.server.application_id}/commands"
    assert "name_localizations" not in (await http.call("GET", path))[1][0]
    assert (await http.call("GET", f"{path}?with_localizations=1"))[1] == stored
    assert http.server.violations == []
    assert (await set_menu(http, DONE, DONE))[0] == 400
    assert (await http.call("PUT", "/applications/1/commands", [DONE]))[0] == 403


@pytest.mark.parametrize(
    ("name", "where", "given", "why"),
    [
        ("pause", "dm", {}, "no command"),
        ("interview", "dm", {}, "must be named"),
        ("interview stop", "dm", {}, "no subcommand"),
        ("interview start", "dm", {}, "missing"),
        ("interview start", "dm", {"kind": "cookery"}, "none of"),
        ("interview start", "dm", {"kind": "life-story", "minutes": "5"}, "another type"),
        ("done", "dm", {"kind": "x"}, "unknown options"),
        ("help", "dm", {}, "not offered"),
        ("only", "private", {}, "not installed"),
    ],
)
async def test_a_person_can_give_only_what_the_menu_offers(
    http: Raw, anna: Person, name: str, where: str, given: Json, why: str
) -> None:
    helping = {"name": "help", "description": "x", "contexts": [0], "integration_types": [0, 1]}
    await set_menu(http, DONE, START, helping, {"name": "only", "description": "x", "integration_types": [0]})
    with pytest.raises(AssertionError, match=why):
        anna.slash(name, where, **given)
