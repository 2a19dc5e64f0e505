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
from core.contracts.chat import ChatRequest, Stop
from core.contracts.ports import Answer, Prompt, Tier
from core.llm.chat_provider import Heard, Spoken, Usage
from core.llm.metered import MeteredModel, chat_request
from core.store.call_rows import StoredLedger
from core.store.store import Store

_WHO = ("your aunt", "the miller", "a neighbour", "the postman", "your teacher", "some cousin", "the baker")
_DID = ("carry", "mend", "forget", "borrow", "paint", "sell", "bury", "weigh", "burn", "promise", "count")
_WHAT = ("the ladder", "a coat", "the blue lamp", "that letter", "a bicycle", "the harvest", "a violin", "the keys",
         "some flour", "the map", "her ring", "a goose", "the radio")  # fmt: skip
_WHERE = ("behind the church", "at the ferry", "in the attic", "by the well", "on the train", "near the school",
          "under the bridge", "at the market", "in the orchard", "across the border", "along the canal",
          "at the mill", "outside the station", "in the kitchen", "up on the roof", "down in the cellar",
          "beside the stove")  # fmt: skip
_NEW = re.compile(r'<person n="(\d+)" new="yes"')


def _message(turn: int) -> str:
    """Return a message of the usual length, with a question that was not asked before."""
    who, did, what, where = (each[turn % len(each)] for each in (_WHO, _DID, _WHAT, _WHERE))
    return f"That was a year to remember. When did {who} {did} {what} {where}?"


def _books(turn: int, request: ChatRequest) -> Mapping[str, Any]:
    """Return a new thread at every turn, some of which are settled later, and what `_notes` brings."""
    newest = [int(n) for n in _NEW.findall(request.lines[-1].text)]
    found = _notes(turn)
    return {
        "language": "en",
        "threads": [f"the {turn}th thing that was only touched"],
        "settled": [1] * (turn % 4 == 0),
        "notes": [{**note, "n": newest} for note in found["notes"]],
        "summary": found["summary"],
    }


def _notes(turn: int) -> Mapping[str, Any]:
    """Return a summary and three notes as long as they may be, so that the prompt's room for them fills up."""
    notes = [
        {"key": f"memory_{turn}_{n}", "value": f"the house by the river, told the {turn}th time; " * 3, "entries": []}
        for n in range(3)
    ]
    return {"notes": notes, "summary": "Grew up in a house by the river, among eleven people. " * 14}


class Replies:
    """Says what the model says, and counts how often it was asked for what."""

    def __init__(self, *, keep: bool = False) -> None:
        """`keep`: what is asked for messages, which takes as much memory as it has letters."""
        self.calls: Counter[str] = Counter()
        """By purpose."""
        self.talks: list[ChatRequest] = []
        """What was asked for messages, in order, where it is kept."""
        self._keep = keep

    def message(self, request: ChatRequest) -> str:
        self.calls[request.purpose] += 1
        if self._keep:
            self.talks.append(request)
        return _message(self.calls[request.purpose])

    def fields(self, request: ChatRequest, schema: type[BaseModel]) -> Mapping[str, Any]:
        self.calls[request.purpose] += 1
        if "words" in schema.model_fields:
            return {"words": "I see."}
        turn = self.calls[request.purpose]
        return _books(turn, request) if request.purpose == "books" else _notes(turn)


class SteadyModel:
    """`LanguageModel` at the port: no ledger, no wire."""

    offline = False

    def __init__(self, replies: Replies) -> None:
        self._replies = replies

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        return schema.model_validate(self._replies.fields(chat_request(prompt, schema), schema))

    async def write(self, prompt: Prompt) -> str:
        return self._replies.message(chat_request(prompt, None))

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


class SteadyProvider:
    """`ChatProvider` that answers after `latency` seconds."""

    def __init__(self, replies: Replies, latency: float) -> None:
        self._replies = replies
        self._latency = latency

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        if self._latency:
            await asyncio.sleep(self._latency)
        schema = request.schema
        text = self._replies.message(request) if schema is None else json.dumps(self._replies.fields(request, schema))
        return Spoken(text=text, stop=Stop.END, usage=Usage(input_tokens=2_000, output_tokens=80))

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


def metered(replies: Replies, store: Store, *, latency: float = 0.0) -> MeteredModel:
    """Build the model as in production: every call is a row of the ledger, reserved before it is made."""
    clock = SystemClock()
    return MeteredModel(
        provider=SteadyProvider(replies, latency),
        models={Tier.MAIN: "steady", Tier.FAST: "steady"},
        ledger=StoredLedger(store, Budget(), clock),
        clock=clock,
        prices={},
    )
