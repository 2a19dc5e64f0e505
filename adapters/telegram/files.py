"""Fetch the file behind a reference, and never more of it than was asked for."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from telegram import Bot

from adapters.telegram.connections import redacted, translate_telegram_errors
from core.contracts.errors import TryLater
from core.contracts.ports import Clock
from core.delivery.downloads import Downloads, too_large

PATIENCE: Final = 60.0
"""Seconds to wait for getFile, which brings the file to the server before it answers."""


class TelegramFiles:
    """Asks where a file is, and downloads it from there."""

    def __init__(self, *, bot: Bot, clock: Clock, base_url: str, local: bool) -> None:
        """The address of every file begins with `base_url`. `local`: the server may name files of this machine.

        An operator's own server does that in its `--local` mode.
        """
        self._bot = bot
        self._base_url = f"{base_url}{bot.token}/"
        self._local = local
        self._downloads = Downloads(clock)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """Return the file, at most `limit` bytes. Raises a DeliveryError without the address, which has the token."""
        with translate_telegram_errors(self._bot.token):
            file = await self._bot.get_file(file_ref, read_timeout=PATIENCE)
        if (file.file_size or 0) > limit:
            raise too_large(limit)
        path = (file.file_path or "").removeprefix(self._base_url)
        if not path:
            raise TryLater("The server does not say where the file is.")
        if Path(path).is_absolute():
            if not self._local:
                raise TryLater("Telegram's own server named a file of this machine.")
            try:
                return await asyncio.to_thread(_read, Path(path), limit)
            except OSError as error:
                raise TryLater(
                    "The server of telegram.api_base_url keeps its files where they cannot be read "
                    f"({error.strerror}): run it without --local, or let Raconteur read its folder."
                ) from None
        url = f"{self._base_url}{quote(path)}"
        redact = partial(redacted, token=self._bot.token)
        return await self._downloads.fetch(url, limit=limit, expected=file.file_size, redact=redact)

    async def close(self) -> None:
        await self._downloads.close()


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        body = file.read(limit + 1)
    if len(body) > limit:
        raise too_large(limit)
    return body
