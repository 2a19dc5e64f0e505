"""The first screens: what somebody sees before anything was said, and beginning with one press."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import aiohttp
import pytest
import sqlalchemy as sa

from bot.config import Settings
from core.contracts.calls import Budget, Call, Settlement
from core.contracts.welcome import BeginRequest
from core.languages.messages import say
from core.store.call_rows import StoredLedger
from core.store.schema import consents, invites, persons, revisions, sessions
from tests.fakes.interview import PlainInterview
from tests.fakes.operator_page import words
from tests.fakes.waiting import PATIENCE
from tests.fakes.web_app import CODE, PageApp, come_in, fields_of, invite, page_app, visiting

Found = TypeVar("Found")
HTML = {"Accept": "text/html", "Accept-Language": "en"}


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    async with page_app(tmp_path, operator=True) as app:
        yield app


@pytest.fixture
async def owner(whole: PageApp) -> AsyncIterator[aiohttp.ClientSession]:
    async with visiting() as session:
        assert (await session.get(whole.page.link, headers=HTML)).status == 200
        yield session


async def _see(session: aiohttp.ClientSession, address: str) -> str:
    async with session.get(address, headers=HTML) as answer:
        assert answer.status == 200
        return await answer.text()


async def _begin(session: aiohttp.ClientSession, whole: PageApp, **fields: str) -> int:
    form = fields_of(await _see(session, f"{whole.origin}/begin?kind=plain")) | {"name": ""} | fields
    headers = HTML | {"Origin": whole.origin}
    async with session.post(f"{whole.origin}/begin", data=form, headers=headers, allow_redirects=False) as answer:
        return answer.status


async def _until(look: Callable[[], Awaitable[Found]]) -> Found:
    """Look again until something is there."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await look()):  # noqa: ASYNC110 - nothing rings here when it is written
            await asyncio.sleep(0.02)
        return found


async def _said(whole: PageApp) -> list[str]:
    return list(await whole.store.read(lambda c: c.execute(sa.select(revisions.c.text)).scalars().all()))


