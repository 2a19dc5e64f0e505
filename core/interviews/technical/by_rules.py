"""Words about an interview without a model: what worked, what did not, and what to practise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.score_bounds import FEWEST_WORDS, Handed, ReviewMaterial
from core.languages.messages import match_locale, say
from core.text.substance import count_beginning_words

_MOST: Final = 4
_FEWEST_ANSWERS: Final = 3
"""Answers under which it is not said how many of them had grounds."""
_DAYS: Final = ("1–3", "4–6", "7–9", "10–12", "13–14")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    strengths: tuple[str, ...]
    work_on: tuple[str, ...]
    plan: tuple[tuple[str, str], ...]
    """(days, what to do in them)"""


def judge_by_rules(shown: ReviewMaterial, given: Sequence[Exercise], language: str) -> Ruled:
    """Judge an interview by its runs and its answers. `given`: exercises that were set."""
    tag = match_locale(language)
    tried = [each for each in shown.best if each.exercise is not None and each.seen is not None and each.seen.cases]
    sent = {each.code.exercise for each in shown.handed}
    untried = [each.wording(tag).title for each in given if each.id not in sent]
    told = [seq for seq, text in shown.answers.items() if count_beginning_words(text) >= FEWEST_WORDS]
    # How many answers have grounds, and of how many that are no mere yes.
    grounds = (sum(map(shown.grounded, told)), len(told)) if len(told) >= _FEWEST_ANSWERS else None
    strengths = [
        say(tag, "technical-rule-solved", title=_title(each, tag), total=len(each.seen.cases))
        for each in tried
        if each.seen is not None and each.seen.solved
    ]
    if grounds is not None and 2 * grounds[0] >= grounds[1]:
        strengths.append(say(tag, "technical-rule-grounds", count=grounds[0], total=grounds[1]))
    return Ruled(
        strengths=tuple(strengths)[:_MOST],
        work_on=tuple(_work_on(tried, untried, grounds, tag))[:_MOST],
        plan=tuple(_plan(tried, untried, grounds, tag)),
    )


def _title(handed: Handed, tag: str) -> str:
    return "" if handed.exercise is None else handed.exercise.wording(tag).title


def _work_on(
    tried: Iterable[Handed], untried: Iterable[str], grounds: tuple[int, int] | None, tag: str
) -> Iterator[str]:
    for each in tried:
        seen = each.seen
        failed = None if seen is None else next((case for case in seen.cases if not case.passed), None)
        if seen is not None and failed is not None:
            about = failed.remark or failed.about or failed.call
            passed, total = seen.passed, len(seen.cases)
            yield say(tag, "technical-rule-failed", title=_title(each, tag), passed=passed, total=total, about=about)
        if seen is not None and seen.metrics.complexity > 10:
            name, ways = seen.metrics.most_complex, seen.metrics.complexity
            yield say(tag, "technical-complex", name=name, complexity=ways)
    yield from (say(tag, "technical-rule-untried", title=title) for title in untried)
    if grounds is not None and 2 * grounds[0] < grounds[1]:
        yield say(tag, "technical-rule-no-grounds", count=grounds[0], total=grounds[1])


def _plan(
    tried: Iterable[Handed],
    untried: Sequence[str],
    grounds: tuple[int, int] | None,
    tag: str,
) -> Iterator[tuple[str, str]]:
    """Plan two weeks of what was missing; nothing where nothing was shown at all."""
    failed = [_title(each, tag) for each in tried if each.seen is not None and not each.seen.solved]
    steps = [say(tag, "technical-plan-again", title=title) for title in [*failed, *untried][:1]]
    if failed:
        steps.append(say(tag, "technical-plan-edges"))
    if grounds is not None and grounds[0] < grounds[1]:
        steps.append(say(tag, "technical-plan-tell"))
    if steps or tried or grounds is not None:
        steps.append(say(tag, "technical-plan-once-more"))
    days = (*_DAYS[: len(steps) - 1], _DAYS[-1])
    yield from zip(days, steps, strict=False)
