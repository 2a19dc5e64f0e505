"""What a side of a run spends that is no mere model: its calls are rows of the run's own ledger, under its budget."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from core.contracts.calls import Call, Ledger, Settlement
from core.features.chamber.messages import ReplyCost, Speaker
from core.store.call_rows import calls_after
from core.store.store import Store


class RunCalls:
    """`Ledger` for the models of one side, whichever session they believe to work for."""

    def __init__(self, ledger: Ledger, store: Store, run_id: str, side: Speaker) -> None:
        """`ledger`: the run's, kept in `store`."""
        self.run_id = run_id
        self._ledger = ledger
        self._store = store
        self._mark = f"{side}/"
        self._open: set[int] = set()
        self._settled = asyncio.Condition()

    async def reserve(self, call: Call) -> int:
        mine = replace(call, session_id=self.run_id, purpose=f"{self._mark}{call.purpose}")
        number = await self._ledger.reserve(mine)
        self._open.add(number)
        return number

    async def settle(self, number: int, settlement: Settlement) -> None:
        try:
            await self._ledger.settle(number, settlement)
        finally:
            async with self._settled:
                self._open.discard(number)
                self._settled.notify_all()

    async def taken_after(self, number: int) -> tuple[ReplyCost, int]:
        """Return what this side's calls after one have taken, also those of a process that died; and the newest call.

        A model answers before its call is settled, which is waited for.
        """
        async with self._settled:
            await self._settled.wait_for(lambda: not self._open)
        found = await self._store.read(lambda c: calls_after(c, self.run_id, number))
        mine = [call for call in found if call.purpose.startswith(self._mark)]
        cost = ReplyCost(
            model=mine[-1].model if mine else "",
            input_tokens=sum(call.input_tokens for call in mine),
            output_tokens=sum(call.output_tokens for call in mine),
            cost_micros=sum(call.cost_micros for call in mine),
        )
        return cost, max((call.id for call in mine), default=number)
