"""The lines of a listening in chats: those that a process leaves there as it dies, the next one takes away."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam

from core.contracts.messages import Address
from core.contracts.ports import LeftLine
from core.store.driver import chat_values, execute, fetch_all, insert_new, matches_chat
from core.store.rows import from_row
from core.store.schema import addresses, lines, persons
from core.store.store import Store

_PUT = insert_new(lines)
_DROP = lines.delete().where(matches_chat(lines), lines.c.message == bindparam("its_message"))
_LEFT = (
    sa.select(lines.c.chat, lines.c.message, persons.c.language)
    .join(addresses, (addresses.c.platform == lines.c.platform) & (addresses.c.chat == lines.c.chat))
    .join(persons, persons.c.id == addresses.c.person_id)
    .where(lines.c.platform == bindparam("platform"))
    .order_by(lines.c.chat, lines.c.message)
)


class StoredLines:
    """`LineBook` on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def stands(self, address: Address, message: str) -> None:
        values = {"platform": address.platform, "chat": address.chat, "message": message}
        await self._store.write(lambda c: execute(c, _PUT, values))

    async def gone(self, address: Address, message: str) -> None:
        await self._store.write(lambda c: execute(c, _DROP, chat_values(address) | {"its_message": message}))

    async def left(self, platform: str) -> tuple[LeftLine, ...]:
        rows = await self._store.read(lambda c: fetch_all(c, _LEFT, {"platform": platform}))
        return tuple(from_row(LeftLine, row) for row in rows)
