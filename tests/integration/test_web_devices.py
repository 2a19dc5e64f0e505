"""The page with the browsers of a person: what each is, when it was used, and which of them is this one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters.web import HOME
from adapters.web.device_labels import device_label
from adapters.web.security import key_digest, new_key
from core.contracts.messages import Address
from core.languages.messages import say
from core.store.device_rows import device_id, put_key
from tests.fakes.operator_page import words
from tests.fakes.web_app import page_app, visiting

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"
DAY = 86_400


async def test_each_device_is_told_from_the_others_and_this_one_comes_first(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, visiting() as session:
        headers = {"Accept": "text/html", "Accept-Language": "en", "User-Agent": PHONE}
        await session.get(whole.page.link, headers=headers)
        now, here = whole.clock.now().timestamp(), Address(platform="web", chat=HOME)
        others = {key_digest(new_key()): now - days * DAY for days in (3, 9)}

        for digest, at in others.items():
            await whole.store.write(lambda c, d=digest, t=at: put_key(c, d, here, now=t, device="Safari, iPhone"))
        async with session.get(f"{whole.origin}/devices", headers=headers) as answer:
            page = await answer.text()
    rows = re.findall(r"<li>.*?</li>", page, re.DOTALL)
    assert len(rows) == 3
    assert [say("en", "page-device-here") in words(row) for row in rows] == [True, False, False]
    assert all("Safari on an iPhone" in words(row) for row in rows)
    assert say("en", "page-sign-out-here") in words(rows[0])
    assert [days in words(row) for row, days in zip(rows[1:], ("3 days ago", "1 week ago"), strict=True)] == [True] * 2
    buttons = [words(found) for found in re.findall(r"<button.*?</button>", page, re.DOTALL)]
    assert len(set(buttons)) == 3, "whoever hears only the buttons tells them apart, too"
    assert [device_id(digest) in rows[n] for n, digest in enumerate(others, start=1)] == [True, True]


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("Firefox, Linux", "Firefox on a Linux computer"),
        ("Chrome, Android", "Chrome on an Android phone or tablet"),
        ("Safari", "Safari"),
        ("", "A browser"),
    ],
)
def test_a_device_is_called_what_people_call_it(kept: str, shown: str) -> None:
    assert device_label("en", kept) == shown
