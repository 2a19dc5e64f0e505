"""Words into a pause: what belongs to what was said before stays there, and a greeting is answered and is no answer."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.session import EntryKind, Status
from core.contracts.turn import LateSignals, NewQuestion, Situation, Turn
from core.interviews.life_story.interview import LifeStory
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.model import ScriptedModel
from tests.fakes.months import DistressInterview, Months, settings
from tests.fakes.platform import FakePerson

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


async def test_a_postscript_is_added_to_the_last_answer_and_asks_nothing(r: Running, person: FakePerson) -> None:
    assert await person.says("One.", "/pause", "PS. He sang, too.") == say("en", "added")
    assert await r.told() == [("q1", ["One.", "PS. He sang, too."]), ("q2", [])]
    assert [s.status for s in await r.sessions()] == [Status.PAUSED]
    assert (await person.says("/resume")).endswith("Question 2 in en?")


async def test_a_postscript_to_nothing_is_an_answer(person: FakePerson) -> None:
    assert (await person.says("/pause", "PS. He sang.")).endswith("Question 2 in en?")


class Leaving(PlainInterview):
    """One in which an answer that ends with "bye" pauses, and stays the answer to what is open."""

    def listen(self, text: str) -> LateSignals:
        return LateSignals(onward=text == "next")

    async def answer(self, situation: Situation, model: object) -> Turn:
        if situation.answer.endswith("bye"):
            return Turn(state=situation.session.state, notice="Until then.", pauses=True, offers=())
        return await super().answer(situation, model)  # type: ignore[arg-type]  # handed on as it came


@pytest.mark.parametrize(("later", "added"), [(5 * MINUTE, True), (DAY, False)])
async def test_soon_after_they_went_more_words_are_more_of_the_same(
    tmp_path: Path, later: timedelta, added: bool
) -> None:
    async with Months(tmp_path, settings(), kinds={"plain": Leaving()}) as life:
        person = await life.someone()
        await life.says(person, "I was born by the sea. bye")
        await life.passes(later)
        before = len(life.platform.sent)
        await life.says(person, "The house was green.")
        assert (life.sent(before)[-1].text == say("en", "added")) is added
        assert ((await life.session()).status is Status.PAUSED) is added
        said = ["I was born by the sea. bye", "The house was green."]
        assert (await life.r.told())[0] == ("q1", said)


@pytest.mark.parametrize("words", ["Who reads this?", "next"])
async def test_a_question_and_a_wish_into_a_pause_are_answered(words: str) -> None:
    async with running(kinds={"plain": Leaving()}) as r:
        person = await r.beginning()
        await person.says("By the sea, bye", words)
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


class Refusing(PlainInterview):
    """One in which a refusal that comes in a pause is remembered, with a plain line."""

    def listen(self, text: str) -> LateSignals:
        return LateSignals(declined="not that" in text)

    def late(self, situation: Situation, signals: LateSignals) -> Turn:
        return Turn(state={**situation.session.state, "closed": True}, notice="We leave that.")


async def test_a_refusal_in_a_postscript_is_remembered_and_asks_nothing() -> None:
    async with running(kinds={"plain": Refusing()}) as r:
        person = await r.beginning()
        assert await person.says("One.", "/pause", "PS. Please, not that again.") == "We leave that."
        [session] = await r.sessions()
        assert (session.status, session.state["closed"]) == (Status.PAUSED, True)
        assert await r.told() == [("q1", ["One.", "PS. Please, not that again."]), ("q2", [])]


async def test_distress_in_a_postscript_is_met() -> None:
    class Hearing(DistressInterview):
        def listen(self, text: str) -> LateSignals:
            return LateSignals(distress="help" in text)

    async with running(kinds={"plain": Hearing()}) as r:
        person = await r.beginning()
        assert (await person.says("One.", "/pause", "PS help")).startswith("I am sorry.")
        [session] = await r.sessions()
        assert (session.status, session.timing.calm) == (Status.PAUSED, True)


# --- a greeting, and a wish to go on ------------------------------------------------------------------------------

BACK = "hello again, sorry I was ill"


async def test_without_a_model_somebody_who_comes_back_is_welcomed_and_has_answered_nothing() -> None:
    async with running(model=ScriptedModel(lambda *_: {}, offline=True)) as r:
        person = await r.beginning()
        assert await person.says("One.", "/pause", BACK) == "Good to have you back.\n\nQuestion 2 in en?"
        [kept] = [e for e in (await r.record()).entries if e.text == BACK]
        assert kept.asides == (BACK,)
        assert (await person.says("/pause", "/resume")).endswith("Question 2 in en?")


async def test_with_a_model_it_answers_them() -> None:
    interview = PlainInterview()
    async with running(kinds={"plain": interview}) as r:
        person = await r.beginning()
        await person.says("One.", "/pause", BACK)
        assert interview.heard[-1] == BACK


async def test_a_wish_to_go_on_is_no_answer(r: Running, person: FakePerson) -> None:
    assert (await person.says("One.", "/pause", "Yes, let's go on.")).endswith("Question 2 in en?")
    assert await r.told() == [("q1", ["One."]), ("q2", [])]


# --- the reminder -------------------------------------------------------------------------------------------------


class Leaves(PlainInterview):
    """One that leaves the floor after each answer."""

    async def answer(self, situation: Situation, model: object) -> Turn:
        question = NewQuestion(id="q1", text="That night is yours.", kind=EntryKind.ROOM)
        return Turn(state=situation.session.state, question=question)


async def test_who_was_left_the_floor_is_reminded_of_no_question(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(), kinds={"plain": Leaves()}) as life:
        person = await life.someone()
        await life.says(person, "I was born by the sea.")
        before = len(life.platform.sent)
        await life.passes(DAY + MINUTE)
        [reminder] = life.sent(before)
        assert reminder.text == say("en", "reminder-room", name="none")


async def test_after_a_greeting_the_next_words_are_taken_by_themselves() -> None:
    life = LifeStory()
    async with running(model=ScriptedModel(lambda *_: {}, offline=True), kinds={life.kind: life}) as r:
        person = r.platform.person(name="Anna", language="en")
        await person.begin("life-story")
        assert (await person.says("/pause", BACK)).startswith("Good to have you back")
        [session] = await r.sessions()
        met = session.state["met"]
        assert (session.state["met_question"], met) == (session.open_question, len(BACK))


async def test_what_follows_a_goodbye_belongs_to_what_was_told_before_it() -> None:
    life = LifeStory()
    async with running(model=ScriptedModel(lambda *_: {}, offline=True), kinds={life.kind: life}) as r:
        person = r.platform.person(name="Anna", language="en")
        await person.begin("life-story")
        story = "We carried wood."
        assert await person.says(story, "gotta go", "Oh, and it was birch.") == say("en", "added")
        assert (await r.told())[0][1] == [story, "Oh, and it was birch."]
