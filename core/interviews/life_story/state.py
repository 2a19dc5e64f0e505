"""What the interview remembers from turn to turn: a few counters, of one size however long it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, JsonValue, ValidationError

from core.interviews.common.state import Count, SpokenState
from core.messages import Progress
from core.script import Script, ScriptSet
from core.session import Entry, Session, Status


class LifeState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[1] = 1
    index: Count = 0
    """Of the script's question that is open, from 0."""
    question_id: str = ""
    """Its id."""
    follow_ups: Count = 0
    """Asked after it so far."""
    block_start: float = 0.0
    """The session's active seconds when it was asked."""
    covered: tuple[Count, ...] = ()
    """Coming questions that were found answered already; a later step passes over them."""
    probes: str = Field(default="", pattern=r"^[0-9a-f]*$", max_length=2_000)
    """Which of the script's probes were asked: bits in hexadecimal, numbered through the script."""


def load(raw: Mapping[str, JsonValue], script: Script, question: Entry | None) -> LifeState:
    """The state of a session; one that cannot be read is made anew from the open question. Never raises."""
    try:
        state = LifeState.model_validate(dict(raw))
    except ValidationError:
        state = LifeState()
        if question is not None and question.question_id in script.by_id:
            state = LifeState(index=script.by_id[question.question_id].index)
    index = min(state.index, len(script.places) - 1)
    return state.model_copy(update={"index": index, "question_id": script.places[index].question.id})


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """How far a session is."""
    script = scripts.speak(session.language)
    if not session.state:
        return Progress(done=0, total=len(script.places), chapters=len(script.chapters))
    place = script.places[load(session.state, script, None).index]
    chapters = [chapter.id for chapter in script.chapters]
    # Who finishes earlier has not been through the chapters that were left.
    through = session.status is Status.COMPLETED and place is script.places[-1]
    return Progress(
        done=place.index + 1,
        total=len(script.places),
        chapters_done=chapters.index(place.chapter.id) + through,
        chapters=len(chapters),
    )
