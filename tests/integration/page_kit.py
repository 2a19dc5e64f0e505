"""A browser that looks at the page: Chromium by playwright, and the program or its page alone behind it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from adapters.web.microphone import HearingSettings
from adapters.web.platform import WebPlatform
from core.contracts.messages import Badge, Choice, Outgoing, Progress, Say, SendDocument, Span, Style
from tests.fakes.command_line import Running, started
from tests.fakes.effort import some
from tests.fakes.waiting import until
from tests.fakes.web_client import HERE, PageInbox, page_running

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.usefixtures("chromium"),
]
"""With the loop that the driver of the browser lives on."""
PATIENCE = 90_000
"""Milliseconds; never reached when what is tested works. A page without a server asks again every 30 s at least."""
_WIDTHS = (360, 1280)
LOOKS = some([(_WIDTHS[0], "dark")], soak=list(product(_WIDTHS, ("light", "dark"))))
"""How wide a screen is, and whether it is light or dark."""
LOCALES = {"light": "en-GB", "dark": "ru-RU"}
COURSE = Progress(done=3, total=110, chapters_done=2, chapters=9)
SKIP = Choice(label="Skip", data="skip@s.4")
CODE = Choice(label="Write code", data="", editor="Your solution")
STORY = (
    "# Anna\n\n## Earliest memories\n\n**What do you remember?**\n\nA *blue* door.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
)


@dataclass(slots=True)
class Tab:
    """One page in a browser, as somebody uses it."""

    page: Any
    troubles: list[str] = field(default_factory=list)
    """What the browser complained of: errors, and what the policy forbids."""

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda message: self._heard(message.type, message.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text and "net::ERR" not in text:
            self.troubles.append(text)

    async def say(self, text: str) -> None:
        await self.page.fill("#answer", text)
        await self.page.click("#send")

    async def press(self, label: str) -> None:
        await self.page.locator(".choices:not(.stale) .choice", has_text=label).last.click()

    async def order(self, words: str) -> None:
        await self.page.click("#menu-button")
        await self.page.locator("#menu .more").evaluate("(more) => (more.open = true)")
        await self.page.click(f"#menu >> text={words}")

    async def until_gone(self, what: str) -> None:
        """Wait until nothing on the page is so."""
        await playwright.expect(self.page.locator(what)).to_have_count(0, timeout=PATIENCE)

    async def until_written(self, text: str) -> None:
        """Wait until these words, and no others, stand in the field."""
        await playwright.expect(self.page.locator("#answer")).to_have_value(text, timeout=PATIENCE)

    async def until_shown(self, text: str, *, count: int = 1) -> None:
        """Wait until a line of the interviewer holds these words, so many times."""
        await self.page.locator(f".bot .words:has-text({text!r})").nth(count - 1).wait_for()

    async def until_taken(self, text: str) -> None:
        """Wait until one's own words stand there with a number."""
        await self.page.locator(f"#lines .me[data-n] .words:has-text({text!r})").first.wait_for()

    async def until_lines(self, count: int) -> None:
        """Wait until so many lines have a number."""
        await self.page.locator("#lines > .line[data-n]").nth(count - 1).wait_for()

    async def until_asked(self, count: int) -> None:
        """Wait until so many questions of the interview stand there."""
        await self.page.locator(".bot.asks").nth(count - 1).wait_for()

    async def until_untroubled(self) -> None:
        """Wait until everything is sent, and no trouble is told of."""
        await self.until_gone("#waiting > *, #recordings > *, .pending")
        await self.page.locator("#trouble:empty").wait_for(state="attached")

    async def texts(self) -> list[str]:
        return [str(text) for text in await self.page.locator("#lines > .line .words").all_inner_texts()]

    async def at(self, number: int) -> str | None:
        """The moment of a line, counted from 0."""
        found: str | None = await self.page.locator(".line").nth(number).get_attribute("data-at")
        return found

    async def own(self) -> list[str]:
        return [str(text) for text in await self.page.locator(".me .words").all_inner_texts()]


