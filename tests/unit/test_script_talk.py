"""A model that leads over the open questions of a script: everybody is asked them, in the words they are written in."""

from __future__ import annotations

from typing import Any

import pytest

from core.contracts.errors import ModelError
from core.contracts.session import Digest, EntryKind, Note, last_time_name
from core.contracts.turn import OthersQuestion
from core.interviews.message_check import CheckContext, Law, asks_word_for_word, broken_laws
from core.interviews.scripted_base.scripted import ASKED_AGAIN, STOPPED
from tests.fakes.model import ScriptedModel
from tests.unit.script_kit import Talk, made

FLOUR = {"id": "flour", "text": "Where does the flour come from?", "follow_ups": 1, "objective": "The mill."}
OVEN = {"id": "oven", "text": 'What do you call "the old oven"?', "follow_ups": 0}
LIKES = {"id": "likes", "text": "How much do you like it?", "type": "scale", "min": 1, "max": 5}
DAY = {"id": "day", "text": "Tell me about one day with it.", "follow_ups": 0}


def talking(questions: list[dict[str, Any]], *texts: str, books: dict[str, Any] | None = None, **more: Any) -> Talk:
    return Talk(made(questions, **more), model=ScriptedModel(talk=texts, books=lambda _prompt: books or {}))


def noted(talk: Talk, number: int = -1) -> str:
    """What the model was told beside the conversation."""
    assert isinstance(talk.model, ScriptedModel)
    return [prompt.user for prompt in talk.model.prompts if prompt.purpose == "talk"][number]


def counted(talk: Talk) -> list[str]:
    return [each.name for each in talk.last.log]


async def test_it_stays_as_often_as_it_may() -> None:
    next_one = "They still grind it by hand. What do you call “the old  oven”?"
    talk = talking([FLOUR, OVEN, DAY], "Who is the miller?", next_one)
    await talk.says("From the mill.")
    assert talk.last.question is not None
    assert (talk.last.question.kind, talk.last.question.id) == (EntryKind.FOLLOW_UP, "flour")
    assert "The open question is after: The mill." in noted(talk)
    assert "you may ask further 1 more time." in noted(talk)
    assert 'word for word: «What do you call "the old oven"?»' in noted(talk)
    await talk.says("Old Pavel, who grinds it by hand.")
    assert "Ask nothing further about it" in noted(talk)
    assert talk.last.question.text == next_one
    assert talk.asked == ["flour", "oven"]


async def test_a_question_too_many_is_asked_for_once_more() -> None:
    talk = talking([OVEN, DAY], "How hot is it?", "It has a name, then. Tell me about one day with it.")
    await talk.says("The grandmother.")
    assert f"{ASKED_AGAIN}{Law.OTHER}" in counted(talk)
    assert talk.asked == ["oven", "day"]


async def test_a_second_question_too_many_is_not_sent_and_the_script_s_is_asked() -> None:
    talk = talking([OVEN, DAY], "How hot is it?", "Is it of brick?")
    turn = await talk.says("The grandmother.")
    assert f"{STOPPED}{Law.OTHER}" in counted(talk)
    assert turn.question is not None
    assert (turn.remark, turn.question.text) == ("", "Tell me about one day with it.")


async def test_words_that_ask_nothing_stand_before_the_next_question() -> None:
    talk = talking([OVEN, DAY], "That is a good name for an oven.")
    turn = await talk.says("The grandmother.")
    assert turn.question is not None
    assert (turn.remark, turn.question.id) == ("That is a good name for an oven.", "day")


async def test_where_it_may_stay_they_leave_room() -> None:
    talk = talking([FLOUR, DAY], "Take your time.")
    turn = await talk.says("From the mill where my brother died.")
    assert turn.question is not None
    assert (turn.question.kind, turn.question.id) == (EntryKind.ROOM, "flour")


async def test_a_question_with_set_answers_is_put_by_code() -> None:
    talk = talking([FLOUR, LIKES, DAY], "From a mill, then.", "Tell me about one day with it.")
    turn = await talk.says("From the mill.")
    assert "the program puts the next question behind your message" in noted(talk)
    assert turn.question is not None
    assert (turn.remark, turn.question.id) == ("From a mill, then.", "likes")
    assert [offer.label for offer in turn.own] == ["1", "2", "3", "4", "5"]
    await talk.says("five")
    assert talk.asked[-1] == "day"
    assert isinstance(talk.model, ScriptedModel)
    assert talk.model.calls["talk"] == 1


async def test_the_last_answer_is_received_and_the_interview_ends() -> None:
    talk = talking([DAY], "Thank you for that Sunday.", closing="Goodbye.")
    turn = await talk.says("It was a Sunday.")
    assert "the interview ends with your message" in noted(talk)
    assert turn.closes
    assert turn.remark == "Thank you for that Sunday.\n\nGoodbye."


async def test_who_only_asks_something_is_answered_and_asked_again() -> None:
    again = "The one you told me you bake in. What do you call “the old oven”?"
    talk = talking([OVEN, DAY], again, "Good. Tell me about one day with it.", books={"to_me": ["Which oven?"]})
    turn = await talk.says("Which oven?")
    assert (turn.question, turn.remark) == (None, again)
    assert turn.asides == ("Which oven?",)
    await talk.says("The grandmother.")
    assert talk.asked == ["oven", "day"]


