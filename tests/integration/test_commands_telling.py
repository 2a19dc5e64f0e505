"""Telling without being asked: many messages, no question among them; then the interviewer asks about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.messages import Press, Say
from core.contracts.session import QUESTIONS, EntryKind, Role, Session, Status
from core.interviews.life_story.interview import LifeStory
from core.interviews.scripted_base.base_state import bit_numbers
from core.languages.messages import say
from tests.fakes.app import Running, running
from tests.fakes.model import ScriptedModel
from tests.fakes.months import Months, settings
from tests.fakes.platform import FakePerson

FLOOR, KEPT, TOLD = say("en", "tell-floor"), say("en", "tell-kept"), say("en", "button-told")
STORY = (
    "We lived by the mill in Sosnovka, and my brother Misha had a goat.",
    "She ate his cap, and then his school report, the one with the bad marks.",
    "Father laughed for a week.",
)
FREELY = "They told all this without being asked"


@pytest.fixture
async def life() -> AsyncIterator[Running]:
    async with running(kinds={"life-story": LifeStory()}, model=ScriptedModel(offline=True)) as app:
        yield app


async def teller(r: Running) -> FakePerson:
    person = r.platform.person("1", name="Anna")
    await person.begin("life-story")
    return person


async def session(r: Running) -> Session:
    return (await r.sessions())[0]


def buttons(person: FakePerson) -> list[str]:
    saying = person.received[-1].saying
    return [choice.label for choice in saying.choices] if isinstance(saying, Say) else []


async def test_no_question_comes_until_they_say_that_it_is_told(life: Running) -> None:
    person = await teller(life)
    first = person.said[-1].rpartition("\n\n")[2]
    assert await life.says(person, "/tell") == FLOOR
    assert buttons(person) == [TOLD]
    assert await life.says(person, STORY[0]) == KEPT
    before = len(person.received)
    await life.says(person, *STORY[1:])
    assert len(person.received) == before, "one sign is enough"
    await life.handled(person.press(TOLD))
    assert person.said[-1].startswith(say("en", "interview-told"))
    assert next(texts for _, texts in await life.told()) == list(STORY)
    assert first in "".join(person.said[-1:]) + await life.says(person, "/skip"), "what was open is asked after all"


async def test_it_is_a_passage_of_its_own_in_the_file(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "My grandmother peeled apples.", "/tell about the mill", *STORY)
    await life.handled(person.press(TOLD))
    await life.says(person, "/transcript")
    file = person.documents[-1].body.decode()
    assert "## In your own time: about the mill" in file
    passage = file.partition("## In your own time: about the mill")[2]
    assert passage.index(STORY[0]) < passage.index(STORY[2])
    assert FLOOR not in file


async def test_next_question_in_words_is_the_end(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "/tell", STORY[0], "Next question, please!")
    entries = (await life.record()).entries
    [wish] = [entry for entry in entries if entry.text == "Next question, please!"]
    assert (wish.role, wish.kind) == (Role.PERSON, EntryKind.REMARK)
    assert entries[-1].kind in QUESTIONS
    assert not entries[-1].title


async def test_who_says_nothing_gets_the_next_question(life: Running) -> None:
    person = await teller(life)
    first = person.said[-1].rpartition("\n\n")[2]
    await life.says(person, "/tell")
    await life.handled(person.press(TOLD))
    assert person.said[-1] == first
    assert await life.says(person, "/told") == say("en", "tell-not-told")


async def test_a_button_of_an_earlier_telling_ends_nothing(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "/tell")
    old = person.button(TOLD).data
    await life.says(person, STORY[0], "/skip", "/tell", STORY[1])
    await life.handled(person.tell(Press(data=old)))
    assert person.said[-1] == say("en", "stale-button")
    assert (await life.record()).entries[-1].text == STORY[1]


async def test_after_a_break_the_floor_is_still_theirs(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "/tell", STORY[0], "/pause", "/resume")
    assert person.said[-1].endswith(FLOOR)
    assert buttons(person) == [TOLD]
    await life.says(person, "/pause", STORY[1])
    assert (await session(life)).status is Status.ACTIVE
    assert (await life.told())[-1][1] == list(STORY[:2])


async def test_distress_is_answered_at_once(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "/tell", STORY[0])
    assert await life.says(person, "I want to kill myself.") != KEPT
    assert (await session(life)).timing.calm


async def test_it_is_found_under_its_own_heading(life: Running) -> None:
    person = await teller(life)
    await life.says(person, "/tell the mill", *STORY)
    assert "1. In your own time: the mill · " in await life.says(person, "/find goat")
    await life.handled(person.press(TOLD))
    assert next(texts for _, texts in await life.told()) == list(STORY)


async def test_where_is_weighed_what_is_said_nothing_is_told_freely(r: Running, person: FakePerson) -> None:
    assert await r.says(person, "/tell") == say("en", "tell-not-here")
    await r.says(person, "Let me tell that again.")
    assert [texts for _, texts in await r.told()] == [["Let me tell that again."], []], "it is an answer there"


async def test_a_model_is_asked_once_and_says_what_was_told_with_it() -> None:
    books = {"told": ["household"], "threads": ["his school report"]}
    model = ScriptedModel(
        talk=["What did Misha say of his cap?", "What was that like?"],
        books=lambda prompt: books if "Misha" in prompt.user else {},
    )
    async with running(kinds={"life-story": LifeStory()}, model=model) as r:
        person = await teller(r)
        await r.says(person, "/tell", *STORY)
        assert model.calls["talk"] == 0
        await r.handled(person.press(TOLD))
        assert person.said[-1] == "What did Misha say of his cap?"
        assert model.calls["talk"] == 1
        assert FREELY in next(prompt.user for prompt in model.prompts if prompt.purpose == "talk")
        held = await session(r)
        place = LifeStory().scripts.speak("en").by_id["household"]
        assert place.index in bit_numbers(str(held.state["told"]))
        assert held.state["threads"] == ["his school report"]
        await r.says(person, "He swore.")
        assert FREELY not in [prompt.user for prompt in model.prompts if prompt.purpose == "talk"][-1]


async def test_words_that_are_still_being_thought_about_are_not_lost() -> None:
    gate = asyncio.Event()
    model = ScriptedModel(talk=lambda _prompt: "What then?", gate=gate, held=lambda prompt: prompt.purpose == "talk")
    async with running(kinds={"life-story": LifeStory()}, model=model) as r:
        person = await teller(r)
        await r.says(person, "/tell", STORY[0])
        await person.press(TOLD)
        await model.begun(1, "talk")
        await person.write(STORY[1])
        gate.set()
        await r.settled()
        assert (await r.told())[0][1] == list(STORY[:2])


async def test_a_long_silence_is_met_by_one_gentle_line(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(), kinds={"life-story": LifeStory()}) as months:
        person = await teller(months.r)
        await months.says(person, "/tell")
        await months.says(person, STORY[0])
        before = len(months.platform.sent)
        await months.passes(timedelta(days=2))
        [line] = months.sent(before)
        assert "still listening" in line.text
        assert line.labels == (TOLD, say("en", "button-pause"))
        await months.says(person, STORY[1])
        assert months.sent(before)[-1].text == KEPT
