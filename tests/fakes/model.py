"""A language model that follows a script."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from core.contracts.ports import Answer, Clock, Prompt
from core.llm.json_schema import provider_schema
from tests.fakes.model_schemas import example_of

Reply = BaseModel | Mapping[str, Any] | Exception
Respond = Callable[[Prompt, type[BaseModel]], Reply]


def plain_answer(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    """Something that fits the form of any schema, though not its limits."""
    answer: Mapping[str, Any] = example_of(provider_schema(schema))
    return answer


class ScriptedModel:
    """A `LanguageModel` whose answers a function makes: a value, its fields, or an exception to raise.

    With a clock and a latency each call takes that long on it. No call that is `held` ends before the gate is open, as
    it is unless another one is given. Every schema is also turned into the one for providers, so that one which they
    cannot take fails here too.
    """

    def __init__(
        self,
        respond: Respond = plain_answer,
        *,
        clock: Clock | None = None,
        latency: float = 0.0,
        gate: asyncio.Event | None = None,
        held: Callable[[Prompt], bool] = lambda _prompt: True,
        offline: bool = False,
    ) -> None:
        self.offline = offline
        self.respond = respond
        self.gate = gate or asyncio.Event()
        if gate is None:
            self.gate.set()
        self.held = held
        """Which calls wait at the gate."""
        self.prompts: list[Prompt] = []
        """Every prompt, in the order of the calls."""
        self.calls: Counter[str] = Counter()
        """By purpose, counted when a call begins."""
        self.finished: Counter[str] = Counter()
        self.cancelled: Counter[str] = Counter()
        self._clock = clock
        self._latency = latency
        self._begun = asyncio.Condition()

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        provider_schema(schema)
        self.calls[prompt.purpose] += 1
        self.prompts.append(prompt)
        async with self._begun:
            self._begun.notify_all()
        try:
            if self._clock is not None and self._latency:
                await self._clock.sleep(self._latency)
            if self.held(prompt):
                await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled[prompt.purpose] += 1
            raise
        self.finished[prompt.purpose] += 1
        reply = self.respond(prompt, schema)
        if isinstance(reply, Exception):
            raise reply
        return schema.model_validate(reply.model_dump() if isinstance(reply, BaseModel) else reply)

    async def begun(self, count: int, purpose: str | None = None) -> None:
        """Return when so many calls have begun, all of them or those of a purpose."""

        def enough() -> bool:
            return (self.calls.total() if purpose is None else self.calls[purpose]) >= count

        async with self._begun:
            await self._begun.wait_for(enough)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""
