"""Setting up on the operator's page: the answers are tried and written as in the terminal, or everything stays as it
was; and no secret ever comes out again."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.web.operator.frame import HOME, SETUP
from bot.config_file import ChangedMeanwhile, ConfigFile
from bot.setup_page import SetupPage
from core.contracts.errors import VoiceAbsent
from core.contracts.findings import Verdict
from core.inbox.gate import digest_of
from core.store.access import access_list
from core.store.reports import read_beside
from core.transcription.engines import WHISPER, require
from core.words import say
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import pointed_at
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model_behaviours import Answers
from tests.fakes.operator_page import Operator, operator_page, token, words
from tests.fakes.stores import NOW

KEY = "sk-ant-not-a-real-key-0123456789"
WRONG_TOKEN = "7:not-the-one-that-it-knows-0"
OWN = """# Mine.
[telegram]
api_base_url = "{url}" # of the family
"""
HOSTILE = "\"><script>document.title='taken'</script>"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of voices nothing is asked: a variable says that they are not heard."""
    monkeypatch.setenv("RACONTEUR__STORAGE__DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def o(tmp_path: Path) -> AsyncIterator[Operator]:
    async with operator_page(tmp_path) as operator:
        assert await operator.enter() == 303
        yield operator


def missing() -> str:
    try:
        require(WHISPER)
    except VoiceAbsent as error:
        return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Config:
    """The file, as somebody with an editor sees it."""

    path: Path

    def put(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def settings(self) -> dict[str, Any]:
        return tomllib.loads(self.text)

    @property
    def all(self) -> dict[str, int]:
        """It and its copies, with who may read them."""
        return {path.name: path.stat().st_mode & 0o777 for path in self.path.parent.glob("*config.toml*")}


@pytest.fixture
def file(tmp_path: Path) -> Config:
    return Config(tmp_path / "config.toml")


def standing(page: str) -> dict[str, str]:
    """What a browser would send of the form if nobody changed it."""
    fields = {}
    for tag in re.findall(r"<input [^>]*>", page):
        given = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if given.get("type") not in {"checkbox", "radio"} or " checked" in tag:
            fields[given["name"]] = given.get("value", "")
    return fields


async def answered(o: Operator, *, seen: str = "", without: tuple[str, ...] = (), **given: str) -> tuple[int, str]:
    """Fill the form in as it is shown, but for what is given (`__` stands for the dot)."""
    fields = standing(seen or await o.see(SETUP))
    fields |= {name.replace("__", "."): value for name, value in given.items()}
    fields = {name: value for name, value in fields.items() if name not in without}
    async with o.http.post(
        o.origin + SETUP, data=fields, headers=o.headers | {"Origin": o.origin}, allow_redirects=False
    ) as answer:
        return answer.status, await answer.text()


# --- what is written ----------------------------------------------------------------------------------------------


async def test_a_first_configuration_is_written_for_its_owner_alone(o: Operator, file: Config) -> None:
    status, page = await answered(o, access__operator="Анна Келлер, anna@example.org")
    assert status == 200
    seen = words(page)
    assert say("en", "operator-setup-written") in seen
    assert "make run" in seen
    assert file.settings["access"]["operator"] == "Анна Келлер, anna@example.org"
    assert "# Who runs this, and how you are reached" in file.text, "the comments are kept"
    assert file.all == {"config.toml": 0o600}


async def test_a_token_is_tried_with_telegram_written_and_ends_with_a_way_in(o: Operator, file: Config) -> None:
    async with FakeBotApi() as api:
        file.put(OWN.format(url=api.url))
        status, page = await answered(o, telegram__token=f" {api.token} ")
        assert api.violations == []
    assert status == 200
    assert "the token is that of @RaconteurTestBot" in page
    found = re.search(r'href="https://t\.me/RaconteurTestBot\?start=(\S{16})"', page)
    assert found is not None, page
    [invite] = read_beside(file.path.parent / "data" / "raconteur.db", lambda c: access_list(c, now=NOW)).invites
    assert invite.digest == digest_of(found[1])
    text = file.text
    assert text.startswith(OWN.format(url=api.url)), "what was there stays"
    assert file.settings == {"telegram": {"api_base_url": api.url, "token": api.token}, "web": {"enabled": True}}
    [copy] = file.all.keys() - {"config.toml"}
    assert copy in page
    assert set(file.all.values()) == {0o600}
    again = await o.see(SETUP)
    assert "start=" not in again
    for shown in (page, again):
        assert api.token not in shown
    assert "leave this empty to keep it" in words(again)


async def test_what_is_set_is_kept_where_its_field_is_left_empty(o: Operator, file: Config) -> None:
    before = "[telegram]\ntoken = '4242:of-the-family' # ours\n"
    before += "[llm]\nprovider = 'anthropic'\nmodel = 'm'\napi_key = 'k123'\n"
    file.put(before)
    status, page = await answered(o, access__operator="Anna")
    assert status == 200
    assert "4242:of-the-family" not in page
    assert file.text == before + '\n[access]\noperator = "Anna"\n'


async def test_who_changes_nothing_writes_nothing(o: Operator, file: Config) -> None:
    file.put("[web]\nenabled = true\n")
    status, page = await answered(o)
    assert status == 200
    assert say("en", "operator-setup-same") in words(page)
    assert list(file.all) == ["config.toml"]


async def test_a_name_that_is_emptied_is_taken_out(o: Operator, file: Config) -> None:
    file.put('[access]\noperator = "Anna"\n[web]\nenabled = true\n')
    await answered(o, access__operator="")
    assert file.settings == {"access": {}, "web": {"enabled": True}}


async def test_discord_is_tried_too(o: Operator, file: Config) -> None:
    async with FakeDiscord() as server:
        with pointed_at(server.api_url, server.gateway_url):
            refused, page = await answered(o, discord__token="wrong.token.altogether")
            assert refused == 409
            assert "Discord does not accept the token" in page
            status, page = await answered(o, discord__token=server.token)
        assert server.violations == []
    assert status == 200
    assert "/start " in words(page)
    assert file.settings["discord"]["token"] == server.token
    assert server.token not in page


async def test_a_model_is_asked_one_question(o: Operator, file: Config) -> None:
    async with FakeAnthropic(models=frozenset({"claude-main", "claude-fast"}), api_key=KEY) as server:
        server.script(Answers(value={"total": 5}), Answers(value={"total": 5}))
        llm = (
            f"[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\napi_key = 'old1'\nbase_url = '{server.base_url}'\n"
        )
        file.put(llm)
        given = {"anthropic__fast_model": "claude-fast", "anthropic__try": "yes"}
        status, page = await answered(o, anthropic__api_key="another-key", **given)
        assert status == 409
        assert file.text == llm
        assert "another-key" not in page
        status, page = await answered(o, anthropic__api_key=KEY, **given)
        assert [asked.model for asked in server.requests][-2:] == ["claude-main", "claude-fast"]
        asked = len(server.requests)
        assert (await answered(o, access__operator="Anna"))[0] == 200
        assert len(server.requests) == asked, "what nobody has changed costs nothing"
    assert status == 200
    assert "claude-fast answers in the form that it is asked for" in page
    assert KEY not in page
    assert file.settings["llm"]["api_key"] == KEY


async def test_a_key_goes_to_no_other_server(o: Operator, file: Config) -> None:
    file.put("[llm]\nprovider = 'openai'\nmodel = 'm'\napi_key = 'old1'\nbase_url = 'https://one.example/v1'\n")
    status, _ = await answered(o, openai__base_url="https://two.example/v1", without=("openai.try",))
    assert status == 200
    assert file.settings["llm"] == {"provider": "openai", "model": "m", "base_url": "https://two.example/v1"}


@pytest.mark.skipif(bool(missing()), reason="what hears is not installed")
async def test_a_voice_is_tried_when_it_is_written_and_nothing_is_fetched(
    o: Operator, file: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RACONTEUR__VOICE__ENGINE")
    file.put("[web]\nenabled = true\n")
    assert "voice.try" not in standing(await o.see(SETUP)), "it is tried where it is wished"
    status, page = await answered(o, voice__speak="off", voice__try="yes")
    assert status == 200
    assert file.settings["voice"] == {"speak": "off"}
    assert "Weights" in page
    assert not (file.path.parent / "data" / "models").exists()
    status, _ = await answered(o, without=("voice.heard",))
    assert status == 200
    assert file.settings["voice"] == {"speak": "off", "engine": "off"}


# --- what is not --------------------------------------------------------------------------------------------------


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
    async def meanwhile(_: web.Request) -> web.Response:
        file.put("# by hand\n")
        bot = {"id": 4242, "is_bot": True, "first_name": "Raconteur", "username": "RaconteurTestBot"}
        return web.json_response({"ok": True, "result": bot})

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
            assert say(language, f"operator-setup-found-{mark.name.lower()}", what="X").startswith("X")


def test_a_file_that_was_changed_meanwhile_is_not_overwritten_from_the_terminal(file: Config) -> None:
    read = ConfigFile.at(file.path)
    read.set({"access.operator": "Anna"})
    file.put("# by hand\n")
    with pytest.raises(ChangedMeanwhile, match="was changed meanwhile"):
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
