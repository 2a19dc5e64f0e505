"""The offline way: the script as it is written, and a second question by simple rules.

It never pretends to understand: it echoes a few of the person's own words, or thanks plainly and seldom, and asks what
the script's author put beside the question for this.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.guard.text import count_words, tokens
from core.interviews.common.offline import LONG, echoed, thanked
from core.interviews.common.state import marked, numbers_in
from core.interviews.life_story.course import Ground
from core.interviews.life_story.state import LifeState
from core.interviews.signals import Signals, hard
from core.script import Script

SHORT = 12
"""An answer with fewer words is asked a little further."""
MOST_FOLLOW_UPS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineStep:
    """What the rules chose."""

    state: LifeState
    lead: str = ""
    """A quotation or a thank-you, to be said first."""
    probe: str = ""
    """The follow-up; empty: on to the next question."""


def choose(ground: Ground, signals: Signals) -> OfflineStep:
    """The step after an answer that is neither a wish nor distress."""
    answer = ground.fresh
    told_hard = hard(answer)
    if count_words(answer) < SHORT and not told_hard and not signals.nothing and _may_probe(ground):
        found = _unused_probe(ground)
        if found is not None:
            number, probe = found
            state = ground.state.model_copy(update={"probes": marked(ground.state.probes, number)})
            state, lead = echoed(state, ground.language, answer)
            return OfflineStep(state=state, lead=lead, probe=probe)
    if told_hard or count_words(answer) >= LONG:
        state, lead = thanked(ground)
        return OfflineStep(state=state, lead=lead)
    return OfflineStep(state=ground.state)


def _may_probe(ground: Ground) -> bool:
    if ground.situation.session.timing.calm:
        return False  # after a sign of distress nothing is asked further by rule
    return ground.scripted and ground.state.follow_ups < MOST_FOLLOW_UPS


# --- probes -------------------------------------------------------------------------------------------------------


def _unused_probe(ground: Ground) -> tuple[int, str] | None:
    """The first probe of the open question whose words were not asked in this interview, and its number."""
    asked = numbers_in(ground.state.probes)
    numbered = _numbered(ground.script)
    said = {_words(text) for number, _, text in numbered if number in asked}
    lately = {_words(entry.text) for entry in ground.situation.tail}
    for number, index, text in numbered:
        if index == ground.place.index and _words(text) not in said and _words(text) not in lately:
            return number, text
    return None


def _numbered(script: Script) -> list[tuple[int, int, str]]:
    """Every probe of a script: its number in the script, the index of its question, its words."""
    probes = [(place.index, text) for place in script.places for text in place.question.probes]
    return [(number, index, text) for number, (index, text) in enumerate(probes)]


def _words(text: str) -> tuple[str, ...]:
    return tuple(tokens(text))
