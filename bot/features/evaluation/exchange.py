"""Questions and answers as files in a folder, so that somebody can be a model, or a person, by hand.

`001.request.md` is for reading and `001.request.json` says the same for programs; the answer goes to `001.answer`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from bot.simulation.narrators import read_reply
from core.contracts.calls import Ledger
from core.contracts.chat import ChatRequest, Stop
from core.contracts.errors import ModelMisread, ModelUnavailable
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.documents.files import write_atomically
from core.llm.build import ManagedModel
from core.llm.chat_provider import Heard, Spoken, line_text, provider_schema, read_answer
from core.llm.metered import FREE, MeteredModel
from core.simulation.people import NarratorReply, SimulatedPerson, person_sheet, player_orders
from core.simulation.talks import RecordedTalk, Who, join_said

POLL = 0.2
"""Seconds between two looks for an answer."""
FINISHED = "finished"
"""This file says that nothing more will be asked."""
_REQUEST = ".request.md"
_SETTLED = 0.15
"""Seconds for which an answer must not have changed: it may still be being written."""


class ExchangeFolder:
    """A folder of requests and answers, whose numbers continue those of earlier talks in it."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError where the folder cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        (folder / FINISHED).unlink(missing_ok=True)
        taken = [int(file.name.partition(".")[0]) for file in folder.glob(f"*{_REQUEST}")]
        self._number = max(taken, default=0)

    async def ask(
        self, page: str, data: Mapping[str, object], complaint: Callable[[str], str] = lambda _answer: ""
    ) -> str:
        """Put a request there and return the answer when it has come. There is no deadline.

        `page` is the request for reading, `data` for programs. An answer with a `complaint` is taken away, the
        complaint is left as `NNN.wrong`, and another one is waited for. A request that nobody waits for any more gets a
        file `NNN.withdrawn`: it need not be answered.
        """
        self._number += 1
        name = f"{self._number:03d}"
        body = json.dumps({"number": self._number, **data}, ensure_ascii=False, indent=1)
        await asyncio.to_thread(self.note, f"{name}.request.json", body)
        # The page comes last: who sees it may read the other.
        await asyncio.to_thread(self.note, f"{name}{_REQUEST}", page)
        answer = self.folder / f"{name}.answer"
        try:
            while True:
                text = await asyncio.to_thread(_whole, answer)
                if text is not None and not (wrong := complaint(text)):
                    return text
                if text is not None:
                    answer.unlink()
                    self.note(f"{name}.wrong", f"{wrong}\n")
                await asyncio.sleep(POLL)
        except asyncio.CancelledError:
            (self.folder / f"{name}.withdrawn").touch()
            raise

    def note(self, name: str, text: str) -> None:
        write_atomically(self.folder / name, text.encode())

    def finish(self) -> None:
        (self.folder / FINISHED).touch()


def _whole(file: Path) -> str | None:
    """Return the text of a file that nobody is writing any more; None as long as there is no such file."""
    try:
        state = file.stat()
        if state.st_size == 0 or time.time() - state.st_mtime < _SETTLED:
            return None
        return file.read_text(encoding="utf-8-sig").strip() or None
    except FileNotFoundError:
        return None


_NAME = "by-hand"
_SPLIT = "---"
"""A line between two messages of an answer of a person."""
_WORDS_ALONE = "\n=== ANSWER: the words alone\n"
_NO_DEADLINE = 90 * 86_400.0
"""Seconds."""


class HandProvider:
    """A `ChatProvider` whose service is somebody who reads and writes files."""

    def __init__(self, exchange: ExchangeFolder) -> None:
        self._exchange = exchange

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        """Return what the file with the answer says: JSON of the schema, or bare words where a text is wanted."""
        *before, last = request.lines
        schema = request.schema
        said = "".join(f"=== {line.role.upper()}\n\n{line_text(line)}\n\n" for line in before)
        page = f"# {request.purpose}\n\n=== SYSTEM\n\n{request.system}\n\n{said}=== USER\n\n{last.text}\n"
        data = {
            "purpose": request.purpose,
            "system": request.system,
            "conversation": [{"role": line.role, "text": line_text(line)} for line in before],
            "user": last.text,
            "schema": None if schema is None else provider_schema(schema),
        }
        if schema is None:
            text = await self._exchange.ask(f"{page}{_WORDS_ALONE}", data)
            return Spoken(text=text, stop=Stop.END, usage=None)
        fields = list(schema.model_fields.items())
        only = fields[0][0] if len(fields) == 1 and fields[0][1].annotation is str else ""
        page += _WORDS_ALONE if only else f"\n=== ANSWER: JSON of this schema\n\n{_json(data['schema'])}\n"

        def as_json(text: str) -> str:
            return _json({only: text}) if only and not text.startswith("{") else text

        def complaint(text: str) -> str:
            try:
                read_answer(as_json(text), schema)
            except ModelMisread as error:
                return str(error)
            return ""

        text = await self._exchange.ask(page, data, complaint)
        return Spoken(text=as_json(text), stop=Stop.END, usage=None)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


class Unhurried:
    """A model that is waited for without a deadline. `turns_only`: work in the background finds nobody.

    The books of a turn are part of it, though the fast model keeps them.
    """

    offline = False

    def __init__(self, model: ManagedModel, *, turns_only: bool) -> None:
        self._model = model
        self._turns_only = turns_only

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        return await self._model.ask(self._unhurried(prompt), schema)

    async def write(self, prompt: Prompt) -> str:
        return await self._model.write(self._unhurried(prompt))

    async def warm_up(self) -> None:
        await self._model.warm_up()

    async def close(self) -> None:
        await self._model.close()

    def _unhurried(self, prompt: Prompt) -> Prompt:
        if self._turns_only and prompt.tier is Tier.FAST and prompt.purpose != "books":
            raise ModelUnavailable("Only turns are answered by hand.")
        return replace(prompt, timeout=_NO_DEADLINE)


class Hand:
    """A narrator by files: what was said is a request, and what the person sends is its answer."""

    def __init__(self, person: SimulatedPerson, exchange: ExchangeFolder) -> None:
        self._person = person
        self._exchange = exchange
        exchange.note("person.md", person_sheet(person))

    async def reply(self, talk: RecordedTalk) -> NarratorReply:
        number = talk.turns
        todo, deeds = player_orders(self._person, number + 1)
        heard = join_said(
            line.text for line in talk.lines if line.who is Who.INTERVIEWER and talk.turns in {0, line.turn}
        )
        shown = f"{heard}\n\n=== YOUR ANSWER (person.md says who you are; several messages: a line {_SPLIT} between)\n"
        if todo:
            shown += f"\nNow, with this answer: {todo}\n"
        text = await self._exchange.ask(shown, {"heard": heard, "due": todo, "turn": number + 1})
        return read_reply(tuple(part.strip() for part in f"\n{text}\n".split(f"\n{_SPLIT}\n")), deeds, self._person)


def build_hand_model(exchange: ExchangeFolder, ledger: Ledger, clock: Clock, *, turns_only: bool) -> ManagedModel:
    metered = MeteredModel(
        provider=HandProvider(exchange),
        models={Tier.MAIN: _NAME, Tier.FAST: _NAME},
        ledger=ledger,
        clock=clock,
        prices={_NAME: FREE},
        keep_whole=True,
        thinking_tokens=0,
    )
    return Unhurried(metered, turns_only=turns_only)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
