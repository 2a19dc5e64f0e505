"""The life-story interview: a long script, led by what the person tells. `interview.LifeStory` is its front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.interviews.kind import InterviewKind, Operator
from core.interviews.life_story.state import progress
from core.languages import script_files

if TYPE_CHECKING:
    from core.contracts.turn import Interview

SCRIPTS = script_files("life_story")


def _make(operator: Operator) -> Interview:
    from core.interviews.life_story.interview import LifeStory

    return LifeStory.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make)
