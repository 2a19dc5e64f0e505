"""Each measure tells one talk from another, in both languages, and guesses at nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.features.evaluation.measures import MEASURES, evaluation_data, group_tallies, measure_talk
from core.simulation.people import Fact, SimulatedPerson
from core.simulation.talks import BEFORE, CallFigures, RecordedTalk, TalkLine, Who, effective_inputs

DOOR = Fact(id="door", about=("yard",), tell="The door was locked.")
GOAT = Fact(
    id="goat",
    about=("animal",),
    tell="We had a goat in the yard, and my grandmother milked her at five in the morning.",
    hidden=(DOOR,),
)
TOLD = GOAT.tell
TOLD_RU = "У нас во дворе была коза, и бабушка доила её в пять утра."


def somebody(language: str = "en") -> SimulatedPerson:
    return SimulatedPerson(name="Ada", language=language, about="-", temper="terse", otherwise=("-",), facts=(GOAT,))


def talk(*said: str, language: str = "en", **more: Any) -> RecordedTalk:
    """What was said by turns, the interviewer first."""
    who = (Who.INTERVIEWER, Who.PERSON)
    lines = tuple(TalkLine(who=who[n % 2], text=text, turn=(n + 1) // 2) for n, text in enumerate(said))
    return RecordedTalk(interviewer="x", person="Ada", language=language, lines=lines, **more)


def value(name: str, held: RecordedTalk) -> float | None:
    return measure_talk(held, somebody(held.language))[name].value


def count(name: str, held: RecordedTalk) -> tuple[float, float]:
    tally = measure_talk(held, somebody(held.language))[name]
    return tally.n, tally.of


# --- what was said ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "less", "more"),
    [
        ("marks", "What did she say to the goat?", "What did she say? And what did you say?"),
        ("marks", "Расскажите о козе.", "Что она пела? А вы?"),
        ("message_words", "What did she say?", "She milked the goat at five in the morning. What did she say?"),
        ("long_messages", "What did she say?", f"{'She milked the goat at five. ' * 12}What did she say?"),
        ("repeated", "Tell me more.", "Tell me."),
        ("share", "What did she say?", f"{'She milked the goat at five. ' * 12}What did she say?"),
    ],
)
def test_what_was_said_is_counted(name: str, less: str, more: str) -> None:
    assert (value(name, talk("Tell me.", TOLD, less)) or 0) < (value(name, talk("Tell me.", TOLD, more)) or 0)


def test_facts_are_counted_where_they_are_told_to_the_letter() -> None:
    assert count("facts", talk("Tell me.", f"Well. {TOLD}", "And?")) == (1, 1)
    assert count("hidden", talk("Tell me.", TOLD, "And?")) == (0, 1)
    assert count("hidden", talk("Tell me.", TOLD, "And?", DOOR.tell)) == (1, 1)
    assert count("facts", talk("Tell me.", "There was a goat.", "And?")) == (0, 0), "a model tells it in its own words"


# --- what it took -------------------------------------------------------------------------------------------------


def call(prompt: str, **more: Any) -> CallFigures:
    values = {"purpose": "talk", "outcome": "ok", "input_tokens": 0, "cached_tokens": 0, "output_tokens": 0}
    return CallFigures(**{**values, "prompt": prompt, "cost_micros": 5, **more})


def test_what_stays_the_same_in_front_is_counted_at_a_tenth() -> None:
    appended = ["s" * 1000, "s" * 1000 + "a" * 100]
    rewritten = ["s" * 1000, "b" + "s" * 1000 + "a" * 99]
    assert list(effective_inputs(appended)) == [1000, pytest.approx(200)]
    assert list(effective_inputs(rewritten)) == [1000, 1100]


def test_calls_are_counted_by_what_they_are_for() -> None:
    calls = (call("abc", input_tokens=100, cached_tokens=50), call("abc", purpose="books"), call("x", outcome="model"))
    held = talk("Tell me.", TOLD, "And?", calls=calls)
    assert count("calls", held) == (3, 0)
    assert count("failed", held) == (1, 3)
    assert value("turn_calls", held) == 1
    told = TalkLine(who=Who.INTERVIEWER, text="What would you like me to call you?", turn=BEFORE)
    assert value("turn_calls", replace(held, lines=(told, *held.lines))) == 2, "the first question is in a script"
    assert value("effective_tokens", held) == pytest.approx(55)
    assert count("cost", held)[0] == 15


# --- together -----------------------------------------------------------------------------------------------------


def test_talks_are_added_up_by_language() -> None:
    ada, nina = somebody(), somebody(language="ru").model_copy(update={"name": "Нина"})
    one = talk("Tell me.", TOLD, "What did she say?")
    two = talk("Расскажите.", TOLD_RU, "Что? А потом?", TOLD_RU, "Что? А потом?", language="ru")
    talks = [(ada, one, measure_talk(one, ada)), (nina, two, measure_talk(two, nina))]
    found = group_tallies([(person, tallies) for person, _, tallies in talks])
    assert [found[name]["marks"].value for name in ("all", "en", "ru")] == [pytest.approx(5 / 3), 1, 2]
    data: Any = evaluation_data(talks)
    assert data["people"]["Нина"]["measures"]["repeated"] == {"n": 1, "of": 2, "value": 0.5, "turns": [2]}
    assert set(data["groups"]["all"]) == {measure.name for measure in MEASURES}
