"""The background work of a technical interview, and its report: loaded with the first of it, not with the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.contracts.chore import ChoreResult, ChoreSituation, Document
from core.contracts.ports import LanguageModel
from core.contracts.session import Record
from core.interviews.technical.chart import score_growth
from core.interviews.technical.code_submissions import EVALUATION, REVIEW, RUN
from core.interviews.technical.evaluation import evaluate_interview
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.intake_flow import READ
from core.interviews.technical.preparation import prepare_profile
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.report import export_report, technical_report
from core.interviews.technical.review import review_submission
from core.interviews.technical.rubric import TechnicalRubric
from core.interviews.technical.running import run_submission
from core.interviews.technical.turns import PROGRESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    prompts: TechnicalPrompts
    rubric: TechnicalRubric
    exercises: Mapping[str, Exercise]
    seconds: float
    """Processor time that the sandbox gives a program."""

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Do a chore. Raises ModelError when it must be tried again, ValueError for an unknown name."""
        if name == READ:
            return await prepare_profile(self.prompts, situation, model)
        if name == RUN:
            return await run_submission(self.exercises, situation, seconds=self.seconds)
        if name == REVIEW:
            return await review_submission(self.prompts, self.exercises, situation, model)
        if name == EVALUATION:
            # Code that was handed in at the very end is run first: nobody who finishes early loses it.
            run = await run_submission(self.exercises, situation, seconds=self.seconds)
            found = replace(situation, findings={**situation.findings, **dict(run.findings)})
            result = await evaluate_interview(self.prompts, self.rubric, self.exercises, found, model)
            return replace(result, findings=(*run.findings, *result.findings))
        if name == PROGRESS:
            return await score_growth(situation, self.rubric)
        raise ValueError(f"a technical interview has no chore called {name!r}")

    async def document(self, situation: ChoreSituation, model: LanguageModel, *, language: str) -> Document | None:
        """Return the report, with the chart of the scores."""
        return await technical_report(self.prompts, self.rubric, self.exercises, situation, model, language=language)

    def notes(self, record: Record, *, language: str) -> str:
        return export_report(record, self.exercises, self.rubric, language=language)
