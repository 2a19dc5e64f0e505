"""The turn that ends a conversation about an episode."""

from __future__ import annotations

from core.contracts.turn import Turn
from core.interviews.podcast.course import PodcastStanding
from core.interviews.scripted_base import wording
from core.interviews.scripted_base.base_turns import Log, changed_language

INSIGHTS = "insights"
"""What is made of an interview afterwards, with a model."""
FEWEST_WORDS = 40
"""With less told nothing is made of it."""


def ended(ground: PodcastStanding, *, lead: str = "", log: Log = ()) -> Turn:
    """The outro, and with a model what is made of the interview afterwards."""
    enough = ground.situation.session.counters.words >= FEWEST_WORDS
    return Turn(
        state=ground.state.dump(),
        remark=wording.joined(lead, ground.script.closing),
        closes=True,
        offers=(),
        chores=(INSIGHTS,) if enough and not ground.state.offline else (),
        language=changed_language(ground),
        log=log,
    )
