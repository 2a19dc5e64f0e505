"""What is not written when the operator sets up on their page: everything stays as it was, for nobody but them, and no
secret ever comes out again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.web.operator.frame import HOME, SETUP
from bot.config_file import ChangedMeanwhile, ConfigFile
from bot.setup_page import SetupPage
from core.contracts.findings import Verdict
from core.languages.messages import say
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.manual_clock import ManualClock
from tests.fakes.operator_page import Operator, operator_page, token, words
from tests.integration.setup_kit import OWN, Config, answered, standing

pytestmark = pytest.mark.usefixtures("no_voices")
WRONG_TOKEN = "7:not-the-one-that-it-knows-0"
HOSTILE = "\"><script>document.title='taken'</script>"


async def test_a_token_that_is_not_accepted_is_written_only_if_it_is_wished(o: Operator, file: Config) -> None:
    async with FakeBotApi() as api:
        file.put(OWN.format(url=api.url))
        status, page = await answered(o, telegram__token=WRONG_TOKEN, access__operator="Anna")
        assert status == 409
        assert "does not accept the token" in page
        assert WRONG_TOKEN not in page
        assert 'value="Anna"' in page, "what is no secret need not be typed again"
        assert file.text == OWN.format(url=api.url)
        status, page = await answered(o, seen=page, telegram__token=WRONG_TOKEN, anyway="yes")
    assert status == 200
    assert file.settings["telegram"]["token"] == WRONG_TOKEN
    assert file.settings["access"]["operator"] == "Anna"


@pytest.mark.parametrize(
    ("given", "field", "why"),
    [
        ({"telegram__token": "4242:with a blank"}, "telegram.token", "secret"),
        ({"llm__provider": "anthropic"}, "anthropic.api_key", "needed"),
        ({"llm__provider": "openai", "openai__base_url": "localhost"}, "openai.base_url", "address"),
        ({"llm__provider": "openai", "openai__model": " "}, "openai.model", "needed"),
        ({"llm__provider": "nobody"}, "llm.provider", "choice"),
        ({"access__operator": "a" * 501}, "access.operator", "text"),
        ({"access__operator": "a\x07b"}, "access.operator", "text"),
    ],
)
async def test_a_bad_value_names_its_field_and_nothing_is_written(
    o: Operator, file: Config, given: dict[str, str], field: str, why: str
) -> None:
    file.put("# mine\n")
    o.language = "ru"
    status, page = await answered(o, **given)
    assert status == 400
    assert f'href="#{field}"' in page
    assert f'id="{field}"' in page
    assert say("ru", f"setup-wrong-{why}") in words(page)
    assert "with a blank" not in page
    assert file.text == "# mine\n"
    assert list(file.all) == ["config.toml"]


@pytest.mark.parametrize("there", ["", '[access]\noperator = "Anna"\n'])
async def test_what_was_changed_by_hand_meanwhile_is_not_overwritten(o: Operator, file: Config, there: str) -> None:
    if there:
        file.put(there)
    seen = await o.see(SETUP)
    file.put('[access]\noperator = "By hand"\n')
    status, page = await answered(o, seen=seen, access__operator="By form")
    assert status == 409
    assert say("en", "operator-setup-changed") in words(page)
    assert 'value="By hand"' in page
    assert file.text == '[access]\noperator = "By hand"\n'
    assert (await answered(o, seen=page, access__operator="By form"))[0] == 200


async def test_a_change_while_a_token_is_tried_is_not_overwritten(o: Operator, file: Config) -> None:
    bot = {"id": 4242, "is_bot": True, "first_name": "Raconteur", "username": "RaconteurTestBot"}
    webhook = {"url": "", "has_custom_certificate": False, "pending_update_count": 0}

    async def meanwhile(asked: web.Request) -> web.Response:
        file.put("# by hand\n")
        return web.json_response({"ok": True, "result": webhook if asked.path.endswith("getWebhookInfo") else bot})

    app = web.Application()
    app.router.add_route("*", "/{path:.+}", meanwhile)
    async with TestServer(app) as server:
        file.put(OWN.format(url=str(server.make_url("")).rstrip("/")))
        status, page = await answered(o, telegram__token="4242:one-that-is-known")
    assert status == 409
    assert say("en", "operator-setup-changed") in words(page)
    assert file.text == "# by hand\n"


async def test_the_end_of_the_program_waits_for_no_service(file: Config) -> None:
    asked, over = asyncio.Event(), asyncio.Event()

    async def silent(_: web.Request) -> web.Response:
        asked.set()
        await over.wait()
        return web.Response()

    app = web.Application()
    app.router.add_route("*", "/{path:.+}", silent)
    async with TestServer(app) as server:
        file.put(OWN.format(url=str(server.make_url("")).rstrip("/")))
        setup = SetupPage(path=file.path, clock=ManualClock())
        answers = {"telegram.token": "4242:one-that-is-known", "llm.provider": "offline", "web.enabled": "yes"}
        mark = (await setup.sheet("en")).mark
        taking = asyncio.create_task(setup.take("en", answers, mark=mark, anyway=True))
        await asked.wait()
        taking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await taking
        # Only when its thread has ended does the loop of the test.
        await asyncio.get_running_loop().shutdown_default_executor()
        assert not over.is_set()
        over.set()
    assert "token =" not in file.text


async def test_a_file_that_cannot_be_read_is_told_and_left_alone(o: Operator, file: Config) -> None:
    seen = await o.see(SETUP)
    file.put("[telegram")
    assert (await o.get(SETUP))[0] == 409
    status, page = await answered(o, seen=seen)
    assert status == 409
    assert say("en", "operator-setup-unreadable") in words(page)
    assert file.text == "[telegram"


async def test_what_a_variable_says_is_not_asked(o: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__TELEGRAM__TOKEN", "7:a-token-of-the-environment")
    page = await o.see(SETUP)
    assert 'name="telegram.token"' not in page
    assert "RACONTEUR__TELEGRAM__TOKEN" in page
    assert "a-token-of" not in page


async def test_words_of_the_file_never_become_markup(o: Operator, file: Config) -> None:
    status, page = await answered(o, access__operator=HOSTILE)
    assert status == 200
    for shown in (page, await o.see(SETUP)):
        assert "<script>" not in shown
    assert file.settings["access"]["operator"] == HOSTILE


# --- who may --------------------------------------------------------------------------------------------------------


async def test_only_the_operator_sets_up_and_no_other_site_in_their_name(o: Operator, file: Config) -> None:
    page = await o.see(SETUP)
    fields = standing(page) | {"access.operator": "Eve"}
    good = fields.pop("form")
    for origin, form in (("https://evil.example", good), (o.origin, "0" * 64), (o.origin, ""), ("null", good)):
        assert (await o.post(SETUP, origin=origin, form=form, **fields)).status == 403
    await o.act(f"{HOME}/leave")
    assert (await o.get(SETUP))[0] == 403
    assert (await o.post(SETUP, form=good, **fields)).status == 403
    assert file.all == {}


async def test_a_link_can_lead_on_to_it(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as o:
        link = f"{await o.link()}?to=setup"
        _, gate = await o.get(link)
        assert f'action="{link}"' in gate
        entered = await o.post(link, form=token(gate))
        assert (entered.status, entered.headers["Location"]) == (303, SETUP)


def test_the_marks_of_findings_have_words_in_every_language() -> None:
    for language in ("en", "ru"):
        for mark in Verdict:
            assert say(language, f"operator-setup-found-{mark.name.lower()}", what="X").endswith("X")


def test_a_file_changed_meanwhile_is_not_overwritten(file: Config) -> None:
    read = ConfigFile.at(file.path)
    read.set({"access.operator": "Anna"})
    file.put("# by hand\n")
    with pytest.raises(ChangedMeanwhile, match="was changed in the meantime"):
        read.save(datetime.now(UTC))
    assert file.text == "# by hand\n"
    assert list(file.all) == ["config.toml"]


async def test_what_is_in_the_way_of_a_way_in_is_told(o: Operator, file: Config) -> None:
    """The file is written all the same."""
    Config(file.path.parent / "data").put("no folder")
    async with FakeBotApi() as api:
        file.put(OWN.format(url=api.url))
        status, page = await answered(o, telegram__token=api.token)
    assert status == 200
    assert say("en", "operator-wrong-settings") in words(page)
    assert file.settings["telegram"]["token"] == api.token
