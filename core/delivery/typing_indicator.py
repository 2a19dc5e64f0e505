"""Signs of life beside the conversation: "typing", the line of a listening, and errands nobody waits for.

The line is no part of the interview, and its troubles are only logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

import structlog

from core.contracts.errors import DeliveryError, StorageError, TryLater
from core.contracts.messages import Address
from core.contracts.ports import Clock, LeftLine, LineBook, ListeningLine
from core.delivery.fitting import replace_surrogates, split_text
from core.languages.messages import say
from core.timing.clock import with_timeout

PAUSE: Final = 1.5
"""Seconds between two changes; a chat bears about one a second."""
PATIENCE: Final = 5.0
"""Seconds that the end of a listening waits for the line to be gone; afterwards it goes by itself."""
_TRIES: Final = 4
"""To take the line away."""
_log = structlog.get_logger()


@asynccontextmanager
async def show_repeatedly(
    show: Callable[[], Awaitable[None]], *, clock: Clock, every: float, name: str
) -> AsyncIterator[None]:
    """Call `show` now and every so many seconds until the body ends; a DeliveryError ends that. `name`: of the task."""
    over = asyncio.Event()
    task = asyncio.create_task(_keep_showing(show, clock, every, over), name=name)
    try:
        yield
    finally:
        # What `show` waits for may swallow the cancellation, as asyncio.wait_for does in Python 3.11.
        over.set()
        task.cancel()
        await asyncio.wait([task])


async def _keep_showing(show: Callable[[], Awaitable[None]], clock: Clock, every: float, over: asyncio.Event) -> None:
    with suppress(DeliveryError):
        await show()
        while not over.is_set():
            await clock.sleep(every)
            await show()


class BackgroundTasks:
    """Work in the background that nobody waits for; it ends with the adapter."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, errand: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


# --- the line that tells how far the listening is -----------------------------------------------------------------


class Board(Protocol):
    """Where a platform shows the line. Each method raises a DeliveryError: `TryLater` for what may pass."""

    async def put(self, chat: str, text: str) -> str:
        """Send a message for which no telephone rings; return its id."""

    async def change(self, chat: str, message: str, text: str) -> None:
        """Give the message these words, which it may have already."""

    async def remove(self, chat: str, message: str) -> None:
        """Delete the message."""


