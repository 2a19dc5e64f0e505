"""The way through a script of one's own: branches, limits, coming back, and what is said beside set answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.closed_questions import SCREENED_OUT, Value
from core.contracts.session import EntryKind
from core.contracts.turn import OthersQuestion
from core.interviews.script.folder import unreachable_questions
from core.interviews.script.interview import answered_values
from tests.unit.script_kit import Talk, made

EATS = {
    "id": "eats",
    "text": "Do you bake bread?",
    "type": "choice",
    "options": [{"id": "yes", "text": "Yes"}, {"id": "no", "text": "No"}],
}
HOW = {"id": "how", "text": "How do you bake it?", "when": {"question": "eats", "is": "yes"}, "follow_ups": 0}
BUYS = {"id": "buys", "text": "Where do you buy it?", "when": {"question": "eats", "is": "no"}, "follow_ups": 0}
LIKES = {
    "id": "likes",
    "text": "How much do you like it?",
    "type": "scale",
    "min": 1,
    "max": 5,
    "labels": ["no", "very"],
}
WHICH = {
    "id": "which",
    "text": "Which kinds do you eat?",
    "type": "choices",
    "options": [{"id": "rye", "text": "Rye"}, {"id": "wheat", "text": "Wheat"}, {"id": "corn", "text": "Corn"}],
}
LAST = {"id": "last", "text": "What else belongs to bread?", "follow_ups": 0}
BREAD = [EATS, HOW, BUYS, LIKES, WHICH, LAST]


async def test_an_answer_decides_what_is_asked_next() -> None:
    baker, buyer = Talk(made(BREAD)), Talk(made(BREAD))
    baker.presses("Yes")
    await buyer.says("no, never")
    assert (baker.asked[-1], buyer.asked[-1]) == ("how", "buys")


async def test_a_whole_interview_with_buttons_and_words() -> None:
    talk = Talk(made(BREAD, closing="Goodbye."))
    assert [offer.label for offer in talk.last.own] == ["Yes", "No"]
    talk.presses("Yes")
    assert talk.last.notice == "You chose: Yes."
    await talk.says("With my grandmother's leaven, every Saturday.")
    assert talk.last.question is not None
    assert talk.last.question.text == "How much do you like it?\n1 – no, 5 – very"
    await talk.says("I would say four")
    assert talk.last.notice == "I’ve noted: 4."
    talk.presses("Rye")
    assert talk.last.question is None
    assert [offer.label for offer in talk.last.own] == ["Wheat", "Corn", "That’s all"]
    talk.presses("Corn")
    talk.presses("That’s all")
    assert talk.last.question is not None
    assert talk.last.question.id == "last"
    turn = await talk.says("Butter.")
    assert turn.closes
    assert turn.remark == "Goodbye."
    assert talk.asked == ["eats", "how", "likes", "which", "last"]
    assert [e.text for e in talk.entries if e.kind is EntryKind.ANSWER][2:] == [
        "I would say four",
        "Rye",
        "Corn",
        "Butter.",
    ]


async def test_what_cannot_be_read_is_asked_once_more_and_then_it_stands() -> None:
    talk = Talk(made(BREAD))
    asked = await talk.says("It depends on the weather, mostly.")
    assert asked.question is not None
    assert asked.question.kind is EntryKind.FOLLOW_UP
    assert [offer.label for offer in asked.own] == ["Yes", "No"]
    assert (await talk.says("As I said: the weather.")).question is not None
    assert talk.asked[-1] == "likes"  # neither branch
    assert talk.said[-1].notice == ""


async def test_who_does_not_know_is_not_asked_again() -> None:
    talk = Talk(made(BREAD))
    await talk.says("I don't know")
    assert talk.asked == ["eats", "likes"]


async def test_who_would_rather_not_say_is_left_in_peace() -> None:
    talk = Talk(made(BREAD))
    await talk.says("I would rather not say.")
    assert talk.asked == ["eats", "likes"]


async def test_who_asks_something_back_is_answered_and_asked_again() -> None:
    talk = Talk(made(BREAD))
    turn = await talk.says("Who are you?")
    assert turn.question is None
    assert turn.remark.endswith("Do you bake bread?")
    assert [offer.label for offer in turn.own] == ["Yes", "No"]


async def test_who_answers_and_goes_has_answered() -> None:
    talk = Talk(made(BREAD))
    await talk.says("Yes. I have to stop for today.")
    assert answered_values(talk.situation(), talk.interview._ground(talk.situation()))["eats"] == Value(
        options=("yes",)
    )


@pytest.mark.parametrize("said", ["None of these.", "neither", "ничего из этого"])
async def test_who_says_that_it_is_none_is_not_asked_again(said: str) -> None:
    talk = Talk(made([WHICH, LAST]))
    await talk.says(said)
    assert talk.asked[-1] == "last"


async def test_distress_is_met_whatever_was_asked() -> None:
    talk = Talk(made(BREAD))
    turn = await talk.says("No. I want to kill myself.")
    assert turn.distress
    assert turn.after
    assert turn.own == ()
    assert talk.asked == ["eats"]


async def test_the_family_s_question_waits_until_something_is_told() -> None:
    talk = Talk(made([EATS, LAST, {**LAST, "id": "after"}]))
    talk.others = (OthersQuestion(id="x", words="What about the oven?", text="What about the oven?"),)
    talk.presses("No")
    assert talk.last.question is not None
    assert talk.last.question.id == "last"
    await talk.says("Butter.")
    assert talk.last.question.text == "What about the oven?"


async def test_none_of_these_is_an_answer() -> None:
    talk = Talk(made([WHICH, LAST]))
    turn = talk.presses("None of these")
    assert turn.answer == "None of these"
    assert talk.asked[-1] == "last"


BAKERS = {"when": {"question": "eats", "is": "no"}, "say": "This is for people who bake."}


async def test_whom_it_is_not_for_is_told_so_and_it_ends() -> None:
    talk = Talk(made(BREAD, closing="Goodbye.", screening=[BAKERS]))
    turn = talk.presses("No")
    assert turn.closes
    assert turn.remark == "This is for people who bake."
    assert [each.name for each in turn.log][-1] == SCREENED_OUT
    assert talk.asked == ["eats"]


async def test_who_goes_back_behind_that_end_and_answers_otherwise_goes_on() -> None:
    talk = Talk(made(BREAD, screening=[BAKERS]))
    talk.presses("No")
    talk.goes_back_to("eats")
    talk.edits("eats", "Yes")
    turn = await talk.says("Yes")
    assert not turn.closes
    assert talk.asked[-1] == "how"


async def test_an_edit_leads_where_the_new_words_lead() -> None:
    talk = Talk(made(BREAD))
    talk.presses("Yes")
    await talk.says("By hand.")
    talk.edits("eats", "No")
    talk.presses("4")
    assert talk.asked == ["eats", "how", "likes", "buys"]
    await talk.says("At the corner.")
    assert talk.asked[-1] == "which"


async def test_whoever_goes_back_is_asked_nothing_twice() -> None:
    talk = Talk(made(BREAD))
    talk.presses("Yes")
    await talk.says("By hand.")
    talk.presses("4")
    talk.goes_back_to("how")
    await talk.says("And sometimes in the machine.")
    assert talk.asked == ["eats", "how", "likes", "which", "which"]  # the one that was open has no answer yet


async def test_the_time_and_the_number_of_questions_are_limited() -> None:
    questions = [{"id": f"q{n}", "text": f"What of {n}?", "follow_ups": 0} for n in range(6)]
    end = {"id": "end", "text": "What is left to say?", "required": True, "follow_ups": 0}
    talk = Talk(made([*questions, end], limits={"questions": 2}))
    await talk.says("Flour.")
    await talk.says("Water.")
    assert talk.asked == ["q0", "q1", "end"]
    late = Talk(made([*questions, end], limits={"minutes": 10}))
    late.waits(11)
    await late.says("Long words.")
    assert late.asked == ["q0", "end"]


async def test_a_chapter_begins_with_its_words_once() -> None:
    chapters = [
        {"id": "one", "title": "One", "intro": "First, bread.", "questions": [EATS]},
        {"id": "two", "title": "Two", "intro": "Now the rest.", "questions": [LIKES, LAST]},
    ]
    talk = Talk(made([], chapters=chapters, opening="Hello."))
    assert talk.last.remark == "Hello.\n\nFirst, bread."
    assert talk.presses("Yes").remark == "Now the rest."
    assert talk.presses("3").remark == ""


async def test_what_may_be_hard_leaves_room_and_can_still_be_answered() -> None:
    talk = Talk(made(BREAD))
    turn = await talk.says("My mother baked it until she died.")
    assert turn.question is not None
    assert turn.question.kind is EntryKind.ROOM
    assert not turn.distress
    assert [offer.label for offer in turn.own] == ["Yes", "No"]
    talk.presses("No")
    assert talk.asked[-1] == "buys"


async def test_without_a_model_an_open_question_has_its_own_follow_ups() -> None:
    probes = [{"text": "What does it smell of?", "after": "short"}]
    talk = Talk(made([{**LAST, "follow_ups": 1, "probes": probes}, {**LAST, "id": "after", "text": "And butter?"}]))
    assert talk.last.offers == ("skip",)
    turn = await talk.says("By hand.")
    assert turn.question is not None
    assert turn.question.text == "What does it smell of?"
    assert turn.offers == ("skip", "pause")
    assert (await talk.says("Of rye.")).question is not None
    assert talk.asked == ["last", "after"]


# --- laws -----------------------------------------------------------------------------------------------------------


@st.composite
def scripts(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Questions of every kind, each of which may depend on any before it."""
    found: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 9))):
        kind = draw(st.sampled_from(["open", "choice", "choices", "scale", "number"]))
        question: dict[str, Any] = {"id": f"q{number}", "text": f"What is {number}?", "type": kind, "follow_ups": 0}
        if kind.startswith("choice"):
            question["options"] = [{"id": each, "text": each.title()} for each in ("apple", "pear", "plum")]
        if found and draw(st.booleans()):
            question["when"] = draw(conditions(found))
        found.append(question)
    return found


