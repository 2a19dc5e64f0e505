"""The doctor's look at the chats: whether a token is good, and what is set amiss."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.discord import account as discord_account
from core.contracts.findings import Verdict
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.integration.doctor_kit import findings

pytestmark = pytest.mark.usefixtures("doctors_folder")


# --- Telegram -----------------------------------------------------------------------------------------------------


async def test_a_good_token_is_told_by_the_name_of_its_bot() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = '{api.token}'\napi_base_url = '{api.url}'")
        assert found["Telegram"].how == "the token is that of @RaconteurTestBot"
        assert [call.method for call in api.requests] == ["getMe", "getWebhookInfo"]
        assert "Telegram, webhook" not in found
        assert api.violations == []


async def test_a_bad_token_is_told_and_not_shown() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = '1234567:wrong-token'\napi_base_url = '{api.url}'")
    assert found["Telegram"].mark is Verdict.WRONG
    assert "does not accept the token" in found["Telegram"].how
    assert "BotFather" in found["Telegram"].mend
    assert "wrong-token" not in str(found)


async def test_what_can_be_no_token_asks_nobody() -> None:
    async with FakeBotApi() as api:
        found = await findings(f"[telegram]\ntoken = 'hunter2'\napi_base_url = '{api.url}'")
        assert api.requests == []
    assert found["Telegram"].mark is Verdict.WRONG
    assert "hunter2" not in str(found)


async def test_a_server_that_does_not_answer_is_wrong() -> None:
    async with FakeBotApi() as api:
        url = api.url
    found = await findings(f"[telegram]\ntoken = '1234567:some-token'\napi_base_url = '{url}'")
    assert found["Telegram"].mark is Verdict.WRONG
    assert "does not answer" in found["Telegram"].how
    assert "some-token" not in str(found)


WEBHOOK = "https://bot.example.org/telegram"


async def test_a_server_that_is_no_bot_api_is_wrong() -> None:
    async def hello(_: web.Request) -> web.Response:
        return web.json_response({"ok": True, "result": {"id": 1, "is_bot": True, "first_name": "Raconteur"}})

    app = web.Application()
    app.router.add_route("*", "/{path:.+}", hello)
    async with TestServer(app) as server:
        found = await findings(f"[telegram]\ntoken = '1234567:some-token'\napi_base_url = '{server.make_url('')}'")
    assert found["Telegram"].mark is Verdict.WRONG
    assert "not what a Bot API says" in found["Telegram"].how


@pytest.mark.parametrize(
    ("left", "wanted", "mark", "says"),
    [
        ("", WEBHOOK, Verdict.NOTE, "posted nowhere yet"),
        ("https://other.example.org/x", WEBHOOK, Verdict.NOTE, "posted to other.example.org"),
        (WEBHOOK, WEBHOOK, Verdict.WELL, "posted to bot.example.org"),
        (WEBHOOK, "", Verdict.NOTE, "posted to bot.example.org, and this bot polls"),
    ],
)
async def test_what_telegram_says_of_the_webhook(left: str, wanted: str, mark: Verdict, says: str) -> None:
    async with FakeBotApi() as api:
        api.postman.url = left
        url = f"webhook_url = '{wanted}'" if wanted else ""
        found = await findings(f"[telegram]\ntoken = '{api.token}'\napi_base_url = '{api.url}'\n{url}")
        assert api.violations == []
    assert found["Telegram, webhook"].mark is mark
    assert says in found["Telegram, webhook"].how
    assert "/telegram" not in found["Telegram, webhook"].how


async def test_a_webhook_that_telegram_cannot_reach_is_wrong() -> None:
    async with FakeBotApi() as api:
        api.postman.url, api.postman.behind = WEBHOOK, ["http://127.0.0.1:1"]
        api.user(7).send("hello")
        await api.until(lambda: bool(api.postman.posts))
        settings = f"token = '{api.token}'\napi_base_url = '{api.url}'\nwebhook_url = '{WEBHOOK}'"
        found = await findings(f"[telegram]\n{settings}")
    assert found["Telegram, webhook"].mark is Verdict.WRONG
    assert "1 update waits; Telegram could not post to bot.example.org: Connection refused" in str(found)
    assert "127.0.0.1:8770" in found["Telegram, webhook"].mend


# --- Discord ------------------------------------------------------------------------------------------------------


async def test_a_good_token_is_told_by_its_bot_with_the_link_that_adds_it() -> None:
    async with FakeDiscord() as server:
        found = await findings(f"[discord]\ntoken = '{server.token}'")
        assert found["Discord"].how == f"the token is that of {server.world.bot['username']}"
        link = f"https://discord.com/oauth2/authorize?client_id={server.world.application_id}"
        assert found["Discord's link"].how.startswith(f"{link} ")
        assert not server.gateway.sessions, "looking must receive nothing"
        assert server.violations == []


async def test_a_token_that_discord_does_not_know_is_told_and_not_shown() -> None:
    async with FakeDiscord(token="the.right.one") as server:
        found = await findings("[discord]\ntoken = 'wrong.token.altogether'")
        assert server.violations == []
    assert found["Discord"].mark is Verdict.WRONG
    assert "does not accept the token" in found["Discord"].how
    assert "Reset Token" in found["Discord"].mend
    assert "Discord's link" not in found
    assert "wrong.token" not in str(found)


async def test_a_discord_in_trouble_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_account, "DOCTOR_PATIENCE", 0.5)
    async with FakeDiscord() as server:
        server.fail_next("GET", "/users/@me", 500, times=10)
        for _ in range(2):
            found = await findings(f"[discord]\ntoken = '{server.token}'")
            assert found["Discord"].mark is Verdict.WRONG
            assert "does not answer" in found["Discord"].how
            server.down()


@pytest.mark.parametrize(
    ("portal", "mark", "tells"),
    [
        ({"integration_types_config": {"0": {}}}, Verdict.NOTE, "User Install"),
        ({"integration_types_config": {"1": {}}}, Verdict.NOTE, "Guild Install"),
        ({"interactions_endpoint_url": "https://example.org/hook"}, Verdict.WRONG, "Interactions Endpoint URL"),
    ],
)
async def test_what_is_set_amiss_in_the_portal_is_told(portal: dict[str, object], mark: Verdict, tells: str) -> None:
    async with FakeDiscord() as server:
        server.rest.portal = portal
        found = await findings(f"[discord]\ntoken = '{server.token}'")
    assert found["Discord"].mark is mark
    assert tells in found["Discord"].mend
    assert "Discord's link" in found
