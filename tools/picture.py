"""Makes docs/page.png: the page as somebody sees it who has just begun the story of their life.

    .venv/bin/python tools/picture.py

It talks to the program itself, in a folder that is thrown away, without any language model; the browser is the system's
own Chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "page.png"
WIDTH, HEIGHT = 860, 916
_LINK = re.compile(r"http://\S+/in/\S+")
_SAID = (
    "My grandmother's kitchen in Kazan. She was peeling apples by the window, one long ribbon at a time, and I was "
    "allowed to eat the peel.",
    "She sang while she worked, always the same song, and knew only half of the words.",
)


@contextmanager
def _page_of(folder: Path) -> Iterator[str]:
    """Run the program in a folder, and yield the link that opens its page."""
    (folder / "config.toml").write_text('[web]\nenabled = true\nport = 0\n[voice]\nengine = "off"\n', encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RACONTEUR")}
    program = subprocess.Popen(
        [sys.executable, "-m", "bot", "run"],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "TZ": "UTC"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        found = next((match for line in program.stdout or () if (match := _LINK.search(line))), None)
        if found is None:
            sys.exit("The program did not say where its page is.")
        yield found[0].rstrip(".")
    finally:
        program.terminate()
        program.wait()


def _talk(page: Page) -> None:
    """Talk with the bot from the greeting to the third question."""

    def say(text: str) -> None:
        page.fill("#answer", text)
        page.click("#send")

    def press(label: str) -> None:
        page.locator(".choices:not(.stale) .choice", has_text=label).last.click()

    page.locator(".bot", has_text="call you").wait_for()
    say("Anna")
    press("My life story")
    press("I agree")
    for number, text in enumerate(_SAID, start=1):
        page.locator(".asks .badge").nth(number - 1).wait_for()
        say(text)
    page.locator(".asks .badge").nth(len(_SAID)).wait_for()
    page.mouse.move(0, 0)


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("There is no Chromium on this machine; on Debian and Ubuntu: sudo apt install chromium")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with TemporaryDirectory() as place, _page_of(Path(place)) as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        page.goto(link)
        page.wait_for_selector("#answer")
        _talk(page)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
