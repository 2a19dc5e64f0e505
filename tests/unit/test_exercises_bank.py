"""The exercises of the bank: what is right passes, what is wrong fails with something to be said, in both languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from core.contracts.sandbox import LONGEST_PROGRAM
from core.interviews.technical.exercises.exercise import (
    BANK,
    WITH_CODE_GIVEN,
    Exercise,
    ExerciseLevel,
    Programming,
    Work,
    load_exercises,
    write_files,
)
from core.interviews.technical.harness import build_trial, case_results
from tests.fakes.effort import some
from tests.fakes.exercises import ran
from tests.fakes.plain_sandbox import PlainSandbox

EXERCISES = load_exercises(BANK)
LANGUAGES = ("en", "ru")
EVERY = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=lambda each: each.id)
WITH_CASES = pytest.mark.parametrize(
    "exercise", [each for each in EXERCISES.values() if each.cases], ids=lambda each: each.id
)
SHORT = 0.5
"""Seconds for what is wrong: whoever is too slow is so by far."""
CYRILLIC = re.compile("[а-яё]", re.I)
WITHOUT_YO = re.compile(r"\b(?:еще|ее|мое|твое|свое|все-таки|нее|чье|идет|берет|ведет|дает|счет|подъем|начнет)\b", re.I)


def runs_here(language: Programming) -> bool:
    return language is Programming.SQL or language in PlainSandbox.languages


@WITH_CASES
async def test_the_reference_passes_and_each_wrong_solution_fails_with_a_remark(exercise: Exercise) -> None:
    for language, code in some([*exercise.reference.each()][:1], soak=[*exercise.reference.each()]):
        if runs_here(language):
            tried, run = await ran(exercise, code, language=language)
            assert [each for each in case_results(run, tried) if not each.passed] == [], (language, run.err)
    # Without a soak one wrong solution in Python, which is the first, is enough: a mistake is one of thinking.
    for wrong in some(exercise.wrong[:1], soak=exercise.wrong):
        for language, code in some([*wrong.each()][:1], soak=[*wrong.each()]):
            if runs_here(language):
                tried, run = await ran(exercise, code, language=language, seconds=SHORT)
                failed = [each for each in case_results(run, tried) if not each.passed]
                assert failed, (wrong.why, language)
                assert any(each.remark for each in failed), (wrong.why, language)


@WITH_CASES
async def test_the_code_that_is_given_is_wrong_or_right_as_its_work_says(exercise: Exercise) -> None:
    given = [(language, code, exercise.work is Work.REFACTOR) for language, code in exercise.starter.each()]
    if exercise.patch is not None:
        given = [
            (Programming.PYTHON, write_files(exercise.files), False),
            (Programming.PYTHON, write_files(exercise.patch.files), exercise.patch.right),
        ]
    if exercise.work not in {*WITH_CODE_GIVEN, Work.REPOSITORY}:
        pytest.skip("it begins with nothing")
    for language, code, right in given:
        if runs_here(language):
            tried, run = await ran(exercise, code, language=language, seconds=SHORT)
            passed = all(each.passed for each in case_results(run, tried))
            assert passed is right, language


@WITH_CASES
def test_an_exercise_is_whole(exercise: Exercise) -> None:
    assert (BANK / f"{exercise.id}.toml").is_file()
    assert 8 <= len(exercise.cases) <= 15
    assert [case.shown for case in exercise.cases].count(True) == 2
    assert len(exercise.wrong) >= 3
    assert len({wrong.why for wrong in exercise.wrong}) == len(exercise.wrong)
    assert len({str(case.args) for case in exercise.cases}) == len(exercise.cases)
    language, source = next(exercise.reference.each())
    tried = build_trial(exercise, language=language, source=source)
    program = tried.program
    assert len(program.source + program.driver + program.stdin) < LONGEST_PROGRAM * 0.9


@EVERY
def test_it_is_told_in_both_languages(exercise: Exercise) -> None:
    assert {*exercise.texts} == {*LANGUAGES}
    for language, wording in exercise.texts.items():
        assert len(wording.hints) == 3
        said = [case.about[language] for case in exercise.cases if case.about]
        said += [case.remark[language] for case in exercise.cases if case.remark]
        said += [fault.says[language] for fault in exercise.faults]
        for stage in exercise.stages:
            said += [stage.asks[language], *stage.looks_for[language]]
        if exercise.patch is not None:
            said += [exercise.patch.why[language], *exercise.patch.questions[language]]
        for text in (wording.title, wording.statement, *wording.hints, *said):
            assert bool(CYRILLIC.search(text)) is (language == "ru")
            assert not WITHOUT_YO.search(text)


@pytest.mark.parametrize(
    "exercise", [each for each in EXERCISES.values() if each.work is Work.WRITE], ids=lambda each: each.id
)
def test_a_hidden_case_is_not_given_away(exercise: Exercise) -> None:
    for case in exercise.cases:
        values = [str(each) for each in (*case.args, case.expected) if len(str(each)) > 6]
        said = " ".join((*case.about.values(), *exercise.texts["en"].statement.split("\n")))
        assert case.shown or not [value for value in values if value in said]


def test_topics_and_levels_are_spread_evenly() -> None:
    written = [exercise for exercise in EXERCISES.values() if exercise.work is Work.WRITE]
    counted = Counter((exercise.topic, exercise.level) for exercise in written)
    assert len(counted) == 15
    assert max(counted.values()) - min(counted.values()) <= 1
    assert len(written) >= 32


@pytest.mark.parametrize("work", [each for each in Work if each is not Work.WRITE])
def test_each_kind_of_work_has_exercises_of_every_level(work: Work) -> None:
    here = [exercise for exercise in EXERCISES.values() if exercise.work is work]
    assert len(here) >= (4 if work is Work.REPOSITORY else 10)
    assert work is Work.REPOSITORY or {each.level for each in here} == {*ExerciseLevel}


def test_a_third_can_be_checked_in_javascript() -> None:
    assert sum(bool(exercise.reference.javascript) for exercise in EXERCISES.values()) >= 10
