"""A bot as a `Platform`."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final

import discord
import structlog

from adapters.discord.client import DiscordClient, fetch_history_page
from adapters.discord.commands import CommandLists, Titles, declare_commands, publish_commands
from adapters.discord.connection import Connection
from adapters.discord.failures import Trouble, retry_until_done
from adapters.discord.files import DiscordFiles
from adapters.discord.gateway import NOT_LET_IN, Gateway, disconnect_client
from adapters.discord.inbound import FETCH_LIMIT, PLATFORM
from adapters.discord.interactions import Interactions
from adapters.discord.lanes import Lanes
from adapters.discord.outbound import FILE_LIMIT, DiscordBoard, DiscordSender
from adapters.discord.presenter import BUTTONS, TEXT_LIMIT
from core.contracts.errors import ConfigurationError, DeliveryError
from core.contracts.messages import Address, Outgoing, Receipt
from core.contracts.platform_spec import Contact
from core.contracts.ports import Capabilities, Clock, Inbox, ListeningLine
from core.delivery import typing_indicator
from core.delivery.typing_indicator import StatusLines

_TOKEN: Final = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)
_RENEWAL: Final = 8.0
"""Seconds after which "typing" is shown again; Discord clears it after ten."""

_log = structlog.get_logger()


class DiscordPlatform:
    """A Discord bot as core's `Platform`, received over the gateway, private chats only.

    `synced` is the file that remembers which commands were published; without one they are published at each start.
    `send` and `fetch` wait a little for the login; before it and after the end of `run` they raise `TryLater`.
    """

    name = PLATFORM
    capabilities = Capabilities(
        text_limit=TEXT_LIMIT,
        file_limit=FILE_LIMIT,
        fetch_limit=FETCH_LIMIT,
        buttons=BUTTONS,
        speaks=True,
        edits=True,
        history=True,
        once=True,
        pace=1,  # it takes whoever writes to many at once for a sender of spam
        carrier="Discord",
    )

    def __init__(
        self,
        *,
        token: str,
        clock: Clock,
        commands: CommandLists | None = None,
        kinds: Titles | None = None,
        synced: Path | None = None,
        on_accepted: Callable[[], None] = lambda: None,
        on_contact: Callable[[Contact], None] = lambda _: None,
    ) -> None:
        """`on_accepted` is called once, when Discord has accepted the token; `on_contact`: as in `Wiring`.

        Raises ConfigurationError when the token cannot be one.
        """
        silence_libraries()
        check_discord_token(token)
        self._token = token
        self._clock = clock
        self._commands: CommandLists = dict(commands or {})
        self._kinds: Mapping[str, Mapping[str, str]] = dict(kinds or {})
        self._synced = synced
        self._on_accepted = on_accepted
        self._on_contact = on_contact
        self._connection = Connection(clock)
        self._sender = DiscordSender(clients=self._connection, on_outcome=self._outcome_told)
        self._interactions = Interactions(clock=clock, limit_told=self._sender.limit_told)
        self._files = DiscordFiles(clients=self._connection, clock=clock)
        self._lines = StatusLines(DiscordBoard(clients=self._connection), clock, TEXT_LIMIT)
        self._errands = typing_indicator.BackgroundTasks()

    async def run(self, inbox: Inbox) -> None:
        """Receive until cancelled.

        Raises ConfigurationError when Discord refuses the bot, and Revoked when it does so after a time.
        """
        client: DiscordClient | None = None
        try:
            client = await retry_until_done(
                self._sign_in,
                clock=self._clock,
                trouble=Trouble(began="discord.not_reached", over="discord.reached"),
                final=(ConfigurationError,),
            )
            self._on_accepted()
            read, complete = partial(fetch_history_page, client), self._files.read_longhand
            client.lanes = Lanes(inbox=inbox, clock=self._clock, read=read, complete=complete)
            self._connection.opened(client)
            self._errands.start(self._lines.attend(inbox.lines, PLATFORM))
            tree = await declare_commands(client, commands=self._commands, kinds=self._kinds)
            self._errands.start(publish_commands(tree, synced=self._synced))
            _log.info("discord.signed_in", bot=client.bot_id)
            await Gateway(client, clock=self._clock, on_contact=self._on_contact).run()
        finally:
            self._on_contact(Contact.LOST)
            await self._lines.close()
            self._connection.closed()
            await self._errands.close()
            await self._interactions.close()
            await self._files.close()
            if client is not None:
                await client.lanes.close()
                await disconnect_client(client)

    async def send(self, message: Outgoing) -> Receipt:
        return await self._sender.send(message)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        return await self._files.fetch(file_ref, limit=limit)

    def listening(self, address: Address) -> AbstractAsyncContextManager[ListeningLine]:
        """Give a status line: a message that is changed in place, and deleted when the context ends."""
        return self._lines.line(address.chat)

    def typing(self, address: Address) -> AbstractAsyncContextManager[None]:
        async def show() -> None:
            async with self._connection.asked() as client:
                await client.http.send_typing(address.chat)

        return typing_indicator.show_repeatedly(
            show, clock=self._clock, every=_RENEWAL, name=f"typing in {address.chat}"
        )

    async def forget(self, address: Address) -> None:
        """Forget a chat. The progress of messages is kept by keys that name no chat, so it stays."""
        self._sender.forget(address.chat)
        self._interactions.forget(address.chat)

    def _outcome_told(self, chat: str, error: DeliveryError | None) -> None:
        self._interactions.outcome(chat, error)

    async def _sign_in(self) -> DiscordClient:
        client = DiscordClient(clock=self._clock, interactions=self._interactions)
        try:
            await client.login(self._token)
        except BaseException as error:
            # Its connections cannot be used again.
            await disconnect_client(client)
            refused = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.UNAUTHORIZED
            if refused or isinstance(error, discord.LoginFailure):
                raise ConfigurationError(NOT_LET_IN) from None
            raise
        if client.application is not None and client.application.interactions_endpoint_url:
            _log.warning(
                "discord.interactions_go_elsewhere",
                mend="empty the Interactions Endpoint URL of the application in the developer portal, or buttons and "
                "commands do not reach this bot",
            )
        return client


def check_discord_token(token: str) -> None:
    """Raise ConfigurationError for a text that cannot be a token."""
    if not _TOKEN.fullmatch(token):
        raise ConfigurationError(
            "discord.token is not a bot token; it has three parts with dots between them, and the developer portal "
            "shows it under Bot (there it can be reset)."
        )


def silence_libraries() -> None:
    """Turn off the library's log, whose lines hold the token and people's words; our own log says what went wrong."""
    logging.getLogger("discord").setLevel(logging.CRITICAL + 1)
