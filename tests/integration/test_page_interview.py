"""Whole interviews on the page, in a browser: to the end, through restarts and lost connections, without JavaScript."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from core.contracts.messages import position_of
from tests.fakes.effort import only_in_a_soak, some
from tests.integration.page_kit import (
    PATIENCE,
    Program,
    Tab,
    alone,
    browsing,
    fits,
    killed,
    looking,
    needs_browser,
    program,
)

pytestmark = needs_browser
DOOR = "My grandmother's blue door, and the smell of bread behind it."
SNOW = "Snow up to the window, and my brother digging a way to the gate."


async def begun(tab: Tab) -> None:
    """From the first screen to the first question."""
    await tab.page.click(".ways a")
    await tab.page.fill("input[name=name]", "Anna")
    await tab.page.click("button.big")
    await tab.until_asked(1)


async def finished(tab: Tab) -> None:
    """Until the transcript is there."""
    await tab.order("I’m finished")
    await tab.page.click("#finish [data-order]")
    await tab.page.locator(".asks", has_text="What should I have asked you").wait_for()
    await tab.press("Finish")
    await tab.page.locator(".file .name").wait_for()


async def transcript(tab: Tab, folder: Path) -> str:
    """The file as Markdown, as it is downloaded."""
    await tab.page.click(".forms summary")
    await tab.page.click(".forms >> text=Markdown")
    file = tab.page.locator(".file", has_text=".md")
    async with tab.page.expect_download() as download:
        await file.get_by_text("Download").click()
    saved = folder / "transcript.md"
    await (await download.value).save_as(saved)
    return saved.read_text(encoding="utf-8")


async def test_from_the_first_screen_to_a_transcript_that_is_read_and_printed(tmp_path: Path) -> None:
    page = program(tmp_path)
    async with page.at_work(), looking(page.link) as tab:
        await begun(tab)
        assert await tab.page.inner_text("#progress") == "Chapter 1 of 18"
        await tab.say(DOOR)
        await tab.until_taken(DOOR)
        await tab.until_asked(2)
        await finished(tab)
        assert (await tab.page.inner_text("#progress"), await tab.page.locator("#measure").count()) == ("", 0)
        assert DOOR in await transcript(tab, tmp_path)
        await tab.page.click(".file >> text=Read and print")
        await tab.page.locator("main.document", has_text=DOOR).wait_for()
        await tab.page.emulate_media(media="print")
        assert not await tab.page.is_visible("nav.reading")
        assert (await tab.page.pdf()).startswith(b"%PDF")


@only_in_a_soak
async def test_two_tabs_show_the_same_and_each_word_is_taken_once(tmp_path: Path) -> None:
    page = program(tmp_path)
    async with page.at_work(), looking(page.link) as tab:
        await begun(tab)
        other = Tab(await tab.page.context.new_page())
        await other.page.goto(page.home)
        await other.until_asked(1)
        await tab.say(DOOR)
        await other.until_taken(DOOR)
        await other.until_asked(2)
        await other.say(SNOW)
        await tab.until_taken(SNOW)
        for each in (tab, other):
            await each.until_asked(3)
            await each.until_untroubled()
        assert await tab.texts() == await other.texts()
        assert (await tab.own()).count(DOOR) == 1
        assert other.troubles == []


@only_in_a_soak
async def test_a_reload_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    page = program(tmp_path)
    async with page.at_work(), looking(page.link) as tab:
        await begun(tab)
        await tab.page.fill("#answer", DOOR)
        await tab.page.reload()
        await tab.until_written(DOOR)
        assert await tab.page.evaluate("document.activeElement.id") == "answer"
        before = await tab.texts()
        await tab.page.keyboard.press("Control+Enter")
        await tab.until_taken(DOOR)
        await tab.page.reload()
        assert (await tab.texts())[: len(before) + 1] == [*before, DOOR]
        assert await tab.page.input_value("#answer") == ""
        await tab.until_asked(2)


async def test_a_server_killed_in_the_middle_takes_each_word_once(tmp_path: Path) -> None:
    page = program(tmp_path)
    async with looking_at_one_killed(page) as tab:
        await tab.say(DOOR)
        await tab.page.locator("#waiting .note", has_text="Not sent yet").wait_for()
        await tab.page.locator("#trouble", has_text="No connection").wait_for()
        async with page.at_work():
            await tab.until_taken(DOOR)
            await tab.until_asked(2)
            await tab.until_untroubled()
            assert (await tab.own()).count(DOOR) == 1
            await finished(tab)
            assert (await transcript(tab, tmp_path)).count(DOOR) == 1


@only_in_a_soak
async def test_a_day_offline_is_sent_when_the_connection_is_back(tmp_path: Path) -> None:
    page = program(tmp_path)
    async with page.at_work(), looking(page.link) as tab:
        await begun(tab)
        await tab.page.context.set_offline(True)
        await tab.page.locator("#trouble", has_text="No connection").wait_for()
        await tab.say(DOOR)
        await tab.say(SNOW)
        await tab.page.locator("#waiting .me").nth(1).wait_for()
        await tab.page.context.set_offline(False)
        await tab.until_taken(SNOW)
        await tab.until_asked(2)
        await tab.until_untroubled()
        assert [text for text in await tab.own() if text in {DOOR, SNOW}] == [DOOR, SNOW]


@asynccontextmanager
async def looking_at_one_killed(page: Program) -> AsyncIterator[Tab]:
    """Somebody at the first question, behind which the program was just killed."""
    async with AsyncExitStack() as stack:
        async with page.at_work() as running:
            tab = await stack.enter_async_context(looking(page.link))
            await begun(tab)
            await killed(running)
        yield tab


@pytest.mark.parametrize("language", some(["ru-RU"], soak=["en-GB", "ru-RU"]))
async def test_without_javascript_it_is_read_and_answered(tmp_path: Path, language: str) -> None:
    page = program(tmp_path)
    async with page.at_work(), browsing(java_script_enabled=False, locale=language) as context:
        tab = Tab(await context.new_page())
        await tab.page.goto(page.link)
        await tab.page.wait_for_url(page.home)
        await tab.page.click(".ways a")
        await tab.page.fill("input[name=name]", "Anna")
        await tab.page.click("button.big")
        await until_reloaded(tab, ".choice")
        async with tab.page.expect_navigation():
            await tab.say(DOOR)
        assert DOOR in await tab.own()
        async with tab.page.expect_navigation():
            await tab.page.click(".answer a.unscripted")
        await until_reloaded(tab, ".asks >> nth=1")
        async with tab.page.expect_navigation():
            await tab.page.locator(".choice").last.click()
        await until_reloaded(tab, ".choice[aria-pressed=true]")
        assert not await tab.page.is_visible("#menu-button")
        await tab.page.click(".top a.unscripted")
        async with tab.page.expect_navigation():
            await tab.page.click("[data-order='/resume']")
        assert await fits(tab.page)


@only_in_a_soak
async def test_without_javascript_one_reads_what_was_earlier(tmp_path: Path) -> None:
    phone = {"width": 360, "height": 740}
    async with alone(tmp_path) as there, looking(there.link, java_script_enabled=False, viewport=phone) as tab:
        for number in range(60):
            await there.say(f"Line {number}.")
        await tab.page.goto(tab.page.url)
        assert (await tab.texts())[0] == "Line 10."
        await there.say("Something new.")
        async with tab.page.expect_navigation():
            await tab.say("To what I saw.")
        (came,) = there.inbox.accepted[-1:]
        assert came.position.startswith(f"{position_of(there.said - 1)}.")
        async with tab.page.expect_navigation():
            await tab.page.click("text=Show earlier messages")
        assert await tab.texts() == [f"Line {number}." for number in range(12)]
        assert await fits(tab.page)


async def until_reloaded(tab: Tab, what: str) -> None:
    """Look again, as somebody does whose browser shows nothing by itself."""
    async with asyncio.timeout(PATIENCE / 1_000):
        while not await tab.page.locator(what).count():
            await tab.page.wait_for_timeout(100)
            await tab.page.goto(tab.page.url)
