"""The turn that ends a life story, and what is said of what comes after it."""

from __future__ import annotations

from core.contracts.session import Record
from core.contracts.turn import Turn
from core.interviews.life_story.course import LifeStanding
from core.interviews.life_story.reflections import NAMES, readable
from core.interviews.scripted_base import wording
from core.interviews.scripted_base.base_turns import Log, changed_language
from core.words import say


def ended(ground: LifeStanding, *, lead: str = "", log: Log = ()) -> Turn:
    """The outro, and with a model what is made of the interview afterwards."""
    return Turn(
        state=ground.state.dump(),
        remark=wording.joined(lead, ground.script.closing),
        closes=True,
        offers=(),
        chores=() if ground.state.offline else ("notes", *NAMES),
        language=changed_language(ground),
        log=log,
    )


def promised(record: Record) -> str:
    """That readings will follow, where they will: with a model, and where enough may be read of what was told."""
    follow = not record.session.state.get("offline") and readable(record)
    return say(record.session.language, "life-story-readings-follow") if follow else ""
