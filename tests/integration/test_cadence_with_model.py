"""A rhythm with a model: an answer gets a line that asks nothing, and the next question is made when it is due."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from core.contracts.errors import ModelUnavailable
from core.contracts.ports import Prompt
from core.contracts.session import Status
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from tests.fakes.model import ScriptedModel
from tests.fakes.months import Months, settings
from tests.fakes.platform import FakePerson

TODAY = "I’ll ask you the next question today at 19:00."
TOMORROW = "I’ll ask you the next question tomorrow at 19:00."
NINE_HOURS = timedelta(hours=9)
CRANE = "I drove the tower crane in Gdansk for nineteen years."


def is_due(prompt: Prompt) -> bool:
    return "time of your next question" in prompt.user


def listens(prompt: Prompt) -> str:
    """Ask when it is time, and say a line until then."""
    return "What could you see from up there?" if is_due(prompt) else "Nineteen years is a long time up there."


def asks_always(_prompt: Prompt) -> str:
    return "What could you see from up there?"


def months(folder: Path, model: ScriptedModel) -> Months:
    return Months(folder, settings(), model=model, kinds={"life-story": LifeStory()})


async def daily(life: Months) -> FakePerson:
    """Somebody who has read the first question, and wants one a day."""
    person = life.platform.person(name="Anna", language="en")
    await person.begin("life-story")
    await life.r.settled()
    await life.says(person, "/cadence daily 19:00")
    return person


def talks(model: ScriptedModel) -> list[Prompt]:
    return [prompt for prompt in model.prompts if prompt.purpose == "talk"]


async def test_an_answer_gets_a_line_and_the_question_comes_at_its_time(tmp_path: Path) -> None:
    async with months(tmp_path, ScriptedModel(talk=listens)) as life:
        person = await daily(life)
        said = await life.says(person, CRANE)
        assert said == f"Nineteen years is a long time up there.\n\n{TODAY}"
        await life.passes(NINE_HOURS + timedelta(minutes=1))
        assert person.said[-1].endswith("What could you see from up there?")
        said = await life.says(person, "The whole bay, as far as Hel.")
        assert said.endswith(TOMORROW)
        assert [texts for _, texts in await life.r.told()] == [[CRANE], ["The whole bay, as far as Hel."]]


async def test_a_model_that_asks_all_the_same_is_not_heard_until_it_is_time(tmp_path: Path) -> None:
    model = ScriptedModel(talk=asks_always)
    async with months(tmp_path, model) as life:
        person = await daily(life)
        for number in range(12):
            assert await life.says(person, f"And the winch, part {number}.") == TODAY
        await life.passes(NINE_HOURS + timedelta(minutes=1))
        assert person.said[-1].endswith("What could you see from up there?")
        told = await life.r.told()
    assert [len(texts) for _, texts in told] == [12, 0]


async def test_the_question_is_made_of_everything_that_was_told_until_then(tmp_path: Path) -> None:
    model = ScriptedModel(talk=listens)
    async with months(tmp_path, model) as life:
        person = await daily(life)
        await life.says(person, CRANE, "Once it stood still for a whole night.")
        await life.passes(NINE_HOURS + timedelta(minutes=1))
        [due] = [prompt for prompt in talks(model) if is_due(prompt)]
        shown = "\n".join((*(line.text for line in due.conversation), due.user))
    assert CRANE in shown
    assert "Once it stood still for a whole night." in shown


async def test_what_is_told_until_then_moves_its_time_no_further(tmp_path: Path) -> None:
    async with months(tmp_path, ScriptedModel(talk=listens)) as life:
        person = await daily(life)
        await life.says(person, CRANE)
        life.clock.advance((NINE_HOURS + timedelta(seconds=5)).total_seconds())
        await life.says(person, "Once it stood still for a whole night.")
        await life.tick()
        assert person.said[-1].endswith("What could you see from up there?")


async def test_a_model_that_fails_then_leaves_it_to_a_written_question(tmp_path: Path) -> None:
    def fails(prompt: Prompt) -> str | Exception:
        return ModelUnavailable("Down.", retry_after=None) if is_due(prompt) else "I see."

    async with months(tmp_path, ScriptedModel(talk=fails)) as life:
        person = await daily(life)
        await life.says(person, CRANE)
        await life.passes(NINE_HOURS + timedelta(minutes=1))
        written = {place.question.text for place in LifeStory().scripts.speak("en").places}
        assert any(person.said[-1].endswith(text) for text in written)
        assert len(await life.r.told()) == 2


async def test_the_question_that_waits_can_be_had_at_once(tmp_path: Path) -> None:
    model = ScriptedModel(talk=listens)
    for command in ("/now", "/skip", "/cadence off"):
        folder = tmp_path / command[1:4]
        folder.mkdir()
        async with months(folder, model) as life:
            person = await daily(life)
            await life.says(person, CRANE)
            assert (await life.says(person, command)).endswith("What could you see from up there?")
            before = len(life.platform.sent)
            await life.passes(timedelta(hours=10))
            assert len(life.platform.sent) == before, "it is not asked a second time"


async def test_a_goodbye_pauses_in_a_rhythm_too(tmp_path: Path) -> None:
    model = ScriptedModel(talk=["Good night, Anna."], books=[{"wants": "pause", "to_me": ["good night"]}])
    async with months(tmp_path, model) as life:
        person = await daily(life)
        assert await life.says(person, "good night") == "Good night, Anna."
        assert (await life.session()).status is Status.PAUSED


async def test_what_is_told_is_read_by_the_books_while_the_question_waits(tmp_path: Path) -> None:
    secret = "Please keep this out: I pushed him."
    keeping = {"keep_back": [{"n": [3], "words": secret}]}
    async with months(tmp_path, ScriptedModel(talk=listens, books=[keeping])) as life:
        person = await daily(life)
        await life.says(person, secret)
        labels = [each.label for m in person.received for each in getattr(m.saying, "choices", ())]
        assert say("en", "button-kept-back", count=1) in labels
        kept = [entry.kept_back for entry in (await life.r.record()).entries if entry.text == secret]
    assert kept == [True]