@st.composite
def conditions(draw: st.DrawFn, asked: list[dict[str, Any]], deep: int = 0) -> dict[str, Any]:
    if deep < 2 and draw(st.integers(0, 3)) == 0:
        form = draw(st.sampled_from(["all", "any", "not"]))
        parts = [draw(conditions(asked, deep + 1)) for _ in range(1 if form == "not" else 2)]
        return {form: parts[0] if form == "not" else parts}
    about = draw(st.sampled_from(asked))
    test: dict[str, Any] = {"answered": draw(st.booleans())}
    if about["type"].startswith("choice"):
        test = {"is": draw(st.sampled_from(["apple", "pear", "plum"]))}
    elif about["type"] in {"scale", "number"}:
        test = {draw(st.sampled_from(["is", "at_least", "at_most"])): float(draw(st.integers(1, 5)))}
    return {"question": about["id"], **test}


SAYINGS = st.sampled_from(
    ["apple", "Pear", "plum and pear", "1", "three", "5", "whatever you like", "next question please"]
)


@given(
    questions=scripts(), said=st.lists(SAYINGS, min_size=30, max_size=30), skips=st.sets(st.integers(0, 29), max_size=4)
)
async def test_every_way_ends_and_no_question_comes_twice(
    questions: list[dict[str, Any]], said: list[str], skips: set[int]
) -> None:
    talk = Talk(made(questions))
    for number, words in enumerate(said):
        if talk.last.closes:
            break
        if number in skips:
            talk.skips()
        else:
            await talk.says(words)
    assert talk.last.closes
    assert len(set(talk.asked)) == len(talk.asked)
    never = {place.question.id for place in unreachable_questions(talk.scripts.speak("en"))}
    assert not never & set(talk.asked)


@given(questions=scripts(), data=st.data())
async def test_a_damaged_state_is_made_anew(questions: list[dict[str, Any]], data: st.DataObject) -> None:
    talk = Talk(made(questions))
    state = {key: data.draw(st.none() | st.integers() | st.text(max_size=3)) for key in talk.session.state}
    talk.session = talk.session.model_copy(update={"state": state})
    turn = await talk.says("apple")
    assert turn.closes or turn.question is not None


async def test_a_number_that_could_begin_a_pause_is_a_number() -> None:
    talk = Talk(made([LIKES, LAST]))
    await talk.says("One.")
    assert talk.asked[-1] == "last"


@pytest.mark.parametrize("pressed", ["9", "enough", "x"])
def test_a_press_of_another_question_is_none(pressed: str) -> None:
    talk = Talk(made(BREAD))
    assert talk.interview.picked(talk.situation(), pressed) is None
