"""Questions that are heard on the page, in a browser."""

from __future__ import annotations

from pathlib import Path

from core.contracts.messages import Outgoing, SendVoice
from tests.fakes.voice_clips import VILLAGE, clip
from tests.fakes.web_client import HERE
from tests.integration.page_kit import Alone, alone, looking, needs_browser

pytestmark = needs_browser
PLAYING = "() => [...document.querySelectorAll('audio.sound')].map((sound) => !sound.paused).join()"
ENDLESS = "document.addEventListener('play', ({ target }) => (target.loop = true), true)"
"""What plays goes on until something stops it, however late a test looks."""


async def speak(page: Alone, number: int) -> None:
    voice = SendVoice(of=f"k{number}", body=clip(VILLAGE, "ogg"), seconds=4.0, waveform=b"\xff")
    await page.platform.send(Outgoing(key=f"k{number}/voice", address=HERE, saying=voice))


async def test_a_question_is_played_when_its_sound_comes_and_only_one_at_a_time(tmp_path: Path) -> None:
    async with alone(tmp_path) as page, looking(page.link) as tab:
        await tab.page.evaluate(ENDLESS)
        await tab.say("Good morning.")
        await tab.until_taken("Good morning.")
        await page.say("Where were you born?", asks=True)
        await tab.until_shown("Where were you born?")
        await speak(page, 1)
        await tab.page.wait_for_function(f"() => ({PLAYING})() === 'true'")
        await tab.page.wait_for_function("() => document.querySelector('audio.sound').currentTime > 0")
        await page.say("And your grandmother?", asks=True)
        await tab.until_shown("And your grandmother?")
        await speak(page, 2)
        await tab.page.wait_for_function(f"() => ({PLAYING})() === 'false,true'")
        await tab.page.reload()
        await tab.until_shown("And your grandmother?")
        assert await tab.page.evaluate(PLAYING) == "false,false"


async def test_what_was_overtaken_is_not_played(tmp_path: Path) -> None:
    async with alone(tmp_path) as page, looking(page.link) as tab:
        await tab.say("Good morning.")
        await tab.until_taken("Good morning.")
        await page.say("Where were you born?", asks=True)
        await page.say("One moment, please.")
        await tab.until_shown("One moment")
        await speak(page, 1)
        await tab.page.locator("audio.sound").wait_for()
        assert await tab.page.evaluate(PLAYING) == "false"
