"""A technical interview without a desk: code is handed in, what a chore would find is made up, and turns come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from core.contracts.about import About
from core.contracts.messages import Attachment
from core.contracts.ports import LanguageModel
from core.contracts.sandbox import Ended
from core.contracts.session import Entry, Status
from core.contracts.turn import Submission, SubmissionKind, Turn, TurnContext
from core.interviews.kind import Operator
from core.interviews.technical import KIND
from core.interviews.technical.code_submissions import (
    CODE,
    REVIEW,
    RUN,
    ReviewSeen,
    RunSeen,
    finding_name,
    finding_numbers,
)
from core.interviews.technical.harness import CaseOutcome, CaseSeen
from core.interviews.technical.interview import Technical
from core.interviews.technical.state import TechnicalState
from core.interviews.technical.subject import TechnicalSubject
from tests.unit.life_story_kit import Talk


def made() -> Technical:
    interview = KIND.make(Operator(help_texts={"en": "Call Ruth: 555."}))
    assert isinstance(interview, Technical)
    return interview


TECHNICAL = made()


class Candidate(Talk):
    """A talk that has begun."""

    def __init__(
        self, subject: TechnicalSubject | None = None, *, language: str = "en", model: LanguageModel | None = None
    ) -> None:
        about = None if subject is None else About(value=subject.model_dump_json())
        super().__init__(TECHNICAL, language=language, model=model, about=about)  # type: ignore[arg-type]
        self.findings: dict[str, str] = {}
        self.begin()

    @property
    def state(self) -> TechnicalState:
        return TechnicalState.model_validate(dict(self.session.state))

    def situation(self, answer: str = "", *newest: Entry) -> TurnContext:
        return replace(super().situation(answer, *newest), findings=self.findings)

    async def code(self, source: str, fence: str = "python") -> Turn:
        return await self.say(f"```{fence}\n{source}\n```")

    def file(self, name: str) -> Turn | None:
        sent = Attachment(file_ref=f"ref-{name}", name=name, media_type="text/plain", size=10)
        submission = Submission(kind=SubmissionKind.FILE, file=sent)
        return self._maybe(TECHNICAL.submitted(replace(self.situation(), submissions=(submission,))))

    def press(self, command: str) -> Turn | None:
        return self._maybe(TECHNICAL.command(self.situation(), command, ""))

    def found(self, chore: str, *, solved: bool = True, ended: Ended = Ended.FINISHED) -> Turn | None:
        """A chore has come to its end for everything that waits for it, and the interview is told."""
        for number in finding_numbers(self.findings, CODE):
            outcome = CaseOutcome.PASSED if solved else CaseOutcome.WRONG
            run = RunSeen(ran=True, ended=ended, cases=(CaseSeen(number=1, shown=True, outcome=outcome),))
            review = ReviewSeen(summary="It reads well.", question=f"What does part {number} cost?", by_model=True)
            shape: Mapping[str, RunSeen | ReviewSeen] = {RUN: run, REVIEW: review}
            self.findings.setdefault(finding_name(chore, number), shape[chore].model_dump_json())
        return self.news(chore)

    def news(self, chore: str) -> Turn | None:
        return self._maybe(TECHNICAL.news(self.situation(), chore))

    async def leave_and_return(self) -> Turn:
        self.set(status=Status.PAUSED)
        turn = await TECHNICAL.welcome(self.situation(), self.model)
        self.set(status=Status.ACTIVE)
        return self._apply(turn)

    def back(self) -> None:
        """To the question before, as the desk does it."""
        before = [entry for entry in self.asked if entry.seq < (self.session.open_question or 0)]
        if before and (state := self.states.get(before[-1].seq)) is not None:
            self.set(open_question=before[-1].seq, state=dict(TECHNICAL.gone_back(state, self.session.state)))

    @property
    def states(self) -> Mapping[int, Mapping[str, JsonValue]]:
        """With which each question was asked."""
        asked = [turn for turn in self.turns if turn.question is not None]
        return {entry.seq: dict(turn.state) for entry, turn in zip(self.asked, asked, strict=True)}

    def _maybe(self, turn: Turn | None) -> Turn | None:
        return None if turn is None else self._apply(turn)

    def _apply(self, turn: Turn) -> Turn:
        for name, text in turn.findings:
            assert name not in self.findings, "nothing that was handed in is written over"
            self.findings[name] = text
        return super()._apply(turn)
