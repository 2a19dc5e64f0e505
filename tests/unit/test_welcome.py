"""What somebody finds who comes back: a greeting of the model, or where they were and a way on."""

from __future__ import annotations

import pytest

from core.contracts.errors import ModelUnavailable
from core.contracts.session import EntryKind, Timing
from core.contracts.turn import Turn
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from tests.fakes.model import ScriptedModel
from tests.unit.life_story_kit import Talk, failing, offline, saying, scripts

STORY = "My aunt Olga baked bread in the clay oven behind the house, and we children carried the wood for her."
PLAINLY = say("en", "resumed-plain", name="Anna")
WHERE = say("en", "resumed", name="Anna", chapter="Part 0")


def begun(**books: object) -> Talk:
    """A talk with a model that notes this."""
    talk = Talk(LifeStory(scripts()), model=saying("Who came in?", **books))
    talk.begin()
    return talk


async def back(talk: Talk, answer: str = "", model: ScriptedModel | None = None) -> Turn:
    return await talk.interview.welcome(talk.situation(answer), model or offline())


# --- with a model -------------------------------------------------------------------------------------------------


async def test_the_model_greets_and_begins_with_what_they_asked_for() -> None:
    talk = begun(wants="pause", next_time="ask me about the goat", threads=["a plate"])
    await talk.say(STORY)
    model = saying("Hello again, Anna. What about that goat?")
    turn = talk._apply(await back(talk, STORY, model))
    assert turn.question is not None
    assert (turn.question.text, turn.question.kind) == ("Hello again, Anna. What about that goat?", EntryKind.FOLLOW_UP)
    assert (turn.notice, turn.state["next_time"]) == ("", "")
    [prompt] = model.prompts
    assert "they asked for this: “ask me about the goat”" in prompt.user
    again = saying("What was on the plate?")
    await back(talk, STORY, again)
    assert "goat”" not in again.prompts[0].user


@pytest.mark.parametrize(
    "model", [failing(ModelUnavailable("down")), ScriptedModel(talk=lambda _prompt: "https://example.org")]
)
async def test_where_the_model_has_no_greeting_the_written_one_is_said(model: ScriptedModel) -> None:
    turn = await back(begun(), "", model)
    assert (turn.notice, turn.question) == (WHERE, None)


# --- without one --------------------------------------------------------------------------------------------------


async def test_a_question_without_an_answer_is_asked_again() -> None:
    turn = await back(begun())
    assert (turn.notice, turn.question) == (WHERE, None)


@pytest.mark.parametrize("answer", [STORY, "I don't know", "fine."])
async def test_a_question_with_an_answer_is_not_asked_again(answer: str) -> None:
    turn = await back(begun(), answer)
    assert turn.question is not None
    assert (turn.notice, turn.question.text) == (WHERE, "Tell me about the river.")


async def test_nothing_closed_is_asked() -> None:
    talk = begun(closed=["the river"])
    await talk.say(STORY)
    turn = await back(talk, STORY)
    assert turn.question is not None
    assert turn.question.text == "Tell me about the window."


async def test_after_danger_the_floor_is_theirs() -> None:
    talk = begun(threads=["carried the wood"])
    await talk.say(STORY)
    talk.set(timing=Timing(calm=True))
    assert (await back(talk)).notice == PLAINLY
    turn = await back(talk, "I carried it.")
    assert turn.question is not None
    assert (turn.question.text, turn.question.kind) == (say("en", "resumed-floor"), EntryKind.ROOM)
    assert turn.notice == PLAINLY


async def test_who_was_telling_freely_finds_that_again() -> None:
    talk = begun()
    floor = talk.interview.tell(talk.situation(), "The goat")
    assert floor is not None
    talk._apply(floor)
    talk.entries[-1] = talk.entries[-1].model_copy(update={"title": "The goat"})
    turn = await back(talk, "", saying())
    assert (turn.notice, turn.question) == (PLAINLY, None)
