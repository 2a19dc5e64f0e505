"""Somebody with the page open in a browser: what is shown to them, and what they send until it has arrived."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp
import pytest

from adapters.web import HOME, WebSection
from adapters.web.microphone import HearingSettings
from adapters.web.platform import WebPlatform
from core.contracts.messages import Address, Incoming
from tests.contract.platform_kit import Feature, RecordingInbox, Shown, SteppedClock
from tests.fakes.waiting import PATIENCE, stopped, until

HERE = Address(platform="web", chat=HOME)
Line = dict[str, Any]
_AGAIN = 0.01
"""Seconds between two tries; a real page waits longer."""


@dataclass(slots=True)
class Browser:
    """One browser with a jar of cookies, one tab, and a queue of what is not sent yet."""

    session: aiohttp.ClientSession
    origin: str
    lines: dict[int, Line] = field(default_factory=dict)
    passing: list[Line] = field(default_factory=list)
    changes: list[Line] = field(default_factory=list)
    thinking: bool = False
    listening: str = ""
    overheard: str = ""
    forgotten: bool = False
    moved: int = 0
    """How far it has come, by the ids of events."""
    connected: bool = False
    waiting: int = 0
    """What is not acknowledged yet."""
    link: str = ""
    own: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)
    """What was sent, with its path, for sending it again."""
    sent_lines: list[int] = field(default_factory=list)
    """The numbers of one's own lines, as the server gave them."""
    _queue: asyncio.Queue[Callable[[], Awaitable[None]]] = field(default_factory=asyncio.Queue)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    @asynccontextmanager
    async def opened(cls, link: str) -> AsyncIterator[Browser]:
        """A browser that has followed the link of the terminal and looks at the page."""
        parts = urlsplit(link)
        jar = aiohttp.CookieJar(unsafe=True)
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(cookie_jar=jar, timeout=timeout) as session:
            browser = cls(session, f"{parts.scheme}://{parts.netloc}", link=link)
            await browser.enter()
            browser.start()
            try:
                yield browser
            finally:
                await browser.close()

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Browser]:
        """Another tab of the same browser."""
        second = Browser(self.session, self.origin, link=self.link)
        second.start()
        try:
            yield second
        finally:
            await second.close()

    async def enter(self) -> None:
        async with self.session.get(self.link) as answer:
            assert answer.status == 200, await answer.text()

    async def arrive(self) -> None:
        """Follow the link until somebody is there."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                async with self.session.get(self.link) as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(_AGAIN)

    def start(self) -> None:
        self._tasks += [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            await stopped(task)
        self._tasks.clear()

    def own_headers(self) -> dict[str, str]:
        return {"Origin": self.origin, "X-Raconteur": "1", "Sec-Fetch-Site": "same-origin"}

    async def post(self, path: str, fields: Mapping[str, object]) -> tuple[int, Any]:
        """Post once; the status, and what came back."""
        async with self.session.post(f"{self.origin}{path}", json=fields, headers=self.own_headers()) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" else text

    async def octets(self, path: str, data: bytes) -> int:
        """Post a part of a recording; the status."""
        status, _ = await self.part(path, data)
        return status

    async def part(self, path: str, data: bytes) -> tuple[int, Any]:
        """Post a part of a recording; the status, and what came back."""
        async with self.session.post(
            f"{self.origin}{path}", data=io.BytesIO(data), headers=self.own_headers()
        ) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str) -> tuple[int, str]:
        async with self.session.get(f"{self.origin}{path}") as answer:
            return answer.status, await answer.text()

    async def file(self, path: str) -> bytes:
        async with self.session.get(f"{self.origin}{path}") as answer:
            assert answer.status == 200
            return await answer.read()

    def say(self, text: str) -> None:
        """Queue words; they are sent until they are taken."""
        fields = {"id": str(uuid4()), "text": text}
        self._enqueue(lambda: self._insist("/say", fields))

    def speak(self, audio: bytes, *, seconds: float) -> None:
        """Queue a recording: its parts, and that it has ended."""
        place = f"/recordings/{uuid4()}"
        parts = [audio[at : at + 50_000] for at in range(0, len(audio), 50_000)]

        async def spoken() -> None:
            for number, part in enumerate(parts):
                await self._upload(f"{place}/parts/{number}", part)
            await self._insist(
                f"{place}/end", {"parts": len(parts), "seconds": seconds, "type": "audio/webm;codecs=opus"}
            )

        self._enqueue(spoken)

    def press(self, line: int, data: str) -> None:
        fields = {"id": str(uuid4()), "line": line, "data": data}
        self._enqueue(lambda: self._insist("/press", fields))

    def edit(self, text: str) -> None:
        """Change the newest of one's own lines, as soon as it is there."""
        client_id = str(uuid4())
        self._enqueue(lambda: self._insist("/edit", {"id": client_id, "line": self.sent_lines[-1], "text": text}))

    def again(self) -> None:
        """Send the newest thing a second time."""
        path, fields = self.own[-1]
        self._enqueue(lambda: self._insist(path, fields))

    @property
    def spoken(self) -> list[Line]:
        """What the interviewer has said, in order, and then what passed by."""
        return [line for _, line in sorted(self.lines.items()) if line["who"] == "bot"] + self.passing

    async def until(self, happened: Callable[[], bool]) -> None:
        await until(happened)

    def _enqueue(self, step: Callable[[], Awaitable[None]]) -> None:
        self.waiting += 1
        self._queue.put_nowait(step)

    async def _send(self) -> None:
        while True:
            step = await self._queue.get()
            await step()
            self.waiting -= 1

    async def _upload(self, path: str, data: bytes) -> None:
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                if await self.octets(path, data) == 200:
                    return
            await asyncio.sleep(_AGAIN)

    async def _insist(self, path: str, fields: Mapping[str, object]) -> None:
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                status, answer = await self.post(path, fields)
                if status == 200:
                    self.own.append((path, fields))
                    self.sent_lines.append(answer["line"])
                    return
                if status == 403:
                    await self.arrive()
                else:
                    assert status in {429, 500, 503}, (status, answer)
            await asyncio.sleep(_AGAIN)

    async def _listen(self) -> None:
        while True:
            with suppress(aiohttp.ClientError):
                async with self.session.get(
                    f"{self.origin}/events", params={"after": str(self.moved)}, timeout=aiohttp.ClientTimeout()
                ) as answer:
                    if answer.status == 200:
                        self.connected = True
                        await self._read(answer.content)
            self.connected, self.listening, self.thinking = False, "", False
            await asyncio.sleep(_AGAIN)

    async def _read(self, content: aiohttp.StreamReader) -> None:
        fields: dict[str, str] = {}
        buffer = b""
        async for piece in content.iter_any():
            *whole, buffer = (buffer + piece).split(b"\n")
            for raw in whole:
                line = raw.decode()
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif fields:
                    self._happened(fields)
                    fields = {}

    def _happened(self, fields: Mapping[str, str]) -> None:
        if "event" not in fields:
            return
        data = json.loads(fields["data"])
        self.moved = int(fields.get("id", self.moved))
        match fields["event"]:
            case "line":
                self.lines[data["n"]] = data
            case "change":
                self.lines[data["n"]] = data
                self.changes.append(data)
            case "passing":
                self.passing.append(data)
            case "thinking":
                self.thinking = data["on"]
            case "listening":
                self.listening = data["text"]
            case "overheard":
                self.overheard = data["text"]
            case "forgotten":
                self.forgotten = True
                self.lines.clear()


