"""Setting up in a browser: no barrier, nothing wider than the screen, by keyboard alone, and without scripts."""

from __future__ import annotations

import os
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from adapters.web.operator.frame import SETUP
from core.languages.messages import say
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.effort import only_in_a_soak
from tests.fakes.operator_page import Operator, operator_page
from tests.fakes.web_app import page_app
from tests.integration.page_kit import LOCALES, LOOKS, barriers, browsing, fits, needs_browser

pytestmark = needs_browser
WRONG_TOKEN = "7:not-the-one-that-it-knows-0"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RACONTEUR__STORAGE__DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("RACONTEUR__VOICE__ENGINE", raising=False)
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@asynccontextmanager
async def setting_up(folder: Path, **options: Any) -> AsyncIterator[tuple[Operator, Any]]:
    """A browser that a link has led to the form."""
    async with operator_page(folder) as o, browsing(**options) as context:
        page = await context.new_page()
        await page.goto(f"{o.origin}{await o.link()}?to=setup")
        await page.click("button")
        await page.wait_for_url(o.origin + SETUP)
        yield o, page


def configured(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_state_of_the_form_has_a_barrier_or_is_wider_than_the_screen(
    tmp_path: Path, width: int, scheme: str
) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "locale": LOCALES[scheme]}
    async with FakeBotApi() as api, setting_up(tmp_path, **options) as (_, page):

        async def look(state: str) -> None:
            assert await barriers(page) == [], state
            assert await fits(page), state
            if folder := os.environ.get("RACONTEUR_PICTURES"):
                await page.screenshot(path=f"{folder}/setup-{state}-{width}-{scheme}.png", full_page=True)

        await look("fresh")
        await page.check("[value=openai]")
        await look("openai")
        await page.fill("[name='openai.base_url']", "nowhere")
        await page.click(".topics ~ button")
        await page.locator("[role=alert] a").first.wait_for()
        await look("wrong")
        assert await page.get_attribute("[name='openai.base_url']", "aria-invalid") == "true"
        (tmp_path / "config.toml").write_text(f"[telegram]\napi_base_url = '{api.url}'\n")
        await page.goto(page.url)
        await page.click("#telegram > summary")
        await page.fill("[name='telegram.token']", WRONG_TOKEN)
        await page.click(".topics ~ button")
        await page.locator("[name=anyway]").wait_for()
        token = page.locator("[name='telegram.token']")
        assert await token.get_attribute("aria-invalid") == "true"
        assert "telegram-found" in str(await token.get_attribute("aria-describedby"))
        await look("unwell")
        await page.fill("[name='telegram.token']", api.token)
        if await page.locator("[name='voice.try']").count():
            await page.uncheck("[name='voice.try']")
        await page.click(".topics ~ button")
        await page.locator("[role=status] a[href*='t.me']").wait_for()
        await look("written")


@only_in_a_soak
async def test_the_menu_of_this_computers_page_leads_to_the_settings(tmp_path: Path) -> None:
    viewport = {"width": 360, "height": 800}
    async with page_app(tmp_path, operator=True) as whole, browsing(viewport=viewport) as context:
        page = await context.new_page()
        await page.goto(whole.page.link)
        await page.locator(".sign").wait_for()
        assert await barriers(page) == []
        await page.click(f".sign a[href='{SETUP}']")
        await page.go_back()
        await page.click(f"text={say('en', 'welcome-tell')}")
        assert await barriers(page) == []
        await page.click(f"button:has-text('{say('en', 'welcome-begin')}')")
        # A new question fills the menu anew, so it is opened when the first one is there.
        await page.locator("#log .choice, .choices .choice").first.wait_for()
        await page.click("#menu-button")
        assert await barriers(page) == []
        await page.click(f"#menu a[href='{SETUP}']")
        await page.wait_for_url(whole.origin + SETUP)
        assert say("en", "operator-setup") in await page.inner_text("main")


@only_in_a_soak
async def test_what_belongs_to_another_choice_is_out_of_sight(tmp_path: Path) -> None:
    async with setting_up(tmp_path) as (_, page):
        for chosen in ("offline", "anthropic", "openai"):
            await page.check(f"[value={chosen}]")
            seen = [name for name in ("anthropic", "openai") if await page.is_visible(f"[name='{name}.model']")]
            assert seen == [chosen][: chosen != "offline"]


async def test_by_keyboard_alone_and_without_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")
    async with setting_up(tmp_path, java_script_enabled=False) as (_, page):
        await page.focus(".more > summary")
        await page.keyboard.press("Enter")
        await page.focus("[name='access.operator']")
        await page.keyboard.type("Anna")
        await page.keyboard.press("Enter")
        await page.locator("[role=status]").wait_for()
        assert configured(tmp_path)["access"]["operator"] == "Anna"
        await page.focus("[value=offline]")
        await page.keyboard.press("ArrowDown")
        assert await page.is_checked("[value=anthropic]")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        alert = page.locator("[role=alert] a")
        await alert.wait_for()
        assert await alert.get_attribute("href") == "#anthropic.api_key"
        assert configured(tmp_path)["llm"]["provider"] == "offline"
