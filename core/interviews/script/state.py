"""Keep the memory of the interview from turn to turn; answers are read from the words again each time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import JsonValue, ValidationError

from core.contracts.messages import Progress
from core.contracts.script import Script, ScriptSet
from core.contracts.session import Entry, Session
from core.interviews.scripted_base.base_state import Bits, Count, SpokenState, bit_numbers, set_bits


class ScriptState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[1] = 1
    at: Count = 0
    passed: Bits = ""
    """Questions that the interview has gone on from: answered, skipped or refused."""
    again: bool = False
    """The open question, which has set answers, was asked again, since the answer could not be read."""


def load(raw: Mapping[str, JsonValue], script: Script, question: Entry | None) -> ScriptState:
    """Load the state of a session; one that cannot be read is made again from the open question. Never raises."""
    try:
        state = ScriptState.model_validate(dict(raw))
    except ValidationError:
        asked = script.by_id.get("" if question is None else question.question_id, script.places[0])
        before = range(asked.index + 1)
        passed = set_bits("", *before[:-1])
        state = ScriptState(
            question_id=asked.question.id, at=asked.index, taken_up=set_bits("", *before), passed=passed
        )
    if state.question_id in script.by_id:
        return state
    return state.model_copy(update={"question_id": script.places[0].question.id})


def restore_script_state(then: Mapping[str, JsonValue], now: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the state for opening an earlier question again: questions passed since then are not asked again."""
    try:
        before, after = (ScriptState.model_validate(dict(each)) for each in (then, now))
    except ValidationError:
        return dict(then)
    passed = bit_numbers(after.passed) - {before.at}
    taken = set_bits(before.taken_up, *passed)
    return before.model_copy(update={"passed": set_bits("", *passed), "taken_up": taken, "again": False}).dump()


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """Return the questions that were asked, of those that everybody is asked and those that this person was."""
    script = scripts.speak(session.language)
    taken = bit_numbers(load(session.state, script, None).taken_up) if session.state else frozenset()
    for_all = {place.index for place in script.places if not any(script.conditions_of(place))}
    chapters = len(script.chapters)
    begun = {place.chapter.id for place in script.places if place.index in taken}
    counted = {"chapters_done": len(begun), "chapters": chapters} if chapters > 1 else {}
    return Progress(done=len(taken), total=len(for_all | taken), **counted)
