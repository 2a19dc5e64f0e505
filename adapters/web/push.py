"""Tell browsers of a new question although the page is closed there, as they have asked to be told (Web Push).

What is sent is encrypted for the browser; its maker's push service carries it and cannot read it.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from adapters.web.visits import PAGE, Refused, read_posted, reader_of
from core.contracts.errors import StorageError
from core.contracts.messages import Address
from core.contracts.page_lines import PushSubscription, ShownBook
from core.contracts.ports import Clock
from core.documents.files import write_atomically
from core.languages.messages import match_locale, say
from core.readers.client import is_public

if TYPE_CHECKING:
    import aiohttp

KEY_FILE: Final = "push-key.pem"
"""The file in the data folder with the key by which push services know this program again."""
LONGEST: Final = 3_000
"""The most bytes of a question that are shown; one message may have 4,096 bytes in all."""
WEEK: Final = 604_800
"""Seconds for which a push service keeps a message for a device that is switched off."""
VALID: Final = 43_200
"""Seconds for which one proof of who sends is valid."""
PATIENCE: Final = 20.0
PAUSES: Final = (5.0, 60.0, 600.0)
"""Seconds before another try, where a push service is in trouble."""
GONE: Final = {404, 410}
"""What a push service answers for a subscription that has ended."""
_ENDPOINT: Final = 2_000
_PUBLIC: Final = re.compile(r"[A-Za-z0-9_-]{87}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_log = structlog.get_logger()


class _PrivateAddress(OSError):
    """The address is not one of the public internet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushRules:
    """Where messages may go: a browser can name any address as its push service."""

    schemes: frozenset[str] = frozenset({"https"})
    may_dial: Callable[[str], bool] = is_public
    """Tells whether a numeric address may be dialled."""


@dataclass(kw_only=True)
class Push:
    """Sends notifications, beside everything else: nobody waits for a push service."""

    data_dir: Path
    clock: Clock
    contact: str
    """An address of whoever sends, which push services ask for."""
    rules: PushRules = field(default_factory=PushRules)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _session: aiohttp.ClientSession | None = None

    @cached_property
    def is_there(self) -> bool:
        """Tell whether what it takes is installed."""
        return find_spec("pywebpush") is not None

    async def public_key(self) -> str:
        """Return the key that a browser subscribes with; it is made at the first time. Raises OSError."""
        return await asyncio.to_thread(self._public_key)

    async def prepare(self) -> None:
        """Make the key at the first start."""
        if not self.is_there or (self.data_dir / KEY_FILE).exists():
            return
        try:
            await self.public_key()
        except OSError as error:
            _log.warning("push.no_key", error=type(error).__name__)

    def accepts(self, endpoint: str) -> bool:
        """Return whether an address can be that of a push service."""
        try:
            parts = urlsplit(endpoint)
            named = bool(parts.hostname) and parts.username is None and parts.port != 0
        except ValueError:
            return False
        return named and parts.scheme in self.rules.schemes and len(endpoint) <= _ENDPOINT and endpoint.isascii()

    def notify(self, book: ShownBook, address: Address, title: str, body: str) -> None:
        """Have all browsers of a chat that asked for it show something; a newer question replaces an older one."""
        if self.is_there:
            task = asyncio.create_task(self._notify(book, address, title, body), name="push")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _notify(self, book: ShownBook, address: Address, title: str, body: str) -> None:
        shown = body.encode("utf-8", "replace")[:LONGEST].decode("utf-8", "ignore")
        payload = json.dumps({"title": title, "body": shown}, ensure_ascii=False).encode()
        try:
            found = await book.subscriptions(address)
            await asyncio.gather(*(self._send(book, each, payload) for each in found))
        except (StorageError, OSError) as error:
            _log.warning("push.failed", error=type(error).__name__)

    async def _send(self, book: ShownBook, subscription: PushSubscription, payload: bytes) -> None:
        """Send to one browser, again where the service is in trouble; forget a browser that has ended it."""
        import aiohttp

        if not self.accepts(subscription.endpoint):
            await book.unsubscribe(subscription.endpoint)
            return
        for pause in (*PAUSES, None):
            try:
                headers, body = await asyncio.to_thread(self._sealed, subscription, payload)
                status = await self._posted(subscription.endpoint, headers, body)
            except (aiohttp.ClientError, TimeoutError) as error:
                # A service in a private network is none of a browser's.
                status = 410 if isinstance(getattr(error, "os_error", None), _PrivateAddress) else 0
                _log.info("push.unreachable", error=type(error).__name__)
            except ValueError:
                # Its keys are none: nothing can ever be encrypted for it.
                status = 410
            if status in GONE:
                await book.unsubscribe(subscription.endpoint)
                return
            if 0 < status < 500 and status != 429:
                if status >= 300:
                    _log.info("push.refused", status=status)
                return
            if pause is not None:
                await self.clock.sleep(pause)

    async def _posted(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        import aiohttp

        if self._session is None:
            # Checked is the address that is dialled, since a name may lead anywhere.
            connector = aiohttp.TCPConnector(socket_factory=self._socket, use_dns_cache=False, force_close=True)
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=PATIENCE),
                trust_env=False,
            )
        async with self._session.post(endpoint, data=body, headers=headers, allow_redirects=False) as response:
            return response.status

    def _socket(self, info: Any) -> socket.socket:
        family, kind, protocol, _, address = info
        if not self.rules.may_dial(str(address[0])):
            raise _PrivateAddress
        return socket.socket(family=family, type=kind, proto=protocol)

    # --- what blocks ------------------------------------------------------------------------------------------------

    def _sealed(self, subscription: PushSubscription, payload: bytes) -> tuple[dict[str, str], bytes]:
        """Return the headers and the encrypted body. Blocks. Raises ValueError and OSError."""
        from pywebpush import WebPusher, WebPushException

        keys = {"p256dh": subscription.public_key, "auth": subscription.secret}
        try:
            sealed = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(payload)
        except (WebPushException, ValueError, TypeError) as error:
            raise ValueError("These are no keys of a browser.") from error
        parts = urlsplit(subscription.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": str(int(self.clock.now().timestamp()) + VALID),
            "sub": self.contact,
        }
        signed: dict[str, str] = self._key().sign(claims)
        headers = {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(WEEK),
            "Topic": "question",
            "Urgency": "normal",
        }
        return headers, sealed["body"]

    def _key(self) -> Any:
        """Return the key of this program; it is made where there is none yet. Blocks. Raises OSError."""
        from py_vapid import Vapid02

        file = self.data_dir / KEY_FILE
        if not file.exists():
            made = Vapid02()
            made.generate_keys()
            write_atomically(file, made.private_pem())
        return Vapid02.from_pem(file.read_bytes())

    def _public_key(self) -> str:
        point = self._key().public_key.public_numbers()
        # Uncompressed, as browsers take it.
        octets = b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
        return urlsafe_b64encode(octets).decode().rstrip("=")


