"""Where an interview by a script of one's own stands, and what it can ask next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import ClassVar, Self

from core.contracts.closed import Value
from core.contracts.messages import Progress
from core.contracts.script import Place
from core.contracts.turn import Situation
from core.interviews.script.reach import asked
from core.interviews.script.state import ScriptState
from core.interviews.script.values import value_of
from core.interviews.scripted_base.base_state import marked, numbers_in
from core.interviews.scripted_base.standing import Standing
from core.interviews.substance import substantive

FEW = 20
"""Of so many questions their number may be said; of more it frightens."""
WINDOW = 8
"""Questions that a model may choose from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptStanding(Standing[ScriptState]):
    scenes: ClassVar[bool] = False
    of_a_life: ClassVar[bool] = False
    values: Mapping[str, Value]
    """What was answered, as far as other questions depend on it, and to the open one."""

    @property
    def agenda(self) -> Sequence[Place]:
        return self.window

    @property
    def chores(self) -> tuple[str, ...]:
        return ()

    @property
    def open_now(self) -> bool:
        """Whether what is asked is an open question."""
        return not self.place.question.closed

    @property
    def left(self) -> tuple[Place, ...]:
        """What is still to be asked, as things stand now, in the order of the script."""
        taken, told = numbers_in(self.state.taken_up), numbers_in(self.state.told)
        over = self.over
        return tuple(
            place
            for place in self.script.places
            if place.index not in taken
            and asked(self.script, place, self.values)
            and (place.question.required or not over)
            and (place.question.required or place.question.closed or place.index not in told)
            and self.allowed(place)
        )

    @property
    def window(self) -> tuple[Place, ...]:
        """The next question, where its answers are set; else the open ones up to the next of these."""
        left = self.left
        if not left or left[0].question.closed:
            return left[:1]
        return tuple(takewhile(lambda place: not place.question.closed, left))[:WINDOW]

    @property
    def over(self) -> bool:
        """Whether the time, or the number of questions, is used up."""
        limits = self.script.limits
        minutes = self.situation.session.counters.active_seconds / 60
        by_number = 0 < limits.questions <= len(numbers_in(self.state.taken_up))
        return by_number or 0 < limits.minutes <= minutes

    @property
    def follow_ups_left(self) -> int:
        return 0 if self.over or not self.open_now else self.place.question.follow_ups - self.state.follow_ups

    @property
    def may_stay(self) -> bool:
        return self.follow_ups_left > 0 and substantive(self.fresh)

    def state_at(self, place: Place, text: str) -> ScriptState:
        passed = marked(self.state.passed, self.place.index)
        return self.state.model_copy(update={"passed": passed, "at": place.index, "again": False})

    def state_deeper(self, text: str) -> ScriptState:
        return self.state

    def progress_at(self, place: Place) -> Progress | None:
        """The number of the question, where there are few and everybody is asked the same."""
        total = len(self.script.places)
        if total > FEW or self.script.looked_at or self.script.limits.questions:
            return None
        return Progress(done=len(numbers_in(self.state.taken_up) | {place.index}), total=total)

    def course_at(self, place: Place) -> Progress | None:
        known = numbers_in(self.state.taken_up) | {place.index}
        ahead = {each.chapter.id for each in self.left}
        touched = {each.chapter.id for each in self.script.places if each.index in known}
        if len(self.script.chapters) < 2:
            return None
        questions = len(known | {each.index for each in self.left})
        return Progress(done=len(known), total=questions, chapters_done=len(touched), chapters=len(touched | ahead))

    def told_more(self, words: str) -> Self:
        """The same after an answer that was chosen rather than said."""
        answer = "\n".join(part for part in (self.situation.answer, words) if part)
        situation = replace(self.situation, answer=answer)
        return replace(self, situation=situation, values=values_in(situation, self))


def values_in(situation: Situation, ground: Standing[ScriptState]) -> dict[str, Value]:
    """What was answered to the questions whose answers are in sight."""
    script, found = ground.script, dict[str, Value]()
    here = ground.state.question_id
    said = {**situation.told, here: (*situation.told.get(here, ()), *situation.answer.splitlines())}
    for each, messages in said.items():
        place = script.by_id.get(each)
        value = None if place is None else value_of(place.question, messages, language=script.language)
        if value is not None:
            found[each] = value
    return found
