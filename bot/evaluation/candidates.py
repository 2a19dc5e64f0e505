"""Technical interviews with candidates who are played, whole, and the scores in the reports that come of them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from bot.config import Settings
from bot.evaluation.interviewers import MakeModel, Raconteur, TrialVisitor, raconteur_interviewer
from bot.kinds import KINDS
from core.contracts.ports import Clock
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.evaluation.candidates import Candidate, Candidates, Flatterer, Scores
from core.interviews.kind import Operator
from core.interviews.technical.exercises.exercise import BANK, Exercise, load_exercises
from core.interviews.technical.settings import TechnicalSettings
from core.llm.build import ManagedModel
from core.store.store import Store

KIND = "technical"
_SKIP = "/skip"
_MOST_TURNS = 60
_SCORE = re.compile(r"^### (?P<name>[^\n]+): (?:(?P<score>\d) / 5|–)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FewExercises(TechnicalSettings):
    """Some of the bank alone, so that everybody has the same ones."""

    chosen: Mapping[str, Exercise]

    def exercises(self) -> Mapping[str, Exercise]:
        return self.chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Interviewed:
    candidate: Candidate
    scores: Scores
    report: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What else than the real ones is to be used; the real ones where None."""

    sandbox: Sandbox | None = None
    readers: Readers | None = None


async def interview_candidates(
    settings: Settings, played: Candidates, names: Sequence[str], make_model: MakeModel | None, ports: Ports
) -> AsyncIterator[Interviewed]:
    """Of everybody, or of those with these names. `make_model`: who weighs; None for the `Flatterer`."""
    wanted = {name.casefold() for name in names}
    bank = load_exercises(BANK)
    few = FewExercises(chosen={each: bank[each] for each in played.exercises}, rubric_file=settings.technical.rubric)
    kinds: dict[str, Interview] = {KIND: KINDS[KIND].make(Operator(settings=few))}
    for candidate in played.everybody():
        if wanted and candidate.name.casefold() not in wanted:
            continue
        make = make_model or _flattering(candidate)
        async with raconteur_interviewer(
            KIND, settings, _visitor(candidate), make, kinds=kinds, sandbox=ports.sandbox, readers=ports.readers
        ) as interviewer:
            report = await _held(interviewer, candidate, few.chosen)
        yield Interviewed(candidate=candidate, scores=_scores(report), report=report)


def _flattering(candidate: Candidate) -> MakeModel:
    def make(store: Store, clock: Clock) -> ManagedModel:
        return Flatterer(candidate.orders)

    return make


def _visitor(candidate: Candidate) -> TrialVisitor:
    return TrialVisitor(name=candidate.name.split(",")[0], language="en", about=candidate.about)


async def _held(interviewer: Raconteur, candidate: Candidate, exercises: Mapping[str, Exercise]) -> str:
    """Hold the whole interview and return its report."""
    _, heard = await interviewer.begin()
    talk = _Talk(candidate, exercises)
    for _ in range(_MOST_TURNS):
        if report := await interviewer.document("report.md"):
            return report
        reply = talk.reply("\n".join(text for text, _ in heard))
        heard = await (interviewer.obey(reply) if reply == _SKIP else interviewer.hear([reply]))
    await interviewer.obey("/done")
    return await interviewer.document("report.md")


class _Talk:
    """What a candidate says next."""

    def __init__(self, candidate: Candidate, exercises: Mapping[str, Exercise]) -> None:
        self._candidate = candidate
        self._exercises = exercises
        self._answers = 0
        self._open = ""
        self._sent = 0
        self._explained = 0

    def reply(self, heard: str) -> str:
        """Code for the exercise that is open, words about it, and on when there is no more; else an answer."""
        for each in self._exercises.values():
            if each.id != self._open and each.wording("en").title in heard:
                self._open, self._sent, self._explained = each.id, 0, 0
        if not self._open:
            self._answers += 1
            return self._candidate.answer(self._answers - 1)
        pieces = self._candidate.code.get(self._open, ())
        if self._explained < self._sent:
            self._explained += 1
            return self._candidate.of_code
        if self._sent < len(pieces):
            self._sent += 1
            return (
                f"```python\n{self._candidate.written(_source(self._exercises[self._open], pieces[self._sent - 1]))}```"
            )
        self._open = ""
        return _SKIP


def _source(exercise: Exercise, which: str) -> str:
    """Return a solution from the bank."""
    return exercise.reference.python if which == "reference" else exercise.wrong[int(which) - 1].python


def _scores(report: str) -> Scores:
    return {found["name"]: int(found["score"]) if found["score"] else None for found in _SCORE.finditer(report)}
