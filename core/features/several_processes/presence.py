"""The presence of a process among several: its seat, and the tokens that it alone may use.

Both are held by advisory locks of one connection. A token has an epoch too, which grows with each holder: whoever was
taken for dead finds what it writes refused (`FencedStore`). The holder renews a row; a process that waits for the token
ends the connection of one that has not renewed for a while, and has it some seconds later.

All processes go by the database's clock, which each asks for with every sign of life: what one claims until a moment,
no other may take before it.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import psycopg
import structlog

from core.contracts.errors import Displaced, loggable_error
from core.contracts.ports import Clock
from core.engine.scheduler import PAUSES
from core.features.several_processes.presence_rows import (
    END_STANDING,
    HOLD,
    LET_GO,
    PUT_OUT,
    RENEW,
    RISE,
    SIT,
    TRY,
    NotHeld,
    check_seat_held,
    seat_lock,
)
from core.store.database_url import KEEPALIVES_BACK, LOCK_SPACE, connection_options
from core.store.postgres import TURN
from core.store.store import Connection, Listener, Result, Store, Unit, UnitTally, Wakes
from core.timing.clock import with_timeout

log = structlog.get_logger()
RENEWED = 1.5
"""Seconds between two renewals, and between two tries to have what another holds."""
SILENT = 6.0
"""Seconds without a renewal after which a holder is put out."""
STANDING = 4.0
"""Seconds after which one is ended that has begun to write, and goes on with nothing: all who write wait for it."""
ANSWERED = 5.0
"""Seconds after which an answer is not waited for any more; the server has given up a second before."""
LEEWAY = 0.25
"""Seconds by which a clock may differ from the database's, beside what the asking took."""
APART = 2.0
"""Seconds from which on that is worth a line of the log."""
MOST_SEATS = 999
_OPTIONS = connection_options({"statement_timeout": 4000, **KEEPALIVES_BACK})
_ANOTHER = "Another process speaks for the bot by now."
_TIME = "SELECT extract(epoch FROM clock_timestamp())::float8 AS now"


