"""Exercises are read from files, and what is wrong in one is said with its key and the mend."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.contracts.errors import ConfigurationError
from core.interviews.technical.exercises.exercise import (
    BANK,
    Compare,
    Programming,
    build_value,
    load_exercise,
    load_exercises,
    starter_code,
    value_type,
    values_match,
)
from core.interviews.technical.interview import exercise_markdown
from tests.fakes.exercises import DOUBLED, exercise_in, values_exercise

WRONG = {
    'topic = "arrays"': ('topic = "lists"', "topic: it has to be 'arrays'"),
    "minutes = 5": ('minutes = "5"', "minutes: it has to be a whole number"),
    'function = "doubled_up"': ('function = "class"', "function: class is a word of Python's own"),
    'type = "list[int]" }': ('type = "list[byte]" }', "parameters.1.type: there is no type 'byte'"),
    'returns = "list[int]"': ('returns = "int"\ncompare = "unordered"', "compare: only lists and rows are unordered"),
    'hints = ["Two times."]': ("hints = []", "en.hints: there are too few"),
    "[en]": ("[xx]", "xx: there is no such key"),
    'statement = "Return each number doubled."\n': ("", "en.statement: it is missing"),
    "args = [[4711]]": ('args = [["4711"]]', 'cases.2.args.1: "4711" is no int'),
    "args = [[]]": ("args = []", "cases.3.args: it has to be 1 values"),
    "expected = [9422]": ("expected = [9422.0]", "cases.2.expected: 9422.0 is no int"),
    "shown = true\n": ("", "cases: some have to be shown"),
    'about = { en = "a larger number" }\n': ("", "cases.2.about: say it in en"),
    'remark = { en = "It is the same as with small ones." }': (
        'remark = { ru = "То же." }',
        "cases.2.remark: say it in en",
    ),
    "python = ": ("cobol = ", "reference.cobol: there is no such key"),
    'id = "doubled"': ('id = "doubled', "is not valid TOML"),
}


@pytest.mark.parametrize("right", WRONG)
def test_a_mistake_is_told_with_the_file_the_key_and_the_mend(right: str, tmp_path: Path) -> None:
    wrong, said = WRONG[right]
    with pytest.raises(ConfigurationError) as caught:
        exercise_in(tmp_path, DOUBLED.replace(right, wrong))
    lines = str(caught.value).splitlines()
    assert all(line.startswith(str(tmp_path / "exercise.toml")) and line.endswith(".") for line in lines)
    assert any(said in line for line in lines)


def test_every_mistake_is_told_in_a_line_of_its_own(tmp_path: Path) -> None:
    text = DOUBLED.replace("args = [[4711]]", "args = [4711]").replace("expected = []", 'expected = "none"')
    with pytest.raises(ConfigurationError) as caught:
        exercise_in(tmp_path, text)
    assert len(str(caught.value).splitlines()) == 2


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_exercise(tmp_path / "none.toml")
    with pytest.raises(ConfigurationError, match="is not a folder"):
        load_exercises(tmp_path / "none")


def test_two_exercises_have_two_names(tmp_path: Path) -> None:
    exercise_in(tmp_path)
    (tmp_path / "other.toml").write_text(DOUBLED, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="there is an exercise doubled already"):
        load_exercises(tmp_path)


@pytest.mark.parametrize(
    ("raw", "kind", "value"),
    [
        ({"repeat": [1, 2], "times": 3}, "list[int]", [1, 2, 1, 2, 1, 2]),
        ({"repeat": "ab", "times": 2}, "str", "abab"),
        ({"range": [4, 0, -2]}, "list[int]", [4, 2]),
        ({"join": [[0], {"range": [5, 7]}]}, "list[int]", [0, 5, 6]),
        ([{"join": ["a", {"repeat": "b", "times": 2}]}, "c"], "list[str]", ["abb", "c"]),
        ({"repeat": 1}, "dict[str, int]", {"repeat": 1}),
        ([1, 2], "list[float]", [1.0, 2.0]),
    ],
)
def test_long_values_are_written_short(raw: object, kind: str, value: object) -> None:
    assert build_value(raw, value_type(kind)) == value


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ({"repeat": "ab", "times": 10**9}, "str"),
        ({"range": [0, 10**12]}, "list[int]"),
        ({"range": [0, 9, 0]}, "list[int]"),
        ({"repeat": [1]}, "list[int]"),
        ({"range": [0, 3]}, "list[str]"),
        (True, "int"),
        (2**53, "int"),
    ],
)
def test_what_is_no_such_value_is_refused(raw: object, kind: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        build_value(raw, value_type(kind))


@pytest.mark.parametrize(
    ("got", "expected", "kind", "compare", "right"),
    [
        ([1, 2], [2, 1], "list[int]", Compare.UNORDERED, True),
        ([1, 1], [1, 2], "list[int]", Compare.UNORDERED, False),
        ([1, 2], [2, 1], "list[int]", Compare.EXACT, False),
        (0.1 + 0.2, 0.3, "float", Compare.CLOSE, True),
        ([1, 2.1], [1.0, 2.0], "list[float]", Compare.CLOSE, False),
        (2.0, 2, "int", Compare.EXACT, False),
        (True, 1, "int", Compare.EXACT, False),
        (1, True, "bool", Compare.EXACT, False),
        (None, [], "list[int]", Compare.EXACT, False),
        (2, 2.0, "float", Compare.EXACT, True),
    ],
)
def test_an_answer_is_compared_as_the_exercise_says(
    got: object, expected: object, kind: str, compare: Compare, right: bool
) -> None:
    assert values_match(got, expected, value_type(kind), compare) is right


def test_a_candidate_is_given_the_statement_the_shown_cases(tmp_path: Path) -> None:
    exercise = exercise_in(tmp_path)
    text = exercise_markdown(exercise, Programming.JAVASCRIPT, "ru")
    assert "Return each number doubled." in text
    assert "doubledUp([1, 2]) → [2, 4]" in text
    assert "function doubledUp(theNumbers) {\n}" in text
    assert "4711" not in text
    own = exercise.model_copy(update={"starter": exercise.reference})
    assert starter_code(own, Programming.PYTHON).strip() == exercise.reference.python


def test_a_beginning_has_the_types_of_its_language() -> None:
    exercise = values_exercise({"a_grid": "list[list[float]]", "name": "str"}, "list[bool]", [([[], ""], [])] * 2)
    assert re.findall(r"\w+ \w+\(.*\)[^{]*", starter_code(exercise, Programming.TYPESCRIPT)) == [
        "function solveIt(aGrid: number[][], name: string): boolean[] "
    ]
    assert "std::vector<bool> solve_it(std::vector<std::vector<double>> a_grid, std::string name)" in starter_code(
        exercise, Programming.CPP
    )
    assert "boolean[] solveIt(double[][] aGrid, String name)" in starter_code(exercise, Programming.JAVA)
    assert "func solveIt(aGrid [][]float64, name string) []bool" in starter_code(exercise, Programming.GO)
    assert "def solve_it(a_grid: list[list[float]], name: str) -> list[bool]:" in starter_code(
        exercise, Programming.PYTHON
    )


def test_what_holds_a_dict_is_solved_where_there_are_dicts() -> None:
    exercise = values_exercise({"counts": "dict[str, int]"}, "int", [([{"a": 1}], 1)] * 2)
    assert exercise.languages == (Programming.PYTHON, Programming.JAVASCRIPT, Programming.TYPESCRIPT)
    assert "counts: Record<string, number>" in starter_code(exercise, Programming.TYPESCRIPT)


def test_in_a_language_without_exercises_it_is_given_in_english() -> None:
    exercise = next(iter(load_exercises(BANK).values()))
    text = exercise_markdown(exercise, Programming.PYTHON, "de")
    assert text == exercise_markdown(exercise, Programming.PYTHON, "en")
    assert "For example:" in text
