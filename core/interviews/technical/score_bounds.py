"""The material of an evaluation, the limits it sets to a model's scores, and a judgement by rules without a model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.contracts.fences import fenced_passages
from core.contracts.sandbox import Ended
from core.contracts.script import primary_language
from core.contracts.session import EntryKind, Record, Role
from core.documents.exchanges import answers_of
from core.interviews.technical.code_submissions import (
    CODE,
    RUN,
    CodeSubmission,
    RunSeen,
    finding_numbers,
    stored_finding,
)
from core.interviews.technical.exercises.exercise import Exercise, ExerciseLevel
from core.interviews.technical.rubric import LEVELS
from core.languages import FALLBACK, fold
from core.languages.lexicon import own_lexicon
from core.languages.messages import match_locale, say
from core.text.text import count_beginning_words

ENOUGH_WORDS: Final = 60
"""Words of all answers under which they are too little to go by."""
FEWEST_WORDS: Final = 6
"""Words of an answer that is no mere yes."""
APART: Final = 1
"""The distance that a model's score may have from what the runs say."""
PLAIN: Final = 3
"""The highest score that words alone bear out, and code of which half of the tests fail."""
_MOST: Final = 4
_FEWEST_ANSWERS: Final = 3
"""Answers under which it is not said how many of them had grounds."""
_DAYS: Final = ("1–3", "4–6", "7–9", "10–12", "13–14")


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """One piece of code and the result of its run."""

    number: int
    code: CodeSubmission
    source: str
    """The code; empty where its message was changed since, and for a file that could not be read."""
    seen: RunSeen | None
    exercise: Exercise | None
    hints: int = 0
    """Hints of the exercise that were given in the whole interview."""

    @property
    def passed(self) -> float:
        """The share of its tests."""
        return 0.0 if self.seen is None or not self.seen.cases else self.seen.passed / len(self.seen.cases)

    @property
    def works(self) -> bool:
        """True where half of its tests passed, or a program of their own ran to its end."""
        if self.seen is None or not self.seen.ran:
            return False
        return self.passed >= 0.5 if self.seen.cases else self.seen.ended is Ended.FINISHED and not self.seen.exit_code


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewMaterial:
    """Everything there is to go by."""

    answers: Mapping[int, str]
    """The answers without code, by their `seq`."""
    handed: tuple[Handed, ...]
    language: str = FALLBACK
    """The language of the interview."""

    @property
    def words(self) -> int:
        return sum(count_beginning_words(text) for text in self.answers.values())

    @property
    def best(self) -> tuple[Handed, ...]:
        """The code that passed most of each exercise's tests, and the last code of their own."""
        found: dict[str, Handed] = {}
        for each in self.handed:
            before = found.get(each.code.exercise)
            if before is None or each.passed >= before.passed:
                found[each.code.exercise] = each
        return tuple(found.values())

    @property
    def digest(self) -> str:
        """A hash that changes when anything of it does."""
        code = [(each.number, each.source, each.passed) for each in self.handed]
        return hashlib.sha256(json.dumps([sorted(self.answers.items()), code]).encode()).hexdigest()[:16]

    @property
    def grounds(self) -> tuple[int, int]:
        """The number of answers that have grounds, and of those that are no mere yes."""
        told = [seq for seq, text in self.answers.items() if count_beginning_words(text) >= FEWEST_WORDS]
        return sum(map(self.grounded, told)), len(told)

    def grounded(self, seq: int) -> bool:
        """Tell whether an answer has a reason, a number or a decision; every answer has in a language without rules."""
        words = own_lexicon("technical", primary_language(self.language)).get("grounds")
        return not words or bool(re.search(rf"\d|\b(?:{'|'.join(words)})\b", fold(self.answers.get(seq, ""))))


