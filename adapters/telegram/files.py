"""Fetching: the file behind a reference, and never more of it than was asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final
from urllib.parse import quote

import httpx
from telegram import Bot, File
from telegram.error import TelegramError

from adapters.telegram.failures import delivery_error, redacted
from core.errors import TooLarge, TryLater
from core.ports import Clock

LONGEST: Final = 600.0
"""Seconds that one download may take, however steadily it trickles."""
PATIENCE: Final = 60.0
"""Seconds to wait for getFile, which brings the file to the server before it answers."""
_AT_ONCE: Final = 4
"""Downloads side by side; each holds a file in memory."""
_WAITS: Final = httpx.Timeout(connect=10, read=30, write=30, pool=30)


class Files:
    """Downloads, over connections of their own, so that a slow one holds up no message."""

    def __init__(self, *, bot: Bot, clock: Clock, base_url: str, local: bool) -> None:
        """`base_url`: what the address of every file begins with. `local`: the server may name files of this machine.

        That is what a server of the operator's own does in its `--local` mode.
        """
        self._bot = bot
        self._clock = clock
        self._base_url = f"{base_url}{bot.token}/"
        self._local = local
        self._http = httpx.AsyncClient(timeout=_WAITS)
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """The file, of `limit` bytes at most. Raises a DeliveryError, without the address in it: that has the token."""
        file = await self._found(file_ref)
        if (file.file_size or 0) > limit:
            raise _too_large(limit)
        path = (file.file_path or "").removeprefix(self._base_url)
        if Path(path).is_absolute():
            return await self._from_disk(path, limit)
        async with self._places:
            body = await self._downloaded(path, limit)
        if len(body) < (file.file_size or 0):
            raise TryLater(f"The download ended after {len(body)} of {file.file_size} bytes.")
        return body

    async def close(self) -> None:
        """Give the connections up."""
        await self._http.aclose()

    async def _found(self, file_ref: str) -> File:
        try:
            return await self._bot.get_file(file_ref, read_timeout=PATIENCE)
        except TelegramError as error:
            raise delivery_error(error, token=self._bot.token) from None

    async def _downloaded(self, path: str, limit: int) -> bytes:
        if not path or self._http.is_closed:
            raise TryLater("The server does not say where the file is, or is not asked any more.")
        try:
            return await self._streamed(f"{self._base_url}{quote(path)}", limit)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise TryLater(f"The download broke off: {redacted(error, token=self._bot.token)}") from None

    async def _streamed(self, url: str, limit: int) -> bytes:
        started = self._clock.monotonic()
        # Unpacked bytes could be many times those that were counted, so none that are packed are asked for.
        async with self._http.stream("GET", url, headers={"Accept-Encoding": "identity"}) as answer:
            if answer.status_code != httpx.codes.OK:
                raise _refused(answer)
            body = bytearray()
            async for chunk in answer.aiter_raw():
                body += chunk
                if len(body) > limit:
                    raise _too_large(limit)
                if self._clock.monotonic() - started > LONGEST:
                    raise TryLater(f"The download took more than {LONGEST:.0f} s.")
        return bytes(body)

    async def _from_disk(self, path: str, limit: int) -> bytes:
        if not self._local:
            raise TryLater("Telegram's own server named a file of this machine.")
        try:
            return await asyncio.to_thread(_read, Path(path), limit)
        except OSError as error:
            raise TryLater(
                f"The server of telegram.api_base_url keeps its files where they cannot be read ({error.strerror}): "
                "run it without --local, or let Raconteur read its folder."
            ) from None


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        body = file.read(limit + 1)
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _refused(answer: httpx.Response) -> TryLater:
    """Why a download did not begin. The server has just named the place, so whatever it is may pass."""
    asked = answer.headers.get("Retry-After", "")
    after = float(asked) if asked.isdecimal() else None
    return TryLater(f"The download was answered with {answer.status_code}.", after=after)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"The file has more than {limit} bytes.")
