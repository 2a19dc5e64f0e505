"""The turns that are the same in every kind of interview: a refusal, a pause, a wish to stop, distress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.interviews.common import wording
from core.interviews.common.languages import primary
from core.interviews.common.standing import G, S, Standing
from core.interviews.common.state import KEPT_ACKNOWLEDGEMENTS, KEPT_DECLINED, LONGEST_ACKNOWLEDGEMENT
from core.interviews.common.wishes import Wishes
from core.interviews.signals import Signals
from core.turn import LateSignals, Occurrence, Turn
from core.words import say

Log = tuple[Occurrence, ...]


def waited(ground: Standing[Any], wanted: Signals | Wishes, help_texts: Mapping[str, str]) -> Turn | None:
    """What distress, or a wish to stop or to pause, leads to; None where there is none of them."""
    met = len(ground.situation.answer)
    if wanted.distress:
        return distressed(ground, help_texts, met=met)
    if wanted.stop:
        return stopped(ground, met=met)
    if wanted.pause:
        return paused(ground, met=met)
    return None


def refused(ground: G) -> tuple[G, str, Log]:
    """What a refusal leaves behind: the ground that remembers it, one plain line, and the count."""
    about = ground.place.question.id
    declined = (*(each for each in ground.state.declined if each != about), about)[-KEPT_DECLINED:]
    state, line = wording.varied(ground.state, ground.language, "declined")
    state = state.model_copy(update={"declined": declined})
    return replace(ground, state=state), line, (Occurrence(name="declined", detail=about),)


def moved_on(ground: Standing[Any]) -> Log:
    return (Occurrence(name="moved-on", detail=ground.place.question.id),)


def interventions(names: tuple[str, ...]) -> Log:
    """What the guard did, to be counted."""
    return tuple(Occurrence(name=name) for name in names)


def late_signals(signals: Signals) -> LateSignals:
    """What of the signals must act even in words that came too late."""
    return LateSignals(stop=signals.stop or signals.pause, declined=signals.declined, distress=signals.distress)


def paused(ground: Standing[Any], *, met: int | None = None) -> Turn:
    """They want to stop for now."""
    state, line = wording.varied(ground.state, ground.language, "pause")
    return _waiting(replace(ground, state=state), line, "paused", ("resume", "done"), met=met, pauses=True)


def stopped(ground: Standing[Any], *, met: int | None = None) -> Turn:
    """They want it to be over: paused, with the way to finish offered, so that nothing is over by mistake."""
    line = say(ground.language, "interview-stop")
    return _waiting(ground, line, "stopped", ("done", "resume"), met=met, pauses=True)


def distressed(ground: Standing[Any], help_texts: Mapping[str, str], *, met: int | None = None) -> Turn:
    """A humane word, and nothing asked; what was open stays open."""
    line = wording.distress(ground.language, help_texts)
    turn = _waiting(ground, line, "distress", ("pause", "skip", "done"), met=met, pauses=False)
    return replace(turn, distress=True)


def _waiting(
    ground: Standing[Any], line: str, name: str, offers: tuple[str, ...], *, met: int | None, pauses: bool
) -> Turn:
    """A word beside the interview. `met` characters of the open question's answer need no second one."""
    question = ground.situation.question
    state = ground.state
    if met is not None and question is not None:
        state = state.model_copy(update={"met_question": question.seq, "met": met})
    return Turn(
        state=state.dump(),
        notice=line,
        pauses=pauses,
        offers=offers,
        chores=ground.chores,
        language=changed_language(ground),
        log=(Occurrence(name=name, detail=ground.place.question.id),),
    )


def changed_language(ground: Standing[Any]) -> str | None:
    """The language that the interview goes on in, where it is another than the session's."""
    return None if primary(ground.situation.session.language) == ground.language else ground.language


def remembering(state: S, lead: str) -> S:
    """The state that knows an acknowledgement was said."""
    if not lead:
        return state
    kept = (*state.acknowledgements, lead[:LONGEST_ACKNOWLEDGEMENT])[-KEPT_ACKNOWLEDGEMENTS:]
    return state.model_copy(update={"acknowledgements": kept})