async def test_nobody_is_spared_a_question_because_it_seems_to_be_answered() -> None:
    books = {"about": "day", "told": ["day", "likes"]}
    talk = talking([FLOUR, DAY, LIKES], "Tell me about one day with it.", "Good.", books=books)
    await talk.says("From the mill.")
    await talk.says("It was a Sunday.")
    assert talk.asked == ["flour", "day", "likes"]


async def test_in_danger_the_script_waits() -> None:
    talk = talking([OVEN, LIKES], "I'm glad you wrote that. Is somebody with you?", books={"danger": True})
    turn = await talk.says("I can't go on.")
    assert turn.distress
    assert turn.after
    assert turn.own == ()
    assert talk.asked == ["oven"]


async def test_a_goodbye_asks_nothing() -> None:
    talk = talking([OVEN, LIKES], "Until tomorrow, then.", books={"wants": "pause", "to_me": ["I have to go."]})
    turn = await talk.says("I have to go.")
    assert turn.pauses
    assert turn.question is None
    assert turn.remark == "Until tomorrow, then."


async def test_a_refusal_leads_on_and_past_what_is_closed() -> None:
    father = {"id": "father", "text": "What did Nika's father say?", "follow_ups": 2}
    books = {"closed": ["Nika's father"]}
    talk = talking([FLOUR, father, DAY], "What did Nika's father say?", "We leave that.", books=books)
    turn = await talk.says("Do not ask me about Nika's father.")
    assert f"{ASKED_AGAIN}{Law.CLOSED}" in counted(talk)
    assert turn.question is not None
    assert (turn.remark, turn.question.id) == ("We leave that.", "day")


async def test_it_speaks_no_language_that_the_script_has_not() -> None:
    talk = talking([FLOUR, DAY], "Who is the miller?", "Tell me about one day with it.", books={"language": "de"})
    await talk.says("Aus der alten Muehle am Bach.")
    await talk.says("Das war der alte Pavel am Bach.")
    assert talk.session.language == "en"
    assert talk.asked == ["flour", "day"]


async def test_a_chapters_words_stand_before_its_first_question_once() -> None:
    chapters = [
        {"id": "one", "title": "One", "questions": [OVEN]},
        {"id": "two", "title": "Two", "intro": "Now the days.", "questions": [DAY]},
    ]
    text = "A good name. Now the days. Tell me about one day with it."
    told, left_out = (talking([], said, chapters=chapters) for said in (text, text.replace("Now the days. ", "")))
    turn = await told.says("The grandmother.")
    assert "«Now the days. Tell me about one day with it.»" in noted(told)
    assert turn.question is not None
    assert (turn.remark, turn.question.text) == ("", text)
    assert (await left_out.says("The grandmother.")).remark == "Now the days."


async def test_a_later_wave_knows_what_was_said_before() -> None:
    talk = talking([OVEN, DAY], "Tell me about one day with it.")
    talk.digest = Digest(notes=(Note(key=last_time_name("oven"), value="The grandfather.", entries=()),))
    await talk.says("The grandmother.")
    assert "In an earlier round they answered this: “The grandfather.”" in noted(talk)


async def test_the_model_knows_what_the_author_wants_to_find_out() -> None:
    whole = {"about": "A talk about bread.", "objectives": ["How bread is made at home."], "voice": "As at a table."}
    talk = talking([OVEN, DAY], "Tell me about one day with it.", **whole)
    await talk.says("The grandmother.")
    assert isinstance(talk.model, ScriptedModel)
    prompt = next(each for each in talk.model.prompts if each.purpose == "talk")
    assert all(
        words in prompt.system for words in ("A talk about bread.", "How bread is made at home.", "As at a table.")
    )
    assert len(prompt.system) < 7_500


async def test_where_the_model_fails_the_script_goes_on() -> None:
    talk = Talk(made([OVEN, DAY]), model=ScriptedModel(talk=lambda _prompt: ModelError("down")))
    turn = await talk.says("The grandmother.")
    assert turn.notice
    assert talk.asked == ["oven", "day"]


async def test_what_the_family_asks_comes_at_the_latest_before_what_code_asks() -> None:
    talk = talking([OVEN, LIKES], "A good name.")
    talk.others = (OthersQuestion(id="x", words="What about the mill?", text="What about the mill?"),)
    turn = await talk.says("The grandmother.")
    assert turn.question is not None
    assert (turn.remark, turn.question.text, turn.question.others) == ("A good name.", "What about the mill?", "x")


@pytest.mark.parametrize(
    ("message", "is_asked"),
    [
        ("So. What do you do?", True),
        ("And what  do you do ?", True),
        ("«What do you do?»", True),
        ("What do you do on Sundays?", False),
        ("What do you do, and why?", False),
        ("What would you do?", False),
    ],
)
def test_a_question_is_found_word_for_word(message: str, is_asked: bool) -> None:
    assert asks_word_for_word(message, "What do you do?") is is_asked


def test_a_message_may_end_with_a_question_of_the_script_and_nothing_more() -> None:
    context = CheckContext(language="en", asked=("What do you do?",), scripted=("What do you do?",), may_ask=False)
    assert broken_laws("I see. What do you do?", context) == ()
    assert broken_laws("What is that like for you? What do you do?", context) == (Law.SEVERAL,)
    assert broken_laws("What is that like for you?", context) == (Law.OTHER,)
