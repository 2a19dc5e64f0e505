"""Writes numbered units into a database for ever, and says each number after its write has returned.

    python -m tests.crash.store_writer DATABASE FIRST

A unit is a person, a mailbox item and an address, so that half a unit would show.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from pathlib import Path

from core.store.database_url import parse_server
from core.store.opening import store_on
from core.store.schema import addresses, mailbox, persons
from core.store.store import Connection, Store

GROUP = 16
"""Units that are under way at one time."""


def write(c: Connection, number: int) -> None:
    """One unit: three rows that belong together."""
    name = f"p{number}"
    c.execute(persons.insert(), {"id": name, "name": "", "language": "en", "stage": "new", "created_at": number})
    c.execute(
        mailbox.insert(),
        {"event_id": name, "person_id": name, "payload": "x" * 2_000, "arrived_at": number, "ready": True},
    )
    c.execute(addresses.insert(), {"platform": "here", "chat": str(number), "person_id": name, "sender_name": ""})


async def _one_after_the_other(store: Store, number: int) -> None:
    while True:
        await store.write(partial(write, number=number))
        os.write(1, f"{number}\n".encode())
        number += GROUP


async def main(path: str, first: int) -> None:
    store = store_on(parse_server(path) or Path(path))
    await asyncio.gather(*(_one_after_the_other(store, first + n) for n in range(GROUP)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
