"""The turn that ends a life story."""

from __future__ import annotations

from core.interviews.common import wording
from core.interviews.common.turns import Log, changed_language
from core.interviews.life_story.course import Ground
from core.interviews.life_story.reflections import NAMES, readable
from core.turn import Turn
from core.words import say


def ended(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The outro, and with a model what is made of the interview afterwards."""
    offline = ground.state.offline
    follow = not offline and readable(ground.language, ground.situation.session.counters.words)
    return Turn(
        state=ground.state.dump(),
        notice=say(ground.language, "life-story-readings-follow") if follow else "",
        remark=wording.joined(lead, ground.script.closing),
        closes=True,
        offers=(),
        chores=() if offline else ("notes", *NAMES) if follow else ("notes",),
        language=changed_language(ground),
        log=log,
    )
