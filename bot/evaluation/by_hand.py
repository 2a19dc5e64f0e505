"""Being the model by hand: each request is a file, and so is its answer."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic import BaseModel

from bot.evaluation.exchange import Exchange
from core.contracts.calls import Ledger
from core.contracts.errors import ModelMisread, ModelUnavailable
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.llm.build import ManagedModel
from core.llm.json_schema import provider_schema
from core.llm.metered import MeteredModel
from core.llm.parsing import read_answer
from core.llm.prices import FREE
from core.llm.provider import Completion, Ending

_NAME = "by-hand"
_NO_DEADLINE = 90 * 86_400.0
"""Seconds."""


class HandProvider:
    """A `Provider` whose service is somebody who reads and writes files."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def output_limit(self, prompt: Prompt) -> int:
        return prompt.max_tokens

    async def complete(self, prompt: Prompt, schema: type[BaseModel], model: str) -> Completion:
        """What the file with the answer says: JSON of the schema, or bare words where the schema wants one text."""
        form = provider_schema(schema)
        only = _only_text(schema)
        user = "\n".join((*prompt.transcript, prompt.user))
        page = f"# {prompt.purpose}\n\n=== SYSTEM\n\n{prompt.system}\n\n=== USER\n\n{user}\n"
        if only:
            page += "\n=== ANSWER: the words alone\n"
        else:
            page += f"\n=== ANSWER: JSON of this schema\n\n{json.dumps(form, ensure_ascii=False)}\n"
        data = {"purpose": prompt.purpose, "system": prompt.system, "user": user, "schema": form}

        def as_json(text: str) -> str:
            return json.dumps({only: text}, ensure_ascii=False) if only and not text.startswith("{") else text

        def complaint(text: str) -> str:
            try:
                read_answer(as_json(text), schema)
            except ModelMisread as error:
                return str(error)
            return ""

        text = await self._exchange.ask(page, data, complaint)
        return Completion(text=as_json(text), ending=Ending.COMPLETE, usage=None)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


class Unhurried:
    """A model that is waited for without a deadline. `turns_only`: work in the background finds nobody."""

    offline = False

    def __init__(self, model: ManagedModel, *, turns_only: bool) -> None:
        self._model = model
        self._turns_only = turns_only

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        if self._turns_only and prompt.tier is Tier.FAST:
            raise ModelUnavailable("Only turns are answered by hand.")
        return await self._model.ask(replace(prompt, timeout=_NO_DEADLINE), schema)

    async def warm_up(self) -> None:
        await self._model.warm_up()

    async def close(self) -> None:
        await self._model.close()


def hand_model(exchange: Exchange, ledger: Ledger, clock: Clock, *, turns_only: bool) -> ManagedModel:
    """A model that is answered by files in a folder; what it is given stands in the ledger like any model's."""
    metered = MeteredModel(
        provider=HandProvider(exchange),
        models={Tier.MAIN: _NAME, Tier.FAST: _NAME},
        ledger=ledger,
        clock=clock,
        prices={_NAME: FREE},
        keep_whole=True,
    )
    return Unhurried(metered, turns_only=turns_only)


def _only_text(schema: type[BaseModel]) -> str:
    """The name of the one field of a schema, where it is a text; empty for any other schema."""
    fields = list(schema.model_fields.items())
    return fields[0][0] if len(fields) == 1 and fields[0][1].annotation is str else ""