async def test_the_owner_sees_what_it_is_for_and_nothing_is_said_yet(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    first = words(await _see(owner, whole.origin))
    for key in ("welcome-title", "welcome-tell", "welcome-give", "welcome-model"):
        assert say("en", key) in first
    assert await _said(whole) == []


@pytest.mark.parametrize(
    ("outcome", "sign"),
    [("ok", "welcome-model"), ("model-misread", "welcome-model"), ("model-unavailable", "welcome-model-silent")],
)
async def test_the_sign_of_the_model_tells_how_its_last_call_ended(
    whole: PageApp, owner: aiohttp.ClientSession, outcome: str, sign: str
) -> None:
    ledger = StoredLedger(whole.store, Budget(), whole.clock)
    for ended in ("ok", "model-unavailable", outcome, "cancelled"):
        number = await ledger.reserve(
            Call(purpose="talk", model=Settings().llm.model, session_id=None, reserved_micros=0)
        )
        await ledger.settle(number, Settlement(outcome=ended))
    page = await _see(owner, whole.origin)
    assert say("en", sign) in words(page)
    assert ('class="sign off"' in page) == (sign == "welcome-model-silent")


async def test_a_model_that_waits_for_the_next_start_is_told_on_the_first_screen(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    async with page_app(tmp_path, operator=True) as whole, visiting() as owner:
        await owner.get(whole.page.link, headers=HTML)
        assert say("en", "welcome-model-saved") not in words(await _see(owner, whole.origin))
        file.write_text("[llm]\nprovider = 'openai'\nmodel = 'm'\nbase_url = 'http://127.0.0.1:9/v1'\n")
        assert say("en", "welcome-model-saved") in words(await _see(owner, whole.origin))
        file.write_text("[llm\n")
        assert say("en", "welcome-model") in words(await _see(owner, whole.origin))


async def test_begin_asks_the_first_question_and_keeps_name_and_consent(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    assert await _begin(owner, whole, name="  Ruth  ") == 303
    *_, question = await _until(lambda: _said(whole))
    [person] = await whole.store.read(lambda c: c.execute(sa.select(persons)).all())
    [consent] = await whole.store.read(lambda c: c.execute(sa.select(consents)).all())
    shown = words(await _see(owner, f"{whole.origin}/?begun=1"))
    assert person.name == "Ruth"
    begin = words(await _see(owner, f"{whole.origin}/begin?kind=plain"))
    assert all(paragraph in begin for paragraph in consent.text.split("\n\n")), "the whole text is on the screen"
    assert question in shown
    assert say("en", "greeting") not in shown
    assert say("en", "consent-question") not in shown


async def test_pressing_twice_begins_once(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    form = fields_of(await _see(owner, f"{whole.origin}/begin?kind=plain")) | {"name": "Ruth"}
    for _ in range(2):
        headers = HTML | {"Origin": whole.origin}
        async with owner.post(f"{whole.origin}/begin", data=form, headers=headers, allow_redirects=False) as answer:
            assert answer.status == 303
    await _until(lambda: _said(whole))
    assert len(await whole.store.read(lambda c: c.execute(sa.select(sessions.c.id)).all())) == 1


async def test_whoever_was_shown_another_text_is_asked_in_the_chat(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    assert await _begin(owner, whole, consent="0" * 64) == 303

    async def asked() -> bool:
        return say("en", "consent-question") in words(await _see(owner, f"{whole.origin}/?begun=1"))

    assert await _until(asked)
    assert await _said(whole) == []


async def test_a_guest_is_offered_no_settings_and_no_gift(whole: PageApp) -> None:
    await invite(whole)
    async with visiting() as guest:
        assert await come_in(guest, whole.origin) == 303
        shown = await _see(guest, whole.origin)
        begin = await _see(guest, f"{whole.origin}/begin?kind=plain")
    for page in (shown, begin):
        assert "/operator" not in page
        assert "/give" not in page
        assert not re.search(r"(?i)language model is connected|raconteur setup", page)


@pytest.mark.parametrize("kind", ["", "none", "x" * 500, "<b>"])
async def test_what_cannot_be_begun_is_not_there(whole: PageApp, owner: aiohttp.ClientSession, kind: str) -> None:
    async with owner.get(f"{whole.origin}/begin", params={"kind": kind}, headers=HTML) as answer:
        assert answer.status == 404


def test_a_request_says_nothing_else() -> None:
    with pytest.raises(ValueError, match="extra"):
        BeginRequest.model_validate_json('{"kind": "plain", "consent": "x", "admin": true}')


# --- an ordinary invitation -------------------------------------------------------------------------------------------


async def _press(session: aiohttp.ClientSession, whole: PageApp, **fields: str) -> aiohttp.ClientResponse:
    """Open an invitation and press its button."""
    link = f"{whole.origin}/i/{CODE}"
    form = fields_of(await _see(session, link)) | fields
    headers = HTML | {"Origin": whole.origin}
    async with session.post(link, data=form, headers=headers, allow_redirects=False) as answer:
        return answer


async def test_an_invitation_shows_what_it_is_and_begins(whole: PageApp) -> None:
    await invite(whole)
    async with visiting() as guest:
        landing = words(await _see(guest, f"{whole.origin}/i/{CODE}"))
        assert "Plain en" in landing
        assert say("en", "welcome-begin") in landing
        answer = await _press(guest, whole, name="Ruth")
        assert (answer.status, answer.headers["Location"]) == (303, "/?begun=1")
        await _until(lambda: _said(whole))
    [person] = await whole.store.read(lambda c: c.execute(sa.select(persons)).all())
    [consent] = await whole.store.read(lambda c: c.execute(sa.select(consents)).all())
    [used] = await whole.store.read(lambda c: c.execute(sa.select(invites)).all())
    assert (person.name, consent.person_id, used.uses_left) == ("Ruth", person.id, 0)


class _OtherInterview(PlainInterview):
    kind = "other"


async def test_whoever_may_choose_is_let_in_and_chooses(tmp_path: Path) -> None:
    kinds = {"plain": PlainInterview(), "other": _OtherInterview()}
    async with page_app(tmp_path, kinds=kinds) as whole, visiting() as guest:
        await invite(whole)
        answer = await _press(guest, whole)
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        first = words(await _see(guest, whole.origin))
        assert say("en", "welcome-title") in first
        assert await _said(whole) == []


async def test_a_code_of_nothing_shows_nothing_and_lets_nobody_in(whole: PageApp) -> None:
    async with visiting() as guest:
        assert say("en", "page-come-in") in words(await _see(guest, f"{whole.origin}/i/{CODE}"))
        assert (await _press(guest, whole, kind="plain", consent="x", language="en")).status == 403
    assert await whole.store.read(lambda c: c.execute(sa.select(persons)).all()) == []
