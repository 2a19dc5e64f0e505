"""Telling something once more, by command, by button and in words; and choosing which telling is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from core.contracts.messages import Say
from core.contracts.session import EntryKind
from core.documents.exchanges import answered_exchanges, talk_figures
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from tests.fakes.app import Running, running
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson

FIRST, BETTER = (
    "My grandmother peeled apples in the kitchen in Kazan.",
    "Grandmother sang, and the kitchen smelt of dill.",
)
LEAD = say("en", "again-lead")


@pytest.fixture
async def life() -> AsyncIterator[Running]:
    async with running(kinds={"life-story": LifeStory()}, model=ScriptedModel(offline=True)) as app:
        yield app


@pytest.fixture
async def teller(life: Running) -> FakePerson:
    person = life.platform.person("1", name="Anna")
    await person.begin("life-story")
    return person


async def shown(r: Running) -> list[str]:
    return [each.text for each in answered_exchanges(await r.record())]


def buttons(person: FakePerson) -> list[str]:
    saying = person.received[-1].saying
    return [choice.label for choice in saying.choices] if isinstance(saying, Say) else []


async def test_both_tellings_are_kept_and_the_newest_is_shown(life: Running, teller: FakePerson) -> None:
    question = teller.said[-1].rpartition("\n\n")[2]
    await life.says(teller, FIRST)
    asked = await life.says(teller, "/again")
    assert asked == f"{LEAD}\n\n{question}"
    await life.handled(teller.press(say("en", "button-before")))
    assert teller.said[-1] == f"{say('en', 'again-before')}\n\n{FIRST}"
    onward = await life.says(teller, BETTER)
    assert LEAD not in onward
    assert await shown(life) == [BETTER]
    whole = await life.record()
    assert {FIRST, BETTER} <= {e.text for e in whole.entries}
    asked_once = [e for e in whole.entries if e.kind is EntryKind.QUESTION and not e.retells]
    assert talk_figures(whole).questions == len(asked_once)


async def test_the_question_that_was_open_comes_again(life: Running, teller: FakePerson) -> None:
    await life.says(teller, FIRST, "/skip")
    left = teller.said[-1]
    await life.says(teller, "/again", BETTER)
    later = [teller.said[-1]]
    for _ in range(3):
        later.append(await life.says(teller, "/skip"))
    assert any(left.rpartition("\n\n")[2] in text for text in later)


async def test_the_person_chooses_and_chooses_back(life: Running, teller: FakePerson) -> None:
    assert await life.says(teller, "/takes") == say("en", "takes-none")
    await life.says(teller, FIRST, "/again", BETTER, "/takes")
    assert FIRST in teller.said[-1]
    assert BETTER in teller.said[-1]
    assert buttons(teller) == [say("en", "button-use", number=1)]
    await life.handled(teller.press(say("en", "button-use", number=1)))
    assert await shown(life) == [FIRST]
    await life.says(teller, "/takes")
    await life.handled(teller.press(say("en", "button-use", number=2)))
    assert await shown(life) == [BETTER]


async def test_after_the_end_the_file_comes_anew(life: Running, teller: FakePerson) -> None:
    await life.says(teller, FIRST, "/again", BETTER, "/done", "/done", "/takes")
    before = len(teller.documents)
    await life.handled(teller.press(say("en", "button-use", number=1)))
    assert len(teller.documents) > before
    file = teller.documents[-1].body.decode()
    assert FIRST in file
    assert BETTER not in file


async def test_what_is_told_anew_can_be_edited_and_taken_back(life: Running, teller: FakePerson) -> None:
    await life.says(teller, FIRST, "/again", BETTER)
    entries = (await life.record()).entries
    await life.handled(teller.edit(next(e.ref for e in entries if e.text == BETTER), "She whistled."))
    assert await shown(life) == ["She whistled."]
    await life.handled(teller.edit(next(e.ref for e in entries if e.text == FIRST), "She sat."))
    assert await shown(life) == ["She whistled."]
    await life.says(teller, "/undo")
    assert await shown(life) == ["She sat."]


async def test_passed_over_it_leaves_all_as_it_was(life: Running, teller: FakePerson) -> None:
    await life.says(teller, FIRST, "/again", "/skip")
    assert await shown(life) == [FIRST]
    await life.says(teller, "/transcript")
    assert FIRST in teller.documents[-1].body.decode()
    assert teller.documents[-1].body.decode().count("very first thing") == 1


async def test_a_chapter_is_told_once_more(life: Running, teller: FakePerson) -> None:
    await life.says(teller, FIRST, "/skip", "We had a mill.", "/again")
    await life.handled(teller.press(say("en", "button-another")))
    [chapter] = [label for label in buttons(teller) if label.startswith("All of")]
    await life.handled(teller.press(chapter))
    assert "from the beginning" in teller.said[-1]
    await life.says(teller, "All that in one.")
    assert await shown(life) == ["All that in one."]


async def test_something_is_named_by_what_it_is_about(life: Running, teller: FakePerson) -> None:
    first = teller.said[-1].rpartition("\n\n")[2]
    await life.says(teller, FIRST, "/skip", "We had a mill.")
    assert first in await life.says(teller, "/again apples")
    assert await life.says(teller, "/again elephants") == say("en", "again-nothing")


async def test_where_answers_are_weighed_nothing_is_told_twice(r: Running, person: FakePerson) -> None:
    assert await r.says(person, "An answer.", "/again") == say("en", "again-not-here")
    assert [e.text for e in (await r.record()).entries if e.withdrawn] == []
