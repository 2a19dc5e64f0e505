"""The ten screens of the documentation, from the first one to the book, in the real program: no barrier on any."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.integration.page_kit import LOOKS, needs_browser

pytestmark = needs_browser[0]
SCREENS = ("first", "begin", "gift-form", "gift-link", "landing", "question", "earlier", "menu", "book", "people")


def test_no_screen_has_a_barrier_or_is_wider_than_its_window() -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # the driver must have a thread without a loop
        seen, troubles = elsewhere.submit(_played).result()
    assert tuple(seen) == SCREENS
    assert troubles == []


def _played() -> tuple[list[str], list[str]]:
    """Play the interview of the pictures; return the names of the screens, and what is wrong with them."""
    from axe_playwright_python.sync_playwright import Axe

    from tools.screens import play

    seen: list[str] = []
    troubles: list[str] = []

    def look(page: Any, name: str) -> None:
        seen.append(name)
        before = page.viewport_size
        for width, scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)
            where = f"{name}, {width}, {scheme}"
            violations = Axe().run(page).response["violations"]
            troubles.extend(
                f"{where}: {each['id']} {node['html'][:120]}" for each in violations for node in each["nodes"]
            )
            if not page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"):
                troubles.append(f"{where}: wider than its window")
        page.set_viewport_size(before)

    play(look)
    return seen, troubles
