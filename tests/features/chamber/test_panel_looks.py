"""Runs on the operator's page in a browser: no barrier on any view, and nothing wider than the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.operator_page import operator_page
from tests.features.chamber.test_panel import VIEWS, with_run
from tests.integration.page_kit import LOCALES, LOOKS, barriers, fits, needs_browser
from tests.integration.test_operator_page_views import looking_at

pytestmark = needs_browser


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_view_has_a_barrier_or_is_wider_than_the_screen(tmp_path: Path, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "locale": LOCALES[scheme]}
    async with operator_page(tmp_path) as o, looking_at(o, **options) as page:
        await with_run(o)
        for view in VIEWS:
            await page.goto(o.origin + view)
            assert await barriers(page) == [], view
            assert await fits(page), view
