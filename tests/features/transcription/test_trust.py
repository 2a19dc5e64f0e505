"""Which words of a model are believed: the decision over segments made by hand, and over a model told what to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("av", reason="the extra `voice` is not installed")
pytest.importorskip("onnxruntime", reason="the extra `voice` is not installed")

from core.features.transcription.recognition.engine import Segment
from core.features.transcription.recognition.speech import (
    Flaw,
    Stretch,
    collapse_loops,
    find_flaws,
    fits_duration,
    trusted_words,
)

REFRAIN = "Carry me home to the river. "


def segment(text: str, start: float = 0.0, end: float = 10.0) -> Segment:
    return Segment(text=text, start=start, end=end, no_speech=0.01, compression=1.2, sureness=-0.2)


def speech(*stretches: tuple[float, float]) -> tuple[Stretch, ...]:
    return tuple(Stretch(start=start, end=end) for start, end in stretches)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("My grandmother was born in a small village by the river.", 3.5),
        ("We never had enough bread in those years. " * 6, 14.0),
        ("Lord have mercy. " * 12, 16.0),
        ("Ask not what your country can do for you. " * 3, 12.0),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30", 20.0),
        ("No, no, no, no, no.", 1.5),
        ("Yes.", 0.3),
        ("Ну, это... было... давно.", 5.0),
    ],
)
def test_what_people_say_and_repeat_can_be_right(text: str, seconds: float) -> None:
    assert find_flaws([segment(text, end=seconds)], speech((0.0, seconds))) == frozenset()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("No, " * 112, 4.5),
        (REFRAIN * 40, 20.0),
        ("Молитва " * 70, 8.0),
        ("благодарствую " * 60, 25.0),
    ],
)
def test_what_nobody_can_say_in_the_time_is_not_believed(text: str, seconds: float) -> None:
    assert find_flaws([segment(text, end=seconds)], speech((0.0, seconds))) == {Flaw.CROWDED}


def test_what_goes_round_in_circles_is_heard_once_more() -> None:
    again = replace(segment(REFRAIN * 3), compression=3.4)
    voiced = speech((0.0, 10.0))
    assert find_flaws([again], voiced) == {Flaw.CIRCLING}
    assert trusted_words([again], voiced) == (REFRAIN * 3).strip()


@pytest.mark.parametrize(
    ("segments", "stretches"),
    [
        ([], [(0.0, 1.2)]),
        ([segment(" ")], [(0.0, 3.5)]),
        ([segment(REFRAIN, 0.0, 3.0)], [(0.0, 6.5)]),
        ([segment(REFRAIN, 4.0, 7.0)], [(0.0, 7.0)]),
        ([segment(REFRAIN, 0.0, 3.0), segment(REFRAIN, 9.0, 12.0)], [(0.0, 12.0)]),
        ([segment("Well. ", 0.0, 8.0)], [(0.0, 8.0)]),
    ],
    ids=["nothing", "a blank", "the end", "the beginning", "the middle", "one word for many"],
)
def test_speech_without_words_is_missed(segments: list[Segment], stretches: list[tuple[float, float]]) -> None:
    assert Flaw.MISSING in find_flaws(segments, speech(*stretches))


def test_pauses_and_coughs_are_not_missed() -> None:
    voiced = speech((0.5, 3.0), (13.0, 16.0), (20.0, 22.5))
    assert find_flaws([segment(REFRAIN, 0.0, 3.0), segment(REFRAIN, 13.0, 16.0)], voiced) == frozenset()


def test_what_is_taken_for_silence_is_dropped_where_it_may_be_a_cough() -> None:
    silent = replace(segment("Thank you."), no_speech=0.9)
    guessed = replace(silent, sureness=-1.4)
    cough, word, talk = speech((0.0, 0.9)), speech((0.0, 2.0)), speech((0.0, 4.0))
    assert find_flaws([silent], cough) == frozenset()
    assert trusted_words([silent], cough) == ""
    assert find_flaws([silent], word) == find_flaws([silent], talk) == {Flaw.GUESSED}
    assert trusted_words([silent], word) == ""
    assert trusted_words([silent], talk) == "Thank you."
    assert trusted_words([guessed], talk) == ""


def test_a_loop_is_said_once_and_what_is_around_it_stays() -> None:
    text = "And then he said: " + "no, no way, " * 40 + "and he went home to his mother."
    assert collapse_loops(text, 6.0) == "And then he said: no, no way, and he went home to his mother."


def test_a_loop_with_another_beginning_and_end_of_line_is_found() -> None:
    text = "I'll end off with an eye witness " + "with an eye witness " * 40 + "with an"
    assert collapse_loops(text, 4.0) == "I'll end off with an eye witness with an"


def test_what_there_was_time_for_is_not_touched() -> None:
    text = "Lord have mercy. " * 12
    assert collapse_loops(text, 14.0).split() == text.split()


def test_words_that_do_not_repeat_stay_however_many_they_are() -> None:
    text = " ".join(f"word{number}" for number in range(100))
    assert collapse_loops(text, 1.0) == text


phrases = st.lists(st.tuples(st.sampled_from(["a", "na na", "Lord, have mercy.", "да нет", "oh"]), st.integers(1, 60)))


@given(phrases, st.floats(0.0, 30.0))
def test_no_word_is_invented_and_none_is_lost_altogether(said: Sequence[tuple[str, int]], seconds: float) -> None:
    text = " ".join(phrase for phrase, times in said for _ in range(times))
    left = collapse_loops(text, seconds)
    assert set(left.split()) == set(text.split())
    assert len(left.split()) <= len(text.split())
    if fits_duration(text, seconds):
        assert left.split() == text.split()
