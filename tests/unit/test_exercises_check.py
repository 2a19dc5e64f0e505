"""`raconteur exercises check`: what is wrong in a file, and what its solutions do."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.findings import Finding, Verdict
from core.interviews.technical.exercises.checking import check_exercise
from tests.fakes.command_line import raconteur
from tests.fakes.exercises import DOUBLED, exercise_in
from tests.fakes.plain_sandbox import PlainSandbox
from tests.unit.test_docs import ROOT, fences

SHIFTED = DOUBLED + "[[wrong]]\nwhy = 'adds'\npython = 'def doubled_up(n): return [2 + each for each in n]'\n"


async def findings(folder: Path, text: str) -> tuple[Finding, ...]:
    return await check_exercise(exercise_in(folder, text), PlainSandbox(), name="doubled.toml")


def told(found: tuple[Finding, ...], mark: Verdict) -> list[str]:
    return [each.how for each in found if each.mark is mark]


async def test_the_example_of_the_page_is_a_good_exercise(tmp_path: Path) -> None:
    [text] = [each for each in fences(ROOT / "docs" / "exercises.md", "toml") if "function" in each]
    found = await check_exercise(exercise_in(tmp_path, text), PlainSandbox(), name="crowded-days.toml", seconds=1.0)
    assert [(each.mark, each.how) for each in found if "Not run" not in each.how] == [
        (Verdict.WELL, f"8 cases, {5 if 'javascript' in PlainSandbox.languages else 4} solutions run.")
    ]


async def test_what_is_thin_is_told_and_can_be_used(tmp_path: Path) -> None:
    found = await findings(tmp_path, SHIFTED)
    assert told(found, Verdict.NOTE) == ["cases: there are 3.", "wrong: there are 1.", "en.hints: there are 1."]
    assert told(found, Verdict.WELL) == ["3 cases, 2 solutions run."]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("2 * each", "each", "reference.python fails in case 2: [4711] came back for doubled_up([4711]), expected is"),
        ("return [2 * each", "return [each[0]", "reference.python fails in case 1: TypeError: 'int' object is not"),
        ("doubled_up(the_numbers):", "double(the_numbers):", "reference.python never came to a case: the function is"),
        ("doubled_up(the_numbers):", "doubled_up(the_numbers) :=", "reference.python never came to a case: SyntaxErr"),
        ("2 + each", "each * 2", "wrong.1.python passes every case."),
    ],
)
async def test_a_solution_that_does_not_do_what_it_should_is_told(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    found = told(await findings(tmp_path, SHIFTED.replace(right, wrong)), Verdict.WRONG)
    assert any(each.startswith(said) for each in found), found


async def test_a_wrong_solution_about_which_nothing_is_said_is_told(tmp_path: Path) -> None:
    found = await findings(tmp_path, SHIFTED.replace('remark = { en = "It is the same as with small ones." }', ""))
    assert "wrong.1.python fails without a remark (in 1, 2)." in told(found, Verdict.NOTE)


async def test_what_cannot_be_run_here_is_told(tmp_path: Path) -> None:
    exercise = exercise_in(tmp_path)
    code = exercise.reference.model_copy(update={"typescript": "const doubledUp = 1;"})
    found = await check_exercise(exercise.model_copy(update={"reference": code}), PlainSandbox(), name="doubled.toml")
    assert "Not run: 1 in typescript." in told(found, Verdict.NOTE)


def test_the_command_tells_mistakes_and_ends_with_an_exit_code(tmp_path: Path) -> None:
    exercise_in(tmp_path, SHIFTED)
    (tmp_path / "other.toml").write_text(DOUBLED.replace("minutes = 5", "minutes = 0"), encoding="utf-8")
    ended = raconteur("exercises", "check", ".", folder=tmp_path)
    lines = ended.out.splitlines()
    assert ended.code == 1
    assert any(line.startswith("✗ other.toml: minutes: ") for line in lines)
    assert any(
        line.startswith(("✓ exercise.toml: 3 cases, 2", "! exercise.toml: Not run: 2 in python")) for line in lines
    )
    assert raconteur("exercises", "check", "none.toml", folder=tmp_path).code == 1


def test_the_command_looks_at_the_folder_that_is_configured(tmp_path: Path) -> None:
    assert raconteur("exercises", "check", folder=tmp_path).code == 2
    (tmp_path / "own").mkdir()
    exercise_in(tmp_path / "own", SHIFTED)
    settings = '[technical]\nexercises_dir = "own"\n[sandbox]\nlayer = "off"\n'
    (tmp_path / "config.toml").write_text(settings, encoding="utf-8")
    ended = raconteur("exercises", "check", folder=tmp_path)
    assert ended.code == 0
    assert "! own/exercise.toml: Not run: 2 in python." in ended.out
