"""The process that an app runs in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.services import QueueWork
from core.contracts.ports import Clock, Engine, Inbox, Platform
from core.engine.scheduler import InProcessEngine
from core.inbox.strangers import OtherProcesses
from core.store.claims import APP, Claim
from core.store.store import Listener, Store

if TYPE_CHECKING:
    from bot.clock import SteeredClock
    from core.contracts.turn import Interview
    from core.store.postgres import Enqueue


@dataclass(slots=True, kw_only=True)
class AppProcess:
    """A process that does everything itself. One that shares the work with others overrides what it leaves to them."""

    seat: str = APP
    """Only one process at a time is let into a seat, and goes on with what an earlier one in it left undone."""
    alone: bool = True
    """No other process works on the database."""
    speaks: bool = True
    """It speaks for the bot on its platforms, at once or as soon as the process that does so is gone."""
    thinks: bool = True
    """It answers people and looks at what is due."""
    hears: bool = True
    """It hears recordings, for people or for what it reads."""
    stands_by: bool = False
    """Another process speaks for the bot now, and this one waits to take over."""

    @property
    def enqueue(self) -> Enqueue | None:
        """Return what puts wake-ups into the store's transactions, where those who are woken may be elsewhere."""
        return None

    @property
    def others(self) -> OtherProcesses | None:
        """Return the processes that meet strangers too; None if none does, or this one meets none."""
        return None

    def engine(self, room: str, platforms: Collection[str], store: Store, clock: Clock) -> tuple[Engine, bool]:
        """Return the engine of a queue, and whether this process serves that queue."""
        engine = InProcessEngine(clock, name=room)
        store.on_wake(room, engine.wake)
        return engine, True

    def on_wake_elsewhere(self, room: str, listener: Listener) -> None:
        """Have `listener(keys)` called when other processes wake keys of that room."""

    def fenced(self, store: Store) -> Store:
        """Return the store for messages from the platforms and to them."""
        return store

    def platforms(
        self, real: Sequence[Platform], store: Store, clock: Clock, new_id: Callable[[], str]
    ) -> Sequence[Platform]:
        """Return the platforms as this process reaches them."""
        return real

    def work_for_others(
        self, store: Store, platforms: Mapping[str, Platform], clock: Clock, owner: str
    ) -> tuple[QueueWork, ...]:
        """Return the queues in which other processes ask for something."""
        return ()

    async def enter(self, store: Store, claim: Claim) -> None:
        """Announce this process before anything is claimed or served. Raises Displaced."""

    async def leave(self) -> None:
        """Free the seat, when nothing is served any more. Never raises."""

    async def look(self, store: Store, claim: Claim) -> None:
        """Free what processes that have died were working on."""

    async def serve(
        self, platforms: Mapping[str, Platform], clock: Clock, inbox: Inbox, speak: Callable[[], Awaitable[None]]
    ) -> None:
        """Serve until the app ends, and `speak` for the bot when that is up to this process.

        Raises Displaced, and what `speak` raises.
        """
        await speak()


Join = Callable[[Mapping[str, "Interview"], "SteeredClock"], Awaitable[AppProcess]]
"""Joins the processes at work on the same database, and has the clock go by that one. Waits until it is there."""
