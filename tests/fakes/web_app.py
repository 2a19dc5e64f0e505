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

from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import Settings
from bot.operator_desk import House
from core.contracts.ports import Clock, Transcriber
from core.contracts.turn import Interview
from core.llm.build import ManagedModel
from core.store.store import MemoryStore, Store
from tests.fakes.app import talking_model
from tests.fakes.interview import PlainInterview
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders
from tests.fakes.waiting import stopped, until

ELSEWHERE = "https://talk.example.org"


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
) -> AsyncIterator[PageApp]:
    """An app that serves until the block ends; by default nobody may come in who is not invited.

    `operator`: with the operator's page beside it.
    """
    clock, store, settings = clock or SystemClock(), store or MemoryStore(), settings or Settings()
    house = House(settings=settings, store=store, beside=store.read, clock=clock, titles={})
    section = section or WebSection(enabled=True, port=0)
    page = WebPlatform(section, clock=clock, data_dir=folder, operator=house if operator else None)
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
