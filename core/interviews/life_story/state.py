"""What the interview remembers from turn to turn: a few counters, of one size however long it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from core.script import Script
from core.session import Entry

KEPT_ACKNOWLEDGEMENTS = 6
KEPT_DECLINED = 12
LONGEST_ACKNOWLEDGEMENT = 240

_Count = Annotated[int, Field(ge=0)]


class LifeState(BaseModel):
    """Kept with the session, and with every question, so that this question can be asked again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: Literal[1] = 1
    index: _Count = 0
    """Of the script's question that is open, from 0."""
    question_id: str = ""
    """Its id."""
    follow_ups: _Count = 0
    """Asked after it so far."""
    block_start: float = 0.0
    """The session's active seconds when it was asked."""
    covered: tuple[_Count, ...] = ()
    """Coming questions that were found answered already; a later step passes over them."""
    acknowledgements: tuple[str, ...] = ()
    """The newest ones, so that none is repeated."""
    vote: str = ""
    """Another language that the newest answer was in."""
    offline: bool = False
    """No model was there at the newest turn."""
    said: tuple[str, ...] = ()
    """Notices that are said once: "offline", "fallback", "budget"."""
    variants: dict[str, int] = {}
    """Which of several wordings comes next, for each kind of sentence."""
    declined: tuple[str, ...] = ()
    """Ids of the newest questions that the person would rather not answer."""
    probes: str = Field(default="", pattern=r"^[0-9a-f]*$", max_length=2_000)
    """Which of the script's probes were asked: bits in hexadecimal, numbered through the script."""
    thanked_at: int = -1
    """The session's count of answers when a plain thank-you was last said; -1 for never."""
    met_question: int = 0
    """`seq` of the open question, when part of its answer was met already by a word about stopping or distress."""
    met: _Count = 0
    """So many characters of that answer."""

    def dump(self) -> dict[str, JsonValue]:
        """As JSON values, for `Turn.state`."""
        return self.model_dump(mode="json")


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
