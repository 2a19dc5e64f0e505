"""Tells a `Watch` how each call of a model ended, when the ledger writes that down."""

from __future__ import annotations

from core.contracts.calls import Call, Ledger, Settlement
from core.contracts.errors import BudgetSpent
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch


def watch_ledger(ledger: Ledger, clock: Clock, watch: Watch) -> Ledger:
    """Return a ledger that tells the watch, or the ledger itself if nobody watches."""
    return ledger if watch is NOBODY else WatchedLedger(ledger, clock, watch)


class WatchedLedger:
    """A `Ledger`."""

    def __init__(self, ledger: Ledger, clock: Clock, watch: Watch) -> None:
        self._ledger = ledger
        self._clock = clock
        self._watch = watch
        self._under_way: dict[int, Call] = {}

    async def reserve(self, call: Call) -> int:
        try:
            number = await self._ledger.reserve(call)
        except BudgetSpent as error:
            self._tell(call, Settlement(outcome=error.code))
            raise
        self._under_way[number] = call
        return number

    async def settle(self, number: int, settlement: Settlement) -> None:
        if (call := self._under_way.pop(number, None)) is not None:
            self._tell(call, settlement)
        await self._ledger.settle(number, settlement)

    def _tell(self, call: Call, settlement: Settlement) -> None:
        self._watch.call(call, settlement, self._clock.now().timestamp())
