"""Push the server-sent events of a chat to its browsers.

`line` and `change` carry a line, as `lines.display_line` makes it, with its `html`. Their id says how far the browser
has come: one that returns with it (`after`, or `Last-Event-ID`) is sent what came since. These have no id: `thinking`
{"on": true}, `listening` {"text": "..."} (empty: over), `overheard` {"text": "..."} (the
words so far of somebody who still speaks; they are not final), `passing` (a line that is kept nowhere), `forgotten` {}
(everything in this chat was deleted) and `here` {} (a sign of life).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from adapters.web.articles import line_with_html
from adapters.web.lines import Shown, display_line, dump_body
from core.contracts.messages import Address
from core.contracts.page_lines import ShownBook, ShownLine

LOOK: Final = 5.0
"""Seconds of silence after which a stream checks whether its browser may still listen."""
HEARTBEAT: Final = 15.0
"""Seconds of silence after which a sign of life goes out, which shows whether the browser is still there."""
PATIENCE: Final = 30.0
"""Seconds after which a browser that takes nothing is cut off."""
AT_ONCE: Final = 100
"""Lines that are read from the book and sent at a time; fewer where they are long."""
STREAMS: Final = 4
"""The most streams of one chat."""
_PASSING: Final = 20
"""The most passing lines of one chat, which are kept nowhere."""
_CHATS: Final = 500
"""The most chats with passing lines."""
_KEYS: Final = 1_000
"""The most keys that are remembered, by digest, so that a person whose data was deleted can read the last words."""
NOTHING_MORE: Final = 1 << 62
"""As `Stream.moved`: the browser is sent no lines."""


@dataclass(slots=True)
class Chat:
    """The present state of a chat."""

    streams: set[Stream] = field(default_factory=set)
    thinking: int = 0
    """How many things are being thought about."""
    listening: list[str] = field(default_factory=list)
    """The status lines of what is being listened to, the newest last."""
    overheard: str = ""
    """The words so far of somebody who is still speaking."""

    @property
    def idle(self) -> bool:
        return not self.streams and not self.thinking and not self.listening and not self.overheard


class Streams:
    """The browsers that listen, by their chats."""

    def __init__(self) -> None:
        self._chats: dict[str, Chat] = {}
        self._passing: OrderedDict[str, list[Shown]] = OrderedDict()
        self._came: OrderedDict[str, str] = OrderedDict()
        self.closed = False

    def chat(self, chat: str) -> Chat:
        return self._chats.setdefault(chat, Chat())

    def is_full(self, chat: str) -> bool:
        """Return whether as many browsers listen as may; a page that was closed or reloaded no longer counts."""
        return sum(not stream.is_gone() for stream in self.chat(chat).streams) >= STREAMS

    def ring(self, chat: str) -> None:
        """Wake the streams of a chat that has changed."""
        found = self._chats.get(chat)
        if found is None:
            return
        for stream in found.streams:
            stream.wake.set()
        if found.idle:
            del self._chats[chat]

    def pass_by(self, chat: str, line: Shown) -> None:
        """Show a line to whoever looks now, and for a while to whoever comes back."""
        self._passing.setdefault(chat, []).append(line)
        self._passing.move_to_end(chat)
        del self._passing[chat][:-_PASSING]
        while len(self._passing) > _CHATS:
            self._passing.popitem(last=False)
        for stream in self.chat(chat).streams:
            stream.passing.append(line)
        self.ring(chat)

    def passed(self, chat: str) -> tuple[Shown, ...]:
        return tuple(self._passing.get(chat, ()))

    def part_with(self, chat: str) -> None:
        """The keys of this chat are about to be deleted; open streams are still sent the last words."""
        for stream in self.chat(chat).streams:
            stream.parting = True

    def forget(self, chat: str) -> None:
        self._passing.pop(chat, None)
        for stream in self.chat(chat).streams:
            stream.forgotten = True
        self.ring(chat)

    def came(self, key: str, chat: str) -> None:
        """Remember that a key opened this chat."""
        self._came[key] = chat
        self._came.move_to_end(key)
        while len(self._came) > _KEYS:
            self._came.popitem(last=False)

    def left_with(self, key: str) -> tuple[str, tuple[Shown, ...]]:
        """Return the chat that a key opened until lately, and its passing lines."""
        chat = self._came.get(key, "")
        return chat, self.passed(chat)

    def close(self) -> None:
        """End every stream."""
        self.closed = True
        for chat in list(self._chats):
            self.ring(chat)


@dataclass(slots=True, eq=False, kw_only=True)
class Stream:
    """One browser that listens."""

    address: Address
    moved: int
    """The `ShownLine.moved` up to which it has been sent lines."""
    book: ShownBook
    streams: Streams
    opens: Callable[[], Awaitable[bool]]
    """Tells whether its key still opens the chat."""
    is_gone: Callable[[], bool]
    """Tells whether its connection has ended."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    passing: list[Shown] = field(default_factory=list)
    forgotten: bool = False
    parting: bool = False
    """Everything in its chat is deleted while it listens."""
    language: str = ""
    """The language of the page's own words in what is sent."""
    _told: tuple[bool, str, str] = (False, "", "")

    async def serve(self, response: web.StreamResponse, cut: Callable[[], None]) -> None:
        """Write until the browser is gone or may not listen, or the server ends. `cut` ends a stalled stream."""
        chat = self.streams.chat(self.address.chat)
        chat.streams.add(self)
        try:
            async for piece in self._pieces():
                async with asyncio.timeout(PATIENCE):
                    await response.write(piece)
        except ConnectionError:
            pass
        except TimeoutError:
            cut()
        finally:
            chat.streams.discard(self)
            self.streams.ring(self.address.chat)

    async def _pieces(self) -> AsyncIterator[bytes]:
        yield b"retry: 2000\n\n"
        silence = 0.0
        while not self.streams.closed and not self.is_gone():
            self.wake.clear()
            # Somebody may have been kept out, or signed out, a moment ago. A person who had everything deleted has no
            # key any more, and is still sent the last words.
            if await self.book.keeps_out(self.address) or not (self.parting or await self.opens()):
                return
            if pieces := await self._news():
                silence = 0.0
                yield b"".join(pieces)
                continue
            try:
                async with asyncio.timeout(LOOK):
                    await self.wake.wait()
            except TimeoutError:
                if self.is_gone() or not await self.opens():
                    return
                silence += LOOK
            if silence >= HEARTBEAT:
                silence = 0.0
                yield format_event("here", {})

    async def _news(self) -> list[bytes]:
        """Return the events since the last time."""
        pieces: list[bytes] = []
        if self.forgotten:
            self.forgotten = False
            pieces.append(format_event("forgotten", {}))
        if lines := await self.book.since(self.address, self.moved, limit=AT_ONCE):
            # Rendering HTML takes longer than everybody else should wait.
            pieces += await asyncio.to_thread(self._rendered, lines)
            self.moved = lines[-1].moved
        passing, self.passing = self.passing, []
        pieces += [format_event("passing", self._worded(line)) for line in passing]
        chat = self.streams.chat(self.address.chat)
        was_thinking, was_listening, was_overheard = self._told
        self._told = (chat.thinking > 0, chat.listening[-1] if chat.listening else "", chat.overheard)
        if self._told[0] != was_thinking:
            pieces.append(format_event("thinking", {"on": self._told[0]}))
        if self._told[1] != was_listening:
            pieces.append(format_event("listening", {"text": self._told[1]}))
        if self._told[2] != was_overheard:
            pieces.append(format_event("overheard", {"text": self._told[2]}))
        return pieces

    def _rendered(self, lines: Sequence[ShownLine]) -> list[bytes]:
        return [
            format_event(
                "line" if line.number > self.moved else "change", self._worded(display_line(line)), number=line.moved
            )
            for line in lines
        ]

    def _worded(self, line: Shown) -> Shown:
        self.language = str(line["language"]) or self.language
        return line_with_html(line, self.language)


def format_event(name: str, data: Shown, *, number: int | None = None) -> bytes:
    """Return one server-sent event; its JSON has no line breaks."""
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {name}\ndata: {dump_body(data)}\n\n".encode("utf-8", "replace")
