"""Which lines of a listening stand in chats: what a process that dies leaves there, the next one takes away."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.ports import LeftLine
from core.store.driver import execute, fetch_all
from core.store.schema import addresses, lines, persons
from core.store.store import Store
from core.store.upsert import insert_new

_PUT = insert_new(lines)
_DROP = lines.delete().where(
    lines.c.platform == bindparam("its_platform"),
    lines.c.chat == bindparam("its_chat"),
    lines.c.message == bindparam("its_message"),
)
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

        def unit(c: Connection) -> None:
            execute(c, _PUT, values)

        await self._store.write(unit)

    async def gone(self, address: Address, message: str) -> None:
        values = {"its_platform": address.platform, "its_chat": address.chat, "its_message": message}

        def unit(c: Connection) -> None:
            execute(c, _DROP, values)

        await self._store.write(unit)

    async def left(self, platform: str) -> tuple[LeftLine, ...]:
        rows = await self._store.read(lambda c: fetch_all(c, _LEFT, {"platform": platform}))
        return tuple(LeftLine(chat=row.chat, message=row.message, language=row.language) for row in rows)
