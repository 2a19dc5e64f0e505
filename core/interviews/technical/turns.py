"""The turns of a technical interview. Each leaves through `finalize`, the one place where its state moves."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from core.contracts.script import Place
from core.contracts.session import EntryKind, Role
from core.contracts.turn import NewQuestion, Offer, Turn
from core.interviews.scripted_base import base_turns, wording
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.prompt_transcript import since_after
from core.interviews.technical.course import TechnicalStanding
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.exercises.wording import shown
from core.interviews.technical.handed import CODE, HandedIn, Told, finding
from core.interviews.technical.machine import Intent, Step
from core.interviews.technical.state import MOST_INTENTS, MOST_SUBMISSIONS
from core.words import say

HINT = "hint"
TASK = "task"
PROGRESS = "progress"
_SHORT = 80
"""Characters of words that may ask for nothing but one of these."""
_WANTED = {
    HINT: re.compile(r"\bhint|подска[зж]", re.IGNORECASE),
    TASK: re.compile(
        r"\b(?:another|different) (?:exercise|task|problem|one)\b|друг(?:ую|ое) (?:задач|задани|упр)", re.I
    ),
}


def wanted(words: str) -> str:
    """The command that stands in short words beside an exercise; empty for none. For where no model reads them."""
    return next((name for name, asks in _WANTED.items() if len(words) <= _SHORT and asks.search(words)), "")


def finalize(ground: TechnicalStanding, step: Step, turn: Turn, *, intent: Intent | None = None, **values: Any) -> Turn:
    """The turn with the state that it leads to: where the interview is, and what was wanted. It alone writes both."""
    intents = ground.state.intents if intent is None else (*ground.state.intents, intent)[-MOST_INTENTS:]
    state = {**turn.state, "phase": step.value, "intents": [each.value for each in intents], **values}
    return replace(turn, state=state)


def staying(ground: TechnicalStanding, words: str, *, intent: Intent | None = None, **values: Any) -> Turn:
    """Words that leave what is open as it is."""
    turn = base_turns.answered(ground, words)
    return finalize(ground, ground.state.phase, replace(turn, own=exercise_offers(ground)), intent=intent, **values)


def exercise_offers(ground: TechnicalStanding, *, hints: int | None = None) -> tuple[Offer, ...]:
    """The buttons of an open exercise."""
    return offers_for(ground.exercise, ground.state.hints if hints is None else hints, ground.language)


def offers_for(exercise: Exercise | None, told: int, language: str) -> tuple[Offer, ...]:
    """The same, by the exercise and the hints that were told to it."""
    if exercise is None:
        return ()
    left = len(exercise.wording(language).hints) - told
    write = Offer(label=say(language, "technical-button-write"), editor=say(language, "technical-your-code"))
    hint = (Offer(command=HINT, label=say(language, "technical-button-hint")),) if left > 0 else ()
    return (write, *hint, Offer(command=TASK, label=say(language, "technical-button-task")))


def given(
    ground: TechnicalStanding,
    exercise: Exercise,
    *,
    place: Place | None = None,
    intent: Intent | None = None,
    lead: str = "",
    log: Log = (),
) -> Turn:
    """An exercise: in the place of the open one, where one is open and no other `place` is named, else in the next."""
    language = ground.language
    text = shown(exercise, ground.subject.language, language)
    if place is None:
        place = ground.slots_left[0] if ground.slots_left and ground.exercise is None else ground.place
    told = "" if ground.state.given else say(language, "technical-how-to-send")
    turn = base_turns.forward(ground, place, words=text, lead=lead, log=log)
    new = {"exercise": exercise.id, "solved": False, "hints": 0}
    after = replace(ground, state=ground.state.model_copy(update=new))
    return finalize(
        ground,
        Step.SANDBOX_GUIDANCE,
        replace(turn, notice=told, own=exercise_offers(after)),
        intent=intent,
        exercise=exercise.id,
        solved=False,
        given=[*ground.state.given, exercise.id],
        hints=0,
        struggles=0,
    )


def another(ground: TechnicalStanding, *, lead: str = "", intent: Intent | None = None) -> Turn:
    """An exercise that was not given yet, where there is one."""
    exercise = ground.next_exercise()
    if exercise is None:
        return staying(ground, say(ground.language, "technical-no-more-tasks"), intent=intent)
    return given(ground, exercise, lead=lead, intent=intent)


def hinted(
    ground: TechnicalStanding, exercise: Exercise, *, lead: str = "", intent: Intent | None = None, **values: Any
) -> Turn:
    """The next hint; behind the last one, what else there is to do."""
    hints = exercise.wording(ground.language).hints
    told = ground.state.hints
    if told >= len(hints):
        words = wording.joined(lead, say(ground.language, "technical-no-more-hints"))
        return staying(ground, words, intent=intent, **values)
    turn = base_turns.answered(ground, wording.joined(lead, hints[told]))
    turn = replace(turn, own=exercise_offers(ground, hints=told + 1))
    return finalize(ground, Step.SANDBOX_GUIDANCE, turn, intent=intent, hints=told + 1, **values)


def handed_in(ground: TechnicalStanding, code: HandedIn, *, chore: str) -> Turn:
    """Code is kept, in the transaction of this turn, and goes to the review at once."""
    number = ground.state.submissions + 1
    if number > MOST_SUBMISSIONS:
        return staying(ground, say(ground.language, "technical-too-many"))
    code = code.model_copy(update={"exercise": ground.state.exercise, "place": ground.place.question.id})
    turn = base_turns.answered(ground, say(ground.language, "technical-got-code"))
    turn = replace(
        turn,
        chores=(*turn.chores, chore),
        findings=((finding(CODE, number), code.model_dump_json()),),
        offers=("skip",),
    )
    seen = max((entry.seq for entry in ground.situation.talk), default=0)
    return finalize(
        ground,
        Step.CODE_REVIEW,
        turn,
        intent=Intent.REVIEW_MY_CODE,
        submissions=number,
        looked_at=max(seen, ground.state.looked_at),
        since=since_after(ground.situation.talk, ground.state.since),
        struggles=0,
    )


def newest_answer(ground: TechnicalStanding) -> tuple[int, ...]:
    """The message that was written last, by its `seq`."""
    return tuple(entry.seq for entry in ground.situation.talk if entry.role is Role.PERSON)[-1:]


def looked_at_again(ground: TechnicalStanding, *, chore: str, intent: Intent) -> Turn:
    """The code that was handed in last is reviewed once more; of one that is being run the review comes anyway."""
    turn = staying(ground, say(ground.language, "technical-again"))
    if ground.state.submissions > ground.state.run_told:
        return finalize(ground, Step.CODE_REVIEW, turn, intent=intent)
    turn = replace(turn, chores=(*turn.chores, chore))
    return finalize(ground, Step.CODE_REVIEW, turn, intent=intent, reviewed=ground.state.submissions - 1)


def asked_about(ground: TechnicalStanding, told: Told, number: int) -> Turn:
    """What is said of a piece of code, and a question about it; a solved exercise is closed with it."""
    asked = NewQuestion(id=ground.place.question.id, text=told.question, kind=EntryKind.FOLLOW_UP)
    solved = ground.state.solved or told.solved
    state = ground.state_deeper(told.question).model_copy(update={"follow_ups": 1, "solved": solved})
    own = exercise_offers(replace(ground, state=state))
    turn = Turn(state=state.dump(), remark=told.words, question=asked, own=own)
    return finalize(ground, Step.CODE_REVIEW, turn, run_told=number, reviewed=number)
