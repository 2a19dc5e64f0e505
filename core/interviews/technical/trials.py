"""Trying code without handing it in: on the examples, or on an input of the candidate's own, as often as they like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.fences import fence_code
from core.contracts.frozen import Frozen
from core.contracts.sandbox import Ended, Program, Sandbox
from core.interviews.technical import harness
from core.interviews.technical.candidate_source import adapt_source
from core.interviews.technical.code_submissions import stored_finding
from core.interviews.technical.exercises.exercise import Exercise, Programming, Work
from core.interviews.technical.harness import CaseOutcome, CaseSeen
from core.languages.messages import match_locale, say

ASKED: Final = "trial"
TRIED: Final = "tried"
MOST_TRIALS: Final = 200
_LONGEST_SHOWN: Final = 1_500
"""Characters of what a case printed."""
_WITHOUT_INPUT: Final = frozenset({Work.SQL, Work.DESIGN, Work.REPOSITORY})
"""Work that is tried on its examples alone."""


class TrialAsked(Frozen):
    """The finding `trial-1` and so on."""

    language: Programming
    source: str
    exercise: str = ""
    given: str = ""
    """The candidate's own input; empty for the examples."""


class TrialSeen(Frozen):
    """The finding `tried-1` and so on."""

    why_not: str = ""
    """The end of a key of words where it was not run: no-sandbox, busy, input."""
    wanted: str = ""
    """What an input has to be, where theirs could not be read."""
    cases: tuple[CaseSeen, ...] = ()
    ended: Ended | None = None
    out: str = ""
    err: str = ""


async def try_code(
    asked: TrialAsked,
    exercise: Exercise | None,
    sandbox: Sandbox,
    *,
    person: str,
    waiting: Callable[[int], None],
    seconds: float,
) -> TrialSeen:
    """Run the code and return what it gave back and printed; nothing of a hidden case is run."""
    own = asked.given.strip()
    try:
        if exercise is None or asked.language not in exercise.languages:
            stdin = f"{own}\n" if own else ""
            program = Program(language=asked.language, source=adapt_source(asked.source, asked.language), stdin=stdin)
            run = await sandbox.run(program, person=person, waiting=waiting)
            return TrialSeen(ended=run.ended, out=run.out[:_LONGEST_SHOWN], err=run.err[-_LONGEST_SHOWN:])
        tried = await harness.run(
            exercise,
            language=asked.language,
            source=asked.source,
            sandbox=sandbox,
            person=person,
            waiting=waiting,
            given=(own,) if own and exercise.work not in _WITHOUT_INPUT else (),
            seconds=seconds,
        )
    except NoSandbox:
        return TrialSeen(why_not="no-sandbox")
    except SandboxBusy:
        return TrialSeen(why_not="busy")
    except harness.InputMistakeError as error:
        return TrialSeen(why_not="input", wanted=error.wanted)
    return TrialSeen(cases=tried.cases, ended=tried.run.ended, err=tried.error[-_LONGEST_SHOWN:])


def describe_trial(findings: Mapping[str, str], number: int, language: str) -> str:
    """Say what the code gave back and printed."""
    tag = match_locale(language)
    seen = stored_finding(findings, TRIED, number, TrialSeen)
    if seen is None:
        return say(tag, "technical-not-run-broke")
    if seen.why_not:
        return say(tag, f"technical-not-run-{seen.why_not}", wanted=seen.wanted)
    told = [*_of_cases(seen.cases, tag)]
    if seen.out.strip():
        told += [say(tag, "technical-printed"), fence_code(seen.out.strip())]
    if seen.err.strip() and not any(case.passed for case in seen.cases):
        told.append(fence_code(seen.err.strip()))
    return "\n".join(told) or say(tag, "technical-ran-silent")


def _of_cases(cases: tuple[CaseSeen, ...], tag: str) -> Iterator[str]:
    for case in cases:
        match case.outcome:
            case CaseOutcome.RAISED:
                yield say(tag, "technical-raised", about=case.call, error=case.error)
            case CaseOutcome.TIME | CaseOutcome.MEMORY | CaseOutcome.OUTPUT | CaseOutcome.ENDED:
                yield say(tag, f"technical-case-{case.outcome.value}", about=case.call)
            case CaseOutcome.MISSING:
                yield say(tag, "technical-missing", name=case.call.partition("(")[0])
                return
            case CaseOutcome.RETURNED | CaseOutcome.PASSED | CaseOutcome.WRONG | CaseOutcome.CHANGED:
                yield say(tag, "technical-tried", call=case.call, got=case.got)
        if case.printed.strip():
            yield say(tag, "technical-printed")
            yield fence_code(case.printed.strip()[:_LONGEST_SHOWN])
