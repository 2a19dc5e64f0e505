"""Words into a pause: without a model a few exact phrases are known; with one they go to it like any answer."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.messages import Say
from core.contracts.session import EntryKind, Role, Status
from core.contracts.turn import NewQuestion, Turn, TurnContext
from core.languages.messages import say
from tests.fakes.app import running
from tests.fakes.interview import PlainInterview
from tests.fakes.model import ScriptedModel
from tests.fakes.months import Months, settings

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
ABSENT = ScriptedModel(offline=True)


class Leaving(PlainInterview):
    """One in which an answer that ends with "bye" pauses, and stays the answer to what is open."""

    async def answer(self, situation: TurnContext, model: object) -> Turn:
        if situation.answer.endswith("bye"):
            return Turn(state=situation.session.state, notice="Until then.", pauses=True, offers=())
        return await super().answer(situation, model)  # type: ignore[arg-type]  # handed on as it came


# --- without a model --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("later", "added"), [(5 * MINUTE, True), (DAY, False)])
async def test_soon_after_they_went_more_words_are_more_of_the_same(
    tmp_path: Path, later: timedelta, added: bool
) -> None:
    async with Months(tmp_path, settings(), kinds={"plain": Leaving()}, model=ABSENT) as life:
        person = await life.someone()
        await life.says(person, "I was born by the sea. bye")
        await life.passes(later)
        before = len(life.platform.sent)
        await life.says(person, "The house was green.")
        assert (life.sent(before)[-1].text == say("en", "added")) is added
        assert ((await life.session()).status is Status.PAUSED) is added
        said = ["I was born by the sea. bye", "The house was green."]
        assert (await life.r.told())[0] == ("q1", said)


async def test_words_into_a_pause_answer_what_is_open(tmp_path: Path) -> None:
    async with running(model=ABSENT) as r:
        person = await r.beginning()
        await r.says(person, "One.", "/pause", "He sang.")
        assert await r.told() == [("q1", ["One."]), ("q2", ["He sang."]), ("q3", [])]
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


@pytest.mark.parametrize("words", ["hello", "I'm back!", "Let's go on.", "ok, let's go on"])
async def test_somebody_who_comes_back_is_welcomed_and_has_answered_nothing(words: str) -> None:
    async with running(model=ABSENT) as r:
        person = await r.beginning()
        assert await r.says(person, "One.", "/pause", words) == "Good to have you back.\n\nQuestion 2 in en?"
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert (await r.says(person, "/pause", "/resume")).endswith("Question 2 in en?")


@pytest.mark.parametrize("words", ["cheers", "👋", "Good night!", "stop"])
async def test_a_goodbye_into_a_pause_leaves_it(words: str) -> None:
    async with running(model=ABSENT) as r:
        person = await r.beginning()
        assert await r.says(person, "One.", "/pause", words) == say("en", "farewell")
        [session] = await r.sessions()
        assert (session.status, session.counters.answers) == (Status.PAUSED, 1)
        assert await r.told() == [("q1", ["One."]), ("q2", [])]


@pytest.mark.parametrize("words", ["cheers", "👋", "спасибо"])
async def test_a_goodbye_after_the_end_opens_nothing(words: str) -> None:
    async with running(model=ABSENT) as r:
        language = "ru" if words == "спасибо" else "en"
        person = await r.beginning(language=language)
        await r.says(person, "One.", "/done", "/done")
        assert await r.says(person, words) == say(language, "farewell")
        [session] = await r.sessions()
        assert (session.status, session.counters.answers) == (Status.COMPLETED, 1)
        kept = (await r.record()).entries[-1]
        assert (kept.text, kept.role, kept.kind) == (words, Role.PERSON, EntryKind.REMARK)


async def test_other_words_after_the_end_get_the_ways_on() -> None:
    async with running(model=ABSENT) as r:
        person = await r.beginning()
        assert await r.says(person, "One.", "/done", "/done", "One more thing.") == say("en", "finished-session")
        [session] = await r.sessions()
        assert (session.status, session.counters.answers) == (Status.COMPLETED, 1)
        assert (await r.record()).entries[-1].text == "One more thing."


# --- with a model -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["hello again, sorry I was ill", "Let's go on.", "cheers", "yep"])
async def test_with_a_model_any_words_into_a_pause_go_to_it(words: str) -> None:
    interview = PlainInterview()
    async with running(kinds={"plain": interview}) as r:
        person = await r.beginning()
        await person.says("One.", "/pause", words)
        assert interview.heard[-1] == words


async def test_a_question_into_a_pause_is_answered() -> None:
    async with running(kinds={"plain": Leaving()}) as r:
        person = await r.beginning()
        await person.says("By the sea, bye", "Who reads this?")
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


# --- the reminder -------------------------------------------------------------------------------------------------


class Leaves(PlainInterview):
    """One that leaves the floor after each answer."""

    async def answer(self, situation: TurnContext, model: object) -> Turn:
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
        said = life.platform.sent[before].saying
        assert isinstance(said, Say)
        assert said.asks, "a page tells of it as of a question"
