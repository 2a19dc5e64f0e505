"""Give everything that sends requests to Discord the client that is logged in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import discord

from adapters.discord.failures import translate_discord_errors
from core.contracts.errors import TryLater, Unreachable
from core.contracts.ports import Clock
from core.timing.clock import with_timeout

_PATIENCE: Final = 20.0
"""Seconds that a request waits for the login."""
_LONGEST_ID: Final = 20
"""Digits of 64 bits."""


class Connection:
    """Holds the client that is logged in; the gateway need not be connected."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: discord.Client | None = None
        self._settled = asyncio.Event()
        """Set when there is a client, or there will be none any more."""

    async def ready(self) -> discord.Client:
        """Return the client after a short wait for the login. Raises TryLater before the login and after the end."""
        if not self._settled.is_set():
            with suppress(TimeoutError):
                await with_timeout(self._clock, _PATIENCE, self._settled.wait())
        if self._client is None:
            raise TryLater("Discord is not connected.")
        return self._client

    @asynccontextmanager
    async def asked(self) -> AsyncIterator[discord.Client]:
        """Give the client as `ready` does; requests in the body raise DeliveryError and nothing else."""
        client = await self.ready()
        with translate_discord_errors(client):
            yield client

    def opened(self, client: discord.Client) -> None:
        self._client = client
        self._settled.set()

    def closed(self) -> None:
        self._client = None
        self._settled.set()


def channel_of_chat(client: discord.Client, chat: str) -> discord.PartialMessageable:
    """Return the chat for requests, without asking Discord. Raises Unreachable when `chat` is no id of Discord's."""
    if not (chat.isascii() and chat.isdecimal() and len(chat) <= _LONGEST_ID):
        raise Unreachable("This is not the ID of a Discord chat.")
    return client.get_partial_messageable(int(chat))