class StatusLines:
    """The lines in all chats of a platform. `limit`: UTF-16 units in one message."""

    def __init__(self, board: Board, clock: Clock, limit: int) -> None:
        self._board = board
        self._clock = clock
        self._limit = limit
        self._open: dict[asyncio.Task[None], _Line] = {}
        self._closed = False
        self._register = _Register()

    async def attend(self, book: LineBook, platform: str) -> None:
        """Remember from now on what stands there, and take away what a process that died has left. Never raises."""
        try:
            left = await self._register.attend(book, platform)
        except StorageError as error:
            _log.warning("lines-not-remembered", error=error.code)
            return
        for each in left:
            line = _Line(self._board, self._clock, self._limit, each.chat, self._register)
            await line.take_over(each)

    @asynccontextmanager
    async def line(self, chat: str) -> AsyncIterator[ListeningLine]:
        """Show a line for as long as the context lasts. Leaving it waits a little for the line to be gone."""
        line = _Line(self._board, self._clock, self._limit, chat, self._register)
        if self._closed:
            yield line
            return
        task = asyncio.create_task(line.keep(), name=f"listening in {chat}")
        self._open[task] = line
        task.add_done_callback(self._open.pop)
        try:
            yield line
        finally:
            line.end()
            await asyncio.wait([task], timeout=PATIENCE)

    async def close(self) -> None:
        """Take away what is still shown, as far as that works soon."""
        self._closed = True
        tasks = list(self._open)
        for line in self._open.values():
            line.end()
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Register:
    """What stands in the chats of a platform; written down as soon as there is a book. Never raises but in `attend`."""

    def __init__(self) -> None:
        self._book: LineBook | None = None
        self._platform = ""
        self._standing: set[tuple[str, str]] = set()

    async def attend(self, book: LineBook, platform: str) -> list[LeftLine]:
        """Write down what stands there already, and return what another process has left. Raises StorageError."""
        left = [each for each in await book.left(platform) if (each.chat, each.message) not in self._standing]
        self._book, self._platform = book, platform
        for chat, message in tuple(self._standing):
            await book.stands(Address(platform=platform, chat=chat), message)
        return left

    async def stands(self, chat: str, message: str) -> None:
        self._standing.add((chat, message))
        if self._book is not None:
            await self._written(self._book.stands(Address(platform=self._platform, chat=chat), message))

    async def gone(self, chat: str, message: str) -> None:
        self._standing.discard((chat, message))
        if self._book is not None:
            await self._written(self._book.gone(Address(platform=self._platform, chat=chat), message))

    async def _written(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StorageError as error:
            _log.info("line-not-remembered", error=error.code)


class _Line:
    """One line. `show` and `end` only say what is wanted; `keep` is the task that does it."""

    def __init__(self, board: Board, clock: Clock, limit: int, chat: str, register: _Register) -> None:
        self._board = board
        self._clock = clock
        self._limit = limit
        self._chat = chat
        self._register = register
        self._wanted = ""
        self._tried = ""
        """The latest words that were sent; what failed is not tried again, since newer words come."""
        self._message: str | None = None
        self.lost = False
        self._stirred = asyncio.Event()
        self._ended = asyncio.Event()

    def show(self, text: str) -> None:
        words = replace_surrogates(text).strip()
        if words:
            start, end = split_text(words, self._limit)[0]
            self._wanted = words[start:end]
            self._stirred.set()

    def end(self) -> None:
        """Show nothing more, and have what is shown taken away."""
        self._ended.set()
        self._stirred.set()

    async def keep(self) -> None:
        """Follow what is wanted until the end."""
        try:
            while not self._ended.is_set():
                await self._stirred.wait()
                self._stirred.clear()
                if self._wanted != self._tried and not self._ended.is_set():
                    pause = await self._put()
                    with suppress(TimeoutError):
                        await with_timeout(self._clock, pause, self._ended.wait())
        except DeliveryError as error:
            _report("show", error)
            self.lost = True
            await self._ended.wait()
        if self._message is not None:
            await self._take_away(self._message)

    async def _put(self) -> float:
        """Show the newest words; return how long to leave them. Raises DeliveryError when there can be no line here."""
        before, self._tried = self._tried, self._wanted
        try:
            if self._message is None:
                self._message = await self._board.put(self._chat, self._wanted)
                await self._register.stands(self._chat, self._message)
            else:
                await self._board.change(self._chat, self._message, self._wanted)
        except TryLater as error:
            if error.after is not None:
                self._tried = before
                self._stirred.set()
                return max(PAUSE, error.after)
            # A first message whose answer was lost may stand there already: it is not sent again.
            if self._message is None:
                raise
            _report("change", error)
        return PAUSE

    async def take_over(self, left: LeftLine) -> None:
        """Take away what another process has put there; where that cannot be done any more, give it other words."""
        await self._take_away(left.message, instead=say(left.language, "listening-over"))

    async def _take_away(self, message: str, *, instead: str = "") -> None:
        for attempt in range(1, _TRIES + 1):
            try:
                await self._board.remove(self._chat, message)
            except TryLater as error:
                _report("take-away", error)
                await self._clock.sleep(PAUSE * attempt if error.after is None else error.after)
            except DeliveryError as error:
                _report("take-away", error)
                with suppress(DeliveryError):
                    if instead:
                        await self._board.change(self._chat, message, instead)
                break
            else:
                break
        else:
            return  # the next process tries again
        await self._register.gone(self._chat, message)


def _report(step: str, error: DeliveryError) -> None:
    _log.info("listening-not-shown", step=step, error=str(error))
