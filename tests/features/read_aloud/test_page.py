"""An interview that is heard on the page, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.features.read_aloud.catalogue import installed
from core.languages.messages import say
from tests.integration.page_kit import Tab, looking, needs_browser, program
from tests.integration.test_page_interview import begun

pytestmark = needs_browser


async def test_an_interview_is_heard_and_can_be_had_in_writing_only(tmp_path: Path) -> None:
    if not installed():
        pytest.skip("nothing that speaks is installed")
    page = program(tmp_path, "[voice]\nspeak = 'always'\n")
    async with page.at_work(), looking(page.link) as tab:
        await begun(tab)
        await tab.page.locator("audio.sound").wait_for()
        await _played(tab)
        await tab.until_shown(say("en", "aloud-first"))
        await tab.press("Text only")
        await tab.until_shown(say("en", "aloud-off"))
        await tab.say("A house by the river, with a blue door.")
        await tab.until_asked(2)
        assert await tab.page.locator("audio.sound").count() == 1


async def _played(tab: Tab) -> None:
    """The browser could read the whole of it."""
    await tab.page.wait_for_function(
        """() => {
            const sound = document.querySelector("audio.sound");
            sound.preload = "auto";
            return sound.duration > 1;
        }"""
    )
