"""The menu of the page: what can be done now, one's own interviews, and the question before the end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.languages.messages import say
from core.store.schema import persons, sessions
from tests.fakes.stores import every_session
from tests.fakes.waiting import until
from tests.fakes.web_app import PageApp, page_app
from tests.fakes.web_client import Browser


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    async with page_app(tmp_path, operator=True) as app:
        yield app


@pytest.fixture
async def browser(whole: PageApp) -> AsyncIterator[Browser]:
    async with Browser.opened(whole.page.link) as browser:
        yield browser


async def _asked(browser: Browser, words: str) -> None:
    await until(lambda: any(words in line["text"] for line in browser.lines.values()))


async def _begun(browser: Browser) -> None:
    _, form = await browser.get("/begin?kind=plain")
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    headers = {"Origin": browser.origin, "Sec-Fetch-Site": "same-origin"}
    async with browser.session.post(f"{browser.origin}/begin", data=fields | {"name": "Anna"}, headers=headers):
        pass
    await _asked(browser, "Question 1")


async def _menu(browser: Browser) -> str:
    status, page = await browser.get("/menu")
    assert status == 200
    return page


def _orders(page: str) -> list[str]:
    return re.findall(r'data-order="/([^"]*)"', page)


async def test_the_menu_has_what_can_be_done_now_the_most_wanted_first(browser: Browser) -> None:
    await _begun(browser)
    begun = _orders(await _menu(browser))
    assert begun[:2] == ["skip", "pause"]
    assert not {"resume", "undo", "transcript", "now", "told"} & set(begun)
    browser.say("One.")
    await _asked(browser, "Question 2")
    assert {"undo", "transcript", "pause"} <= set(_orders(await _menu(browser)))
    browser.say("/pause")
    await until(lambda: len(browser.lines) > 4)
    paused = _orders(await _menu(browser))
    assert paused[0] == "resume"
    assert "pause" not in paused


async def test_at_most_eight_entries_are_seen_and_the_others_wait_behind_one(browser: Browser) -> None:
    await _begun(browser)
    browser.say("One.")
    await _asked(browser, "Question 2")
    for command in ("", "/pause"):
        if command:
            browser.say(command)
            await until(lambda: len(browser.lines) > 4)
        seen, more, rest = (await _menu(browser)).partition('<details class="more">')
        entries = re.findall(r'<li><(?:button|a)\b[^>]*(?:data-order|href)="([^"]*)"', seen)
        assert more
        assert 4 <= len(entries) <= 7
        assert any("setup" in each for each in entries), "the owner finds the settings at once"
        assert {"/transcript", "/resume" if command else "/undo"} <= set(entries)
        assert 'data-order="/delete"' in rest
        assert 'data-order="/privacy"' in rest


async def test_the_page_and_the_files_say_one_length_of_time(whole: PageApp, browser: Browser) -> None:
    await _begun(browser)
    assert '<span id="elapsed"></span>' in (await browser.get("/"))[1]
    (session,) = await whole.store.read(every_session)
    counted = session.counters.model_copy(update={"active_seconds": 430.0})
    its = sessions.update().where(sessions.c.id == session.id).values(counters=counted.model_dump_json())
    await whole.store.write(lambda c: c.execute(its))
    assert '<span id="elapsed">7 minutes</span>' in (await browser.get("/"))[1]
    assert 'data-time="7 minutes"' in await _menu(browser)
    browser.say("/status")
    await _asked(browser, "7 minutes")


async def test_somebody_is_thanked_before_the_end(browser: Browser) -> None:
    await _begun(browser)
    page = await _menu(browser)
    assert 'href="/finish"' in page
    assert "done" not in _orders(page)
    _, question = await browser.get("/finish")
    assert "to go" not in question
    assert say("en", "page-finish-thanks") in question
    assert "come back later" in question
    assert question.index("Go on telling") < question.index("Finish for now")


async def test_ones_own_interviews_are_listed_with_how_far_they_are(browser: Browser) -> None:
    await _begun(browser)
    browser.say("/pause")
    await until(lambda: len(browser.lines) > 2)
    page = await _menu(browser)
    own = next(each for each in _orders(page) if each.startswith("resume "))
    browser.say(f"/{own}")
    await until(lambda: sum("Question 1" in line["text"] for line in browser.lines.values()) == 2)
    shown = next(line for line in browser.lines.values() if line["text"] == f"/{own}")
    assert own.removeprefix("resume ") not in re.sub(r"<[^>]*>", "", shown["html"])


async def _zone(whole: PageApp) -> str:
    return str(await whole.store.read(lambda c: c.execute(sa.select(persons.c.timezone)).scalar()))


async def test_the_zone_of_the_browser_is_taken_where_nobody_has_said_one(whole: PageApp, browser: Browser) -> None:
    await _begun(browser)
    assert 'data-zone="wanted"' in await _menu(browser)
    lines = len(browser.lines)
    assert (await browser.post("/zone", {"id": "zone-0001", "zone": "Europe/Lisbon"}))[0] == 200
    while await _zone(whole) != "Europe/Lisbon":
        await _menu(browser)
    assert "data-zone" not in await _menu(browser)
    await browser.post("/zone", {"id": "zone-0002", "zone": "Asia/Tokyo"})
    await browser.post("/zone", {"id": "zone-0003", "zone": "nowhere"})
    browser.say("/status")
    await until(lambda: len(browser.lines) >= lines + 2)
    assert await _zone(whole) == "Europe/Lisbon"
    assert not [line for line in browser.lines.values() if "zone" in line["text"]]
