"""Setting up on the operator's page: the answers are tried and written as in the terminal."""

from __future__ import annotations

import re

import pytest

from adapters.web.operator.frame import SETUP
from adapters.web.operator.setup_view import ANYWAY, FORM
from bot.setup_page import plain_words
from core.access.gate import code_digest
from core.languages.messages import say
from core.store.access import access_list
from core.store.reports import read_snapshot
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import pointed_at
from tests.fakes.model_behaviours import Answers, Says
from tests.fakes.operator_page import Operator, words
from tests.fakes.places import free_port
from tests.fakes.stores import NOW
from tests.fakes.transcriber import hears_voices
from tests.integration.setup_kit import OWN, Config, answered, standing

pytestmark = pytest.mark.usefixtures("no_voices")
KEY = "sk-ant-not-a-real-key-0123456789"


async def test_a_first_configuration_is_written_for_its_owner_alone(o: Operator, file: Config) -> None:
    status, page = await answered(o, access__operator="Анна Келлер, anna@example.org")
    assert status == 200
    seen = words(page)
    assert say("en", "operator-setup-written") in seen
    assert say("en", "operator-setup-restart") in seen
    assert "make run" not in seen
    assert file.settings["access"]["operator"] == "Анна Келлер, anna@example.org"
    assert "# Who runs this, and how to reach you" in file.text, "the comments are kept"
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
    assert say("en", "invite-page-closed") not in words(page), "they have their way in"
    [invite] = read_snapshot(file.path.parent / "data" / "raconteur.db", lambda c: access_list(c, now=NOW)).invites
    assert invite.digest == code_digest(found[1])
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
        assert (await answered(o, access__operator="Anna", without=("anthropic.try",)))[0] == 200
        assert len(server.requests) == asked, "where nobody asks for a test, it costs nothing"
        server.script(Answers(value={"total": 5}), Answers(value={"total": 5}))
        again, tested = await answered(o)
        assert len(server.requests) == asked + 2, "a test that is asked for takes place although nothing has changed"
        assert again == 200
        assert say("en", "operator-setup-same") in words(tested)
        assert "claude-fast answers in the requested form" in tested
    assert status == 200
    assert "claude-fast answers in the requested form" in page
    assert KEY not in page
    assert file.settings["llm"]["api_key"] == KEY


async def test_a_model_that_does_not_answer_is_told_in_plain_words(o: Operator, file: Config) -> None:
    given = {"openai__base_url": f"http://127.0.0.1:{free_port()}/v1", "openai__model": "m", "openai__try": "yes"}
    status, page = await answered(o, llm__provider="openai", **given)
    assert status == 409
    assert "Nothing answers at this address. Is it running?" in words(page)
    assert "ConnectError" not in page
    assert "llm.base_url" not in page
    assert say("en", "operator-setup-again") not in words(page), "nobody has typed a key"
    assert f'name="{ANYWAY}" value="yes" form="{FORM}"' in page.partition("</section>")[0], "it stands by the error"
    status, _ = await answered(o, llm__provider="openai", **given, **{ANYWAY: "yes"})
    assert status == 200
    assert file.settings["llm"]["model"] == "m"
    status, page = await answered(o, access__operator="Anna", openai__try="yes")
    assert status == 200, "what is broken already keeps nothing else from being saved"
    assert file.settings["access"]["operator"] == "Anna"
    assert "Nothing answers at this address. Is it running?" in words(page)


async def test_an_answer_in_another_form_is_told_in_plain_words(o: Operator, file: Config) -> None:
    async with FakeAnthropic(models=frozenset({"claude-main"}), api_key=KEY) as server:
        server.script(*(Says(text="Five, I would say.") for _ in range(4)))
        file.put(
            f"[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\napi_key = 'old1'\nbase_url = '{server.base_url}'\n"
        )
        status, page = await answered(o, anthropic__api_key=KEY, anthropic__fast_model="", anthropic__try="yes")
    assert status == 409
    assert "The model answered, but not in the form Raconteur needs. Try another model." in words(page)
    assert "_Sum" not in page
    assert say("en", "operator-setup-again") in words(page)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("it broke (ReadTimeout).", "it broke."),
        ("does not answer: ConnectError", "does not answer"),
        ("set discord.token to a new one: Bot, Reset Token", "set the token to a new one: Bot, Reset Token"),
        ("Try a larger voice.model", "Try a larger model for voices"),
        ("correct web.port", "correct the settings file"),
    ],
)
def test_no_name_of_a_key_or_an_error_is_shown(told: str, shown: str) -> None:
    assert plain_words(told) == shown


async def test_a_key_goes_to_no_other_server(o: Operator, file: Config) -> None:
    file.put("[llm]\nprovider = 'openai'\nmodel = 'm'\napi_key = 'old1'\nbase_url = 'https://one.example/v1'\n")
    status, _ = await answered(o, openai__base_url="https://two.example/v1", without=("openai.try",))
    assert status == 200
    assert file.settings["llm"] == {"provider": "openai", "model": "m", "base_url": "https://two.example/v1"}


@pytest.mark.skipif(not hears_voices(), reason="what hears is not installed")
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


async def test_topics_stand_by_what_people_want_and_rare_ones_are_folded(o: Operator) -> None:
    page = await o.see(SETUP)
    places = [page.index(f'id="{name}"') for name in ("reach", "llm", "voice", "aloud", "timers", "backups")]
    assert places == sorted(places)
    more = page[page.index('class="more"') :]
    assert ('id="access"' in more, "config.toml" in more) == (True, True)
    assert "config.toml" not in page[: page.index('class="more"')]


async def test_a_reminder_is_written_only_where_it_is_changed(o: Operator, file: Config) -> None:
    file.put("[web]\nenabled = true\n")
    await answered(o, access__operator="Anna")
    assert "timers" not in file.settings
    status, _ = await answered(o, timers__reminder="off")
    assert (status, file.settings["timers"]) == (200, {"reminder": "off"})
    assert 'value="off" checked' in await o.see(SETUP)
    status, page = await answered(o, timers__reminder="9d")
    assert status == 400
    assert say("en", "setup-wrong-choice") in words(page)
