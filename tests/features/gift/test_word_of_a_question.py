"""Every week whoever was given an interview hears of the next question, although the page is closed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from adapters.web.push import PushRules
from bot.config import Settings
from bot.sections import TimersSection
from core.languages.messages import say
from core.store.claims import UNDELIVERED
from core.store.schema import entries, outbox
from tests.fakes.manual_clock import ManualClock
from tests.fakes.push_server import PushBrowser, push_server
from tests.fakes.waiting import PATIENCE, until
from tests.fakes.web_app import PageApp, fields_of, page_app, visiting
from tests.features.gift.page_kit import HTML, gift_link, give, press, see

pytest.importorskip("pywebpush", reason="pywebpush is not installed")
MONDAY = datetime(2026, 3, 2, 10, tzinfo=UTC)
LOOPBACK = PushRules(schemes=frozenset({"http"}), may_dial=lambda _: True)
SETTINGS = Settings(timers=TimersSection(time_zone="UTC"))


async def _until_told(whole: PageApp, answers: int) -> None:
    """Wait until so many answers are kept, and nothing is on its way."""
    told = sa.select(sa.func.count()).select_from(entries).where(entries.c.kind == "answer")
    async with asyncio.timeout(PATIENCE):
        while await whole.store.read(lambda c: c.execute(told).scalar_one()) < answers:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        waiting = sa.select(sa.func.count()).select_from(outbox).where(UNDELIVERED)
        while await whole.store.read(lambda c: c.execute(waiting).scalar_one()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_the_next_question_comes_a_week_later_as_a_notice(tmp_path: Path) -> None:
    clock, browser = ManualClock(MONDAY), PushBrowser.made()
    async with (
        push_server() as service,
        page_app(tmp_path, clock=clock, settings=SETTINGS, push=LOOPBACK) as whole,
        visiting() as owner,
        visiting() as mum,
    ):
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
        await press(mum, whole, gift_link(page), reads="no")
        headers = {"Origin": whole.origin, "X-Raconteur": "1"}
        body = {"endpoint": f"{service.origin}/wp/mum", **browser.keys(), "again": True}
        async with mum.post(f"{whole.origin}/push", json=body, headers=headers) as answer:
            assert answer.status == 200
        form = fields_of(await see(mum, f"{whole.origin}/?begun=1")) | {"text": "An orchard.", "seen": "1"}
        async with mum.post(f"{whole.origin}/say", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
            assert answer.status == 200
        await _until_told(whole, 1)
        before = len(service.taken)
        clock.advance(timedelta(days=5, hours=23).total_seconds())
        await whole.app.tick()
        assert len(service.taken) == before, "nothing comes before Sunday"
        clock.advance(timedelta(hours=2).total_seconds())
        await whole.app.tick()
        await until(lambda: len(service.taken) == before + 1)
        read = browser.reads(service.taken[-1][1])
    assert read == {"title": say("en", "push-title"), "body": "Question 2 in en?"}
