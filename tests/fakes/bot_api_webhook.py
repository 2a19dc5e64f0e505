"""How the fake Bot API posts updates to a webhook, as the real one does, over a proxy that stands before the bot."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp

from tests.fakes import bot_api_rules as rules
from tests.fakes.bot_api_rules import Json, bad

if TYPE_CHECKING:
    from tests.fakes.bot_api import FakeBotApi

PORTS = (443, 80, 88, 8443)
AGAIN = 0.05
"""Seconds after which what was not taken is sent again."""


class Postman:
    """The updates of each chat go one after the other, what is pressed beside what is written; chats side by side."""

    def __init__(self, api: FakeBotApi) -> None:
        self._api = api
        self.behind: list[str] = []
        """Where the proxy passes on to, in turn: the processes behind the one address."""
        self.in_turn = True
        """False: all at once, whatever the chat."""
        self.url = ""
        self.posts: list[tuple[int, int]] = []
        """(update, status) of every answer."""
        self.reached: list[tuple[str, int]] = []
        """(process, status) of every answer."""
        self._secret = ""
        self._most = 40
        self._error: Json = {}
        self._busy: dict[object, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._round = 0

    def set(self, params: Mapping[str, str]) -> list[str] | None:
        """What setWebhook does; the kinds of updates that are wanted."""
        url = params["url"]
        found = urlsplit(url)
        if url and (found.scheme != "https" or not found.hostname):
            raise bad("bad webhook: An HTTPS URL must be provided for webhook")
        if url and (found.port or 443) not in PORTS:
            raise bad("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
        secret = params.get("secret_token", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
            raise bad("secret token contains unallowed characters")
        most = rules.integer(params, "max_connections", 40)
        if not 1 <= most <= 100:
            raise bad("max_connections must be between 1 and 100")
        if params.get("drop_pending_updates", "false").lower() == "true":
            self._api.violations.append("setWebhook: pending updates would be dropped")
        if url and not secret:
            self._api.violations.append("setWebhook: without a secret anybody could post")
        self.url, self._secret, self._most, self._error = url, secret, most, {}
        allowed: list[str] | None = rules.decoded(params, "allowed_updates", list)
        return allowed

    def remove(self) -> None:
        self.url = ""

    def info(self, pending: int) -> Json:
        found: Json = {"url": self.url, "has_custom_certificate": False, "pending_update_count": pending}
        return found | ({"max_connections": self._most, **self._error} if self.url else {})

    async def run(self) -> None:
        """Post what waits, until cancelled."""
        async with aiohttp.ClientSession() as session:
            try:
                while True:
                    for update in self._next():
                        task = asyncio.create_task(self._post(session, update))
                        self._tasks.add(task)
                        task.add_done_callback(self._tasks.discard)
                    await self._api.changed()
            finally:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)

    def _next(self) -> list[Json]:
        """The updates that are sent now."""
        found: list[Json] = []
        for update in self._api.waiting() if self.url and self.behind else ():
            queue = self._queue(update)
            if queue not in self._busy and len(self._busy) < self._most:
                self._busy[queue] = update["update_id"]
                found.append(update)
        return found

    def _queue(self, update: Json) -> object:
        if not self.in_turn:
            return update["update_id"]
        [(kind, content)] = [(name, value) for name, value in update.items() if name != "update_id"]
        of = content.get("chat") or content.get("from") or {"id": 0}
        return (kind == "callback_query", of["id"])

    async def _post(self, session: aiohttp.ClientSession, update: Json) -> None:
        number: int = update["update_id"]
        self._round += 1
        target = self.behind[self._round % len(self.behind)] + (urlsplit(self.url).path or "/")
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret}
        status = 0
        try:
            async with session.post(target, json=update, headers=headers) as answer:
                status = answer.status
            words = "" if status == 200 else f"Wrong response from the webhook: {status}"
        except aiohttp.ClientError:
            words = "Connection refused"
        self.posts.append((number, status))
        self.reached.append((target, status))
        if words:
            self._error = {"last_error_date": self._api.date(), "last_error_message": words}
            self._api.touch()
            await asyncio.sleep(AGAIN)
        else:
            self._api.taken(number)
        with suppress(KeyError):
            del self._busy[self._queue(update)]
        self._api.touch()
