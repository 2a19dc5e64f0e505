"""An exercise in a real sandbox: a case that never returns is stopped there, and the others are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.harness import CaseOutcome, build_trial, case_results
from tests.fakes.exercises import exercise_in
from tests.fakes.sandboxes import LINUX, quietly, standing

STUCK = {
    Programming.PYTHON: """
def doubled_up(n):
    while 4711 in n: pass
    return [2 * each for each in n]
""",
    Programming.JAVASCRIPT: "const doubledUp = (n) => { while (n[0] === 4711) {} return n.map((each) => 2 * each); };",
}


@LINUX
@pytest.mark.parametrize("language", STUCK)
async def test_a_case_that_never_returns_is_stopped_and_the_next_is_tried(
    language: Programming, tmp_path: Path
) -> None:
    async with standing() as sandbox:
        if language not in sandbox.languages:
            pytest.skip(f"{language} cannot be run here")
        tried = build_trial(exercise_in(tmp_path), language=language, source=STUCK[language])
        run = await sandbox.run(tried.program, person="anna", waiting=quietly)
    assert [each.outcome for each in case_results(run, tried)] == [
        CaseOutcome.PASSED,
        CaseOutcome.TIME,
        CaseOutcome.PASSED,
    ]
