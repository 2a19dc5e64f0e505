"""Tell where an interview by a script of the operator's own is, and what it can ask next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from core.contracts.closed_questions import Value, is_condition_met
from core.contracts.messages import Progress
from core.contracts.script import QuestionRef, Screening
from core.contracts.turn import TurnContext
from core.interviews.script.rules import is_asked
from core.interviews.script.state import ScriptState
from core.interviews.script.values import parse_value
from core.interviews.scripted_base.base_state import bit_numbers, set_bits
from core.interviews.scripted_base.base_turns import ScriptedContext

FEW = 20
"""Questions whose number may be said; of more it frightens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptStanding(ScriptedContext[ScriptState]):
    values: Mapping[str, Value]
    """The answers that other questions depend on, and the answer to the open one."""

    @property
    def agenda(self) -> Sequence[QuestionRef]:
        return self.window

    @property
    def open_now(self) -> bool:
        return not self.place.question.closed

    @property
    def left(self) -> tuple[QuestionRef, ...]:
        """Return what is still to be asked, as things stand now, in the order of the script."""
        taken, over = bit_numbers(self.state.taken_up), self.over
        return tuple(
            place
            for place in self.script.places
            if place.index not in taken
            and is_asked(self.script, place, self.values)
            and (place.question.required or not over)
            and self.allowed(place)
        )

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        return () if self.coming is None else (self.coming,)

    @property
    def coming(self) -> QuestionRef | None:
        """The next question; None where nothing is left, or it is not for them."""
        return None if self.screened_out is not None else next(iter(self.left), None)

    @property
    def screened_out(self) -> Screening | None:
        """Return what the script says to somebody whom it is not for; None as long as nothing says so."""
        return next((each for each in self.script.screening if is_condition_met(each.when, self.values)), None)

    @property
    def over(self) -> bool:
        """Return whether the time, or the number of questions, is used up."""
        limits = self.script.limits
        minutes = self.situation.session.counters.active_seconds / 60
        by_number = 0 < limits.questions <= len(bit_numbers(self.state.taken_up))
        return by_number or 0 < limits.minutes <= minutes

    @property
    def follow_ups_left(self) -> int:
        return 0 if self.over or not self.open_now else self.place.question.follow_ups - self.state.follow_ups

    @property
    def may_stay(self) -> bool:
        return self.follow_ups_left > 0

    def may_speak(self, language: str) -> bool:
        return language in self.situation.scripts.scripts

    def state_at(self, place: QuestionRef, text: str) -> ScriptState:
        passed = set_bits(self.state.passed, self.place.index)
        return self.state.model_copy(update={"passed": passed, "at": place.index, "again": False})

    def state_deeper(self, text: str) -> ScriptState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return the number of the question, where there are few and everybody is asked the same."""
        total = len(self.script.places)
        if total > FEW or self.script.looked_at or self.script.limits.questions:
            return None
        return Progress(done=len(bit_numbers(self.state.taken_up) | {place.index}), total=total)

    def course_at(self, place: QuestionRef) -> Progress | None:
        known = bit_numbers(self.state.taken_up) | {place.index}
        ahead = {each.chapter.id for each in self.left}
        touched = {each.chapter.id for each in self.script.places if each.index in known}
        if len(self.script.chapters) < 2:
            return None
        questions = len(known | {each.index for each in self.left})
        return Progress(done=len(known), total=questions, chapters_done=len(touched), chapters=len(touched | ahead))

    def told_more(self, words: str) -> Self:
        """Return the same context with an answer that was chosen rather than said."""
        answer = "\n".join(part for part in (self.situation.answer, words) if part)
        situation = replace(self.situation, answer=answer)
        return replace(self, situation=situation, values=answered_values(situation, self))


def answered_values(situation: TurnContext, ground: ScriptedContext[ScriptState]) -> dict[str, Value]:
    """Return what was answered to the questions whose answers are in sight."""
    script, found = ground.script, dict[str, Value]()
    here = ground.state.question_id
    said = {**situation.told, here: (*situation.told.get(here, ()), *situation.answer.splitlines())}
    for each, messages in said.items():
        place = script.by_id.get(each)
        value = None if place is None else parse_value(place.question, messages, language=script.language)
        if value is not None:
            found[each] = value
    return found
