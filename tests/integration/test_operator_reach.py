"""The owner chooses how people reach the page: each choice is tested, and the running page follows it at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from adapters.web import SPEC, WebSection
from adapters.web.home_network import home_addresses
from adapters.web.operator.frame import HOME, SETUP
from adapters.web.reaching import PROOF, PROOF_NOTE, PROVEN
from adapters.web.security import key_digest, new_key
from core.documents.files import write_atomically
from core.languages.messages import say
from tests.fakes.operator_page import Operator, operator_page, token, words
from tests.integration.setup_kit import Config, answered

NEAR = home_addresses()
at_home = pytest.mark.skipif(not NEAR, reason="this computer is in no home network")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RACONTEUR__STORAGE__DATA_DIR", str(tmp_path))
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")


@pytest.fixture
async def o(tmp_path: Path) -> AsyncIterator[Operator]:
    async with operator_page(tmp_path) as operator:
        assert await operator.enter() == 303
        yield operator


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "config.toml")


async def test_it_is_the_first_topic_and_leads_to_the_chats(o: Operator) -> None:
    page = await o.see(SETUP)
    assert page.index('id="reach"') < page.index('id="telegram"') < page.index('id="discord"')
    for expected in ('href="#telegram"', 'href="#discord"', 'value="here" checked'):
        assert expected in page
    assert say("en", "operator-reached") not in words(page)


@at_home
async def test_phones_at_home_come_in_from_now_on_and_no_longer_when_that_is_taken_back(
    o: Operator, config: Config, tmp_path: Path
) -> None:
    status, page = await answered(o, reach__way="home")
    assert (status, config.settings["web"]["home_network"]) == (200, True)
    assert say("en", "operator-setup-at-once") in words(page)
    port = URL(o.origin).port
    near = f"http://{NEAR[0]}:{port}"
    assert near in words(page)
    async with o.http.get(near, headers=o.headers) as answer:
        assert (answer.status, say("en", "page-closed") in words(await answer.text())) == (403, True)
    for host in ("evil.example", f"evil.example:{port}", NEAR[0], f"{NEAR[0]}:1"):
        async with o.http.get(f"{near}/static/page.css", headers={"Host": host}) as answer:
            assert answer.status == 403, host
    async with o.http.get(f"{near}/static/page.css") as answer:
        assert answer.status == 200
    assert (await SPEC.invitation(WebSection(), "CODE", "en", tmp_path))[0] == f"{near}/i/CODE"

    reader, writer = await asyncio.open_connection(NEAR[0], port)
    status, page = await answered(o, reach__way="here")
    assert (status, config.settings["web"]["home_network"]) == (200, False)
    with suppress(ConnectionResetError):
        assert await reader.read() == b"", "what was open there has ended"
    writer.close()
    async with aiohttp.ClientSession() as fresh:
        with pytest.raises(OSError, match=str(port)):
            await fresh.get(f"{near}/static/page.css")
    assert "/i/CODE" not in (await SPEC.invitation(WebSection(), "CODE", "en", tmp_path))[0]


@at_home
async def test_what_is_changed_with_it_waits_for_a_restart_and_that_is_all_that_does(o: Operator) -> None:
    _, page = await answered(o, reach__way="home", access__operator="Anna")
    at_once = say("en", "operator-setup-restart-rest").split(". ")[0]
    later = say("en", "operator-setup-restart").split(". ")[0]
    assert (at_once in words(page), later in words(page)) == (True, False)
    _, page = await answered(o, access__operator="Anna Keller")
    assert (at_once in words(page), later in words(page)) == (False, True)


@at_home
async def test_an_invitation_is_a_link_with_a_code_for_the_camera(o: Operator, tmp_path: Path) -> None:
    o.house.settings = o.house.settings.model_copy(update={"web": WebSection(enabled=True)})
    await answered(o, reach__way="home")
    fields = {"form": token(await o.see(SETUP)), "kind": "", "uses": "1", "days": "7"}
    headers = o.headers | {"Origin": o.origin}
    async with o.http.post(f"{o.origin}{HOME}/invitations", data=fields, headers=headers) as answer:
        page = await answer.text()
    assert f'href="http://{NEAR[0]}:{URL(o.origin).port}/i/' in page
    assert f'role="img" aria-label="{say("en", "operator-scan")}"' in page


@at_home
async def test_from_another_device_at_home_nobody_has_this_computers_page(o: Operator) -> None:
    """Also with the right link or the right key, which anybody in that network could have read."""
    await answered(o, reach__way="home")
    async with o.http.get(o.home_link, headers=o.headers, allow_redirects=False) as answer:
        assert answer.status == 200
    keys = "; ".join(f"{each.key}={each.value}" for each in o.http.cookie_jar)
    near = f"http://{NEAR[0]}:{URL(o.origin).port}"
    # This computer itself is told from others by its address; a header makes it look like another one.
    other = o.headers | {"Cookie": keys, "X-Forwarded-For": "192.168.1.77"}
    entrance = await o.link()
    for path in (HOME, SETUP, f"{HOME}/figures", entrance, "/", "/events", URL(o.home_link).path):
        async with o.http.get(f"{near}{path}", headers=other, allow_redirects=False) as answer:
            assert answer.status == 403, path
            assert not answer.cookies, path
    sent = other | {"Origin": near}
    async with o.http.post(f"{near}{entrance}", data={"form": "x"}, headers=sent) as answer:
        assert answer.status == 403
    assert (await o.get(HOME))[0] == 200


async def test_an_address_at_which_this_page_does_not_answer_is_not_taken(o: Operator, config: Config) -> None:
    status, page = await answered(o, reach__way="address", web__public_url="127.0.0.1:1")
    assert (status, config.path.exists()) == (409, False)
    assert "nothing answers at https://127.0.0.1:1" in words(page)
    for given, key in (("", "setup-wrong-needed"), ("http://talk.example.org", "setup-wrong-public-url")):
        status, page = await answered(o, reach__way="address", web__public_url=given)
        assert (status, config.path.exists()) == (400, False)
        assert say("en", key) in words(page)


async def test_what_nobody_asks_for_proves_nothing(o: Operator) -> None:
    for path in ("/reach/", "/reach/x", f"/reach/{'A' * 43}", "/reach/../web-proof"):
        assert (await o.get(path, Host="evil.example"))[0] in {403, 404}, path


async def test_the_running_page_proves_itself_at_an_address_that_is_not_one_of_its_own_yet(
    o: Operator, tmp_path: Path
) -> None:
    nonce = new_key()
    write_atomically(tmp_path / PROOF_NOTE, key_digest(nonce).encode())
    assert (await o.get(f"{PROOF}{new_key()}", Host="talk.example.org"))[0] == 404
    assert await o.get(f"{PROOF}{nonce}", Host="talk.example.org") == (200, PROVEN)
    assert (await o.get(f"{PROOF}{nonce}", Host="talk.example.org"))[0] == 404
    assert (await o.get("/static/page.css", Host="talk.example.org"))[0] == 403
