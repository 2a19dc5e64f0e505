"""Models of one fixed latency: at the port, and behind the real ledger."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from bot.clock import SystemClock
from core.contracts.calls import Budget
from core.contracts.ports import Answer, Prompt, Tier
from core.llm.metered import MeteredModel
from core.llm.provider import Completion, Ending, Usage
from core.store.call_rows import StoredLedger
from core.store.store import Store

_QUESTIONS = (
    "Who was waiting for you when you came home?",
    "How did the street sound early in the day?",
    "Which of the neighbours do you still see before you?",
    "Where did the water for the garden come from?",
    "When did somebody first trust you with that?",
    "How was such an evening brought to an end?",
)
_NEAREST = re.compile(r"\bNot asked yet: ([\w-]+)")


def _decision(turn: int, prompt: Prompt) -> Mapping[str, Any]:
    """Mostly on to the next subject, every third time one step deeper; threads are opened, and taken up later."""
    books = {"language": "en", "opened": [f"the {turn}th thing that was only touched"], "taken": [1] * (turn % 4 == 0)}
    nearest = _NEAREST.search(prompt.user)
    question = _QUESTIONS[turn // 3 % len(_QUESTIONS)]
    if turn % 3 and nearest is not None:
        return {**books, "move": "turn", "about": nearest[1], "message": f"That was year {turn}. {question}"}
    return {**books, "move": "stay", "message": question}


def _notes(turn: int) -> Mapping[str, Any]:
    """Three notes as long as they may be, so that the prompt's room for them fills up, and a summary."""
    notes = [
        {"key": f"memory_{turn}_{n}", "value": f"the house by the river, told the {turn}th time; " * 3, "entries": []}
        for n in range(3)
    ]
    return {"notes": notes, "summary": "Grew up in a house by the river, among eleven people. " * 14}


class Replies:
    """What the model says, and how often it was asked for what."""

    def __init__(self, *, keep: bool = False) -> None:
        """`keep`: what is asked for decisions, which takes as much memory as it has letters."""
        self.calls: Counter[str] = Counter()
        """By purpose."""
        self.decisions: list[Prompt] = []
        """What was asked for them, in order, where it is kept."""
        self._keep = keep

    def fields(self, prompt: Prompt, schema: type[BaseModel]) -> Mapping[str, Any]:
        self.calls[prompt.purpose] += 1
        if self._keep and prompt.purpose == "decision":
            self.decisions.append(prompt)
        if "words" in schema.model_fields:
            return {"words": "I see."}
        turn = self.calls[prompt.purpose]
        return _decision(turn, prompt) if prompt.purpose == "decision" else _notes(turn)


class SteadyModel:
    """`LanguageModel` at the port: no ledger, no wire."""

    offline = False

    def __init__(self, replies: Replies) -> None:
        self._replies = replies

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        return schema.model_validate(self._replies.fields(prompt, schema))

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


class SteadyProvider:
    """`Provider` that answers after `latency` seconds."""

    def __init__(self, replies: Replies, latency: float) -> None:
        self._replies = replies
        self._latency = latency

    def output_limit(self, prompt: Prompt) -> int:
        return prompt.max_tokens

    async def complete(self, prompt: Prompt, schema: type[BaseModel], model: str) -> Completion:
        if self._latency:
            await asyncio.sleep(self._latency)
        text = json.dumps(self._replies.fields(prompt, schema))
        return Completion(text=text, ending=Ending.COMPLETE, usage=Usage(input_tokens=2_000, output_tokens=80))

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


def metered(replies: Replies, store: Store, *, latency: float = 0.0) -> MeteredModel:
    """As in production: every call is a row of the ledger, with its prompt, reserved before it is made."""
    clock = SystemClock()
    return MeteredModel(
        provider=SteadyProvider(replies, latency),
        models={Tier.MAIN: "steady", Tier.FAST: "steady"},
        ledger=StoredLedger(store, Budget(), clock),
        clock=clock,
        prices={},
    )
