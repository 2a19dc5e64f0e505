"""What is said of a run: a few plain lines, and without a model one question about what happened. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from core.contracts.fences import fence_code
from core.contracts.sandbox import Ended
from core.interviews.technical.code_submissions import (
    CODE,
    RUN,
    CodeSubmission,
    Metrics,
    RunSeen,
    SubmissionRemarks,
    stored_finding,
)
from core.interviews.technical.error_output import error_summary
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.harness import CaseOutcome, CaseSeen
from core.languages.messages import match_locale, say

MOST_TOLD: Final = 3
"""Failed cases that are told one by one."""
LONGEST_OUTPUT: Final = 1_000
"""Characters of output that are said."""
MOST_LINES: Final = 20
_LONGEST_LINE: Final = 200
_COMPLEX: Final = 10
"""McCabe's own limit of what can be followed."""
_LIMITS: Final = frozenset({Ended.TIME, Ended.MEMORY, Ended.OUTPUT})
_LIMITED: Final = frozenset({CaseOutcome.TIME, CaseOutcome.MEMORY, CaseOutcome.OUTPUT})
_COMPILED: Final = frozenset({Programming.CPP, Programming.JAVA, Programming.GO})
_HERE: Final = {
    "input": re.compile(r"EOF when reading|EOFError|NoSuchElementException|No line found"),
    "packages": re.compile(r"ModuleNotFoundError|Cannot find module|cannot find package|no required module"),
    "alone": re.compile(r"PermissionError|not permitted|Permission denied|\bEPERM\b|\bEACCES\b"),
}
_TO_SEND_ANEW: Final = frozenset({"unreadable", "unfetched", "too-long", "empty", "broke"})


def describe_run(findings: Mapping[str, str], number: int, language: str) -> SubmissionRemarks:
    """What happened, and a question about it, by rules. Nothing is asked where there was nothing to read either."""
    tag = match_locale(language)
    code, seen = stored_finding(findings, CODE, number, CodeSubmission), stored_finding(findings, RUN, number, RunSeen)
    if code is None or seen is None:
        return SubmissionRemarks(words=say(tag, "technical-not-run-broke"))
    source = code.source or seen.source
    if not seen.ran:
        asks = "" if seen.why_not in _TO_SEND_ANEW else say(tag, "technical-ask-read")
        lines = [say(tag, f"technical-not-run-{seen.why_not or 'broke'}"), _measured(seen.metrics, tag) if asks else ""]
        return SubmissionRemarks(words="\n".join(filter(None, lines)), question=asks)
    told = _of_cases(seen, code, tag) if seen.cases else _of_program(seen, code, tag)
    words = "\n".join(filter(None, (*told, *_where(seen, source, tag))))
    if _misses(seen):
        return SubmissionRemarks(words=words)
    first, second = (say(tag, f"technical-ask-{_asks(seen)}{each}") for each in ("", "-else"))
    return SubmissionRemarks(
        words=words, remark=_remark(seen, tag), question=first, otherwise=second, solved=seen.solved
    )


def _asks(seen: RunSeen) -> str:
    if seen.solved:
        return "solved"
    if seen.ended in _LIMITS or any(case.outcome in _LIMITED for case in seen.cases):
        return "limit"
    if seen.ended is Ended.NOT_COMPILED:
        return "syntax"
    if seen.error_line is not None:
        return "error"
    if seen.cases:
        return "broke" if _all(seen, CaseOutcome.NOT_RUN) else "failed"
    return "program" if seen.exit_code == 0 else "broke"


def _all(seen: RunSeen, outcome: CaseOutcome) -> bool:
    return all(case.outcome is outcome for case in seen.cases)


def _misses(seen: RunSeen) -> bool:
    """Whether the function of the exercise is not there; there is nothing to talk about then."""
    return any(case.outcome is CaseOutcome.MISSING for case in seen.cases)


