"""The page with the keyboard alone, at 200 %, without motion, and while it is being loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.contracts.messages import Progress
from tests.fakes.web_app import page_app
from tests.integration.page_kit import Tab, alone, browsing, fits, looking, needs_browser

pytestmark = needs_browser
PHONE_AT_200 = {"width": 180, "height": 370}
WIDE_AT_200 = {"width": 640, "height": 400}
SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.shifted += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


async def _focused(page: Any) -> str:
    found: str = await page.evaluate("document.activeElement.id || document.activeElement.className")
    return found


async def _tab_to(page: Any, what: str) -> None:
    """Press Tab until an element with this id or class has the focus, and see that the focus can be seen."""
    for _ in range(10):
        await page.keyboard.press("Tab")
        if what in (await _focused(page)).split():
            outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid"
            return
    pytest.fail(f"Tab does not lead to {what}")


async def test_tab_and_enter_lead_from_the_first_screen_to_the_first_answer(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, browsing() as context:
        tab = Tab(await context.new_page())
        page = tab.page
        await page.goto(whole.page.link)
        await page.wait_for_selector(".welcome")
        await _tab_to(page, "big")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("[name=name]")
        await page.keyboard.press("Tab")
        await page.keyboard.type("Ruth")
        await _tab_to(page, "big")
        await page.keyboard.press("Enter")
        await tab.until_asked(1)
        await page.wait_for_function("() => document.activeElement?.id === 'answer'")
        await page.keyboard.type("A blue door.")
        await _tab_to(page, "send")
        await page.keyboard.press("Enter")
        await tab.until_taken("A blue door.")
        assert tab.troubles == []


@pytest.mark.parametrize("viewport", [PHONE_AT_200, WIDE_AT_200])
async def test_at_200_percent_nothing_is_wider_than_the_window(tmp_path: Path, viewport: dict[str, int]) -> None:
    async with page_app(tmp_path) as whole, browsing(viewport=viewport) as context:
        page = await context.new_page()
        await page.goto(whole.page.link)
        await page.wait_for_selector(".welcome")
        for address in ("/", "/give", "/begin?kind=plain", "/menu"):
            await page.goto(f"{whole.origin}{address}")
            assert await fits(page), address


async def test_nothing_moves_while_a_long_conversation_is_loaded(tmp_path: Path) -> None:
    async with alone(tmp_path) as there, looking(there.link, folded=True) as tab:
        page = tab.page
        for number in range(8):
            await there.say(f"Question {number}?", asks=True, course=Progress(done=number, total=20))
            await tab.say(f"Answer {number}. " * 20)
            await tab.until_taken(f"Answer {number}.")
        await there.say("And today?", asks=True, course=Progress(done=8, total=20))
        await tab.until_shown("And today?")
        await page.add_init_script(SHIFTS)
        await page.reload()
        await page.wait_for_function("() => document.activeElement?.id === 'answer'")
        await page.wait_for_timeout(300)
        shown = await page.locator("#lines .words >> visible=true").all_inner_texts()
        assert [each[:10] for each in shown] == ["Answer 7. ", "And today?"]
        assert await page.evaluate("window.shifted") < 0.05
        await page.click("#told")
        await page.reload()
        await page.wait_for_function("() => document.activeElement?.id === 'answer'")
        assert await page.locator("#lines .words >> visible=true").count() > 10


async def test_the_end_of_a_chapter_does_not_move_for_whoever_wants_no_motion(tmp_path: Path) -> None:
    async with alone(tmp_path) as there, looking(there.link, reduced_motion="reduce") as tab:
        for chapter in (1, 2):
            course = Progress(done=chapter, total=20, chapters_done=chapter, chapters=4)
            await there.say("And then?", asks=True, course=course)
            await tab.until_asked(chapter)
        await tab.page.locator(".joy").wait_for()
        assert await tab.page.evaluate("getComputedStyle(document.querySelector('.joy')).animationName") == "none"
