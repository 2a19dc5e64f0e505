"""A provider without a wire, for what happens around the call."""

from __future__ import annotations

import asyncio
from collections import deque

from core.contracts.chat import ChatRequest, Stop
from core.llm.chat_provider import Heard, Spoken, Usage


def completed(text: str, usage: Usage | None = None, *, stop: Stop = Stop.END) -> Spoken:
    """Return a reply as a provider gives it."""
    return Spoken(text=text, stop=stop, usage=usage or Usage(input_tokens=100, output_tokens=10))


class ScriptedProvider:
    """A `ChatProvider` that gives or raises what is lined up, in order; an Event is waited for first, then the next."""

    def __init__(self, *steps: Spoken | BaseException | asyncio.Event) -> None:
        self.steps = deque(steps)
        self.asked: list[tuple[ChatRequest, str]] = []
        self.cancelled = 0
        self.closed = False
        self._begun = asyncio.Condition()

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        self.asked.append((request, model))
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
        assert isinstance(step, Spoken)
        return step

    async def begun(self, count: int) -> None:
        """Return when so many calls have begun."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.asked) >= count)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        self.closed = True
