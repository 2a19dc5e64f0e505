"""When a run of the chamber is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features.chamber.messages import Public, Utterance
from core.features.chamber.runs import ChamberRun, Why, end_reason, is_looping, total_tokens, without_end_word
from core.features.chamber.setup import END_WORD, RunRules, Setup
from tests.fakes.chamber import AT
from tests.fakes.judges import said


def run(rules: RunRules, *, seconds: float = 0) -> ChamberRun:
    return ChamberRun(
        id="r",
        name="r",
        setup=Setup(interview="life-story", person="Rosa", rules=rules),
        spent_seconds=seconds,
        created_at=AT,
        touched_at=AT,
    )


def talk(turns: int) -> list[Utterance]:
    words = ("amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath", "iris", "juniper")
    return said(*(f"{kind} {words[n % 10]} {n}" for n in range(turns) for kind in ("What of", "This of")))


# --- what is set --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "seconds", "lines", "why"),
    [
        (RunRules(max_turns=2), 0, 3, None),
        (RunRules(max_turns=2), 0, 4, Why.TURNS),
        (RunRules(max_total_tokens=300), 0, 2, None),
        (RunRules(max_total_tokens=300), 0, 3, Why.TOKENS),
        (RunRules(max_minutes=1.5), 89, 2, None),
        (RunRules(max_minutes=1.5), 90, 0, Why.TIME),
        (RunRules(max_turns=2, max_total_tokens=1, max_minutes=0.1), 90, 4, Why.TURNS),
        (RunRules(), 0, 0, None),
    ],
)
def test_what_may_be_spent(rules: RunRules, seconds: float, lines: int, why: Why | None) -> None:
    assert end_reason(run(rules, seconds=seconds), talk(2)[:lines]) is why


def test_a_side_that_ends_it_ends_it_before_all_else() -> None:
    lines = talk(2)
    assert end_reason(run(RunRules(max_turns=2)), [*lines[:3], replace(lines[3], ends=True)]) is Why.LEFT
    assert end_reason(run(RunRules()), [*lines[:2], replace(lines[2], ends=True)]) is Why.PRIME
    assert end_reason(run(RunRules()), [replace(lines[0], ends=True), *lines[1:]]) is None


def test_tokens_are_those_of_both_sides() -> None:
    assert total_tokens(talk(2)) == 400


# --- circles ------------------------------------------------------------------------------------------------------

TALE = "I worked in the mill for forty years, and then it burned down one night in May."
OTHER = "My sister left for the coast before that, which nobody spoke of at home."


def test_three_turns_of_the_same_after_the_first_are_a_circle() -> None:
    same = ("Could you tell me more about the mill?", TALE)
    assert [is_looping(said(*same * turns), 3) for turns in range(1, 6)] == [False, False, False, True, True]
    assert end_reason(run(RunRules()), said(*same * 4)) is Why.CIRCLES


def test_an_open_question_is_waited_for() -> None:
    same = ("Could you tell me more about the mill?", TALE)
    assert end_reason(run(RunRules()), said(*same * 4, same[0])) is None
    assert end_reason(run(RunRules(repeats=0)), said(*same * 4)) is None


def test_marks_case_and_a_missing_word_do_not_make_it_another_text() -> None:
    answers = (TALE, TALE.upper(), f"**{TALE}**", TALE.replace(" one night", " one").replace(",", " –"))
    lines = [line for answer in answers for line in ("Could you tell me more about the mill?", answer)]
    assert is_looping(said(*lines), 3)


def test_a_round_of_several_turns_is_a_circle() -> None:
    rounds = ("And the mill?", TALE, "And your sister?", OTHER)
    assert not is_looping(said(*rounds * 2), 3), "two of them were new"
    assert is_looping(said(*rounds * 3), 3)


@pytest.mark.parametrize(
    ("asks", "answers"),
    [
        (["Go on."] * 6, ["It was winter.", "We had a horse.", TALE, OTHER, "Then came peace.", "I married Tom."]),
        ([f"Have you ever been to {place}?" for place in ("Rome", "Oslo", "Lima", "Cork", "Bern")], ["No."] * 5),
        (
            [
                "On a scale from one to five, how far do you agree with this, and please give the figure alone: "
                f"in the last two weeks I have often felt {mood}."
                for mood in ("sad", "glad", "tired", "calm", "lonely")
            ],
            ["3"] * 5,
        ),
        ([f"What is {n} + 17, added up in your head?" for n in range(21, 27)], ["A lot."] * 6),
    ],
)
def test_one_side_that_says_the_same_is_no_circle(asks: list[str], answers: list[str]) -> None:
    lines = [line for pair in zip(asks, answers, strict=True) for line in pair]
    assert not is_looping(said(*lines), 3)


def test_two_who_only_say_goodbye_any_more_are_a_circle() -> None:
    assert is_looping(said(*["Thank you, goodbye!", "Goodbye! Take care."] * 4), 3)
    assert is_looping(said(*["Go on.", "Hm."] * 4), 3)
    assert is_looping(said(*["…", "👋"] * 4), 3)


def test_the_same_again_much_later_is_no_circle() -> None:
    between = talk(6)
    lines = [each.public.text for each in between]
    assert not is_looping(said("And now?", "Nothing.", *lines, "And now?", "Nothing."), 1)


def test_in_another_language() -> None:
    assert is_looping(said(*["Расскажите ещё.", "Больше нечего рассказать."] * 4), 3)
    assert is_looping(said(*["もう少し話してください。", "もう話すことはありません。"] * 4), 3)


TEXTS = st.lists(st.sampled_from(["Go on.", "Go on, please.", "Yes", TALE, OTHER, f"{TALE} {OTHER}", ""]), max_size=24)


@given(TEXTS, st.integers(1, 4))
def test_a_run_in_long_circles_goes_in_short_ones(texts: Sequence[str], repeats: int) -> None:
    lines = said(*texts[: len(texts) // 2 * 2])
    if is_looping(lines, repeats + 1):
        assert is_looping(lines, repeats)


@given(TEXTS, st.integers(1, 4))
def test_new_words_of_either_side_end_a_circle(texts: Sequence[str], repeats: int) -> None:
    lines = list(texts[: len(texts) // 2 * 2])
    assert not is_looping(said(*lines, "Go on.", "Something unheard of"), repeats)
    assert not is_looping(said(*lines, "Something unheard of", "Yes"), repeats)


# --- Prime's word -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("[END OF INTERVIEW]", ""),
        ("Thank you for your time.\n\n[END OF INTERVIEW]", "Thank you for your time."),
        ("Thank you.\n  **[End of Interview]**  ", "Thank you."),
        ("Thank you.\n`[end of  interview].`\n", "Thank you."),
        ("Thank you.\n\\[END OF INTERVIEW\\]", "Thank you."),
        ("> [END OF INTERVIEW]", ""),
        ("## [END OF INTERVIEW]", ""),
        ("Thank you.\n\n[END OF INTERVIEW]\n\nBe well.", "Thank you.\n\nBe well."),
        ("[END OF INTERVIEW]\n[END OF INTERVIEW]", ""),
        ("Thank you for your time [END OF INTERVIEW]", "Thank you for your time"),
        ("Thank you, Ada. **[END OF INTERVIEW]**", "Thank you, Ada."),
        ('She said "no more." [END OF INTERVIEW]', 'She said "no more."'),
        ('Thank you. "[END OF INTERVIEW]"', "Thank you."),
        ("Thank you. [END OF INTERVIEW].\r\n", "Thank you."),
    ],
)
def test_the_end_word_is_taken_out(text: str, left: str) -> None:
    assert without_end_word(Public(text), END_WORD) == (Public(left), True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Thank you.",
        "I shall write [END OF INTERVIEW] when we are done.",
        "When we are done I shall write [END OF INTERVIEW].",
        "When we are done I shall write `[END OF INTERVIEW]`",
        'Did you just write "[END OF INTERVIEW]"?',
        "[END OF THE INTERVIEW]",
        "END OF INTERVIEW",
        "[END OF\nINTERVIEW]",
    ],
)
def test_words_about_the_end_word_are_not_the_end(text: str) -> None:
    assert without_end_word(Public(text), END_WORD) == (Public(text), False)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Thank you.\n\ndone", True),
        ("Thank you.\n*Done!*", True),
        ("Thank you. DONE", True),
        ("Thank you. DONE.", True),
        ("Thank you. Done", False),
        ("Tell me when you are done", False),
        ("Is it DONE", False),
        ("We are UNDONE", False),
        ("Thank you.DONE", False),
    ],
)
def test_an_end_word_that_is_a_common_word(text: str, ends: bool) -> None:
    assert without_end_word(Public(text), "DONE")[1] is ends


def test_without_an_end_word_prime_cannot_end() -> None:
    assert without_end_word(Public("Thank you.\n\n"), "") == (Public("Thank you.\n\n"), False)


@given(st.text(alphabet='ab[]*`" .\n\\END', max_size=60), st.sampled_from(["[END]", "END", "**", "a.b", "[E N D]"]))
def test_what_is_left_has_no_end_word_and_nothing_new(text: str, end_word: str) -> None:
    left, found = without_end_word(Public(text), end_word)
    assert found or left == Public(text)
    letters = iter(text)
    assert all(letter in letters for letter in left.text), "what is left stood there in this order"
    if found:
        assert end_word not in (line.strip() for line in left.text.split("\n"))


def test_long_lines_are_read_in_a_moment() -> None:
    for text in ("*" * 300_000, "[" * 300_000, "[END " * 60_000, "[END" + " " * 300_000, '"' * 300_000 + "x"):
        assert without_end_word(Public(text), END_WORD) == (Public(text), False)