def review_material(record: Record, exercises: Mapping[str, Exercise]) -> ReviewMaterial:
    """Collect what documents may show: nothing that was taken back or is kept back."""
    shown = answers_of(record)
    answers = {seq: text_without_code(entry.text) for seq, entry in shown.items()}
    # The lines of answers as they are, as they were before an edit, and of what was taken or is kept back. Of an answer
    # that has a passage kept back, what documents show stands and the rest is gone.
    standing, changed, gone = set[str](), set[str](), set[str]()
    for entry in record.entries:
        if entry.kind is EntryKind.ANSWER:
            hidden = entry.withdrawn or entry.kept_back
            left = _lines(shown[entry.seq].text) if entry.kept_back and entry.seq in shown else set[str]()
            standing.update(left)
            (gone if hidden else standing).update(_lines(entry.text) - left)
            for revision in entry.revisions[:-1]:
                (gone if hidden else changed).update(_lines(revision.text))
    said = [entry.text for entry in record.entries if entry.role is Role.INTERVIEWER]
    handed: list[Handed] = []
    for number in finding_numbers(record.findings, CODE):
        code = stored_finding(record.findings, CODE, number, CodeSubmission)
        if code is None:
            continue
        missing = _lines(code.source) - standing
        if missing & gone:
            continue
        seen = stored_finding(record.findings, RUN, number, RunSeen)
        source = "" if missing & changed else code.source or ("" if seen is None else seen.source)
        exercise = exercises.get(code.exercise)
        hints = () if exercise is None else exercise.wording(match_locale(record.session.language)).hints
        told = sum(any(hint in text for text in said) for hint in hints)
        handed.append(Handed(number=number, code=code, source=source, seen=seen, exercise=exercise, hints=told))
    return ReviewMaterial(
        answers={seq: text for seq, text in answers.items() if text},
        handed=tuple(handed),
        language=record.session.language,
    )


def text_without_code(text: str) -> str:
    """Return an answer without the code in it."""
    return "\n".join(part.text.strip() for part in fenced_passages(text) if not part.is_code)


def _lines(text: str) -> set[str]:
    return set(filter(None, map(str.strip, text.splitlines())))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsSay:
    """The score of a criterion by runs alone."""

    score: int
    most: int
    """The highest score that they bear out."""


def scores_by_runs(shown: ReviewMaterial) -> dict[str, RunsSay]:
    """Score the criteria that runs say something about; none where no exercise was run."""
    tried = [each for each in shown.best if each.seen is not None and each.seen.cases]
    if not tried:
        return {}
    shares = [each.passed for each in tried]
    mean, solved = sum(shares) / len(shares), shares.count(1.0)
    solving = 4 if mean == 1 or solved > 1 else 3
    if mean < 0.5:
        solving = 1 if mean == 0 else 2
    elif mean == 1 and any(each.exercise is not None and each.exercise.level is ExerciseLevel.SENIOR for each in tried):
        solving = LEVELS
    if any(each.hints > 1 for each in tried):
        solving = max(1, solving - 1)
    quality = 1 if mean == 0 else 2
    if mean >= 0.5:
        measures = [each.seen.metrics for each in tried if each.seen is not None]
        tangled = any(each.complexity > 10 for each in measures)
        careless = sum(len(each.remarks) for each in measures) > 2
        quality = 4 - tangled - careless
    return {
        "problem_solving": RunsSay(score=solving, most=min(solving + APART, LEVELS if solved else PLAIN)),
        "code_quality": RunsSay(score=quality, most=quality + APART),
    }


def bounded_score(score: int, said: RunsSay | None, grounds: int) -> int:
    """Return a model's score as far as it is borne out.

    Keep it within `APART` of what the runs say, which is 2 at most where no exercise passed half of its tests;
    where none was solved, problem solving is `PLAIN` at most. More than that takes a piece of evidence with grounds: a
    quote of an answer with a reason, a number or a decision, or a line of code that works; `LEVELS` takes two of them.
    """
    near = score if said is None else min(max(score, said.score - APART), said.most)
    return min(near, PLAIN + min(grounds, 2))


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
    grounds = shown.grounds if shown.grounds[1] >= _FEWEST_ANSWERS else None
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
    tried: Iterable[Handed], untried: Sequence[str], grounds: tuple[int, int] | None, tag: str
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
