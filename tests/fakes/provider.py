"""A provider without a wire, for what happens around the call."""

from __future__ import annotations

import asyncio
from collections import deque

from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.llm.provider import Completion, Ending, Usage


def completed(text: str, usage: Usage | None = None, *, ending: Ending = Ending.COMPLETE) -> Completion:
    """A completion as a provider gives it."""
    return Completion(text=text, ending=ending, usage=usage or Usage(input_tokens=100, output_tokens=10))


class ScriptedProvider:
    """A `Provider` that gives or raises what is lined up, in order; an Event is waited for first, then the next."""

    def __init__(self, *steps: Completion | BaseException | asyncio.Event) -> None:
        self.steps = deque(steps)
        self.asked: list[tuple[Prompt, str]] = []
        self.schemas: list[type[BaseModel] | None] = []
        """What each request wants its answer to follow; None where it wants plain text."""
        self.cancelled = 0
        self.closed = False
        self._begun = asyncio.Condition()

    def output_limit(self, prompt: Prompt) -> int:
        return prompt.max_tokens

    async def complete(self, prompt: Prompt, schema: type[BaseModel] | None, model: str) -> Completion:
        self.asked.append((prompt, model))
        self.schemas.append(schema)
        async with self._begun:
            self._begun.notify_all()
        step = self.steps.popleft()
        if isinstance(step, asyncio.Event):
            try:
                await step.wait()
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
            step = self.steps.popleft()
        if isinstance(step, BaseException):
            raise step
        assert isinstance(step, Completion)
        return step

    async def begun(self, count: int) -> None:
        """Return when so many calls have begun."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.asked) >= count)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        self.closed = True
