"""Whole technical interviews with candidates who are played, and the scores in the reports that come of them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from bot.config import Settings
from bot.kinds import KINDS
from bot.simulation.interviewers import MakeModel, Raconteur, TrialVisitor, raconteur_interviewer
from core.contracts.ports import Clock
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.features.evaluation.candidates import Candidate, Candidates, Flatterer, Scores
from core.interviews.kind import Operator
from core.interviews.technical.exercises.exercise import BANK, Exercise, load_exercises
from core.interviews.technical.rubric import TechnicalSettings
from core.llm.build import ManagedModel
from core.store.store import Store

KIND = "technical"
_SKIP = "/skip"
_MOST_TURNS = 60
_SCORE = re.compile(r"^### (?P<name>[^\n]+): (?:(?P<score>\d) / 5|–)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FewExercises(TechnicalSettings):
    """A few exercises of the bank, so that everybody has the same ones."""

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
    """Ports to use instead of the real ones; None keeps the real one."""

    sandbox: Sandbox | None = None
    readers: Readers | None = None


async def interview_candidates(
    settings: Settings, played: Candidates, names: Sequence[str], make_model: MakeModel | None, ports: Ports
) -> AsyncIterator[Interviewed]:
    """Interview everybody, or those with these names. `make_model` makes who weighs; None means the `Flatterer`."""
    wanted = {name.casefold() for name in names}
    bank = load_exercises(BANK)
    few = FewExercises(chosen={each: bank[each] for each in played.exercises}, rubric_file=settings.technical.rubric)
    kinds: dict[str, Interview] = {KIND: KINDS[KIND].make(Operator(settings=few))}
    for candidate in played.everybody():
        if wanted and candidate.name.casefold() not in wanted:
            continue
        visitor = TrialVisitor(name=candidate.name.split(",")[0], language="en", about=candidate.about)
        make = make_model or _flattering(candidate)
        async with raconteur_interviewer(
            KIND, settings, visitor, make, kinds=kinds, sandbox=ports.sandbox, readers=ports.readers
        ) as interviewer:
            report = await _held(interviewer, candidate, few.chosen)
        scores = {found["name"]: int(found["score"]) if found["score"] else None for found in _SCORE.finditer(report)}
        yield Interviewed(candidate=candidate, scores=scores, report=report)


def _flattering(candidate: Candidate) -> MakeModel:
    def make(store: Store, clock: Clock) -> ManagedModel:
        return Flatterer(candidate.orders)

    return make


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
    """One candidate in one interview."""

    def __init__(self, candidate: Candidate, exercises: Mapping[str, Exercise]) -> None:
        self._candidate = candidate
        self._exercises = exercises
        self._answers = 0
        self._open = ""
        self._sent = 0
        self._explained = 0

    def reply(self, heard: str) -> str:
        """Send code for the open exercise, words about it, and skip it when there is no more; else answer."""
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
            exercise, which = self._exercises[self._open], pieces[self._sent - 1]
            solution = exercise.reference if which == "reference" else exercise.wrong[int(which) - 1]
            return f"```python\n{self._candidate.written(solution.python)}```"
        self._open = ""
        return _SKIP
