"""A language model that follows a script."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from zlib import crc32

from pydantic import BaseModel

from core.contracts.ports import Answer, Clock, Prompt
from core.llm.chat_provider import provider_schema
from tests.fakes.model_schemas import example_of

Reply = BaseModel | Mapping[str, Any] | Exception
Respond = Callable[[Prompt, type[BaseModel]], Reply]
Talk = Iterable[str | Exception] | Callable[[Prompt], str | Exception]
"""The texts of `write` in the order in which the calls end, or a function that makes each of them."""
Books = Iterable[Reply] | Callable[[Prompt], Reply]
"""The same for the answers to `ask` with the purpose "books"."""


def plain_answer(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    """Something that fits the form of any schema, though not its limits."""
    answer: Mapping[str, Any] = example_of(provider_schema(schema))
    return answer


def new_question(prompt: Prompt) -> str:
    """Return a question that is the same for the same prompt, also in another process, and different for any other."""
    return f"What happened on day {crc32(prompt.user.encode())}?"


class ScriptedModel:
    """A `LanguageModel` that says what a test gives it: a text, a value, its fields, or an exception to raise.

    `talk` is for every `write`: a text that no test gave is an AssertionError. `books` is for each `ask` with the
    purpose "books": without them, or when they are used up, the answer is the schema with its defaults. `respond` is
    for every other `ask`. A cancelled call uses up nothing.

    With a clock and a latency each call takes that long on it. No call that is `held` ends before the gate is open, as
    it is unless another one is given. Every schema is also turned into the one for providers, so that one which they
    cannot take fails here too.
    """

    def __init__(
        self,
        respond: Respond = plain_answer,
        *,
        talk: Talk = (),
        books: Books = (),
        clock: Clock | None = None,
        latency: float = 0.0,
        gate: asyncio.Event | None = None,
        held: Callable[[Prompt], bool] = lambda _prompt: True,
        offline: bool = False,
    ) -> None:
        self.offline = offline
        self.respond = respond
        self.talk: Callable[[Prompt], str | Exception] = talk if callable(talk) else _given_texts(talk)
        self.books: Callable[[Prompt], Reply] = books if callable(books) else _given_books(books)
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
        await self._think(prompt)
        reply = self.books(prompt) if prompt.purpose == "books" else self.respond(prompt, schema)
        if isinstance(reply, Exception):
            raise reply
        return schema.model_validate(reply.model_dump() if isinstance(reply, BaseModel) else reply)

    async def write(self, prompt: Prompt) -> str:
        roles = [*(line.role for line in prompt.conversation), "user"]
        assert roles == ["assistant" if n % 2 else "user" for n in range(len(roles))], f"the roles are {roles}"
        await self._think(prompt)
        text = self.talk(prompt)
        if isinstance(text, Exception):
            raise text
        return text

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

    async def _think(self, prompt: Prompt) -> None:
        """Count a call, and let it last as long as the test wants."""
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


def _given_texts(texts: Iterable[str | Exception]) -> Callable[[Prompt], str | Exception]:
    left = iter(texts)

    def next_text(prompt: Prompt) -> str | Exception:
        text = next(left, None)
        assert text is not None, f"No text is left for a call of write with the purpose {prompt.purpose!r}; give talk."
        return text

    return next_text


def _given_books(books: Iterable[Reply]) -> Callable[[Prompt], Reply]:
    left = iter(books)
    return lambda _prompt: next(left, {})
