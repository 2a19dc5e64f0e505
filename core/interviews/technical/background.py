"""The background work of a technical interview, and its report: loaded with the first of it, not with the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.contracts.chore import ChoreResult, ChoreSituation, Document
from core.contracts.ports import LanguageModel
from core.contracts.session import Record
from core.interviews.technical.evaluation import evaluated
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.growth import growth
from core.interviews.technical.handed import EVALUATION, REVIEW, RUN
from core.interviews.technical.intake_flow import READ
from core.interviews.technical.preparation import prepared
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.report import exported, report
from core.interviews.technical.review import reviewed
from core.interviews.technical.rubric import Rubric
from core.interviews.technical.running import ran
from core.interviews.technical.turns import PROGRESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    prompts: TechnicalPrompts
    rubric: Rubric
    exercises: Mapping[str, Exercise]
    seconds: float
    """Processor time that the sandbox gives a program."""

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Raises ModelError when it must be tried again, ValueError for a name that there is not."""
        if name == READ:
            return await prepared(self.prompts, situation, model)
        if name == RUN:
            return await ran(self.exercises, situation, seconds=self.seconds)
        if name == REVIEW:
            return await reviewed(self.prompts, self.exercises, situation, model)
        if name == EVALUATION:
            return await self._weighed(situation, model)
        if name == PROGRESS:
            return await growth(situation, self.rubric)
        raise ValueError(f"a technical interview has no chore called {name!r}")

    async def _weighed(self, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """With what was handed in at the very end: who finishes while it is to be run does not lose it."""
        run = await ran(self.exercises, situation, seconds=self.seconds)
        found = replace(situation, findings={**situation.findings, **dict(run.findings)})
        result = await evaluated(self.prompts, self.rubric, self.exercises, found, model)
        return replace(result, findings=(*run.findings, *result.findings))

    async def document(self, situation: ChoreSituation, model: LanguageModel, *, language: str) -> Document | None:
        """The report, with the chart of the scores."""
        return await report(self.prompts, self.rubric, self.exercises, situation, model, language=language)

    def notes(self, record: Record, *, language: str) -> str:
        return exported(record, self.exercises, self.rubric, language=language)
