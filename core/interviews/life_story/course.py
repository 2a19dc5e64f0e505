"""Where an interview stands in its agenda, and what the script would ask next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts.messages import Progress
from core.contracts.script import Place
from core.interviews.life_story.state import LifeState, course
from core.interviews.scripted_base.base_state import numbers_in
from core.interviews.scripted_base.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStanding(Standing[LifeState]):
    @property
    def agenda(self) -> Sequence[Place]:
        return self.script.places

    @property
    def chores(self) -> tuple[str, ...]:
        return () if self.state.offline else ("notes",)

    @property
    def window(self) -> tuple[Place, ...]:
        """What was not asked yet: the rest of this chapter, what comes behind it, what was left; the end last."""
        taken = numbers_in(self.state.taken_up)
        left = [place for place in self.untold if place.index not in taken]
        here, last = self.place, self.script.chapters[-1].id

        def order(place: Place) -> tuple[bool, bool, bool, int]:
            near = place.chapter.id == here.chapter.id
            return place.chapter.id == last and not near, not near, place.index < here.index, place.index

        return tuple(sorted(left, key=order))

    @property
    def may_stay(self) -> bool:
        return True

    def state_at(self, place: Place, text: str) -> LifeState:
        return self.state.model_copy(update={"parting": False})

    def state_deeper(self, text: str) -> LifeState:
        return self.state

    def progress_at(self, place: Place) -> Progress | None:
        """Nothing: a count of a hundred questions frightens."""
        return None

    def course_at(self, place: Place) -> Progress:
        return course(self.state, self.script, asked=place.index)
