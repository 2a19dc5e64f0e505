"""Hand in what people did: in order within each chat, chats in parallel.

Discord reports each event once and waits for nobody. So an event waits here until it is kept, however long that takes,
and what was missed while the connection was away is read from the chat's history before anything newer of that chat.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from adapters.discord.failures import Trouble, retry_until_done
from adapters.discord.inbound import PLATFORM
from core.contracts.messages import Incoming
from core.contracts.ports import Clock, Inbox

AT_ONCE: Final = 4
"""How many chats have their history read at the same time."""
BREATH: Final = 0.2
"""Seconds of rest after each request for history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """A piece of a chat's history, oldest first."""

    events: Sequence[Incoming]
    newest: int
    """The position after which the next piece begins."""
    more: bool
    """There may be newer messages."""


ReadPage = Callable[[int, int], Awaitable[HistoryPage | None]]
"""Reads a chat after a position; returns None for a chat that is gone. Raises when it cannot be read now."""
Complete = Callable[[Incoming], Awaitable[Incoming]]
"""Adds to an event what Discord did not send with it. Never raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Live:
    events: Sequence[Incoming]
    kept: Callable[[], None]
    greeting: int
    """How many times Discord had accepted a connection when it came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Missed:
    """Everything in the history after this position."""

    after: int
    greeting: int


@dataclass(slots=True)
class _Lane:
    waiting: deque[_Live | _Missed] = field(default_factory=deque)
    task: asyncio.Task[None] | None = None


class Lanes:
    """A lane for each chat; it has a task as long as there is something to hand in."""

    def __init__(self, *, inbox: Inbox, clock: Clock, read: ReadPage, complete: Complete | None = None) -> None:
        self._inbox = inbox
        self._clock = clock
        self._read = read
        self._complete = complete
        self._lanes: defaultdict[int, _Lane] = defaultdict(_Lane)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._greetings = 0
        self._surveyed = 0
        """The last greeting whose history is in the lanes: nothing that came after a later one may be handed in yet."""
        self._new_survey = asyncio.Condition()
        self._survey: asyncio.Task[None] | None = None
        self._keeping = Trouble(began="discord.event_not_kept", over="discord.events_kept_again")
        self._reading = Trouble(began="discord.history_not_read", over="discord.history_read_again")

    def put(self, chat: int, events: Sequence[Incoming], *, kept: Callable[[], None] = lambda: None) -> None:
        """Queue what just happened in a chat. `kept` is called when all of it was kept."""
        if events:
            self._lanes[chat].waiting.append(_Live(events=events, kept=kept, greeting=self._greetings))
            self._wake(chat)

    def catch_up(self) -> None:
        """Discord has accepted a connection: hand in what was missed before anything that comes from now on."""
        self._greetings += 1
        if self._survey is not None:
            self._survey.cancel()
        self._survey = asyncio.create_task(self._look(self._greetings), name="discord: which chats have a history")

    async def close(self) -> None:
        """Stop; what was not kept is read from the history at the next start."""
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        if self._survey is not None:
            tasks.append(self._survey)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, greeting: int) -> None:
        """Have the history of each known chat read, the most recently active chats first."""
        seen = await retry_until_done(partial(self._inbox.seen, PLATFORM), clock=self._clock, trouble=self._keeping)
        for chat, position in sorted(seen.items(), key=lambda found: found[1], reverse=True):
            if chat.isascii() and chat.isdecimal():
                # What came before the interruption and still waits goes first, what came after it goes last.
                waiting = self._lanes[int(chat)].waiting
                earlier = sum(item.greeting <= self._surveyed for item in waiting)
                waiting.insert(earlier, _Missed(after=int(position), greeting=greeting))
                self._wake(int(chat))
        self._surveyed = greeting
        async with self._new_survey:
            self._new_survey.notify_all()

    def _wake(self, chat: int) -> None:
        lane = self._lanes[chat]
        if lane.task is None:
            lane.task = asyncio.create_task(self._serve(chat, lane), name=f"discord: lane of {chat}")

    async def _serve(self, chat: int, lane: _Lane) -> None:
        while lane.waiting:
            async with self._new_survey:
                await self._new_survey.wait_for(lambda: lane.waiting[0].greeting <= self._surveyed)
            match lane.waiting.popleft():
                case _Live(events=events, kept=kept):
                    await self._hand_in(chat, events)
                    kept()
                case _Missed(after=after):
                    await self._hand_in_missed(chat, after)
        del self._lanes[chat]

    async def _hand_in(self, chat: int, events: Sequence[Incoming]) -> None:
        for event in events:
            whole = event if self._complete is None else await self._complete(event)
            keep = partial(self._inbox.accept, whole)
            await retry_until_done(keep, clock=self._clock, trouble=self._keeping, place=chat)

    async def _hand_in_missed(self, chat: int, after: int) -> None:
        while True:
            read = partial(self._page, chat, after)
            page = await retry_until_done(read, clock=self._clock, trouble=self._reading, place=chat)
            if page is None:
                return
            await self._hand_in(chat, page.events)
            if not page.more or page.newest <= after:
                return
            after = page.newest

    async def _page(self, chat: int, after: int) -> HistoryPage | None:
        async with self._places:
            page = await self._read(chat, after)
            await self._clock.sleep(BREATH)
        return page