async def get_key(request: web.Request) -> web.Response:
    """GET /push: the key that a browser subscribes with."""
    page = request.app[PAGE]
    await reader_of(request)
    if page.push is None or not page.push.is_there:
        raise Refused(404, "page-not-there")
    return web.json_response({"key": await page.push.public_key()})


async def post_subscription(request: web.Request) -> web.Response:
    """POST /push {endpoint, public_key, secret, again}: tell this browser of new questions, and say so there at once.

    `again`: it was told before, and is only seen once more.
    """
    page = request.app[PAGE]
    visitor = await reader_of(request)
    body = await read_posted(request, visitor.key)
    found = PushSubscription(
        endpoint=body.text("endpoint"), public_key=body.text("public_key"), secret=body.text("secret")
    )
    push, is_key = page.push, _PUBLIC.fullmatch(found.public_key) and _SECRET.fullmatch(found.secret)
    if push is None or not push.is_there:
        raise Refused(404, "page-not-there")
    if not is_key or not push.accepts(found.endpoint):
        raise Refused(400, "page-not-understood")
    if not await page.inbox.shown.subscribe(visitor.address, found):
        raise Refused(403, "page-closed")
    if body.fields.get("again") is not True:
        language = match_locale(str(body.fields.get("language") or visitor.tag))
        push.notify(page.inbox.shown, visitor.address, say(language, "push-title"), say(language, "push-on"))
    return web.json_response({})


async def post_end(request: web.Request) -> web.Response:
    """POST /push/end {endpoint}: tell this browser no more."""
    page = request.app[PAGE]
    visitor = await reader_of(request)
    endpoint = (await read_posted(request, visitor.key)).text("endpoint")
    if endpoint in {each.endpoint for each in await page.inbox.shown.subscriptions(visitor.address)}:
        await page.inbox.shown.unsubscribe(endpoint)
    return web.json_response({})
