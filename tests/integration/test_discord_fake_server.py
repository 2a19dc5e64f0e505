"""The fake Discord is as strict as the real one, or the tests that use it prove nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.fakes.discord_client import Raw, raw
from tests.fakes.discord_server import FakeDiscord, Person, SlashResult
from tests.fakes.discord_spec import SPEC
from tests.fakes.discord_wire import Json

described = pytest.mark.skipif(not SPEC.exists(), reason="the description of Discord's API is not at hand")


@pytest.fixture
async def server() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        yield server


@pytest.fixture
async def http(server: FakeDiscord) -> AsyncIterator[Raw]:
    async with raw(server) as client:
        yield client


def button(label: str = "Go", **other: object) -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": f"r:{label}", **other}


def rows(*parts: Json) -> list[Json]:
    return [{"type": 1, "components": list(parts)}]


def options(count: int) -> list[Json]:
    return [{"label": f"n {number}", "value": str(number)} for number in range(count)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"content": "x" * 2000}, 200),
        ({"content": "👵" * 1000}, 200),
        ({"content": "x" * 2001}, 50035),
        ({"content": "👵" * 1000 + "x"}, 50035),
        ({"content": " \n "}, 50006),
        ({}, 50006),
        ({"content": "x", "nonce": "n" * 26}, 50035),
        ({"content": "x", "flags": 64}, 50035),
        ({"content": "x", "flags": 8192}, 50160),
        ({"content": "x", "components": rows(*[button(str(n)) for n in range(5)])}, 200),
        ({"content": "x", "components": rows(*[button(str(n)) for n in range(6)])}, 50035),
        ({"content": "x", "components": rows(button(), button())}, 50035),
        ({"content": "x", "components": rows(button("ж" * 81, custom_id="c"))}, 50035),
        ({"content": "x", "components": rows(button(custom_id="c" * 101))}, 50035),
        ({"content": "x", "components": rows(button(style=9))}, 50035),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(25)})}, 200),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(26)})}, 50035),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(2) * 2})}, 50035),
        ({"content": "x", "components": rows(button(), {"type": 3, "custom_id": "s", "options": options(1)})}, 50035),
        ({"content": "x", "components": rows(button()) * 6}, 50035),
        ({"content": "x", "attachments": [{"id": 0, "filename": "a"}]}, 50035),
        ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
    ],
)
async def test_a_message_is_checked_as_discord_checks_it(http: Raw, body: Json, expected: int) -> None:
    anna = http.server.user()
    status, answer = await http.post(anna.dm, **body)
    assert (status, answer.get("code", 200)) == ((200, 200) if expected == 200 else (400, expected))
    assert len(anna.received) == (expected == 200)


async def test_what_is_not_there_and_who_is_not_known(http: Raw) -> None:
    anna = http.server.user()
    assert (await http.post(4711, content="x"))[1]["code"] == 10003
    assert (await http.call("GET", f"/channels/{anna.dm}/messages/4711"))[1]["code"] == 10008
    assert (await http.call("GET", "/users/4711"))[1]["code"] == 10013
    assert (await http.call("POST", "/users/@me/channels", {"recipient_id": "4711"}))[1]["code"] == 50035
    status, channel = await http.call("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    assert (status, channel["id"], channel["recipients"][0]["global_name"]) == (200, str(anna.dm), "Anna")
    assert http.server.violations == []
    assert (await http.call("GET", "/users/@me", headers={"Authorization": "Bot wrong"}))[0] == 401
    assert (await http.call("GET", "/carrier/pigeons"))[0] == 404
    assert http.server.violations != []


async def test_an_enforced_nonce_keeps_a_second_message_away_for_minutes(http: Raw) -> None:
    anna, boris = http.server.user("Anna"), http.server.user("Boris")

    async def post(channel: int, **other: object) -> str:
        _, message = await http.post(channel, content="x", nonce="k1", **other)
        return str(message["id"])

    first = await post(anna.dm, enforce_nonce=True)
    assert await post(anna.dm, enforce_nonce=True) == first
    assert await post(boris.dm, enforce_nonce=True) != first
    assert await post(anna.dm) != first
    http.server.advance(http.server.world.nonce_memory + 1)
    assert await post(anna.dm, enforce_nonce=True) != first
    assert (len(anna.received), len(boris.received)) == (3, 1)


@described
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/channels/{dm}/messages", {"content": 5}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "colour": "red"}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "allowed_mentions": {"parse": ["cats"]}}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "allowed_mentions": {"ping": []}}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "components": [{"type": 1, "components": [{"type": 2}]}]}),
        ("POST", "/channels/{dm}/messages", None),
        ("POST", "/channels/{dm}/messages?wait=1", {"content": "x"}),
        ("POST", "/channels/{dm}/typing", {"content": "x"}),
        ("GET", "/channels/{dm}/messages?limit=many", None),
        ("GET", "/channels/{dm}/messages?after=-1", None),
        ("GET", "/channels/first", None),
        ("POST", "/users/@me/channels", {"recipient": "1"}),
        ("PUT", "/applications/{app}/commands", [{"name": "x"}, {"description": "y"}]),
        ("PATCH", "/channels/{dm}", {"name": "x"}),
    ],
)
async def test_what_the_description_of_the_api_forbids_is_noted(http: Raw, method: str, path: str, body: Any) -> None:
    anna = http.server.user()
    await http.call(method, path.format(dm=anna.dm, app=http.server.world.application_id), body)
    assert http.server.violations != []


@described
async def test_what_the_description_of_the_api_allows_is_not_noted(http: Raw) -> None:
    anna = http.server.user()
    select = {"type": 3, "custom_id": "s", "options": options(3), "placeholder": "Which?", "min_values": 1}
    body = {
        "content": "x",
        "components": [*rows(button(disabled=True)), *rows(select)],
        "allowed_mentions": {"parse": []},
    }
    assert (await http.post(anna.dm, **body, nonce="k", enforce_nonce=True, flags=4100, tts=False))[0] == 200
    told = {"content": "", "attachments": [{"id": 0, "filename": "a.txt", "description": "words"}]}
    status, message = await http.posted(anna.dm, told, f0=b"abc")
    assert (status, message["attachments"][0]["filename"]) == (200, "a.txt")
    for path in ("/users/@me", "/oauth2/applications/@me", "/gateway/bot", f"/channels/{anna.dm}", f"/users/{anna.id}"):
        assert (await http.call("GET", path))[0] == 200
    assert (await http.call("POST", f"/channels/{anna.dm}/typing"))[0] == 204
    assert http.server.violations == []


# --- commands and presses --------------------------------------------------------------------------------------------


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
async def anna(http: Raw) -> Person:
    """She has the menu and a message with a button and a list."""
    status, _ = await set_menu(http, DONE, START)
    assert status == 200
    return http.server.user("Anna", locale="ru")


async def set_menu(http: Raw, *commands: Json) -> tuple[int, Any]:
    return await http.call("PUT", f"/applications/{http.server.world.application_id}/commands", list(commands))


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


def modal(*, title: str = "Write code", label: str = "Your code", name: str = "e:x", **field: object) -> Json:
    inner = {"type": 4, "custom_id": "code", "style": 2, "max_length": 4000, **field}
    return {"custom_id": name, "title": title, "components": [{"type": 18, "label": label, "component": inner}]}


@pytest.mark.parametrize(
    "data",
    [
        {},
        modal(title="t" * 46),
        modal(title=""),
        modal(label="l" * 46),
        modal(name="c" * 101),
        modal(custom_id=""),
        modal(value="v" * 4001),
        modal(max_length=4001),
        modal(style=3),
        modal(label="Your code") | {"components": []},
    ],
)
async def test_a_modal_that_discord_would_not_take_does_not_open(http: Raw, anna: Person, data: Json) -> None:
    result = anna.slash("done")
    assert await acknowledge(http, result, 9, **data) == (400, 50035)
    assert result.modal is None
    http.server.violations.clear()


async def test_a_modal_is_the_first_response_and_leads_to_no_other(http: Raw, anna: Person) -> None:
    deferred, opened = anna.slash("done"), anna.slash("done")
    assert await acknowledge(http, deferred, 5) == (204, 0)
    assert await acknowledge(http, deferred, 9, **modal()) == (400, 40060)
    with pytest.raises(AssertionError):
        anna.submit(deferred, "x = 1")
    assert await acknowledge(http, opened, 9, **modal(value="v" * 4000)) == (204, 0)
    sent = anna.submit(opened, "x = 1")
    assert await acknowledge(http, sent, 9, **modal()) == (400, 50035)
    assert await acknowledge(http, sent, 6) == (204, 0)


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
    assert http.server.rest.commands == []
