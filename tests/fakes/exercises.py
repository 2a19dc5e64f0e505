"""A small exercise for tests, as its file and as it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.contracts.sandbox import ProgramRun
from core.interviews.technical.exercises.exercise import Exercise, Programming, load_exercise
from core.interviews.technical.harness import CPU_SECONDS, CaseSeen, Trial, build_trial, case_results
from tests.fakes.plain_sandbox import PlainSandbox

DOUBLED = """
id = "doubled"
topic = "arrays"
level = "junior"
minutes = 5
function = "doubled_up"
parameters = [{ name = "the_numbers", type = "list[int]" }]
returns = "list[int]"
keeps_arguments = true

[en]
title = "Twice as much"
statement = "Return each number doubled."
hints = ["Two times."]

[reference]
python = "def doubled_up(the_numbers): return [2 * each for each in the_numbers]"

[[cases]]
args = [[1, 2]]
expected = [2, 4]
shown = true

[[cases]]
args = [[4711]]
expected = [9422]
about = { en = "a larger number" }
remark = { en = "It is the same as with small ones." }

[[cases]]
args = [[]]
expected = []
about = { en = "no numbers" }
"""


def exercise_in(folder: Path, text: str = DOUBLED) -> Exercise:
    """Read from a file with this text. Raises ConfigurationError."""
    file = folder / "exercise.toml"
    file.write_text(text, encoding="utf-8")
    return load_exercise(file)


def values_exercise(parameters: dict[str, str], returns: str, cases: list[tuple[list[Any], Any]]) -> Exercise:
    """One with these types and cases; the first is shown. The function is called `solve_it`."""
    about = {"en": "another one"}
    return Exercise.model_validate(
        {
            "id": "values",
            "topic": "arrays",
            "level": "junior",
            "minutes": 5,
            "function": "solve_it",
            "parameters": [{"name": name, "type": type_} for name, type_ in parameters.items()],
            "returns": returns,
            "en": {"title": "Values", "statement": "Solve it.", "hints": ["So."]},
            "reference": {"python": "..."},
            "cases": [
                {"args": args, "expected": expected, "shown": not n, "about": about}
                for n, (args, expected) in enumerate(cases)
            ],
        }
    )


async def ran(
    exercise: Exercise, source: str, *, language: Programming = Programming.PYTHON, seconds: float = CPU_SECONDS
) -> tuple[Trial, ProgramRun]:
    """A trial of code of the tests' own, and its run."""
    tried = build_trial(exercise, language=language, source=source, seconds=seconds)
    run = await PlainSandbox().run(tried.program, person="terminal:1", waiting=lambda _: None)
    return tried, run


async def outcomes(
    exercise: Exercise, source: str, *, language: Programming = Programming.PYTHON
) -> tuple[CaseSeen, ...]:
    tried, run = await ran(exercise, source, language=language)
    return case_results(run, tried)
