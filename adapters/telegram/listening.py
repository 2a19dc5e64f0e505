"""The line that tells how far the listening is: one message, changed in place, and taken away at the end.

Nothing here is part of the interview: what goes wrong with it is logged and otherwise without consequence.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog
from telegram import Bot
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from adapters.telegram.failures import redacted, seconds_to_wait
from adapters.telegram.presenter import TEXT_LIMIT
from adapters.telegram.splitting import pieces, well_formed
from core.ports import Clock

PAUSE: Final = 1.5
"""Seconds between two changes; a chat bears about one a second."""
PATIENCE: Final = 5.0
"""Seconds that the end of a listening waits for the line to be gone; afterwards it goes by itself."""
_TRIES: Final = 4
"""To take the line away."""
_SAME: Final = "not modified"
"""What Telegram says when the words are already there."""
_FINAL: Final = (BadRequest, Forbidden)
"""What will not be otherwise the next time; the rest may pass."""

_log = structlog.get_logger()


class Lines:
    """The lines in all chats."""

    def __init__(self, *, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._open: dict[asyncio.Task[None], Line] = {}
        self._closed = False

    @asynccontextmanager
    async def line(self, chat: str) -> AsyncIterator[Line]:
        """A line for as long as the context lasts. Leaving it waits a little for the line to be gone."""
        line = Line(bot=self._bot, clock=self._clock, chat=chat)
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


class Line:
    """One line. `show` and `end` only say what is wanted; `keep` is the task that does it."""

    def __init__(self, *, bot: Bot, clock: Clock, chat: str) -> None:
        self._bot = bot
        self._clock = clock
        self._chat = chat
        self._wanted = ""
        self._tried = ""
        """The latest words that were sent; what failed is not tried again, since newer words come."""
        self._message: int | None = None
        self._stirred = asyncio.Event()
        self._ended = asyncio.Event()

    def show(self, text: str) -> None:
        """Put these words in the line's place."""
        words = well_formed(text).strip()
        if words:
            start, end = pieces(words, TEXT_LIMIT)[0]
            self._wanted = words[start:end]
            self._stirred.set()

    def end(self) -> None:
        """Nothing more is to be shown, and what was is to go."""
        self._ended.set()
        self._stirred.set()

    async def keep(self) -> None:
        """Follow what is wanted until the end."""
        try:
            await self._follow()
        except TelegramError as error:
            self._report("show", error)
            await self._ended.wait()
        if self._message is not None:
            await self._take_away(self._message)

    async def _follow(self) -> None:
        while not self._ended.is_set():
            await self._stirred.wait()
            self._stirred.clear()
            if self._wanted != self._tried and not self._ended.is_set():
                await self._rest(await self._put())

    async def _put(self) -> float:
        """Show the newest words; how long to leave them so. Raises TelegramError when there can be no line here."""
        before, self._tried = self._tried, self._wanted
        try:
            if self._message is None:
                # Without a sound: the telephone shall not ring for it.
                sent = await self._bot.send_message(self._chat, self._wanted, disable_notification=True)
                self._message = sent.message_id
            else:
                await self._bot.edit_message_text(self._tried, self._chat, self._message)
        except RetryAfter as error:
            self._tried = before
            self._stirred.set()
            return max(PAUSE, seconds_to_wait(error))
        except TelegramError as error:
            # A first message whose answer was lost may stand there already: it is not sent again.
            if self._message is None or (isinstance(error, _FINAL) and _SAME not in error.message):
                raise
            self._report("change", error)
        return PAUSE

    async def _take_away(self, message: int) -> None:
        for attempt in range(1, _TRIES + 1):
            try:
                await self._bot.delete_message(self._chat, message)
            except _FINAL as error:
                self._report("take-away", error)
                return
            except TelegramError as error:
                self._report("take-away", error)
                await self._clock.sleep(seconds_to_wait(error) if isinstance(error, RetryAfter) else PAUSE * attempt)
            else:
                return

    async def _rest(self, seconds: float) -> None:
        """Wait so long, but not beyond the end."""
        end = asyncio.ensure_future(self._ended.wait())
        pause = asyncio.ensure_future(self._clock.sleep(seconds))
        try:
            await asyncio.wait((end, pause), return_when=asyncio.FIRST_COMPLETED)
        finally:
            end.cancel()
            pause.cancel()
            await asyncio.gather(end, pause, return_exceptions=True)

    def _report(self, step: str, error: TelegramError) -> None:
        _log.info("telegram.listening_not_shown", step=step, error=redacted(error, token=self._bot.token))
