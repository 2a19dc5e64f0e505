"""The whole app with the page as its platform, on a free port."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import aiohttp
import sqlalchemy as sa

from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from adapters.web.push import PushRules
from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import Settings
from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from core.access.gate import code_digest
from core.contracts.ports import Clock, Transcriber
from core.contracts.turn import Interview
from core.llm.build import ManagedModel
from core.store.access import put_invite
from core.store.schema import metadata
from core.store.store import Connection, Store
from tests.fakes.app import talking_model
from tests.fakes.interview import PlainInterview
from tests.fakes.other_stores import fresh_store
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders
from tests.fakes.waiting import stopped, until

ELSEWHERE = "https://talk.example.org"
CODE = "Ab3_-xyzAb3_-xyz"


@dataclass(slots=True, kw_only=True)
class PageApp:
    app: App
    page: WebPlatform
    store: Store
    clock: Clock

    @property
    def origin(self) -> str:
        return self.page.link.rpartition("/in/")[0]


@asynccontextmanager
async def page_app(
    folder: Path,
    *,
    store: Store | None = None,
    clock: Clock | None = None,
    settings: Settings | None = None,
    section: WebSection | None = None,
    kinds: Mapping[str, Interview] | None = None,
    model: ManagedModel | None = None,
    operator: bool = False,
    transcriber: Transcriber | None = None,
    push: PushRules | None = None,
    near: tuple[str, ...] = (),
) -> AsyncIterator[PageApp]:
    """An app that serves until the block ends; by default nobody may come in who is not invited.

    `operator`: with the operator's page beside it. `near`: the addresses of this computer in the home network.
    """
    clock, store, settings = clock or SystemClock(), store or fresh_store(), settings or Settings()
    setup = SetupPage(path=folder / "config.toml", clock=clock, running=settings.llm)
    house = OperatorService(settings=settings, store=store, slow_read=store.read, clock=clock, titles={}, setup=setup)
    section = section or WebSection(enabled=True, port=0)
    page = WebPlatform(
        section,
        clock=clock,
        data_dir=folder,
        operator=house if operator else None,
        push=push,
        find_home=lambda: near,
    )
    app = build_app(
        settings,
        store=store,
        platforms=[page],
        recordings=folder / "recordings",
        readers=InlineReaders(),
        sandbox=PlainSandbox(),
        clock=clock,
        model=model or talking_model(),
        kinds=kinds or {"plain": PlainInterview()},
        transcriber=transcriber,
    )
    running = asyncio.create_task(app.run())
    try:
        await until(lambda: bool(page.link) or running.done())
        if running.done():
            running.result()
        yield PageApp(app=app, page=page, store=store, clock=clock)
    finally:
        await stopped(running)


@asynccontextmanager
async def visiting() -> AsyncIterator[aiohttp.ClientSession]:
    """Somebody with an empty jar of cookies."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, timeout=aiohttp.ClientTimeout(total=60)) as session:
        yield session


def fields_of(html: str) -> dict[str, str]:
    """The hidden fields of the first form of a page that is sent to the server."""
    form = re.search(r'<form[^>]*method="post".*?</form>', html, re.DOTALL)
    assert form, html
    hidden = re.findall(r"<input[^>]*>", form[0])
    pairs = (dict(re.findall(r'(\w+)="([^"]*)"', field)) for field in hidden)
    return {pair["name"]: unescape(pair["value"]) for pair in pairs if pair.get("type") == "hidden"}


async def invite(whole: PageApp, code: str = CODE, *, uses: int = 1) -> None:
    now = whole.clock.now().timestamp()
    await whole.store.write(lambda c: put_invite(c, code_digest(code), kind="", uses=uses, expires_at=None, now=now))


async def come_in(session: aiohttp.ClientSession, origin: str, code: str = CODE, **headers: str) -> int:
    """Follow an invitation and come in by it, without beginning anything; the status of the answer."""
    async with session.get(f"{origin}/i/{code}", headers=headers) as answer:
        assert answer.status == 200
        fields = {"form": fields_of(await answer.text())["form"]}
    posted = {"Origin": origin, **headers}
    async with session.post(f"{origin}/i/{code}", data=fields, headers=posted, allow_redirects=False) as answer:
        return answer.status


def rows(c: Connection) -> dict[str, int]:
    """How much stands in each table, but for the interviews' scripts and the counters."""
    return {
        table.name: found
        for table in metadata.sorted_tables
        if (found := c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
    }
