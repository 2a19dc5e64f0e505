"""What the model sees of the talk: every word that counts, the newest among them, whatever happened on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from core.contracts.ports import Prompt
from core.interviews.life_story.interview import LifeStory
from core.store.store import MemoryStore, Result, Unit
from tests.fakes.app import Running, running
from tests.fakes.model import ScriptedModel, Talk, new_question
from tests.fakes.platform import FakePerson

FIRST = "What is the very first thing you remember?"
WHAT = "Which day of that week was it?"


def lines(prompt: Prompt) -> list[str]:
    """Return what was said, as the model saw it, without our notes."""
    newest = prompt.user.partition("\n\n<notes>")[0]
    return [*(line.text for line in prompt.conversation), newest]


def theirs(prompt: Prompt) -> list[str]:
    said = [line.text for line in prompt.conversation if line.role == "user"]
    return [text for message in [*said[1:], lines(prompt)[-1]] for text in message.split("\n")]


@asynccontextmanager
async def talking(
    talk: Talk = new_question, *, held: bool = False, **more: Any
) -> AsyncIterator[tuple[Running, FakePerson, ScriptedModel]]:
    """Somebody who has just heard the first question of the life story."""
    gate = asyncio.Event() if held else None
    model = ScriptedModel(talk=talk, gate=gate, held=lambda prompt: prompt.purpose == "talk")
    async with running(model=model, kinds={"life-story": LifeStory()}, **more) as r:
        person = r.platform.person()
        await person.begin("life-story")
        yield r, person, model


def talks(model: ScriptedModel) -> list[Prompt]:
    return [prompt for prompt in model.prompts if prompt.purpose == "talk"]


async def test_the_whole_talk_is_seen_in_the_roles_of_a_conversation() -> None:
    async with talking([WHAT, "Tell it as it comes.", "And then?"]) as (r, person, model):
        await r.says(person, "The river.", "A Sunday.", "My father rowed.")
    seen = lines(talks(model)[-1])
    assert seen[1].endswith(FIRST)
    assert seen[2:] == ["The river.", WHAT, "A Sunday.", "Tell it as it comes.", "My father rowed."]


async def test_words_that_come_while_it_thinks_are_seen_when_it_thinks_again() -> None:
    async with talking(held=True) as (r, person, model):
        await person.write("The river.")
        await model.begun(1, "talk")
        await person.write("And the bridge,")
        await model.begun(2, "talk")
        await person.write("which was of wood.")
        await model.begun(3, "talk")
        model.gate.set()
        await person.next()
        await r.settled()
    assert [theirs(prompt) for prompt in talks(model)] == [
        ["The river."],
        ["The river.", "And the bridge,"],
        ["The river.", "And the bridge,", "which was of wood."],
    ]
    assert model.finished["talk"] == 1


async def test_an_answer_that_is_added_to_is_seen_whole() -> None:
    async with talking() as (r, person, model):
        await person.says("The river.")
        r.platform.hold.clear()
        await person.write("The bridge.")
        await r.desk_settled()
        await person.write("It was of wood.")  # before the next question was seen
        await r.desk_settled()
        r.platform.hold.set()
        await person.next()
        await r.says(person, "Now the school.")
    assert theirs(talks(model)[-1]) == ["The river.", "The bridge.", "It was of wood.", "Now the school."]


async def test_of_what_was_changed_or_taken_back_only_what_holds_is_seen() -> None:
    async with talking() as (r, person, model):
        changed = await person.write("The river Oka.")
        await person.next()
        deleted = await person.write("My uncle drank.")
        await person.next()
        await person.edit(changed, "The river Ob.")
        await r.handled(person.delete(deleted))
        await r.says(person, "Something about money.", "/undo", "The school.")
    shown = "\n".join(lines(talks(model)[-1]))
    assert "The river Ob." in shown
    assert "The school." in shown
    for gone in ("Oka", "uncle", "money"):
        assert gone not in shown


async def test_what_is_said_as_a_command_or_a_goodbye_is_seen_too() -> None:
    async with talking() as (r, person, model):
        await r.says(person, "The river.", "next question", "The bridge.")
    assert theirs(talks(model)[-1]) == ["The river.", "next question", "The bridge."]


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
    model = ScriptedModel(talk=new_question, offline=offline)
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
