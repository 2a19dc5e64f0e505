"""Whatever the network does between browsers and the page, and in whatever order: nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import settings as laws
from hypothesis import strategies as st

from adapters.web import WebSection
from adapters.web.platform import WebPlatform
from core.access.gate import Gate
from core.contracts.messages import Choice, Edit, Outgoing, Press, Say, SendDocument, Text
from core.inbox.reception import Reception
from core.store.rows import load_incoming
from core.store.schema import mailbox
from core.store.store import MemoryStore
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import stopped, until
from tests.fakes.web_client import HERE, Browser

EXAMPLES = tries(12, soak=400)
FATES = st.sampled_from(["once", "answer lost", "cut off", "twice at once", "a day late"])
TABS = st.integers(0, 1)
STEPS = st.one_of(
    st.tuples(st.just("say"), TABS, FATES),
    st.tuples(st.just("edit"), TABS, FATES),
    st.tuples(st.just("press"), TABS, FATES),
    st.tuples(st.just("speak"), TABS, st.integers(1, 3)),
    st.tuples(st.just("hand over"), TABS, st.integers(1, 2)),
    st.tuples(st.sampled_from(["cut", "reload"]), TABS, st.none()),
)


class World:
    """The page with its store, and one person with two tabs."""

    def __init__(self, page: WebPlatform, store: MemoryStore, tabs: list[Browser]) -> None:
        self.page = page
        self.store = store
        self.tabs = tabs
        self.late: list[tuple[Browser, str, dict[str, object]]] = []
        """What is sent when the connection comes back."""
        self.events: dict[str, object] = {}
        """Each event with what it holds."""
        self.own: dict[int, str] = {}
        """One's own lines, by their numbers, with their newest words."""
        self.said: list[str] = []
        self.number = 0

    async def live(self, steps: list[tuple[str, int, object]]) -> None:
        for step in steps:
            match step:
                case ("say", tab, str(fate)):
                    await self._say(self.tabs[tab], fate)
                case ("edit", tab, str(fate)) if self.own:
                    await self._edit(self.tabs[tab], fate)
                case ("press", tab, str(fate)):
                    await self._press(self.tabs[tab], fate)
                case ("speak" | "hand over" as what, _, int(times)):
                    await self._speak(times, file=what == "hand over")
                case ("cut" | "reload" as what, tab, None):
                    await self._cut(self.tabs[tab], reloads=what == "reload")
        for browser, path, fields in self.late:
            await _insist(browser, path, fields)
        await self._agrees()

    def _id(self, content: object) -> str:
        self.number += 1
        client_id = f"{self.number:08}-aaaa"
        self.events[f"web:local:{client_id}"] = content
        return client_id

    async def _say(self, browser: Browser, fate: str) -> None:
        text = f"memory {self.number}"
        fields = {"id": self._id(Text(text=text)), "text": text, "seen": max(browser.lines, default=0)}
        if (line := await self._send(browser, "/say", fields, fate)) is not None:
            self.own[line] = text

    async def _edit(self, browser: Browser, fate: str) -> None:
        line = max(self.own)
        text = f"memory mended {self.number}"
        key = json.loads((await browser.get("/lines"))[1])["lines"]
        ref = next(each["key"] for each in key if each["n"] == line)
        fields = {"id": self._id(Edit(ref=ref, text=text)), "line": line, "text": text}
        if await self._send(browser, "/edit", fields, fate) is not None:
            self.own[line] = text

    async def _press(self, browser: Browser, fate: str) -> None:
        with_buttons = [n for n, line in browser.lines.items() if line["choices"]]
        if with_buttons:
            fields = {"id": self._id(Press(data="skip")), "line": with_buttons[-1], "data": "skip"}
            await self._send(browser, "/press", fields, fate)

    async def _send(self, browser: Browser, path: str, fields: dict[str, object], fate: str) -> int | None:
        """One request as the network lets it; the line, None as long as it is not sent."""
        match fate:
            case "a day late":
                if path != "/say":
                    return await _insist(browser, path, fields)
                self.late.append((browser, path, fields))
                return None
            case "cut off":
                task = asyncio.create_task(browser.post(path, fields))
                for _ in range(self.number % 7):
                    await asyncio.sleep(0)
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            case "answer lost":
                await browser.post(path, fields)
            case "twice at once":
                found = await asyncio.gather(*[_insist(browser, path, fields) for _ in range(2)])
                assert found[0] == found[1]
        return await _insist(browser, path, fields)

    async def _speak(self, times: int, *, file: bool) -> None:
        """The interviewer says something; dying between sending and marking, it says it again under the same key."""
        self.number += 1
        key = f"outgoing/{self.number}"
        saying = (
            SendDocument(name=f"{self.number}.md", media_type="text/markdown", body=key.encode())
            if file
            else Say(text=f"question {self.number}", choices=(Choice(label="Skip", data="skip"),), asks=True)
        )
        found = {await self.page.send(Outgoing(key=key, address=HERE, saying=saying)) for _ in range(times)}
        assert len({receipt.position for receipt in found}) == 1
        self.said.append(key)

    async def _cut(self, browser: Browser, *, reloads: bool) -> None:
        await browser.close()
        if reloads:
            browser.lines.clear()
            browser.moved = 0
        browser.start()

    async def _agrees(self) -> None:
        """The mailbox has each event once, the book each line once, and both tabs show just that."""
        rows = await self.store.read(lambda c: c.execute(mailbox.select().order_by(mailbox.c.id)).all())
        kept = {row.event_id: load_incoming(row.payload).content for row in rows if ":in:" not in row.event_id}
        assert kept == self.events
        book = await self.store.read(lambda c: c.exec_driver_sql("SELECT number, key, body FROM shown").all())
        shown = {row.number: json.loads(row.body)["text"] for row in book}
        assert [row.key for row in sorted(book) if not row.key.startswith("me/")] == self.said
        own = {row.number: shown[row.number] for row in book if row.key.startswith("me/")}
        assert own.keys() >= self.own.keys()
        assert {number: own[number] for number in self.own} == self.own
        assert len(own) == sum(isinstance(content, Text) for content in kept.values())
        for tab in self.tabs:
            await until(lambda tab=tab: {n: line["text"] for n, line in tab.lines.items()} == shown)
            assert sorted(tab.lines) == sorted(shown)


async def _insist(browser: Browser, path: str, fields: dict[str, object]) -> int:
    status, answer = await browser.post(path, fields)
    assert status == 200, answer
    line: int = answer["line"]
    return line


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    store, clock = MemoryStore(), ManualClock()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        page = WebPlatform(WebSection(enabled=True, port=0), clock=clock, data_dir=Path(folder))
        reception = Reception(
            store=store,
            gate=Gate(trusted_chats=frozenset({str(HERE)})),
            clock=clock,
            platforms={"web": page},
            new_id=lambda: "p1",
            owner="test.me",
        )
        running = asyncio.create_task(page.run(reception))
        stack.push_async_callback(store.close)
        stack.push_async_callback(stopped, running)
        await until(lambda: bool(page.link) or running.done())
        first = await stack.enter_async_context(Browser.opened(page.link))
        second = await stack.enter_async_context(first.tab())
        yield World(page, store, [first, second])


@laws(max_examples=EXAMPLES)
@given(st.lists(STEPS, max_size=20))
async def test_nothing_comes_twice_and_nothing_is_lost(steps: list[tuple[str, int, object]]) -> None:
    async with world() as w:
        await w.live(steps)