def _of_cases(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    """How many passed, and what failed: a shown case with its values, a hidden one by what it is about."""
    if seen.ended is Ended.NOT_COMPILED:
        yield from _not_compiled(seen, code, tag)
        return
    if _misses(seen):
        call = next((case.call for case in seen.cases if case.call), "")
        yield say(tag, "technical-missing", name=call.partition("(")[0])
        return
    if _all(seen, CaseOutcome.NOT_RUN):
        ended = seen.ended if seen.ended in {*_LIMITS, Ended.KILLED} else None
        yield say(tag, "technical-before-tests" if ended is None else f"technical-{ended.value}")
        yield from _error(seen, code, tag)
        return
    yield say(tag, "technical-passed", passed=seen.passed, total=len(seen.cases))
    failed = [case for case in seen.cases if not case.passed and case.outcome is not CaseOutcome.NOT_RUN]
    failed.sort(key=lambda case: not case.shown)
    yield from (f"– {_failed(case, tag)}" for case in failed[:MOST_TOLD])
    if len(failed) > MOST_TOLD:
        yield say(tag, "technical-more-failed", count=len(failed) - MOST_TOLD)
    if missed := sum(case.outcome is CaseOutcome.NOT_RUN for case in seen.cases):
        yield say(tag, "technical-not-reached", count=missed)


def _failed(case: CaseSeen, tag: str) -> str:
    about = case.call or case.about or say(tag, "technical-a-case", number=case.number)
    match case.outcome:
        case CaseOutcome.WRONG if case.shown:
            return say(tag, "technical-got", call=case.call, expected=case.expected, got=case.got or "–")
        case CaseOutcome.RAISED:
            return say(tag, "technical-raised", about=about, error=case.error)
        case outcome:
            return say(tag, f"technical-case-{outcome.value}", about=about)


def _of_program(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    if seen.ended is Ended.NOT_COMPILED:
        yield from _not_compiled(seen, code, tag)
        return
    out = _shortened(seen.out)
    if seen.ended in {None, Ended.FINISHED}:
        whole = "technical-ran" if out else "technical-ran-silent"
        yield say(tag, whole if seen.exit_code == 0 else "technical-broke")
    elif seen.ended is not None:
        yield say(tag, f"technical-{seen.ended.value}")
    if out:
        yield say(tag, "technical-printed")
        yield fence_code(out)
    if seen.exit_code != 0:
        yield from _error(seen, code, tag)


def _shortened(out: str) -> str:
    """What was printed, as far as it goes into a chat; what no screen shows is left out."""
    seen = "".join(c for c in out if c.isprintable() or c in "\n\t").strip("\n").rstrip()
    lines = seen[:LONGEST_OUTPUT].split("\n")[:MOST_LINES]
    shown = "\n".join(lines)
    return shown if shown == seen else f"{shown}…"


def _not_compiled(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    yield say(tag, "technical-not-compiled" if code.language in _COMPILED else "technical-no-syntax")
    if words := error_summary(seen.err, code.language, compiled=False):
        yield fence_code(words)
        yield _of_here(words, tag)


def _error(seen: RunSeen, code: CodeSubmission, tag: str) -> Iterator[str]:
    if words := error_summary(seen.err, code.language, compiled=True):
        yield fence_code(words)
        yield _of_here(words, tag)


def _of_here(words: str, tag: str) -> str:
    """What of an error comes from where it is run, and not from the code."""
    return next((say(tag, f"technical-here-{name}") for name, signs in _HERE.items() if signs.search(words)), "")


def _where(seen: RunSeen, source: str, tag: str) -> Iterator[str]:
    """The line of theirs that an error names; else what stands out of the measures."""
    lines = source.split("\n")
    if seen.error_line is not None and 1 <= seen.error_line <= len(lines) and lines[seen.error_line - 1].strip():
        yield say(tag, "technical-at-line", line=seen.error_line)
        yield fence_code(lines[seen.error_line - 1].strip()[:_LONGEST_LINE])
    elif seen.ended is Ended.FINISHED:
        yield _measured(seen.metrics, tag)


def _measured(metrics: Metrics, tag: str) -> str:
    """Only what stands out."""
    if metrics.complexity > _COMPLEX:
        return say(tag, "technical-complex", name=metrics.most_complex, complexity=metrics.complexity)
    return say(tag, "technical-linted", remark=metrics.remarks[0]) if metrics.remarks else ""


def _remark(seen: RunSeen, tag: str) -> str:
    """What the exercise wants to be thought about, of the first case that failed and has such a word: one at a time."""
    found = next((case.remark for case in seen.cases if not case.passed and case.remark), "")
    # Where nothing passes, something else is wrong.
    return say(tag, "technical-remark", remark=found) if found and seen.passed else ""
