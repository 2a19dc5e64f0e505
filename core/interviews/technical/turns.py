"""The turns of a technical interview, each a value made from where it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.contracts.script import QuestionRef
from core.contracts.session import EntryKind
from core.contracts.turn import NewQuestion, Offer, Turn
from core.interviews.scripted_base import base_turns, wording
from core.interviews.scripted_base.base_turns import Log
from core.interviews.technical.code_submissions import CODE, RUN, CodeSubmission, SubmissionRemarks, finding_name
from core.interviews.technical.course import TechnicalStanding
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.exercises.wording import exercise_markdown
from core.interviews.technical.state import MOST_SUBMISSIONS
from core.languages.messages import say

HINT = "hint"
TASK = "task"
PROGRESS = "progress"


def stay_with(ground: TechnicalStanding, words: str, **values: Any) -> Turn:
    """Say something that leaves what is open as it is. `values`: what changes in the state."""
    turn = base_turns.reply_keeping_question(ground.remembering(**values), words)
    return replace(turn, own=exercise_offers(ground))


def exercise_offers(ground: TechnicalStanding, *, hints: int | None = None) -> tuple[Offer, ...]:
    """Return the buttons of an open exercise."""
    return offers_for(ground.exercise, ground.state.hints if hints is None else hints, ground.language)


def offers_for(exercise: Exercise | None, told: int, language: str) -> tuple[Offer, ...]:
    """Return the same, by the exercise and the number of its hints that were told."""
    if exercise is None:
        return ()
    left = len(exercise.wording(language).hints) - told
    write = Offer(label=say(language, "technical-button-write"), editor=say(language, "technical-your-code"))
    hint = (Offer(command=HINT, label=say(language, "technical-button-hint")),) if left > 0 else ()
    return (write, *hint, Offer(command=TASK, label=say(language, "technical-button-task")))


def give_exercise(
    ground: TechnicalStanding, exercise: Exercise, *, place: QuestionRef | None = None, lead: str = "", log: Log = ()
) -> Turn:
    """Put an exercise at a place of the plan: by default at that of the open exercise, else at the next one."""
    language = ground.language
    if place is None:
        place = ground.slots_left[0] if ground.slots_left and ground.exercise is None else ground.place
    turn = base_turns.move_to(
        ground, place, words=exercise_markdown(exercise, ground.subject.language, language), lead=lead, log=log
    )
    return replace(
        turn,
        state={**turn.state, "exercise": exercise.id, "given": [*ground.state.given, exercise.id]},
        notice="" if ground.state.given else say(language, "technical-how-to-send"),
        own=offers_for(exercise, 0, language),
    )


def give_another_exercise(ground: TechnicalStanding, *, lead: str = "") -> Turn:
    """Put an exercise that was not given yet, where there is one."""
    exercise = ground.next_exercise()
    if exercise is None:
        return stay_with(ground, wording.join_paragraphs(lead, say(ground.language, "technical-no-more-tasks")))
    return give_exercise(ground, exercise, lead=lead)


def give_hint(ground: TechnicalStanding, exercise: Exercise, *, lead: str = "") -> Turn:
    """Give the next hint; behind the last one, say what else there is to do."""
    hints, told = exercise.wording(ground.language).hints, ground.state.hints
    if told >= len(hints):
        return stay_with(ground, wording.join_paragraphs(lead, say(ground.language, "technical-no-more-hints")))
    turn = stay_with(ground, wording.join_paragraphs(lead, hints[told]), hints=told + 1)
    return replace(turn, own=exercise_offers(ground, hints=told + 1))


def submit_code(ground: TechnicalStanding, code: CodeSubmission) -> Turn:
    """Keep code, in the transaction of this turn, and have it run at once."""
    number = ground.state.submissions + 1
    if number > MOST_SUBMISSIONS:
        return stay_with(ground, say(ground.language, "technical-too-many"))
    code = code.model_copy(update={"exercise": ground.state.exercise, "place": ground.place.question.id})
    seen = max((entry.seq for entry in ground.situation.talk), default=0)
    ground = ground.remembering(submissions=number, looked_at=max(seen, ground.state.looked_at), struggles=0)
    return replace(
        base_turns.reply_keeping_question(ground, say(ground.language, "technical-got-code")),
        chores=(RUN,),
        findings=((finding_name(CODE, number), code.model_dump_json()),),
        offers=("skip",),
    )


def request_review(ground: TechnicalStanding, words: str, *, chore: str) -> Turn:
    """Have the code that was handed in last reviewed once more; while it is being run, its review comes anyway."""
    if ground.state.submissions > ground.state.run_told:
        return stay_with(ground, words)
    return replace(stay_with(ground, words, reviewed=ground.state.submissions - 1), chores=(chore,))


def ask_about_code(ground: TechnicalStanding, told: SubmissionRemarks, number: int) -> Turn:
    """Say what there is to say about a piece of code, and ask about it; a solved exercise is closed with it."""
    asked = NewQuestion(id=ground.place.question.id, text=told.question, kind=EntryKind.FOLLOW_UP)
    solved = ground.state.solved or told.solved
    new = {"follow_ups": 1, "solved": solved, "run_told": number, "reviewed": number}
    ground = replace(ground, state=ground.state_deeper(told.question).model_copy(update=new))
    return Turn(state=ground.state.dump(), remark=told.words, question=asked, own=exercise_offers(ground))
