"""Runs the program in a folder that is thrown away, and a browser that looks at it: for pictures and measurements."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

ROOT: Final = Path(__file__).parents[1]
_READY: Final = "The page is at"


@contextmanager
def running(settings: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run the program without a language model or a voice, and yield the link that opens its page here.

    `settings` are more environment variables.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RACONTEUR")}
    token, port = secrets.token_urlsafe(32), _free_port()
    with TemporaryDirectory() as place:
        more = {
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "TZ": "UTC",
            "RACONTEUR__WEB__ENABLED": "true",
            "RACONTEUR__WEB__PORT": str(port),
            "RACONTEUR__WEB__TOKEN": token,
            "RACONTEUR__VOICE__ENGINE": "off",
            "RACONTEUR__STORAGE__DATA_DIR": f"{place}/data",
            **(settings or {}),
        }
        command = [sys.executable, "-m", "bot", "run"]
        with subprocess.Popen(
            command,
            cwd=place,
            env=environment | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as program:
            try:
                if not any(_READY in line for line in program.stdout or ()):
                    sys.exit("The program did not say where its page is.")
                yield f"http://127.0.0.1:{port}/in/{token}"
            finally:
                program.terminate()


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


def chromium() -> str:
    """Return the path of Chromium, or end with a sentence on how to get it."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.exit("There is no Chromium on this machine; on Debian and Ubuntu: sudo apt install chromium")
    return found


def browser_flags() -> list[str]:
    return ["--no-sandbox"] if os.geteuid() == 0 else []


def launch(playwright: Playwright) -> Browser:
    """Start Chromium without a window."""
    # A microphone that Chromium makes up, so that the page offers to record as it does on a phone.
    microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    return playwright.chromium.launch(executable_path=chromium(), args=[*browser_flags(), *microphone])


def someone(browser: Browser, *, look: str = "light") -> BrowserContext:
    """Return a browser that nobody has used before, on a phone's width."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        locale="en-GB",
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    return context


# --- a short interview: Anna asks her mother, who tells of her childhood ------------------------------------------

ANSWERS: Final = (
    "My grandmother’s kitchen in Kazan. She was peeling apples by the window, one long ribbon at a time, and I was "
    "allowed to eat the peel.",
    "That it snowed in May. My father came to see us with a branch of apple blossom under his coat, and when he "
    "unbuttoned it the flowers were still open.",
    "From my mother’s sister Ruth, who could whistle with two fingers and taught me to read from the labels of her jam "
    "jars.",
)


def come_in(page: Page, link: str) -> None:
    """Open the link of this computer's own page, and wait for the first screen."""
    page.goto(link)
    page.wait_for_selector(".welcome")


def give(page: Page, origin: str) -> None:
    """Fill in the form of a gift, and leave it unsent."""
    page.goto(f"{origin}/give")
    page.fill("[name=name]", "Mum")
    page.fill("[name=giver]", "Anna")


def make_link(page: Page) -> str:
    """Send the form of a gift, and return the path of the link that it gives."""
    page.click("form .send")
    page.wait_for_selector("#link")
    return urlsplit(page.input_value("#link")).path


def begin(page: Page) -> None:
    """Accept an invitation, and wait for the first question."""
    page.click("form .send")
    page.locator(".asks").wait_for()
    page.locator("#answer").wait_for()


def tell(page: Page, answer: str) -> None:
    """Answer the open question, and lead on to the next one."""
    asked = page.locator(".asks").count()
    page.fill("#answer", answer)
    page.click("#send")
    page.locator(".asks").nth(asked).wait_for(state="attached")
    page.locator(".choices:not(.stale) .choice", has_text="Next question").last.click()
    page.locator(".asks").nth(asked + 1).wait_for(state="attached")
    page.wait_for_function("() => document.querySelectorAll('#waiting > *, .pending').length === 0")


def tell_all(page: Page) -> None:
    """Answer the first questions, and decline to be told of new ones, which the page offers after the first answer."""
    for number, answer in enumerate(ANSWERS):
        tell(page, answer)
        if number == 0:
            page.click("#push .quiet")


def make_book(page: Page, origin: str) -> None:
    """Make a book of what was told, and leave it open as a proof."""
    page.goto(f"{origin}/book")
    page.click("button[value=told]")
    page.wait_for_selector(".passage")
