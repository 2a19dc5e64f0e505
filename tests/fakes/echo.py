"""A service that repeats what it is told, so that the words of a person are in everything that a model has written."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

from core.contracts.calls import Budget
from core.contracts.chat import ChatRequest, Stop
from core.contracts.ports import Clock, Tier
from core.llm.chat_provider import Heard, Spoken, Usage
from core.llm.metered import MeteredModel
from core.store.call_rows import StoredLedger
from core.store.store import Store


class EchoProvider:
    """A `ChatProvider` for the plain interview: its answer is the newest one that it was shown of the same session."""

    def __init__(self) -> None:
        self.held: frozenset[str] = frozenset()
        """Purposes whose calls wait at the gate."""
        self.gate = asyncio.Event()
        self.calls: Counter[str] = Counter()
        """By purpose, counted when a call begins."""
        self._told: dict[str | None, str] = {}
        self._begun = asyncio.Condition()

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        if request.purpose == "talk":
            self._told[request.session_id] = request.lines[-1].text
        self.calls[request.purpose] += 1
        async with self._begun:
            self._begun.notify_all()
        if request.purpose in self.held:
            await self.gate.wait()
        words = f"You said: {self._told.get(request.session_id, '')}"
        text = words if request.schema is None else json.dumps({"words": words}, ensure_ascii=False)
        return Spoken(text=text, stop=Stop.END, usage=Usage(input_tokens=100, output_tokens=10))

    async def begun(self, purpose: str, count: int) -> None:
        """Return when so many calls of a purpose have begun."""
        async with self._begun:
            await self._begun.wait_for(lambda: self.calls[purpose] >= count)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


def echoing(provider: EchoProvider, store: Store, clock: Clock) -> MeteredModel:
    """As in production: every call is a row of the ledger, with its prompt and its answer."""
    return MeteredModel(
        provider=provider,
        models={Tier.MAIN: "echo", Tier.FAST: "echo"},
        ledger=StoredLedger(store, Budget(), clock),
        clock=clock,
        prices={},
    )
