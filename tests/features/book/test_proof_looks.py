"""The proof of a book in a browser: clicked, typed and undone, on a phone and on a wide screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.languages.messages import say
from tests.fakes.effort import some
from tests.fakes.web_app import page_app, visiting
from tests.features.book.test_proof import KITCHEN, RIVER, Reader
from tests.integration.page_kit import LOOKS, Tab, barriers, browsing, fits, needs_browser

pytestmark = needs_browser


@pytest.mark.parametrize("scripts", some([True], soak=[True, False]))
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_a_book_is_read_and_changed(tmp_path: Path, width: int, scheme: str, *, scripts: bool) -> None:
    look = {"viewport": {"width": width, "height": 740}, "color_scheme": scheme, "java_script_enabled": scripts}
    async with page_app(tmp_path) as whole, visiting() as session, browsing(**look) as context:
        ruth = Reader(session, whole)
        await session.get(whole.page.link, headers={"Accept": "text/html", "Accept-Language": "en"})
        await ruth.begins("Ruth")
        await ruth.tells(KITCHEN, 1)
        await ruth.tells(RIVER, 2)
        tab = Tab(await context.new_page())
        page = tab.page
        await page.goto(whole.page.link)
        await page.wait_for_selector("#answer")
        await page.goto(f"{whole.origin}/book")
        await page.click("button[value=told]")
        await page.wait_for_selector(".proof")
        await _sound(page, "the book", scripts=scripts)
        # A click on the words where there are scripts; the small link with the keyboard where there are none.
        if scripts:
            await page.click(f"text={KITCHEN}")
        else:
            await page.locator(".passage .change").first.focus()
            await page.keyboard.press("Enter")
        field = page.locator("textarea[name=text]")
        await field.wait_for()
        await _sound(page, "a form", scripts=scripts)
        await field.fill("Grandmother's kitchen, and apples.")
        await page.click("button[value=word]")
        await page.wait_for_selector(f".saved:has-text('{say('en', 'proof-notice-saved')}')")
        assert await page.locator("text=Grandmother's kitchen, and apples.").count() == 1
        await page.click(".saved button")
        await page.wait_for_selector(f"text={KITCHEN}")
        await page.click(".front > .change")
        await page.wait_for_selector("input[name=years]")
        await _sound(page, "the cover's form", scripts=scripts)
        await page.fill("input[name=years]", "1941–2026")
        await page.check("input[value=wine]")
        await page.click("button[value=front]")
        await page.wait_for_selector("header.cover-wine")
        await _sound(page, "the cover", scripts=scripts)
        assert tab.troubles == []


async def _sound(page: object, what: str, *, scripts: bool) -> None:
    assert not scripts or await barriers(page) == [], what
    assert not scripts or await fits(page), what
