"""Keep the client connected.

The loop is our own rather than the library's `connect`, which tries again without any pause when it is let in and
dropped at once, fails on its own missing socket when the first attempt meets no server, and ends with the first event
that it cannot read. Discord counts how often a session is begun in a day and takes the token away when that is too
often, so such an event is passed over where that is safe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from adapters.discord.client import DiscordClient
from adapters.discord.failures import Trouble, loggable_discord_error
from core.contracts.errors import ConfigurationError, Revoked
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.timing.clock import Pauses

NOT_LET_IN: Final = (
    "Discord does not accept discord.token: set it to the one that the developer portal shows under Bot (there it can "
    "be reset), not the application's id or its client secret."
)
_INTENTS_REFUSED: Final = (
    "Discord does not give this bot the intents that it asks for, which are the direct messages only: look in the "
    "developer portal, under Bot, at its Privileged Gateway Intents and at its verification."
)
_REFUSALS: Final = {4004: NOT_LET_IN, 4014: _INTENTS_REFUSED}
"""Tells the operator what to do, by the close code that Discord gave."""
_PATIENCE: Final = 60.0
"""Seconds that a new connection may take to answer."""
_GOODBYE: Final = 5.0
_STEADY: Final = 60.0
"""Seconds after which a connection counts as good: when it ends, the next attempt comes soon."""
_RESUMPTIONS: Final = 10
"""Attempts to resume a session, over about two minutes, before a new one is begun."""
_BEGINNINGS: Final = 20
"""Sessions that may be begun in a row; each further one waits for `_APART`."""
_APART: Final = 120.0
"""Seconds between two further sessions. Discord allows a thousand in a day."""
_NETWORK: Final = (OSError, TimeoutError, aiohttp.ClientError)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thread:
    session: str
    sequence: int | None
    gateway: yarl.URL


class Gateway:
    """Keeps a client connected after its login."""

    def __init__(
        self, client: DiscordClient, *, clock: Clock, on_contact: Callable[[Contact], None] = lambda _: None
    ) -> None:
        """`on_contact` is called when Discord accepts the connection, and when contact is lost."""
        self._client = client
        self._clock = clock
        self._on_contact = on_contact
        self._thread: _Thread | None = None
        self._is_in = False
        """Discord has accepted the current connection."""
        self._lost = 0
        """Attempts since Discord last accepted a connection."""
        self._pauses = Pauses()
        self._begun_before = 0
        """Sessions begun up to the last good connection."""
        self._trouble = Trouble(began="discord.disconnected", over="discord.connected_again")
        client.when_let_in = self._let_in

    async def run(self) -> None:
        """Stay connected until cancelled. Raises ConfigurationError, or Revoked once Discord had accepted one."""
        while True:
            self._is_in, began = False, self._clock.monotonic()
            try:
                await self._connection()
            except Exception as error:  # what the library cannot read must not end the adapter
                if isinstance(error, discord.ConnectionClosed) and (refusal := _REFUSALS.get(error.code)):
                    raise (Revoked if self._client.greetings else ConfigurationError)(refusal) from error
                self._ended(error)
            if self._is_in and self._clock.monotonic() - began >= _STEADY:
                self._pauses.reset()
                self._begun_before = self._client.beginnings
            pause = self._pauses.next()
            if self._thread is None and self._client.beginnings - self._begun_before >= _BEGINNINGS:
                pause = max(pause, _APART)
            await self._clock.sleep(pause)

    async def _connection(self) -> None:
        """Serve one connection until it ends, which always raises."""
        thread = self._thread
        async with asyncio.timeout(_PATIENCE):
            socket = await DiscordWebSocket.from_client(
                self._client,
                gateway=thread.gateway if thread else None,
                session=thread.session if thread else None,
                sequence=thread.sequence if thread else None,
                resume=thread is not None,
            )
        self._client.ws = socket
        try:
            while True:
                await self._next_event(socket)
        except Exception:
            if socket.session_id is not None:
                self._thread = _Thread(session=socket.session_id, sequence=socket.sequence, gateway=socket.gateway)
            # The connection's heart beats in a thread of its own, which must end too.
            with suppress(*_NETWORK):
                async with asyncio.timeout(_GOODBYE):
                    await socket.close()
            raise

    async def _next_event(self, socket: DiscordWebSocket) -> None:
        before = socket.sequence
        try:
            await socket.poll_event()
        except (*_NETWORK, ReconnectWebSocket, discord.ConnectionClosed):
            raise
        except Exception as error:
            # The number of an event is noted before it is read. A session whose beginning could not be read is none.
            if not self._is_in or socket.sequence == before:
                raise
            _log.error(
                "discord.event_unreadable",
                error=loggable_discord_error(error),
                mend="a newer discord.py may know this kind of event",
            )
            self._client.salvage_newest()

    def _let_in(self) -> None:
        self._is_in, self._lost = True, 0
        self._on_contact(Contact.MADE)
        self._trouble.over()

    def _ended(self, error: Exception) -> None:
        """Decide whether the session can be resumed, and report what is out of the ordinary."""
        routine = isinstance(error, ReconnectWebSocket)
        resumable = isinstance(error, _NETWORK) or (isinstance(error, ReconnectWebSocket) and error.resume)
        self._lost += 1
        if not (routine and self._is_in):
            self._on_contact(Contact.LOST)
            self._trouble.tell(error)
        if not resumable or self._lost > _RESUMPTIONS:
            self._thread = None


async def disconnect_client(client: DiscordClient) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE):
            await client.close()
