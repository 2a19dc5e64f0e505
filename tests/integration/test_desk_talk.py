"""What a decision sees of the talk: every word that holds, the newest among them, whatever happened on the way."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.interviews.life_story.interview import LifeStory
from core.store.store import MemoryStore, Result, Unit
from tests.fakes.app import Running, held_model, running
from tests.fakes.deciding import asks, goes_on, whole
from tests.fakes.model import Reply, ScriptedModel, plain_answer
from tests.fakes.platform import FakePerson

_LINE = re.compile(r'<(you|they) n="(\d+)"([^>]*)>(.*?)</\1>', re.DOTALL)
FIRST = "What is the very first thing you remember?"
WHAT = "Which day of that week was it?"


def lines(prompt: Prompt) -> list[tuple[str, str]]:
    """Who said what, as a decision saw it."""
    return [(who, text) for who, _, _, text in _LINE.findall("\n".join(prompt.transcript))]


class Mind:
    """Answers the decisions with what is set for them, in order, and then goes on through the agenda."""

    def __init__(self, *decisions: Mapping[str, Any]) -> None:
        self._decisions = list(decisions)

    def __call__(self, prompt: Prompt, schema: type[BaseModel]) -> Reply:
        if prompt.purpose != "decision":
            return plain_answer(prompt, schema)
        return self._decisions.pop(0) if self._decisions else goes_on(whole(prompt))


@asynccontextmanager
async def talking(
    mind: Mind, *, held: bool = False, **more: Any
) -> AsyncIterator[tuple[Running, FakePerson, ScriptedModel]]:
    """Somebody who has just heard the first question of the life story."""
    model = held_model("decision", respond=mind) if held else ScriptedModel(mind)
    async with running(model=model, kinds={"life-story": LifeStory()}, **more) as r:
        person = r.platform.person()
        await person.begin("life-story")
        yield r, person, model


def decisions(model: ScriptedModel) -> list[Prompt]:
    return [prompt for prompt in model.prompts if prompt.purpose == "decision"]


async def test_the_whole_talk_is_seen_and_what_is_to_be_answered_is_named() -> None:
    async with talking(Mind(asks(WHAT), {"message": "Tell it as it comes."})) as (r, person, model):
        for text in ("The river.", "A Sunday.", "My father rowed."):
            await person.says(text)
        await r.settled()
    assert lines(decisions(model)[-1])[-6:] == [
        ("you", FIRST),
        ("they", "The river."),
        ("you", WHAT),
        ("they", "A Sunday."),
        ("you", "Tell it as it comes."),
        ("they", "My father rowed."),
    ]
    last = _LINE.findall(decisions(model)[-1].transcript[-1])[-1]
    assert f"(n {last[1]} to {last[1]})" in decisions(model)[-1].user
    assert "My father rowed." not in decisions(model)[-1].user


async def test_words_that_come_while_it_thinks_are_seen_when_it_thinks_again() -> None:
    async with talking(Mind(), held=True) as (r, person, model):
        await person.write("The river.")
        await model.begun(1, "decision")
        await person.write("And the bridge,")
        await model.begun(2, "decision")
        await person.write("which was of wood.")
        await model.begun(3, "decision")
        model.gate.set()
        await person.next()
        await r.settled()
    seen = [[text for who, text in lines(prompt) if who == "they"] for prompt in decisions(model)]
    assert seen == [
        ["The river."],
        ["The river.", "And the bridge,"],
        ["The river.", "And the bridge,", "which was of wood."],
    ]
    assert model.finished["decision"] == 1


async def test_an_answer_that_is_added_to_is_seen_whole() -> None:
    async with talking(Mind({"message": "Tell it as it comes."})) as (r, person, model):
        await person.says("The river.")
        r.platform.hold.clear()
        await person.write("The bridge.")
        await r.desk_settled()
        await person.write("It was of wood.")  # before the next question was seen
        await r.desk_settled()
        r.platform.hold.set()
        await person.next()
        await person.says("Now the school.")
        await r.settled()
    said = [text for who, text in lines(decisions(model)[-1]) if who == "they"]
    assert said == ["The river.", "The bridge.", "It was of wood.", "Now the school."]


async def test_of_what_was_changed_or_taken_back_only_what_holds_is_seen() -> None:
    async with talking(Mind()) as (r, person, model):
        changed = await person.write("The river Oka.")
        await person.next()
        deleted = await person.write("My uncle drank.")
        await person.next()
        await person.edit(changed, "The river Ob.")
        await r.handled(person.delete(deleted))
        await r.says(person, "Something about money.", "/undo", "The school.")
    shown = "\n".join(decisions(model)[-1].transcript)
    assert "The river Ob." in shown
    assert "The school." in shown
    for gone in ("Oka", "uncle", "money"):
        assert gone not in shown


async def test_what_is_kept_back_is_seen_and_marked_until_it_is_released() -> None:
    async with talking(Mind()) as (r, person, model):
        await r.says(person, "He owed money to the priest.")
        [number] = [e.seq for e in (await r.record()).entries if e.answers]
        model.respond = Mind({"keep_back": [number], "message": "It stays out of the file."}, {}, {"release": [number]})
        for text in ("Keep that out of the file.", "The school then.", "You may put the priest in.", "And the barges."):
            await r.says(person, text)
    marks = [
        [(int(n), "kept_back" in attributes) for who, n, attributes, _ in _LINE.findall(whole(prompt)) if who == "they"]
        for prompt in decisions(model)
    ]
    assert [dict(each)[number] for each in marks] == [False, False, True, True, False]


class Counting(MemoryStore):
    """How often desks have read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    async def read(self, unit: Unit[Result]) -> Result:
        task = asyncio.current_task()
        self.reads += task is not None and task.get_name().startswith("desk:")
        return await super().read(unit)


async def _reads(*, offline: bool) -> int:
    """How often the desk reads for one answer after the first few."""
    store = Counting()
    model = ScriptedModel(Mind(), offline=offline)
    async with running(model=model, kinds={"life-story": LifeStory()}, store=store) as r:
        person = r.platform.person()
        await person.begin("life-story")
        for n in range(3):
            await r.says(person, f"In the year {n} we lived by the river with my grandmother and her sister.")
        before = store.reads
        await r.says(person, "And then we moved into the town, into one room with a stove.")
        return store.reads - before


async def test_the_talk_costs_one_look_more_and_without_a_model_none() -> None:
    assert await _reads(offline=False) == await _reads(offline=True) + 1
