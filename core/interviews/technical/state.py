"""The memory of the interview from turn to turn. It is bounded by the most questions and exercises that there can be.

Questions asked and submissions only ever grow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue, ValidationError

from core.contracts.messages import Progress
from core.contracts.script import Script, ScriptSet
from core.contracts.session import Entry, Session, in_intake
from core.interviews.scripted_base.base_state import Count, SpokenState, bit_numbers, set_bits

LONGEST_ASKED: Final = 200
"""Characters by which a question that was asked is known again."""
MOST_ASKED: Final = 60
MOST_SUBMISSIONS: Final = 40
_GROWING: Final = (
    *("submissions", "looked_at", "run_told", "reviewed", "trials", "trials_told", "in_use"),
    *("given", "asked", "refused", "wishes"),
)


class TechnicalState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[1] = 1
    plan: tuple[str, ...] = ()
    """Ids of the script's questions, exercise slots among them, in the order in which they come."""
    at: Count = 0
    asked: tuple[str, ...] = ()
    submissions: Annotated[int, Field(ge=0, le=MOST_SUBMISSIONS)] = 0
    """Pieces of code handed in; the findings `code-1` and so on hold them."""
    in_use: str = ""
    """The programming language of the newest code that could be run; empty before the first."""
    looked_at: Count = 0
    """`seq` of the last message whose code was handed in; who goes back to its question does not hand it in again."""
    run_told: Count = 0
    """The number of the last one of which it was said what running it showed."""
    reviewed: Count = 0
    """The number of the last one of which everything was said."""
    trials: Count = 0
    """Times that code was tried without being handed in; the findings `trial-1` and so on hold it."""
    trials_told: Count = 0
    exercise: str = ""
    """The id of the one that was given last; empty where another question has followed it."""
    solved: bool = False
    """That one passes all its tests, and is open no longer; more code for it is tried all the same."""
    given: tuple[str, ...] = ()
    hints: Count = 0
    stage: Count = 0
    """How many of the open exercise's further questions were asked without a model."""
    struggles: Count = 0
    """Answers in a row that got nowhere, as the books have it."""


def restore_technical_state(then: Mapping[str, JsonValue], now: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Return the state of an earlier question, with what only ever grows as it is now.

    Code that was handed in is not undone, and what was asked in between is not asked again, except an open question
    without an answer.
    """
    grown = {name: now[name] for name in _GROWING if name in now}
    untouched = set() if now.get("met") else {now.get("at")} - {then.get("at")}
    taken = bit_numbers(str(now.get("taken_up", ""))) - untouched
    return {**then, **grown, "taken_up": set_bits("", *taken)}


def load(raw: Mapping[str, JsonValue], script: Script, question: Entry | None) -> TechnicalState:
    """Load the state of a session; replace one that cannot be read by that of the open question. Never raises."""
    try:
        state = TechnicalState.model_validate(dict(raw))
    except ValidationError:
        asked = (question.text[:LONGEST_ASKED],) if question is not None else ()
        state = TechnicalState(asked=asked)
    open_id = state.question_id or (question.question_id if question is not None else "")
    known = open_id if open_id in script.by_id else script.places[0].question.id
    return state.model_copy(update={"question_id": known})


def given_ids(raw: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return the ids of the exercises that were set, of a stored state."""
    given = raw.get("given")
    return tuple(str(each) for each in given) if isinstance(given, list | tuple) else ()


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """Count the questions and exercises of the plan that had their turn."""
    if not session.state or in_intake(session):
        return Progress(done=0, total=0)
    script = scripts.speak(session.language)
    state = load(session.state, script, None)
    taken = taken_ids(state, script)
    return Progress(done=sum(1 for each in state.plan if each in taken), total=len(state.plan))


def taken_ids(state: TechnicalState, script: Script) -> frozenset[str]:
    """Return the ids of the script's questions that were asked, or are told."""
    known = bit_numbers(state.taken_up) | bit_numbers(state.told)
    return frozenset(script.places[n].question.id for n in known if n < len(script.places))
