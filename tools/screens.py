"""Takes pictures of ten screens, each 360 and 1280 pixels wide.

    .venv/bin/python -m tools.screens OUT [--dark]
    .venv/bin/python -m tools.screens --docs

The program runs in a folder that is thrown away, without any language model, and two people talk with it: Anna, who
gives her mother an interview, and her mother, who answers. `--docs` writes the pictures of the documentation to
docs/pictures instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools.program import ROOT, begin, come_in, give, launch, make_book, make_link, running, someone, tell_all

SIZES: Final = ((360, 740), (1280, 800))
DOCS: Final = ROOT / "docs" / "pictures"
IN_DOCS: Final = ("first-1280", "question-360", "landing-360", "book-1280")
ADDRESS: Final = "https://stories.example.org"
"""The address that the gift's link shows; nothing is fetched from it."""
_COLOURS: Final = 128
_Shoot = Callable[[Page, str], None]


def play(shoot: _Shoot, *, look: str = "light") -> None:
    """Live through a gift and its interview, and call `shoot` with the page at each of the ten screens."""
    with running({"RACONTEUR__WEB__PUBLIC_URL": ADDRESS}) as link, sync_playwright() as playwright:
        browser, origin = launch(playwright), link.partition("/in/")[0]
        anna = someone(browser, look=look).new_page()
        come_in(anna, link)
        shoot(anna, "first")
        anna.click(".ways a >> nth=0")
        anna.fill("[name=name]", "Anna")
        shoot(anna, "begin")
        give(anna, origin)
        shoot(anna, "gift-form")
        path = make_link(anna)
        shoot(anna, "gift-link")

        mum = someone(browser, look=look).new_page()
        mum.goto(f"{origin}{path}")
        shoot(mum, "landing")
        begin(mum)
        tell_all(mum)
        shoot(mum, "question")
        mum.click("#told")
        shoot(mum, "earlier")
        mum.click("#told")
        mum.click("#menu-button")
        shoot(mum, "menu")
        make_book(mum, origin)
        mum.locator(".passage").first.evaluate("(it) => it.parentElement.scrollIntoView()")
        shoot(mum, "book")

        anna.goto(f"{origin}/operator")
        shoot(anna, "people")
        browser.close()


def pictures(page: Page) -> list[tuple[int, bytes]]:
    """Return what is on the screen of a phone and of a desktop, with the width of each."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        found.append((width, page.screenshot(animations="disabled")))
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return found


def _small(picture: bytes) -> bytes:
    """Return a picture with fewer colours, which takes a third of the room."""
    out = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screens", description="Take pictures of ten screens.")
    parser.add_argument("out", nargs="?", type=Path, help="the folder for the pictures")
    parser.add_argument("--docs", action="store_true", help="write those of the documentation instead")
    parser.add_argument("--dark", action="store_true", help="with dark colours")
    asked = parser.parse_args()
    folder: Path | None = DOCS if asked.docs else asked.out
    if folder is None:
        parser.error("name a folder for the pictures, or --docs")
    folder.mkdir(parents=True, exist_ok=True)

    def shoot(page: Page, name: str) -> None:
        for width, picture in pictures(page):
            if not asked.docs or f"{name}-{width}" in IN_DOCS:
                (folder / f"{name}-{width}.png").write_bytes(_small(picture))

    play(shoot, look="dark" if asked.dark else "light")


if __name__ == "__main__":
    main()
