"""How a try at a chore ends: it is done, it is tried again after a while that grows, or it is given up."""

from __future__ import annotations

import structlog

from core.contracts.errors import BudgetSpent
from core.contracts.messages import Address
from core.conversation.runtime import Runtime
from core.jobs.readings import NEW_READINGS
from core.store import chore_rows
from core.store.changes import ask_for_chore
from core.store.chore_rows import Chore
from core.store.records import record
from core.store.store import Connection, Room, Unit, Wake
from core.timing.clock import Backoff

log = structlog.get_logger()
WAITS = Backoff(first=30.0, longest=6 * 3600.0, growth=4.0)
TRIES = 8
PATIENCE = 3
"""After so many failures of what others come behind they come without it."""


def set_back(c: Connection, chore: Chore, *, now: float, reason: str, final: bool) -> None:
    """Try again after a while that grows; or never, counted so that what waits for it waits no longer."""
    if not (final or is_last(chore)):
        due_at = now + WAITS.after(chore.attempts + 1)
        chore_rows.postpone(c, chore, due_at=due_at, error=reason)
        return
    for _ in range(chore.attempts + 1, PATIENCE):
        chore_rows.postpone(c, chore, due_at=now, error=reason)
    chore_rows.give_up(c, chore, now=now, error=reason)


def is_last(chore: Chore) -> bool:
    """Whether this is the last try."""
    return chore.attempts + 1 >= TRIES


async def ended(runtime: Runtime, chore: Chore, ending: Unit[None], *, whole: bool) -> None:
    """Write down how a try ended; of one about the `whole` of an interview, also that new readings are to be sent."""
    now = runtime.now()

    def unit(c: Connection) -> Address:
        ending(c)
        found, _ = record(c, chore.session_id, entries_needed=False)
        if whole:
            ask_for_chore(c, chore.session_id, NEW_READINGS, due_at=now)
        return found.session.address

    def wake(address: Address) -> tuple[Wake, ...]:
        return Wake(Room.DELIVERY, str(address)), Wake(Room.CHORES, f"{chore.session_id}/{NEW_READINGS}")

    await runtime.store.write(unit, wake=wake)


async def wait_for_money(runtime: Runtime, chore: Chore, error: BudgetSpent) -> None:
    """A day's budget is new tomorrow, all people's and one person's."""
    now = runtime.now()
    tomorrow = (now // 86_400 + 1) * 86_400 + 60
    await runtime.store.write(lambda c: chore_rows.wait(c, chore, due_at=tomorrow, reason=error.code, since=now))
