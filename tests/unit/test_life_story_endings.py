"""Late words, skipping, and how a life-story interview ends."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.messages import Progress
from core.contracts.turn import LateSignals
from core.interviews.life_story.interview import LifeStory
from core.interviews.life_story.reflections import NAMES
from core.interviews.life_story.state import LifeState
from core.words import say
from tests.unit.life_story_kit import Talk, deciding, scripts
from tests.unit.test_life_story_interview import HELP, talk


def test_late_words_act() -> None:
    session = talk(deciding())
    interview = session.interview
    assert not interview.listen("And the river froze in January.")
    assert interview.listen("Stop.") == LateSignals(stop=True)
    assert interview.listen("Давайте закончим интервью") == LateSignals(stop=True)
    assert interview.listen("I'd rather not say") == LateSignals(declined=True)
    assert interview.late(session.situation("Stop."), LateSignals(stop=True)).pauses
    moved = interview.late(session.situation("x"), LateSignals(declined=True))
    assert moved.question is not None
    assert moved.question.text == "Tell me about the river."
    assert moved.remark == say("en", "interview-declined-1")
    met = interview.late(session.situation("x"), LateSignals(distress=True, stop=True))
    assert met.question is None
    assert HELP["en"] in met.notice
    assert LifeState.model_validate(met.state).met == 0, "late words are no part of the open answer"


def test_a_wish_that_came_with_the_choice_is_the_first_of_their_wishes() -> None:
    session = talk(deciding())
    situation = replace(session.situation(), wish="  mostly about\nthe war years ")
    begun = LifeState.model_validate(session.interview.begin(situation, offline=False).state)
    assert begun.wishes == ("mostly about the war years",)


def test_skipping_walks_to_the_end() -> None:
    session = talk(deciding(), per_chapter=5)
    asked = []
    while not session.last.closes:
        assert session.last.question is not None
        asked.append(session.last.question.id)
        session.skip()
    assert asked == [f"q-{n}" for n in range(10)]
    assert session.last.remark.startswith("Closing.")


def test_the_outro_asks_for_readings_where_there_is_a_model() -> None:
    session = talk(deciding())
    turn = session.interview.finish(session.situation(), offline=False)
    assert (turn.closes, turn.remark, turn.chores) == (True, "Closing.", ("notes", *NAMES))
    without = session.interview.finish(session.situation(), offline=True)
    assert (without.remark, without.chores) == ("Closing.", ())
    assert session.interview.findings() == NAMES


def test_progress_of_a_session_that_has_not_begun() -> None:
    session = Talk(LifeStory(scripts()))
    assert session.interview.progress(session.session, session.interview.scripts) == Progress(
        done=0, total=10, chapters=2
    )


def test_progress_counts_what_was_asked_about() -> None:
    session = talk(deciding())
    for _ in range(5):
        session.skip()
    assert session.interview.progress(session.session, session.interview.scripts) == Progress(
        done=6, total=10, chapters_done=2, chapters=2
    )
