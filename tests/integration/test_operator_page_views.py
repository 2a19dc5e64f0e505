"""The operator's page in a browser: no barrier on any view, nothing wider than the screen, and words that come by
themselves."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from adapters.web.operator.frame import HOME, LIST
from adapters.web.operator.live import LOOK
from core.contracts.calls import Budget, Settlement
from core.contracts.commits import Commit, Revise
from core.contracts.messages import Address
from core.contracts.session import Counters, Status
from core.store.access import allow_person, deny_person, put_invite
from core.store.call_rows import StoredLedger
from core.store.changes import commit
from core.store.schema import entries, mailbox, outbox, persons
from core.store.store import Connection
from tests.fakes.effort import only_in_a_soak
from tests.fakes.operator_page import Operator, operator_page
from tests.fakes.stores import NOW, answer, append, begin, edit, letter, new_session, question
from tests.fakes.told import call_of
from tests.integration.page_kit import LOCALES, LOOKS, barriers, browsing, fits, needs_browser

EVERY_BUTTON_IN_SIGHT = (
    "[...document.querySelectorAll('button')].every(b => b.getBoundingClientRect().right <= innerWidth)"
)
pytestmark = needs_browser
ONE = f"{HOME}/sessions/s0"
VIEWS = (HOME, LIST, ONE, f"{ONE}/calls", f"{HOME}/figures", f"{HOME}/doors")
HOSTILE = "<script>document.title='taken'</script>\u202e" + "a" * 3_000


@asynccontextmanager
async def filled(folder: Path) -> AsyncIterator[Operator]:
    """A house with something in each view."""

    def unit(c: Connection) -> None:
        for n, name in enumerate(["Мария Ивановна", "Hannah", HOSTILE, ""]):
            where = Address(platform="here", chat=str(n))
            status = Status.ABANDONED if n else Status.ACTIVE
            more = {
                "status": status,
                "counters": Counters(questions=n + 2, answers=n, words=40 * n),
                "open_question": 1,
            }
            held = begin(c, new_session(f"s{n}", person_id=f"p{n}", address=where, **more), event_id=f"hello-{n}")
            lines = [
                question(1, "What is the first thing you remember?"),
                answer(2, 1, HOSTILE if n == 2 else "A door."),
            ]
            sent = letter(f"hello-{n}/turn", address=where, session_id=held.id, seq=1)
            append(c, held, lines, letters=(sent,))
            c.execute(persons.update().where(persons.c.id == f"p{n}").values(name=name))
        c.execute(entries.update().where(entries.c.session_id == "s1").values(photo=f"{'0' * 64}.png"))
        c.execute(entries.update().where(entries.c.session_id == "s0", entries.c.seq == 2).values(audio="a.ogg"))
        c.execute(outbox.update().values(sent_at=NOW + 3))
        c.execute(mailbox.update().values(arrived_at=NOW))
        put_invite(c, "d", kind="life-story", uses=2, expires_at=None, now=NOW)
        allow_person(c, "telegram:7", now=NOW)
        deny_person(c, "telegram:8", now=NOW)

    async with operator_page(folder) as o:
        await o.store.write(unit)
        ledger = StoredLedger(o.store, Budget(), o.clock)
        for n in range(3):
            made = await ledger.reserve(call_of("s0", f"{n} " + "a prompt of many words " * 300))
            await ledger.settle(
                made, Settlement(outcome="ok", cost_micros=120_000, answer='{"move": "door"}\n' + HOSTILE)
            )
        yield o


@asynccontextmanager
async def looking_at(o: Operator, *, scripts: bool = True, **options: Any) -> AsyncIterator[Any]:
    """A browser that has come in by a link and its button."""
    async with browsing(java_script_enabled=scripts, **options) as context:
        page = await context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        await page.goto(o.origin + await o.link())
        if scripts:
            assert await barriers(page) == [], "the gate"
        await page.click("button")
        await page.wait_for_url(o.origin + HOME)
        yield page
        assert troubles == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_view_has_a_barrier_or_is_wider_than_the_screen(tmp_path: Path, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "locale": LOCALES[scheme]}
    async with filled(tmp_path) as o, looking_at(o, **options) as page:
        for number, view in enumerate(VIEWS):
            await page.goto(o.origin + view)
            assert await barriers(page) == [], view
            assert await fits(page), view
            assert await page.evaluate(EVERY_BUTTON_IN_SIGHT), view
            assert await page.title() != "taken"
            if folder := os.environ.get("RACONTEUR_PICTURES"):
                name = f"{folder}/operator-{number}-{width}-{scheme}.png"
                await page.screenshot(path=name, full_page=True)


@only_in_a_soak
async def test_new_words_come_by_themselves_and_stay_in_their_order(tmp_path: Path) -> None:
    async with filled(tmp_path) as o, looking_at(o) as page:
        await page.goto(o.origin + ONE)
        await page.locator("#live").wait_for()

        def unit(c: Connection) -> None:
            commit(c, Commit(person_id="p0", effects=(Revise("s0", 2, edit("A green door.")),)), now=NOW)

        await o.store.write(unit)
        shown = page.locator("#transcript > li > p[dir]")
        await o.looks(1)
        o.clock.advance(LOOK)
        await page.locator("#transcript p", has_text="A green door.").wait_for()
        assert await shown.all_inner_texts() == ["What is the first thing you remember?", "A green door."]


@only_in_a_soak
async def test_plots_are_drawn(tmp_path: Path) -> None:
    async with filled(tmp_path) as o, looking_at(o) as page:
        await page.goto(f"{o.origin}{HOME}/figures")
        plots = page.locator("svg.plot")
        assert [await plots.nth(n).locator("> .bar").count() for n in range(await plots.count())] == [30, 0, 30, 0]
        assert await page.locator("svg.plot > .dot").count() == 1
        answers = await plots.first.locator("> .bar").last.bounding_box()
        assert answers is not None
        assert answers["height"] > 50


async def test_deleting_by_typing_the_name(tmp_path: Path) -> None:
    async with filled(tmp_path) as o, looking_at(o) as page:
        await page.goto(o.origin + ONE)
        await page.click("details:has(button.danger) > summary")
        await page.fill("input[name=name]", "мария ивановна")
        await page.click("button.danger")
        await page.wait_for_url(o.origin + HOME)
        assert "Мария Ивановна" not in await page.inner_text("main")


async def test_what_is_seen_needs_no_script(tmp_path: Path) -> None:
    async with filled(tmp_path) as o, looking_at(o, scripts=False) as page:
        await page.goto(o.origin + ONE)
        assert "A door." in await page.inner_text("#transcript")
