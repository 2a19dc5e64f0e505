"""A bot as a `Platform`."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import httpx
import structlog
from telegram import Bot, BotCommand, Update
from telegram.error import InvalidToken, TelegramError

from adapters.telegram import typing_action
from adapters.telegram.connections import Connections, delivery_error, redacted
from adapters.telegram.files import TelegramFiles
from adapters.telegram.outbound import BUTTONS, TEXT_LIMIT, UPLOAD_LIMIT, TelegramSender
from adapters.telegram.typing_action import TelegramBoard
from adapters.telegram.updates import (
    DOWNLOAD_LIMIT,
    PLATFORM,
    Poller,
    UpdateConnections,
    events_in_update,
    preload_filters,
)
from core.contracts.errors import ConfigurationError, TryLater
from core.contracts.messages import Address, Outgoing, Receipt
from core.contracts.platform_spec import Contact
from core.contracts.ports import Capabilities, Clock, Inbox, ListeningLine
from core.delivery.typing_indicator import BackgroundTasks, StatusLines
from core.timing.clock import Pauses

if TYPE_CHECKING:
    from adapters.telegram.webhook import Webhook, WebhookPlace

OFFICIAL_SERVER: Final = "https://api.telegram.org"
_TOKEN: Final = re.compile(r"\d+:[A-Za-z0-9_-]+")
_SENDERS: Final = 256
"""Connections for sending: enough for 200 chats at once, and their "typing"."""
_POLLERS: Final = 4

_log = structlog.get_logger()


class TelegramPlatform:
    """A Telegram bot as core's `Platform`, received by long polling or by webhook, private chats only.

    `commands` is the menu of the chat: for each language ("" for all others) pairs of a name and a description.
    `send` and `fetch` work from the start, also before `run`; after the end of `run` they raise `TryLater`.
    """

    name = PLATFORM
    capabilities = Capabilities(
        text_limit=TEXT_LIMIT,
        file_limit=UPLOAD_LIMIT,
        fetch_limit=DOWNLOAD_LIMIT,
        buttons=BUTTONS,
        speaks=True,
        edits=True,
        pace=15,  # of about 30 for a token
        carrier="Telegram",
    )

    def __init__(
        self,
        *,
        token: str,
        clock: Clock,
        api_base_url: str | None = None,
        commands: Mapping[str, Sequence[tuple[str, str]]] | None = None,
        on_accepted: Callable[[], None] = lambda: None,
        on_contact: Callable[[Contact], None] = lambda _: None,
        webhook: WebhookPlace | None = None,
    ) -> None:
        """`on_accepted` is called once, when Telegram has accepted the token; `on_contact`: as in `Wiring`.

        `webhook` is where updates are posted; None polls. Raises ConfigurationError for a malformed token or address.
        """
        silence_libraries()
        server = api_server_address(api_base_url)
        check_telegram_token(token)
        # Reading every certificate authority takes its time: once is enough.
        trusted = httpx.create_ssl_context()
        polling = UpdateConnections(trusted, most=_POLLERS, read=15, wait=10)
        sending = Connections(trusted, most=_SENDERS, read=30, wait=60)
        files_url = f"{server}/file/bot"
        self._bot = Bot(
            token,
            base_url=f"{server}/bot",
            base_file_url=files_url,
            request=sending,
            get_updates_request=polling,
        )
        self._polling = polling
        self._clock = clock
        self._commands = dict(commands or {})
        self._on_accepted = on_accepted
        self._webhook = webhook
        self._on_contact = on_contact
        self._sender = TelegramSender(bot=self._bot)
        self._errands = BackgroundTasks()
        self._files = TelegramFiles(bot=self._bot, clock=clock, base_url=files_url, local=server != OFFICIAL_SERVER)
        self._lines = StatusLines(TelegramBoard(bot=self._bot), clock, TEXT_LIMIT)

    async def run(self, inbox: Inbox) -> None:
        """Receive until cancelled; raises ConfigurationError when Telegram does not know the token."""
        try:
            await self._sign_in()
            self._on_accepted()
            self._on_contact(Contact.MADE)
            self._errands.start(asyncio.to_thread(preload_filters))
            self._errands.start(self._lines.attend(inbox.lines, PLATFORM))
            await self._publish_commands()
            keep, reached = partial(self._keep, inbox=inbox), self._on_contact
            if (webhook := self._posted_to(keep)) is not None:
                await webhook.run()
                return
            _log.info("telegram.polling", bot=self._bot.username)
            poller = Poller(bot=self._bot, request=self._polling, clock=self._clock, keep=keep, on_contact=reached)
            await poller.run()
        finally:
            self._on_contact(Contact.LOST)
            await self._lines.close()
            await self._errands.close()
            await self._files.close()
            await self._bot.shutdown()

    async def receive(self, inbox: Inbox) -> None:
        """Only take in what is posted; another process speaks with Telegram. Returns at once when this bot polls."""
        if (webhook := self._posted_to(partial(self._keep, inbox=inbox))) is None:
            return
        try:
            await self._sign_in()
            async with webhook.listening():
                _log.info("telegram.webhook_beside", bot=self._bot.username)
                await asyncio.Event().wait()
        except ConfigurationError as error:
            # Whoever speaks with Telegram may stand on the same port of this computer.
            _log.info("telegram.not_posted_to", reason=str(error))

    def _posted_to(self, keep: Callable[[Update], Awaitable[None]]) -> Webhook | None:
        if self._webhook is None:
            return None
        from adapters.telegram.webhook import Webhook

        place, reached = self._webhook, self._on_contact
        return Webhook(bot=self._bot, clock=self._clock, place=place, keep=keep, on_contact=reached)

    async def send(self, message: Outgoing) -> Receipt:
        return await self._sender.send(message)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        return await self._files.fetch(file_ref, limit=limit)

    def listening(self, address: Address) -> AbstractAsyncContextManager[ListeningLine]:
        """Give a status line: a message that is changed in place, and deleted when the context ends."""
        return self._lines.line(address.chat)

    def typing(self, address: Address) -> AbstractAsyncContextManager[None]:
        return typing_action.telegram_typing(bot=self._bot, clock=self._clock, chat=address.chat)

    async def forget(self, address: Address) -> None:
        """Nothing to forget: the progress of messages is kept by keys that name no chat."""

    async def _keep(self, update: Update, inbox: Inbox) -> None:
        for event in events_in_update(update, bot=self._bot.bot, now=self._clock.now()):
            await inbox.accept(event)
        if update.callback_query:
            self._errands.start(typing_action.acknowledge_press(self._bot, update.callback_query))

    async def _sign_in(self) -> None:
        """Learn who the bot is, and if it polls, make sure that Telegram lets it."""
        pauses = Pauses()
        while True:
            try:
                await self._bot.initialize()
                if self._webhook is None:
                    # As long as updates are posted somewhere, nobody can poll.
                    if left := (await self._bot.get_webhook_info()).url:
                        reason = "it was left, and this bot polls"
                        _log.warning("telegram.webhook_deleted", at=urlsplit(left).netloc, reason=reason)
                    await self._bot.delete_webhook(drop_pending_updates=False)
            except InvalidToken:
                raise ConfigurationError(
                    "Telegram does not accept telegram.token: set it to the one that BotFather shows "
                    "(and check telegram.api_base_url, if you use a server of your own)."
                ) from None
            except TelegramError as error:
                trouble = delivery_error(error, token=self._bot.token)
                pause = pauses.next()
                _log.warning("telegram.not_reached", error=str(trouble), retry_in=pause)
                asked = trouble.after if isinstance(trouble, TryLater) else None
                await self._clock.sleep(asked or pause)
            else:
                return

    async def _publish_commands(self) -> None:
        """Set the menu if it differs. A bot without its menu still works, so failures are only logged."""
        try:
            for language, wanted in self._commands.items():
                menu = tuple(BotCommand(name, description) for name, description in wanted)
                if await self._bot.get_my_commands(language_code=language or None) != menu:
                    await self._bot.set_my_commands(menu, language_code=language or None)
        except TelegramError as error:
            _log.warning("telegram.commands_not_set", error=redacted(error, token=self._bot.token))


def check_telegram_token(token: str) -> None:
    """Raise ConfigurationError for a text that cannot be a token."""
    if not _TOKEN.fullmatch(token):
        raise ConfigurationError(
            "telegram.token is not a bot token; it looks like 123456:ABC and comes from BotFather."
        )


def api_server_address(api_base_url: str | None) -> str:
    """Return the address of the Bot API without a final slash. Raises ConfigurationError if it is malformed."""
    server = (api_base_url or OFFICIAL_SERVER).rstrip("/")
    if not server.startswith(("http://", "https://")):
        raise ConfigurationError("telegram.api_base_url has to begin with http:// or https://.")
    return server


def silence_libraries() -> None:
    """Mute the libraries, which log the token (in addresses) and people's words; our own log says what went wrong."""
    for noisy in ("httpx", "httpcore"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("telegram").setLevel(logging.CRITICAL + 1)
