"""A service that repeats what it is told, so that the words of a person are in everything that a model has written."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

from pydantic import BaseModel

from core.contracts.calls import Budget
from core.contracts.ports import Clock, Prompt, Tier
from core.llm.metered import MeteredModel
from core.llm.provider import Completion, Ending, Usage
from core.store.call_rows import StoredLedger
from core.store.store import Store


class EchoProvider:
    """A `Provider` for the plain interview: its answer is the newest one that it was shown of the same session."""

    def __init__(self) -> None:
        self.held: frozenset[str] = frozenset()
        """Purposes whose calls wait at the gate."""
        self.gate = asyncio.Event()
        self.calls: Counter[str] = Counter()
        """By purpose, counted when a call begins."""
        self._told: dict[str | None, str] = {}
        self._begun = asyncio.Condition()

    def output_limit(self, prompt: Prompt) -> int:
        return prompt.max_tokens

    async def complete(self, prompt: Prompt, schema: type[BaseModel] | None, model: str) -> Completion:
        if prompt.purpose in {"talk"}:
            self._told[prompt.session_id] = prompt.user
        self.calls[prompt.purpose] += 1
        async with self._begun:
            self._begun.notify_all()
        if prompt.purpose in self.held:
            await self.gate.wait()
        words = f"You said: {self._told.get(prompt.session_id, '')}"
        text = words if schema is None else json.dumps({"words": words}, ensure_ascii=False)
        return Completion(text=text, ending=Ending.COMPLETE, usage=Usage(input_tokens=100, output_tokens=10))

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