class Presence:
    """One process, from `enter` until `leave`."""

    def __init__(self, conninfo: str, clock: Clock, turn: Callable[[timedelta], None] = lambda _: None) -> None:
        """`turn` puts the clock right by so much."""
        self._conninfo = conninfo
        self._clock = clock
        self._turn = turn
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._seat = self._owner = ""
        self._epochs: dict[str, int] = {}
        self._renewed_at = 0.0
        self._refused = asyncio.Event()

    @property
    def epochs(self) -> Mapping[str, int]:
        """Return the epochs of the tokens that this process holds, by platform."""
        return self._epochs

    @property
    def holds(self) -> bool:
        """Return whether the tokens are surely this process's: it has renewed them just now."""
        return bool(self._epochs) and self._clock.monotonic() - self._renewed_at < SILENT

    def is_refused(self) -> None:
        """Learn that the database refuses what this process writes, since another holds its token: `watch` ends now."""
        self._refused.set()
        self._cut_off()

    async def enter(self, role: str) -> str:
        """Take the first seat that nobody is in, and return its name. Waits for the database."""
        failures = 0
        while True:
            try:
                self._connection = await psycopg.AsyncConnection.connect(
                    self._conninfo, autocommit=True, connect_timeout=5, options=_OPTIONS
                )
                for number in range(1, MOST_SEATS):
                    seat = f"{role}-{number}"
                    if await self._try(seat_lock(seat)):
                        self._seat = seat
                        return seat
            except psycopg.Error as error:
                failures += 1
                await self.leave()
                log.warning("database-awaited", error=loggable_error(error))
                await self._clock.sleep(PAUSES.after(failures))

    async def sit(self, owner: str) -> None:
        """Write down who is in the seat. Raises Displaced."""
        await self._go_by_the_database()
        self._owner = owner
        await self._do(SIT, seat=self._seat, owner=owner)

    async def hold(self, platforms: Iterable[str]) -> None:
        """Wait until the tokens of these platforms are free, and hold them. Raises Displaced."""
        told = False
        for name in sorted(platforms):
            while not await self._try(f"token:{name}"):
                if not told:
                    log.info("token-awaited", platform=name)
                    told = True
                await self._look_after_the_house()
                await self._do(PUT_OUT, name=f"token:{name}", silent=SILENT)
                await self._clock.sleep(RENEWED)
            row = await self._do(HOLD, name=f"token:{name}", owner=self._owner)
            self._epochs[f"token:{name}"] = row["epoch"]
            log.info("token-held", platform=name, epoch=row["epoch"])
        self._renewed_at = self._clock.monotonic()

    async def watch(self) -> None:
        """Renew what is held, until cancelled. Raises Displaced as soon as anything is not ours any more."""
        while True:
            with suppress(TimeoutError):
                await with_timeout(self._clock, RENEWED, self._refused.wait())
                raise Displaced(_ANOTHER)
            began = self._clock.monotonic()
            await self._look_after_the_house()
            for name, epoch in self._epochs.items():
                renewed = await self._execute(RENEW, {"name": name, "owner": self._owner, "epoch": epoch})
                if renewed.rowcount != 1:
                    raise Displaced(_ANOTHER)
            self._renewed_at = began

    async def let_go(self) -> None:
        """Give the tokens free, for whoever waits for them. Never raises."""
        for name in tuple(self._epochs):
            with suppress(Displaced):
                await self._do(LET_GO, name=name)
        self._epochs.clear()

    async def leave(self) -> None:
        """Let go of everything. Never raises."""
        connection, self._connection = self._connection, None
        self._epochs.clear()
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.execute(RISE, {"seat": self._seat, "owner": self._owner})
            await connection.close()

    async def _look_after_the_house(self) -> None:
        """Go by the database's clock, and end whoever holds up all others, as each process does. Raises Displaced."""
        await self._go_by_the_database()
        await self._do(END_STANDING, turn=TURN, silent=STANDING)

    async def _go_by_the_database(self) -> None:
        """Put the clock right. Raises Displaced."""
        asked, began = self._clock.now().timestamp(), self._clock.monotonic()
        told: float = (await self._do(_TIME))["now"]
        took = self._clock.monotonic() - began
        behind = told - (asked + took / 2)
        if abs(behind) > LEEWAY + took / 2:
            tell = log.warning if abs(behind) > APART else log.info
            tell("clock-put-right", seconds=round(behind, 1), mend="have this computer's clock set by the network")
            self._turn(timedelta(seconds=behind))

    async def _try(self, name: str) -> bool:
        return bool((await self._do(TRY, name=name))["held"])

    async def _do(self, statement: str, **values: Any) -> Any:
        cursor = await self._execute(statement, values)
        return None if cursor.description is None else await cursor.fetchone()

    async def _execute(self, statement: str, values: dict[str, Any]) -> psycopg.AsyncCursor[Any]:
        if self._connection is None:
            raise Displaced("The seat was left.")
        late = asyncio.get_running_loop().call_later(ANSWERED, self._cut_off)
        try:
            cursor = self._connection.cursor(row_factory=psycopg.rows.dict_row)
            return await cursor.execute(statement, {"space": LOCK_SPACE, **values})
        except psycopg.Error as error:
            if self._refused.is_set():
                raise Displaced(_ANOTHER) from error
            if self._seat:
                raise Displaced(f"The database was lost: {loggable_error(error)}.") from error
            raise
        finally:
            late.cancel()

    def _cut_off(self) -> None:
        """Have what is waited for on the connection fail now, where the network might keep it waiting."""
        if self._connection is not None:
            with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(self._connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)


class FencedStore:
    """A store in which a process writes only as long as it holds its tokens."""

    def __init__(self, store: Store, presence: Presence) -> None:
        self._store = store
        self._presence = presence

    @property
    def tallies(self) -> Mapping[str, UnitTally]:
        return self._store.tallies

    async def read(self, unit: Unit[Result]) -> Result:
        return await self._store.read(unit)

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        """Write as the store does; raises NotHeld where another process has taken this one's place."""
        epochs = dict(self._presence.epochs)

        def fenced(c: Connection) -> Result:
            check_seat_held(c, epochs)
            return unit(c)

        try:
            return await self._store.write(fenced, wake=wake)
        except NotHeld:
            self._presence.is_refused()
            raise

    def on_wake(self, room: str, listener: Listener) -> None:
        self._store.on_wake(room, listener)

    async def scrub(self) -> bool:
        return await self._store.scrub()

    async def close(self) -> None:
        await self._store.close()
