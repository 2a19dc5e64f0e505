"""The life-story interview: a long script, led by what the person tells. `interview.LifeStory` is its front."""

from pathlib import Path

from core.contracts.turn import Interview
from core.interviews.kind import InterviewKind, Operator
from core.interviews.life_story.state import progress

SCRIPTS = Path(__file__).parent / "scripts"


def _make(operator: Operator) -> Interview:
    from core.interviews.life_story.interview import LifeStory

    return LifeStory.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make)
