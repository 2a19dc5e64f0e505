"""Where an interview stands in its script, and where it can go from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.interviews.common.standing import Standing
from core.interviews.life_story.state import LifeState
from core.script import Place, Script

MOST_SKIPPED = 5
"""So many questions in a row may be passed over as answered; the next one is asked whatever is known."""
LEAST_SECONDS = 30.0
"""With less left of a question's time there is no follow-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(Standing[LifeState]):
    """A situation with the interview's state read from it."""

    @property
    def place(self) -> Place:
        """The script's question that is open."""
        return self.script.places[self.state.index]

    @property
    def chores(self) -> tuple[str, ...]:
        return () if self.state.offline else ("notes",)

    @property
    def window(self) -> tuple[Place, ...]:
        """The coming questions that can be next, nearest first."""
        return window(self.script, self.state.index, self.state.covered)

    @property
    def seconds_left(self) -> float:
        """Of the active time that the open question and its follow-ups may take."""
        spent = self.situation.session.counters.active_seconds - self.state.block_start
        return self.place.question.minutes * 60 - max(0.0, spent)

    @property
    def follow_ups_left(self) -> int:
        return max(0, self.place.question.follow_ups - self.state.follow_ups)

    @property
    def may_follow_up(self) -> bool:
        return self.follow_ups_left > 0 and self.seconds_left >= LEAST_SECONDS


def window(script: Script, index: int, covered: Iterable[int]) -> tuple[Place, ...]:
    """The next six questions without those covered; the sixth, and the script's last one, are always among them.

    So no more than five are ever passed over in a row, and the interview ends with its last question.
    """
    last = len(script.places) - 1
    furthest = min(index + MOST_SKIPPED + 1, last)
    known = set(covered)
    return tuple(p for p in script.places[index + 1 : furthest + 1] if p.index not in known or p.index == furthest)
