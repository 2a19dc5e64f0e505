"""The operator's page served on loopback, and somebody who looks at it: with a real house behind it, on a file."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import aiohttp

from adapters.web import WebSection
from adapters.web.operator.live import LOOK
from adapters.web.operator.site import HOME
from adapters.web.platform import WebPlatform
from adapters.web.security import key_digest, new_key
from bot.config import AccessSection, Settings, StorageSection
from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from core.contracts.session import Note as Known
from core.files.folder import Folder
from core.files.keeping import recordings_in
from core.store.operator_rows import put_operator_link
from core.store.reports import read_while_running
from core.store.schema import notes, persons
from core.store.store import Connection, Result, SqliteStore, Unit
from tests.contract.platform_kit import RecordingInbox
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import AT, NOW, answer, append, begin, new_database, new_session, question
from tests.fakes.waiting import PATIENCE, stopped, until

ONE = f"{HOME}/sessions/s1"
"""Where the interview stands that `talk` makes."""
TITLES = {"life-story": {"en": "The story of a life", "ru": "История жизни"}}


@dataclass(slots=True, kw_only=True)
class Operator:
    """A browser of the operator's, with a jar of cookies."""

    origin: str
    http: aiohttp.ClientSession
    house: OperatorService
    store: SqliteStore
    clock: ManualClock
    inbox: RecordingInbox
    home_link: str
    """What is printed at the start for whoever sits at this computer."""
    language: str = "en"

    @property
    def headers(self) -> dict[str, str]:
        return {"Accept-Language": self.language, "Accept": "text/html"}

    async def looks(self, count: int) -> None:
        """Wait until the server has looked at transcripts so many times, and waits to look again."""
        await until(lambda: self.clock.asked.count(LOOK) >= count)

    async def link(self, *, minutes: float = 60) -> str:
        """A way in that was just made."""
        key, now = new_key(), self.clock.now().timestamp()
        await self.store.write(lambda c: put_operator_link(c, key_digest(key), now=now, until=now + 60 * minutes))
        return f"/operator/in/{key}"

    async def enter(self, link: str | None = None) -> int:
        """Follow a link and press its button; the status."""
        path = link or await self.link()
        gate = await self.get(path)
        return (await self.post(path, form=token(gate[1]))).status if gate[0] == 200 else gate[0]

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.http.get(self.origin + path, headers=self.headers | headers) as answer:
            return answer.status, await answer.text()

    async def see(self, path: str) -> str:
        """A view, which is there."""
        status, text = await self.get(path)
        assert status == 200, text
        return text

    async def file(self, path: str) -> tuple[str, bytes]:
        """What is downloaded, with the name that it has."""
        async with self.http.get(self.origin + path, headers=self.headers) as answer:
            assert answer.status == 200
            return answer.headers["Content-Disposition"], await answer.read()

    async def post(self, path: str, *, origin: str | None = None, **fields: str) -> aiohttp.ClientResponse:
        """Send a form; its answer is read, and no redirect is followed."""
        headers = self.headers | {"Origin": self.origin if origin is None else origin}
        async with self.http.post(self.origin + path, data=fields, headers=headers, allow_redirects=False) as answer:
            await answer.read()
            return answer

    async def act(self, path: str, *, seen: str = "/operator", **fields: str) -> aiohttp.ClientResponse:
        """Send a form with the token of a view."""
        return await self.post(path, form=token(await self.see(seen)), **fields)


def token(page: str) -> str:
    """What the forms of a view carry."""
    found = re.search(r'name="form" value="([0-9a-f]{64})"', page)
    assert found is not None, page
    return found[1]


def words(page: str) -> str:
    """What of a view is read."""
    return " ".join(unescape(re.sub(r"<(style|script).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)).split())


def settings_in(folder: Path, **more: Any) -> Settings:
    access = AccessSection(allowed=("telegram:5",))
    return Settings(storage=StorageSection(data_dir=folder), access=access, **more)


@asynccontextmanager
async def operator_page(folder: Path, database: Path | None = None) -> AsyncIterator[Operator]:
    """The page at work, and a browser that nobody has let in yet. `database`: one that is there."""
    clock = ManualClock(AT)
    database = database or Path(new_database(folder))
    store = SqliteStore(str(database))

    async def slow_read(unit: Unit[Result]) -> Result:
        return await read_while_running(database, unit)

    house = OperatorService(
        settings=settings_in(folder),
        store=store,
        slow_read=slow_read,
        clock=clock,
        titles=TITLES,
        setup=SetupPage(path=folder / "config.toml", clock=clock),
        audio=recordings_in(Folder(folder / "recordings")),
    )
    platform = WebPlatform(WebSection(enabled=True, port=0), clock=clock, data_dir=folder, operator=house)
    inbox = RecordingInbox()
    running = asyncio.create_task(platform.run(inbox))
    timeout, jar = aiohttp.ClientTimeout(total=PATIENCE), aiohttp.CookieJar(unsafe=True)
    try:
        await until(lambda: bool(platform.link) or running.done())
        origin = platform.link.partition("/in/")[0]
        async with aiohttp.ClientSession(timeout=timeout, cookie_jar=jar) as http:
            yield Operator(
                origin=origin, http=http, house=house, store=store, clock=clock, inbox=inbox, home_link=platform.link
            )
    finally:
        await stopped(running)
        await store.close()


async def talk(o: Operator, *, name: str = "Maria", told: str = "A blue door.", **more: Any) -> None:
    """An interview with a question, an answer and a note."""

    def unit(c: Connection) -> None:
        held = begin(c, new_session(more.pop("id", "s1"), **more))
        append(c, held, [question(1, "What is the first thing you remember?"), answer(2, 1, told)])
        c.execute(persons.update().values(name=name))
        note = Known(key="door", value=told)
        values = {"session_id": held.id, "key": note.key, "value": note.value, "entries": "[2]", "stale": False}
        c.execute(notes.insert(), values | {"updated_at": NOW})

    await o.store.write(unit)
