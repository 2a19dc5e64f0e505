"""What somebody finds who comes back: where they were, and a way on; never the question that they have answered."""

from __future__ import annotations

import pytest

from core.contracts.session import EntryKind, Status, Timing
from core.contracts.turn import Turn
from core.interviews.life_story.interview import LifeStory
from core.words import say
from tests.unit.life_story_kit import Talk, deciding, scripts

STORY = "My aunt Olga baked bread in the clay oven behind the house, and we children carried the wood for her."


def _talk(**decision: object) -> Talk:
    talk = Talk(LifeStory(scripts()), model=deciding(**decision) if decision else None)
    talk.begin()
    return talk


def _back(talk: Talk, answer: str = "") -> Turn:
    return talk.interview.welcome(talk.situation(answer))


def test_a_question_without_an_answer_is_asked_again() -> None:
    turn = _back(_talk())
    assert turn.question is None
    assert turn.notice == say("en", "resumed", name="Anna", chapter="Part 0")


@pytest.mark.parametrize("answer", ["Let's pause", "Gotta go\nBye!", "Давайте в другой раз"])
def test_a_wish_to_pause_is_no_answer(answer: str) -> None:
    assert _back(_talk(), answer).question is None


@pytest.mark.parametrize("answer", [STORY, "I don't know", "fine.", f"{STORY}\nLet's pause"])
def test_a_question_with_an_answer_is_not_asked_again(answer: str) -> None:
    talk = _talk()
    turn = _back(talk, answer)
    assert turn.question is not None
    assert turn.question.text == "Tell me about the river."
    assert turn.question.text not in [each.text for each in talk.asked]


async def test_what_was_thought_of_when_they_left_is_said_first_and_once() -> None:
    talk = _talk(wants="pause", message="Thank you for the oven.", on_return="We were at the oven. Who lit it?")
    await talk.say(f"{STORY} Timur calls me, I will come again.")
    turn = talk._apply(_back(talk, STORY))
    assert turn.question is not None
    assert (turn.question.text, turn.question.kind) == ("We were at the oven. Who lit it?", EntryKind.FOLLOW_UP)
    assert _back(talk).question is None


async def test_a_thread_that_they_broke_off_is_a_door_in_their_own_words() -> None:
    talk = _talk(opened=["a plate by the door", "carried the wood"], message="Who came in?")
    await talk.say(STORY)
    turn = _back(talk, "My uncle.")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.ROOM
    assert turn.question.text == say("en", "resumed-door", phrase="carried the wood")


async def test_no_words_are_put_into_their_mouth_and_nothing_closed_is_offered() -> None:
    opened = ["a plate by the door", "aunt Olga"]
    talk = _talk(opened=opened, refused=[{"subject": "aunt Olga", "kind": "never"}], message="Who came in?")
    await talk.say(STORY)
    turn = _back(talk, "My uncle.")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.QUESTION


async def test_after_distress_none_of_their_words_come_back() -> None:
    talk = _talk(opened=["carried the wood"], message="Who carried the wood?", on_return="The wood: who carried it?")
    await talk.say(STORY)
    talk.set(timing=Timing(calm=True))
    for answer in ("", "I carried it."):
        turn = _back(talk, answer)
        assert turn.question is not None
        assert (turn.question.text, turn.notice) == (
            say("en", "resumed-floor"),
            say("en", "resumed-plain", name="Anna"),
        )


async def test_who_was_left_the_floor_finds_it_again() -> None:
    talk = _talk(move="receive", message="That night is yours.")
    await talk.say(STORY)
    turn = _back(talk)
    assert turn.question is not None
    assert (turn.question.text, turn.question.kind) == (say("en", "resumed-floor"), EntryKind.ROOM)


def test_a_refusal_in_a_pause_is_remembered_and_asks_nothing() -> None:
    talk = _talk()
    talk.set(status=Status.PAUSED)
    words = "I don't want to talk about my son"
    turn = talk.interview.late(talk.situation(words), talk.interview.listen(words))
    assert turn.question is None
    assert [each["subject"] for each in turn.state["refused"]] == ["my son"]  # type: ignore[index,union-attr,call-overload]  # JSON of ours
