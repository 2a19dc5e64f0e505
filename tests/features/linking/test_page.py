"""The page of this computer and a chat elsewhere: joined they are one interview, each with lines of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import Settings
from core.contracts.session import Role
from core.languages.messages import say
from core.store.records import load_record
from core.store.store import MemoryStore
from tests.fakes.app import talking_model
from tests.fakes.interview import PlainInterview
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.platform import FakePlatform
from tests.fakes.readers import InlineReaders
from tests.fakes.stores import every_session
from tests.fakes.waiting import stopped, until
from tests.fakes.web_client import Browser
from tests.features.linking.linking_kit import YES, code_in


def _texts(browser: Browser) -> list[str]:
    return [line["text"] for line in browser.spoken]


async def _press(browser: Browser, label: str) -> None:
    def found() -> list[tuple[int, str]]:
        return [(line["n"], c["data"]) for line in browser.spoken for c in line["choices"] if c["label"] == label]

    await until(lambda: bool(found()))
    browser.press(*found()[-1])


async def test_a_stranger_goes_on_with_what_was_begun_on_this_page(tmp_path: Path) -> None:
    clock, store = SystemClock(), MemoryStore()
    page = WebPlatform(WebSection(enabled=True, port=0), clock=clock, data_dir=tmp_path)
    elsewhere = FakePlatform(clock, "elsewhere")
    app = build_app(
        Settings(),
        store=store,
        platforms=[page, elsewhere],
        recordings=tmp_path / "recordings",
        readers=InlineReaders(),
        sandbox=PlainSandbox(),
        clock=clock,
        model=talking_model(),
        kinds={"plain": PlainInterview()},
    )
    running = asyncio.create_task(app.run())
    try:
        await until(lambda: bool(page.link))
        async with Browser.opened(page.link) as browser:
            browser.say("/interview plain")
            await _press(browser, say("en", "button-agree"))
            await until(lambda: any("Question 1" in text for text in _texts(browser)))
            browser.say("A garden.")
            await until(lambda: any("Question 2" in text for text in _texts(browser)))
            browser.say("/link")
            await until(lambda: any("/link " in text for text in _texts(browser)))
            shown = next(text for text in _texts(browser) if "/link " in text)
            assert say("en", "link-at-home") in shown

            other = elsewhere.person("9", name="Anna")
            question = await other.says(f"/link {code_in(shown)}")
            assert "on the page" in question
            assert say("en", "link-at-home") in question
            assert await other.presses(YES) == say("en", "link-joined-here", platform="web")
            there = say("en", "link-joined-there", platform="elsewhere")
            await until(lambda: there in _texts(browser))
            assert "Question 3" in await other.says("A house.")
            browser.say("A pond.")
            await until(lambda: any("Question 4" in text for text in _texts(browser)))
            assert not any("Question 3" in text for text in _texts(browser))

            (session,) = await store.read(every_session)
            whole = (await store.read(lambda c: load_record(c, session.id)))[0]
            told = [entry.text for entry in whole.entries if entry.role is Role.PERSON]
            assert told == ["A garden.", "A house.", "A pond."]
    finally:
        await stopped(running)