class Chromium:
    """The browser of one process of tests, started anew only where other flags are asked for."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._browser: Any = None
        self._flags: tuple[str, ...] = ()

    async def started(self, flags: tuple[str, ...]) -> Any:
        if self._browser is None or flags != self._flags or not self._browser.is_connected():
            await self.close()
            arguments = [*flags, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
            self._browser = await self._driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
            self._flags = flags
        return self._browser

    async def close(self) -> None:
        if self._browser is not None:
            await self._browser.close()


_SHARED: list[Chromium] = []
"""That of this process, while it is there."""


@asynccontextmanager
async def driving() -> AsyncIterator[None]:
    """While one driver is at work, and a browser as soon as it is asked for."""
    async with playwright.async_playwright() as driver:
        chromium = Chromium(driver)
        _SHARED.append(chromium)
        try:
            yield
        finally:
            _SHARED.remove(chromium)
            await chromium.close()


@asynccontextmanager
async def browsing(*flags: str, **options: Any) -> AsyncIterator[Any]:
    """A browser as nobody has used it before, with these flags; `options` are those of a context."""
    browser = await _SHARED[-1].started(flags)
    context = await browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options})
    try:
        yield context
    finally:
        await context.close()


async def barriers(page: Any) -> list[str]:
    """What axe-core finds that keeps somebody from using a page."""
    from axe_playwright_python.async_playwright import Axe

    found = await Axe().run(page)
    return [f"{each['id']}: {node['html'][:120]}" for each in found.response["violations"] for node in each["nodes"]]


async def fits(page: Any) -> bool:
    return bool(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


# --- the page alone -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Alone:
    """The platform with nobody behind it: what is said there, a test says."""

    platform: WebPlatform
    inbox: PageInbox
    said: int = 0

    @property
    def link(self) -> str:
        return self.platform.link

    async def say(self, text: str, *choices: Choice, language: str = "en", **more: Any) -> None:
        self.said += 1
        saying = Say(text=text, choices=choices, **more)
        await self.platform.send(Outgoing(key=f"k{self.said}", address=HERE, saying=saying, language=language))

    async def hand_over(self, document: SendDocument) -> None:
        self.said += 1
        await self.platform.send(Outgoing(key=f"k{self.said}", address=HERE, saying=document, language="en"))

    async def forget(self) -> None:
        """Everything of this chat is deleted."""
        await self.platform.forget(HERE)

    async def until_heard(self, count: int) -> list[Any]:
        """What came in, besides the way in."""
        await until(lambda: len(self.inbox.accepted) >= count)
        return [incoming.content for incoming in self.inbox.accepted]


@asynccontextmanager
async def alone(folder: Path, hearing: HearingSettings | None = None) -> AsyncIterator[Alone]:
    inbox = PageInbox()
    async with page_running(folder, inbox, hearing) as (platform, _):
        yield Alone(platform, inbox)


async def filled(there: Alone) -> None:
    """One of each kind of line."""
    await there.say("Hello. I am Raconteur.\n\nAnswer in your own time.")
    await there.say(
        "Thank you.\n\nWhat is the first place that you remember?",
        SKIP,
        asks=True,
        badge=Badge.OVERVIEW,
        course=COURSE,
    )
    await there.say("I heard:\n\nA blue door.", spans=(Span(start=9, end=23, style=Style.QUOTE),))
    await there.hand_over(
        SendDocument(name="anna.md", media_type="text/markdown", body=STORY.encode(), caption="Your transcript.")
    )
    await there.say("And then?", Choice(label="Skip", data="skip@s.6"), asks=True, badge=Badge.FOLLOW_UP, course=COURSE)
    exercise = "Count the pairs:\n\ndef pairs(numbers):\n    return 0"
    block = Span(start=18, end=len(exercise), style=Style.BLOCK)
    await there.say(exercise, CODE, asks=True, badge=Badge.QUESTION, spans=(block,))


@asynccontextmanager
async def looking(
    link: str,
    *flags: str,
    prepared: Callable[[Any], Awaitable[None]] | None = None,
    folded: bool = False,
    **options: Any,
) -> AsyncIterator[Tab]:
    """Somebody who has followed the link, and looks at all that was said, or with `folded` at the question alone.

    `prepared` is called with the page before that.
    """
    async with browsing(*flags, **options) as context:
        tab = Tab(await context.new_page())
        if not folded:
            await context.add_init_script("sessionStorage.setItem('told-open', 'yes')")
        if prepared is not None:
            await prepared(tab.page)
        await tab.page.goto(link)
        await tab.page.wait_for_selector("#answer, .welcome")
        if options.get("java_script_enabled", True) and await tab.page.locator("#answer").count():
            # Until its scripts are at work.
            await tab.page.wait_for_function("() => document.activeElement?.id === 'answer'")
        yield tab
        assert tab.troubles == []


# --- the whole program --------------------------------------------------------------------------------------------

TOKEN = "t" * 43


@dataclass(slots=True)
class Program:
    """`raconteur run` with the page, on a port that stays the same over restarts."""

    folder: Path
    port: int

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/in/{TOKEN}"

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[Running]:
        async with started("run", folder=self.folder) as running:
            await running.until_said("The page is at")
            yield running


async def killed(running: Running) -> None:
    await running.stopped(signal.SIGKILL)


def program(folder: Path, more: str = "") -> Program:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    (folder / "config.toml").write_text(f"[web]\nenabled = true\nport = {port}\ntoken = '{TOKEN}'\n{more}")
    return Program(folder, port)
