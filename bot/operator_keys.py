"""Keeps the links and cookies that let the operator into their page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from core.contracts.ports import Clock
from core.store.operator_rows import drop_key, exchange_link, is_operator_key, put_operator_link
from core.store.store import Store

COOKIE_DAYS = 30
LINK_MINUTES = 60


@dataclass(slots=True, kw_only=True)
class StoredKeys:
    """`OperatorKeys` on the store, with one short look for each question."""

    store: Store
    clock: Clock

    async def exchange(self, link: str, cookie: str, *, device: str = "") -> bool:
        now = self.clock.now().timestamp()
        until = now + timedelta(days=COOKIE_DAYS).total_seconds()
        return await self.store.write(lambda c: exchange_link(c, link, cookie, now=now, until=until, device=device))

    async def opens(self, cookie: str) -> bool:
        now = self.clock.now().timestamp()
        return await self.store.read(lambda c: is_operator_key(c, cookie, now=now))

    async def admit(self, link: str) -> None:
        now = self.clock.now().timestamp()
        await self.store.write(lambda c: put_operator_link(c, link, now=now, until=now + LINK_MINUTES * 60))

    async def close(self, cookie: str) -> None:
        await self.store.write(lambda c: drop_key(c, cookie))