class PageInbox(RecordingInbox):
    """The way in is no message."""

    async def accept(self, incoming: Incoming) -> None:
        if not incoming.event_id.startswith("web:in:"):
            await RecordingInbox.accept(self, incoming)


@dataclass(slots=True, kw_only=True)
class PageHarness:
    """The adapter at work on a free port, and somebody with a browser."""

    platform: WebPlatform
    inbox: PageInbox
    browser: Browser
    running: asyncio.Task[None]
    address: Address = HERE
    lacks: Mapping[Feature, str] = field(
        default_factory=lambda: {
            Feature.BLOCKING: "whoever closes the page may open it again",
            Feature.VOICE_MESSAGES: "a sound stands beside its words",
        }
    )

    @classmethod
    @asynccontextmanager
    async def started(cls, folder: Path) -> AsyncIterator[PageHarness]:
        inbox = PageInbox()
        async with page_running(folder, inbox) as (platform, running), Browser.opened(platform.link) as browser:
            await until(lambda: browser.connected)
            yield cls(platform=platform, inbox=inbox, browser=browser, running=running)

    async def write(self, text: str) -> None:
        self.browser.say(text)

    async def press(self, label: str) -> None:
        def found() -> list[tuple[int, str]]:
            return [
                (line["n"], choice["data"])
                for line in self.browser.spoken
                for choice in line["choices"]
                if choice["label"] == label
            ]

        await until(lambda: bool(found()))
        self.browser.press(*found()[-1])

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        self.browser.speak(audio, seconds=seconds)

    def lost_recording(self) -> str:
        return "local/00000000-0000-4000-8000-000000000000.sound"

    async def until_listening(self, words: str) -> None:
        await until(lambda: words in self.browser.listening if words else not self.browser.listening)

    async def edit(self, text: str) -> None:
        self.browser.edit(text)

    async def block(self) -> None:
        pytest.fail(self.lacks[Feature.BLOCKING])

    async def redeliver(self) -> None:
        self.browser.again()

    def acknowledged(self) -> bool:
        return self.browser.waiting == 0

    async def until_acknowledged(self) -> None:
        await until(self.acknowledged)

    async def shown(self, count: int) -> list[Shown]:
        await until(lambda: len(self.browser.spoken) >= count)
        return [await self._shown(line) for line in self.browser.spoken]

    async def stop(self) -> None:
        await stopped(self.running)

    async def _shown(self, line: Line) -> Shown:
        file = line["file"]
        return Shown(
            text=line["text"],
            labels=tuple(choice["label"] for choice in line["choices"]),
            name="" if file is None else file["name"],
            body=None if file is None else await self.browser.file(file["href"]),
        )


@asynccontextmanager
async def page_running(
    folder: Path, inbox: Any, hearing: HearingSettings | None = None
) -> AsyncIterator[tuple[WebPlatform, asyncio.Task[None]]]:
    """The adapter, served on a free port."""
    section = WebSection(enabled=True, port=0)
    platform = WebPlatform(section, clock=SteppedClock(), data_dir=folder, hearing=hearing)
    running = asyncio.create_task(platform.run(inbox))
    try:
        await until(lambda: bool(platform.link) or running.done())
        yield platform, running
    finally:
        await stopped(running)
