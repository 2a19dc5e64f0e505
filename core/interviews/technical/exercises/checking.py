"""The check of an exercise: its solutions are run, and what a good one still needs is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.contracts.findings import Finding, Verdict, finding_note, finding_ok, finding_wrong
from core.contracts.sandbox import Ended, ProgramRun, Sandbox
from core.interviews.technical.exercises.exercise import Exercise, Programming, Work, write_files
from core.interviews.technical.harness import (
    CPU_SECONDS,
    CaseOutcome,
    CaseSeen,
    build_trial,
    case_results,
    program_error_text,
)

ENOUGH_WRONG: Final = 3
ENOUGH_CASES: Final = 8
ENOUGH_HINTS: Final = 3
_PERSON: Final = "operator:exercises"
_NEVER_RAN: Final = frozenset({CaseOutcome.NOT_RUN, CaseOutcome.MISSING})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Solution:
    where: str
    language: Programming
    code: str
    right: bool


async def check_exercise(
    exercise: Exercise, sandbox: Sandbox, *, name: str, seconds: float = CPU_SECONDS
) -> tuple[Finding, ...]:
    """Run the solutions and return the findings. `name`: the name of its file. `seconds`: the processor time of a run.

    Raises NoSandbox and SandboxBusy.
    """
    found = [*_thin(exercise, name)]
    # The operator may see every value, so every case is a shown one.
    open_cases = tuple(case.model_copy(update={"shown": True}) for case in exercise.cases)
    opened = exercise.model_copy(update={"cases": open_cases})
    solutions = [
        _Solution(where=f"reference.{language}", language=language, code=code, right=True)
        for language, code in exercise.reference.each()
    ]
    solutions += [
        _Solution(where=f"wrong.{number}.{language}", language=language, code=code, right=False)
        for number, wrong in enumerate(exercise.wrong, 1)
        for language, code in wrong.each()
    ]
    if exercise.work in {Work.DEBUG, Work.READ, Work.REFACTOR}:
        solutions += [
            _Solution(where=f"starter.{language}", language=language, code=code, right=exercise.work is Work.REFACTOR)
            for language, code in exercise.starter.each()
        ]
    if exercise.patch is not None:
        untouched, patched = write_files(exercise.files), write_files(exercise.patch.files)
        solutions += [
            _Solution(where="files", language=Programming.PYTHON, code=untouched, right=False),
            _Solution(where="patch", language=Programming.PYTHON, code=patched, right=exercise.patch.right),
        ]
    left_out = Counter(each.language for each in solutions if _runs_in(each.language) not in sandbox.languages)
    for language, count in left_out.items():
        cannot = f"{language} cannot be run here; `raconteur doctor` says why."
        found.append(finding_note(name, f"Not run: {count} in {language}.", cannot))
    for solution in solutions:
        if solution.language in left_out:
            continue
        handed_in = build_trial(opened, language=solution.language, source=solution.code, seconds=seconds)
        run = await sandbox.run(handed_in.program, person=_PERSON, waiting=lambda _: None)
        found += _judged(name, solution, run, case_results(run, handed_in), program_error_text(run, handed_in))
    if all(each.mark is not Verdict.WRONG for each in found):
        found.append(
            finding_ok(name, f"{len(exercise.cases)} cases, {len(solutions) - left_out.total()} solutions run.")
        )
    return tuple(found)


def _runs_in(language: Programming) -> Programming:
    return Programming.PYTHON if language is Programming.SQL else language


def _thin(exercise: Exercise, name: str) -> Iterator[Finding]:
    """Yield what can be used, but is less than a candidate deserves."""
    if exercise.work is Work.SYSTEM:
        return
    if len(exercise.cases) < ENOUGH_CASES:
        yield finding_note(
            name, f"cases: there are {len(exercise.cases)}.", f"{ENOUGH_CASES} or more catch more mistakes."
        )
    if len(exercise.wrong) < ENOUGH_WRONG:
        few = f"wrong: there are {len(exercise.wrong)}."
        yield finding_note(name, few, f"{ENOUGH_WRONG} or more wrong solutions show what the cases catch.")
    for language, wording in exercise.texts.items():
        if len(wording.hints) < ENOUGH_HINTS:
            few = f"{language}.hints: there are {len(wording.hints)}."
            yield finding_note(name, few, f"{ENOUGH_HINTS} help more, from a nudge to nearly the step.")


def _judged(
    name: str, solution: _Solution, run: ProgramRun, seen: tuple[CaseSeen, ...], said: str
) -> Iterator[Finding]:
    failed = [each for each in seen if not each.passed]
    if run.ended is Ended.NOT_COMPILED or {each.outcome for each in seen} <= _NEVER_RAN:
        last = next((line for line in reversed(said.splitlines()) if line.strip()), "the function is not there")
        yield finding_wrong(name, f"{solution.where} never came to a case: {last.strip()}.", "Mend the code.")
    elif solution.right:
        for each in failed:
            match each.outcome:
                case CaseOutcome.RAISED:
                    told = f"{each.error} (line {each.line})" if each.line else each.error
                case CaseOutcome.WRONG:
                    told = f"{each.got or 'nothing'} came back for {each.call}, expected is {each.expected}"
                case CaseOutcome.CHANGED:
                    told = f"it changed what it was given in {each.call}"
                case outcome:
                    told = outcome.value
            yield finding_wrong(name, f"{solution.where} fails in case {each.number}: {told}.", "Mend one of the two.")
    elif not failed:
        yield finding_wrong(name, f"{solution.where} passes every case.", "Add a case that it fails, or take it out.")
    elif solution.where.startswith("wrong") and not any(each.remark for each in failed):
        numbers = ", ".join(str(each.number) for each in failed)
        nothing = f"{solution.where} fails without a remark (in {numbers})."
        yield finding_note(name, nothing, "Say in the remark of one of them what to think about.")
