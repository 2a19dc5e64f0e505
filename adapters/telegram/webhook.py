"""Receive by webhook: Telegram posts each update to our address, and is answered when it is kept.

This process speaks plain HTTP; a proxy in front of it has the certificate. Any number of processes may serve one
address: an update that comes twice is taken once, by its id.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import hmac
import importlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import structlog
from telegram import Bot, Update
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.telegram.connections import redacted, seconds_to_wait
from adapters.telegram.updates import ALLOWED_UPDATES, readable_update
from core.contracts.errors import ConfigurationError, RaconteurError
from core.contracts.hosts import is_own_host
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.timing.clock import Pauses

if TYPE_CHECKING:
    from aiohttp import web

# aiohttp is loaded when it is served: putting the app together need not wait for it.

HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
BODY_LIMIT: Final = 1 << 20
"""The most bytes of one update; real ones have at most a hundredth of that."""
AT_ONCE: Final = 40
"""The most updates that Telegram sends at the same time."""
WATCHED: Final = 60.0
"""Seconds between two looks at whether Telegram still posts here."""
IDLE: Final = 75.0
"""Seconds for a request to arrive, from the beginning of the connection or the end of the request before."""
_ARRIVES: Final = 30.0
"""Seconds that the body of a request may take."""
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookPlace:
    """The address that Telegram posts to, and where this process listens for it."""

    url: str
    """The public address."""
    host: str
    port: int
    secret: str = field(default="", repr=False)
    """The secret that Telegram must send along; if empty, one is made from the token."""

    @property
    def path(self) -> str:
        return urlsplit(self.url).path or "/"

    @property
    def shown(self) -> str:
        """The address without its path, which may be kept from others."""
        return urlsplit(self.url).netloc


def webhook_secret(token: str) -> str:
    """Return a secret that every process with the token agrees on, and that does not reveal the token."""
    return hmac.new(token.encode(), b"webhook", hashlib.sha256).hexdigest()


class Webhook:
    """Hands every update to `keep`, and answers Telegram only after `keep` has returned.

    If `keep` raises, the answer is a failure: Telegram sends the update again, and nothing else of that chat before it.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        clock: Clock,
        place: WebhookPlace,
        keep: Callable[[Update], Awaitable[None]],
        on_contact: Callable[[Contact], None] = lambda _: None,
    ) -> None:
        """`on_contact` is called after each look with whether Telegram answers."""
        self._bot = bot
        self._on_contact = on_contact
        self._clock = clock
        self._place = place
        self._keep = keep
        self._secret = place.secret or webhook_secret(bot.token)
        self._trouble = ""
        self._error_at = 0.0

    async def run(self) -> None:
        """Receive until cancelled. Raises ConfigurationError if it cannot listen or Telegram refuses the address."""
        async with self.listening():
            await self._have_it_sent()
            _log.info("telegram.webhook", bot=self._bot.username, at=self._place.shown)
            while True:
                await self._clock.sleep(WATCHED)
                await self._look()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Take in what is posted while the context lasts. Raises ConfigurationError if it cannot listen."""
        web = await asyncio.to_thread(importlib.import_module, "aiohttp.web")
        app = web.Application(client_max_size=BODY_LIMIT)
        app.router.add_route("*", "/{path:.*}", self._answer)
        # Whoever is sent away has not been read, and is not waited for.
        runner = web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=5.0,
            lingering_time=0.0,
            keepalive_timeout=IDLE,
            auto_decompress=False,
        )
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, self._place.host, self._place.port).start()
            except OSError as error:
                where = f"{self._place.host}:{self._place.port}"
                if error.errno == errno.EADDRINUSE:
                    why = f"telegram.webhook_port: {where} is taken by another program; set another port."
                else:
                    reason = error.strerror or "it is no address here"
                    why = f"telegram.webhook_host: {where} cannot be listened on: {reason}."
                raise ConfigurationError(why) from None
            yield
        finally:
            await runner.cleanup()

    # --- what Telegram is told ----------------------------------------------------------------------------------------

    async def _have_it_sent(self) -> None:
        """Tell Telegram where to post, and try again until it answers."""
        pauses = Pauses()
        while True:
            try:
                await self._set()
            except BadRequest as error:
                said = redacted(error, token=self._bot.token)
                raise ConfigurationError(f"telegram.webhook_url: Telegram does not take it: {said}") from None
            except RetryAfter as error:
                await self._clock.sleep(seconds_to_wait(error))
            except TelegramError as error:
                pause = pauses.next()
                _log.warning("telegram.not_reached", error=redacted(error, token=self._bot.token), retry_in=pause)
                await self._clock.sleep(pause)
            else:
                return

    async def _set(self) -> None:
        await self._bot.set_webhook(
            self._place.url,
            allowed_updates=list(ALLOWED_UPDATES),
            max_connections=AT_ONCE,
            secret_token=self._secret,
            drop_pending_updates=False,
        )

    async def _look(self) -> None:
        """Check that updates still come here, and log a trouble when it is new."""
        try:
            found = await self._bot.get_webhook_info()
            if found.url != self._place.url:
                does = "has set another webhook for" if found.url else "polls with"
                mend = f"another copy of this bot {does} the same token: stop it, or give it a token of its own"
                _log.error("telegram.webhook_taken_away", mend=mend)
                await self._set()
                return
        except TelegramError as error:
            self._on_contact(Contact.LOST)
            self._report("telegram.webhook_not_seen_after", redacted(error, token=self._bot.token))
            return
        self._on_contact(Contact.MADE)
        # Telegram says when it could not post to us, and why.
        at = 0.0 if found.last_error_date is None else found.last_error_date.timestamp()
        if at > self._error_at and found.pending_update_count:
            said = redacted(found.last_error_message or "", token=self._bot.token)
            _log.warning("telegram.webhook_not_reached", error=said, waiting=found.pending_update_count)
        self._error_at = max(self._error_at, at)

    # --- what Telegram posts ------------------------------------------------------------------------------------------

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        named = request.headers.getall("Host", [])
        if len(named) != 1 or not is_own_host(named[0], [urlsplit(self._place.url).hostname or ""]):
            return _turned_away(403)
        if request.path != self._place.path or request.method != "POST":
            return _turned_away(404)
        brought = request.headers.get(HEADER, "")
        if not hmac.compare_digest(brought.encode("utf-8", "surrogateescape"), self._secret.encode()):
            return _turned_away(403)
        if (request.content_length or 0) > BODY_LIMIT:
            return _turned_away(413)
        try:
            async with asyncio.timeout(_ARRIVES):
                body = await request.read()
        except TimeoutError:
            return _turned_away(408)
        update = _update(body)
        if update is None:
            return web.Response(status=400)
        try:
            await self._keep(update)
        except Exception as error:  # noqa: BLE001 - nothing that goes wrong with one update may end the receiving
            # The text of an unknown error may hold a person's words, so only its name is logged.
            known = isinstance(error, TelegramError | RaconteurError)
            text = redacted(error, token=self._bot.token) if known else type(error).__name__
            self._report("telegram.update_not_kept", text)
            return web.Response(status=500)
        self._trouble = ""
        return web.Response()

    def _report(self, event: str, text: str) -> None:
        if text != self._trouble:
            self._trouble = text
            _log.error(event, error=text)


def _update(body: bytes) -> Update | None:
    """Return the update in a body, made readable if the library could not read it; None if there is none."""
    try:
        raw = json.loads(body)
        if not isinstance(raw, dict) or type(raw.get("update_id")) is not int:
            return None
        return Update.de_json(readable_update(raw), None)  # type: ignore[arg-type]  # what is readable is a dict again
    except (ValueError, RecursionError):
        # The library raises RecursionError, too, for messages that answer messages hundreds of times over.
        return None


def _turned_away(status: int) -> web.Response:
    """Refuse a request without reading its body."""
    from aiohttp import web

    response = web.Response(status=status)
    response.force_close()
    return response
