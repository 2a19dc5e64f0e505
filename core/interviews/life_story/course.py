"""Where an interview stands in its agenda, and what the script would ask next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts.messages import Progress
from core.contracts.script import QuestionRef
from core.interviews.life_story.state import LifeState, agenda_progress
from core.interviews.scripted_base.base_state import bit_numbers
from core.interviews.scripted_base.standing import ScriptedContext


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStanding(ScriptedContext[LifeState]):
    @property
    def agenda(self) -> Sequence[QuestionRef]:
        return self.script.places

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        """What was not asked yet: the rest of this chapter, what comes behind it, what was left; the end last."""
        taken = bit_numbers(self.state.taken_up)
        left = [place for place in self.untold if place.index not in taken]
        here, last = self.place, self.script.chapters[-1].id

        def order(place: QuestionRef) -> tuple[bool, bool, bool, int]:
            near = place.chapter.id == here.chapter.id
            return place.chapter.id == last and not near, not near, place.index < here.index, place.index

        return tuple(sorted(left, key=order))

    @property
    def may_stay(self) -> bool:
        return True

    def state_at(self, place: QuestionRef, text: str) -> LifeState:
        return self.state.model_copy(update={"parting": False})

    def state_deeper(self, text: str) -> LifeState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Nothing: a count of a hundred questions frightens."""
        return None

    def course_at(self, place: QuestionRef) -> Progress:
        return agenda_progress(self.state, self.script, asked=place.index)
