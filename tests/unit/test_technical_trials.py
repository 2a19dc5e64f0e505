"""Code is tried without being handed in: on the examples or an input of one's own, and no hidden case is run."""

from __future__ import annotations

import pytest

from core.interviews.technical.code_submissions import CODE, finding_name, finding_numbers, stored_finding
from core.interviews.technical.exercises.exercise import BANK, Exercise, Programming, load_exercises
from core.interviews.technical.interview import TRY
from core.interviews.technical.subject import Focus, TechnicalSubject
from core.interviews.technical.trials import ASKED, TRIED, TrialAsked, TrialSeen, describe_trial, try_code
from core.languages.messages import say
from tests.fakes.plain_sandbox import PlainSandbox
from tests.unit.technical_talk import Candidate

EXERCISES = load_exercises(BANK)
LONGEST_STRETCH = "def bead_stretch(beads):\n    print('so:', beads)\n    return len(set(beads))\n"


def in_an_exercise() -> Candidate:
    talk = Candidate(TechnicalSubject(focus=Focus.CODE))
    while not talk.state.exercise:
        talk.skip()
    return talk


async def tried(exercise: Exercise | None, source: str, given: str = "") -> TrialSeen:
    asked = TrialAsked(
        language=Programming.PYTHON, source=source, exercise="" if exercise is None else exercise.id, given=given
    )
    return await try_code(asked, exercise, PlainSandbox(), person="anna", waiting=lambda _: None, seconds=5.0)


def told(seen: TrialSeen) -> str:
    return describe_trial({finding_name(TRIED, 1): seen.model_dump_json()}, 1, "en")


async def test_the_examples_show_what_came_back_and_what_was_printed() -> None:
    words = told(await tried(EXERCISES["bead-stretch"], LONGEST_STRETCH))
    assert "bead_stretch('abcab') returns 3" in words
    assert "so: abcab" in words
    assert "rrrr" not in words, "a hidden case was run"


async def test_an_input_of_ones_own_is_run_and_nothing_is_expected_of_it() -> None:
    words = told(await tried(EXERCISES["bead-stretch"], LONGEST_STRETCH, "'xyx'"))
    assert "bead_stretch('xyx') returns 2" in words
    assert "abcab" not in words


async def test_an_input_that_cannot_be_read_is_explained() -> None:
    seen = await tried(EXERCISES["bead-stretch"], LONGEST_STRETCH, "one, two")
    assert told(seen) == say("en", "technical-not-run-input", wanted="str")


async def test_a_program_of_ones_own_reads_its_input() -> None:
    assert "5" in told(await tried(None, "print(int(input()) + 2)\n", "3"))


async def test_an_error_on_an_example_is_shown() -> None:
    assert "IndexError" in told(await tried(EXERCISES["bead-stretch"], "def bead_stretch(b):\n    return [][1]\n"))


@pytest.mark.parametrize("argument", ["", "```python\nprint(1)\n```"])
async def test_what_is_tried_is_not_handed_in(argument: str) -> None:
    talk = in_an_exercise()
    await talk.code("def first():\n    return 1")
    before = talk.state.submissions
    turn = talk.interview.command(talk.situation(), TRY, argument)
    assert turn is not None
    assert turn.remark == say("en", "technical-trying") or turn.notice == say("en", "technical-trying")
    [(name, kept)] = turn.findings
    assert name == finding_name(ASKED, 1)
    asked = TrialAsked.model_validate_json(kept)
    assert asked.source.startswith("print(1)" if argument else "def first")
    assert turn.state["submissions"] == before
    assert finding_numbers(dict(turn.findings), CODE) == ()


def test_who_has_no_code_is_told_what_to_do() -> None:
    talk = in_an_exercise()
    turn = talk.interview.command(talk.situation(), TRY, "")
    assert turn is not None
    assert say("en", "technical-try-what") in (turn.remark, turn.notice)
    assert not turn.findings


async def test_what_it_showed_is_said_once() -> None:
    talk = in_an_exercise()
    await talk.code("def first():\n    return 1")
    talk.press(TRY)
    talk.findings[finding_name(TRIED, 1)] = TrialSeen(out="seven\n").model_dump_json()
    turn = talk.news(TRY)
    assert turn is not None
    assert "seven" in turn.remark + turn.notice
    assert talk.news(TRY) is None
    assert stored_finding(talk.findings, TRIED, 1, TrialSeen) is not None
