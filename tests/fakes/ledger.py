"""The ledger in memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import BudgetSpent, StorageError


@dataclass(slots=True)
class Row:
    """A call and, once it ended, how."""

    call: Call
    settlement: Settlement | None = None

    @property
    def micros(self) -> int:
        """What counts against the budget."""
        return self.call.reserved_micros if self.settlement is None else self.settlement.cost_micros


class MemoryLedger:
    """A `Ledger` for one day. `reserving` and `settling` are gates that a test may close; `broken` makes it fail."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.rows: list[Row] = []
        """Numbered from 1 in order."""
        self.broken = False
        self.reserving = asyncio.Event()
        self.reserving.set()
        self.settling = asyncio.Event()
        self.settling.set()
        self._changed = asyncio.Condition()

    async def reserve(self, call: Call) -> int:
        await self.reserving.wait()
        self._fail_if_broken()
        of_session = [row for row in self.rows if row.call.session_id == call.session_id]
        if call.session_id is not None and _over(self.budget.session_micros, of_session, call):
            raise BudgetSpent("The session's budget is spent.", scope="session")
        if _over(self.budget.day_micros, self.rows, call):
            raise BudgetSpent("The day's budget is spent.", scope="day")
        self.rows.append(Row(call))
        return len(self.rows)

    async def settle(self, number: int, settlement: Settlement) -> None:
        await self.settling.wait()
        self._fail_if_broken()
        row = self.rows[number - 1]
        assert row.settlement is None, f"call {number} was settled twice"
        row.settlement = settlement
        async with self._changed:
            self._changed.notify_all()

    async def settled(self, count: int) -> list[Settlement]:
        """Wait until so many calls are settled; their settlements in the order of the calls."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.settlements) >= count)
        return self.settlements

    @property
    def settlements(self) -> list[Settlement]:
        return [row.settlement for row in self.rows if row.settlement is not None]

    @property
    def outcomes(self) -> list[str]:
        return [settlement.outcome for settlement in self.settlements]

    @property
    def spent_micros(self) -> int:
        """All that counts against the day's budget."""
        return sum(row.micros for row in self.rows)

    def _fail_if_broken(self) -> None:
        if self.broken:
            raise StorageError("The disk is full.")


def _over(limit: int | None, rows: list[Row], call: Call) -> bool:
    return limit is not None and sum(row.micros for row in rows) + call.reserved_micros > limit
