"""The timekeeper: looks at the clock, and puts what is due into the mailboxes of those whom it concerns."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.ports import Clock
from core.store.claims import Claim
from core.store.codec import seconds
from core.store.store import Room, Store, Wake
from core.store.timers import adopt, due_sessions, ring
from core.timing.rules import Rules


@dataclass(frozen=True, slots=True)
class Timekeeper:
    store: Store
    clock: Clock
    rules: Rules
    owner: str
    """Of the claims on whom it wakes."""

    async def adopt(self) -> None:
        """At the start: see that every session that should have a deadline has one."""
        now = seconds(self.clock.now())
        await self.store.write(lambda c: adopt(c, self.rules, now=now))

    async def sweep(self) -> int:
        """Ring for the sessions whose deadline has come; how many."""
        claim = Claim(self.owner, seconds(self.clock.now()))
        due = await self.store.read(lambda c: due_sessions(c, now=claim.now))
        if not due:
            return 0
        rung = await self.store.write(
            lambda c: ring(c, due, claim), wake=lambda people: [Wake(Room.DESK, person) for person in people]
        )
        return len(rung)
