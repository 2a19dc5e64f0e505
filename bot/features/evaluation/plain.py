"""A model with one plain prompt and the whole chat, to compare an interviewer with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

from pydantic import BaseModel

from bot.clock import TurnedClock
from bot.simulation.interviewers import START, Heard, MakeModel, call_figures
from core.contracts.ports import Prompt, Tier
from core.llm.build import ManagedModel
from core.simulation.people import SimulatedPerson
from core.simulation.talks import CallFigures
from core.store.store import MemoryStore, Store


class PlainMessage(BaseModel):
    """The answer of a model that talks with the person directly."""

    message: str


class Plain:
    def __init__(self, prompt: str, person: SimulatedPerson, model: ManagedModel, store: Store) -> None:
        self._prompt = prompt
        self._person = person
        self._model = model
        self._store = store
        self._chat = f"(They have just come in. Their name is {person.name}.)"

    async def begin(self) -> tuple[Heard, Heard]:
        return (), [await self._next()]

    async def hear(self, words: Sequence[str]) -> Heard:
        for text in words:
            self._chat += f"\n\n{self._person.name}: {text}"
        return [await self._next()]

    async def obey(self, command: str) -> Heard:
        """Nobody here knows commands."""
        return ()

    async def away(self, span: timedelta) -> Heard:
        return ()

    async def calls(self) -> tuple[CallFigures, ...]:
        return await call_figures(self._store)

    async def _next(self) -> tuple[str, bool]:
        prompt = Prompt(purpose="plain", system=self._prompt, user=self._chat, tier=Tier.MAIN)
        said = (await self._model.ask(prompt, PlainMessage)).message.strip()
        self._chat += f"\n\nYou: {said}"
        return said, False


@asynccontextmanager
async def plain_interviewer(prompt: str, person: SimulatedPerson, make_model: MakeModel) -> AsyncIterator[Plain]:
    store = MemoryStore()
    model = make_model(store, TurnedClock(START))
    try:
        yield Plain(prompt, person, model, store)
    finally:
        await model.close()
        await store.close()
