"""Keep the memory of the interview from turn to turn, of one size however long it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue, ValidationError

from core.contracts.messages import Progress
from core.contracts.script import Script, ScriptSet
from core.contracts.session import Entry, Session
from core.interviews.scripted_base.base_state import SpokenState, bit_numbers, set_bits


class LifeState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[2] = 2
    parting: bool = False
    """They wished to finish: what is asked now is the last question."""


_MOST = 4_000  # subjects that a script can have
_KEPT = ("question_id", "offline", "said", "vote")
"""Fields that an older state has under the same name."""


def load(raw: Mapping[str, JsonValue], script: Script, question: Entry | None) -> LifeState:
    """Load the state of a session; replace one that cannot be read by that of the open question. Never raises."""
    values, index, covered = dict(raw), raw.get("index"), raw.get("covered")
    if raw.get("version") == 1 and isinstance(index, int):
        # An older version went through the script in order: what it had passed was taken up.
        passed = min(max(index, 0), _MOST)
        told = [n for n in covered if isinstance(n, int) and 0 <= n < _MOST] if isinstance(covered, list) else []
        known = set_bits("", *range(passed), *told)
        values = {name: raw[name] for name in _KEPT if name in raw}
        values |= {"taken_up": set_bits(known, passed), "told": known}
    try:
        state = LifeState.model_validate(values)
    except ValidationError:
        state = LifeState(question_id=question.question_id if question is not None else "")
    if state.question_id in script.by_id:
        return state
    return state.model_copy(update={"question_id": script.places[0].question.id})


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """Count the subjects and chapters that were asked about or are told."""
    script = scripts.speak(session.language)
    return agenda_progress(load(session.state, script, None) if session.state else LifeState(), script)


def agenda_progress(state: LifeState, script: Script, *, asked: int | None = None) -> Progress:
    """Count the same for a state. `asked` is the place of a subject that is being asked about."""
    known = bit_numbers(state.taken_up) | bit_numbers(state.told) | ({asked} if asked is not None else set())
    touched = {place.chapter.id for place in script.places if place.index in known}
    return Progress(
        done=len(known & {place.index for place in script.places}),
        total=len(script.places),
        chapters_done=len(touched),
        chapters=len(script.chapters),
    )
