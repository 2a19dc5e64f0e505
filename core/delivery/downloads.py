"""Downloading what people sent: whole, never more than was asked for, and never a word of the secret address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import httpx

from core.contracts.errors import TooLarge, TryLater
from core.contracts.ports import Clock

LONGEST: Final = 600.0
"""Seconds that one download may take, however steadily it trickles."""
_AT_ONCE: Final = 4
"""Downloads side by side; each holds a file in memory."""
_WAITS: Final = httpx.Timeout(connect=10, read=30, write=30, pool=30)


class Downloads:
    """Downloads, over connections of their own, so that a slow one holds up no message."""

    def __init__(self, clock: Clock) -> None:
        # Their log lines hold the addresses.
        for noisy in ("httpx", "httpcore"):
            logging.getLogger(noisy).setLevel(logging.WARNING)
        self._clock = clock
        self._http: httpx.AsyncClient | None = None
        self._closed = False
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def fetch(self, url: str, *, limit: int, expected: int | None, redact: Callable[[str], str]) -> bytes:
        """Return the file there, of `limit` bytes at most and of at least `expected`, if the platform says how many.

        `redact` takes out of an error's text what is secret in the address. Raises TooLarge, or TryLater for all else:
        the platform has just named the place, so whatever is wrong may pass.
        """
        if (expected or 0) > limit:
            raise too_large(limit)
        async with self._places:
            try:
                body = await self._download(url, limit)
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
                raise TryLater(f"The download broke off: {redact(str(error) or type(error).__name__)}") from None
        if len(body) < (expected or 0):
            raise TryLater(f"The download ended after {len(body)} of {expected} bytes.")
        return body

    async def close(self) -> None:
        """Give the connections up; what is under way, or comes later, raises TryLater."""
        self._closed = True
        if self._http is not None:
            await self._http.aclose()

    async def _download(self, url: str, limit: int) -> bytes:
        if self._closed:
            raise TryLater("Nothing is downloaded any more.")
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=_WAITS, follow_redirects=False)
        started = self._clock.monotonic()
        # Unpacked bytes could be many times those that were counted, so none that are packed are asked for.
        async with self._http.stream("GET", url, headers={"Accept-Encoding": "identity"}) as answer:
            if answer.status_code != httpx.codes.OK:
                asked = answer.headers.get("Retry-After", "")
                after = float(asked) if asked.isdecimal() else None
                raise TryLater(f"The download was answered with {answer.status_code}.", after=after)
            body = bytearray()
            async for chunk in answer.aiter_raw():
                body += chunk
                if len(body) > limit:
                    raise too_large(limit)
                if self._clock.monotonic() - started > LONGEST:
                    raise TryLater(f"The download took more than {LONGEST:.0f} s.")
        return bytes(body)


def too_large(limit: int) -> TooLarge:
    return TooLarge(f"The file has more than {limit} bytes.")
