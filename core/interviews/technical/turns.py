"""The turns of a technical interview, each a value made from its standing.

News about code is told as soon as it is known: first what running it showed, then its review and a question. It is told
only of what was handed in last, so that whoever sends something better is told of that; the report has everything.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from core.contracts.script import QuestionRef
from core.contracts.session import EntryKind
from core.contracts.turn import NewQuestion, Offer, Turn
from core.interviews.scripted_base import base_turns
from core.interviews.scripted_base.base_turns import Log
from core.interviews.technical.code_submissions import (
    CODE,
    REVIEW,
    RUN,
    CodeSubmission,
    SubmissionRemarks,
    finding_name,
    stored_finding,
)
from core.interviews.technical.course import TechnicalStanding
from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.review import review_told
from core.interviews.technical.run_words import describe_run
from core.interviews.technical.starters import example_lines, starter_code
from core.interviews.technical.state import MOST_SUBMISSIONS
from core.languages.messages import match_locale, say

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
        return stay_with(ground, base_turns.join_paragraphs(lead, say(ground.language, "technical-no-more-tasks")))
    return give_exercise(ground, exercise, lead=lead)


def give_hint(ground: TechnicalStanding, exercise: Exercise, *, lead: str = "") -> Turn:
    """Give the next hint; behind the last one, say what else there is to do."""
    hints, told = exercise.wording(ground.language).hints, ground.state.hints
    if told >= len(hints):
        return stay_with(ground, base_turns.join_paragraphs(lead, say(ground.language, "technical-no-more-hints")))
    turn = stay_with(ground, base_turns.join_paragraphs(lead, hints[told]), hints=told + 1)
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


def request_review(ground: TechnicalStanding, words: str) -> Turn:
    """Have the newest code reviewed again; while it is being run, its review comes anyway."""
    if ground.state.submissions > ground.state.run_told:
        return stay_with(ground, words)
    return replace(stay_with(ground, words, reviewed=ground.state.submissions - 1), chores=(REVIEW,))


def run_news(ground: TechnicalStanding) -> Turn | None:
    """Say at once what a run showed; the review follows, without a model by rules in the same message."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.run_told or finding_name(RUN, number) not in findings:
        return None  # it was told, or what was run was handed in before it
    told = describe_run(findings, number, ground.language)
    if not told.question:
        return stay_with(ground, _led(ground, told.words), run_told=number, reviewed=number)
    if ground.state.offline:
        return _asked(ground, replace(told, words="\n".join(filter(None, (told.words, told.remark)))))
    waiting = stay_with(ground, _led(ground, told.words), run_told=number)
    return replace(waiting, chores=(*waiting.chores, REVIEW))


def review_news(ground: TechnicalStanding) -> Turn | None:
    """Say what the review found, and ask about it."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.reviewed or finding_name(REVIEW, number) not in findings:
        return None
    return _asked(ground, review_told(findings, number, ground.language))


def _asked(ground: TechnicalStanding, told: SubmissionRemarks) -> Turn:
    """Say it with its question, unless something else is open by now, which then stays open."""
    number = ground.state.submissions
    fresh = next((each for each in (told.question, told.otherwise) if each and each not in ground.state.asked), "")
    if fresh and _is_open(ground):
        # A solved exercise is closed with it.
        asked = NewQuestion(id=ground.place.question.id, text=fresh, kind=EntryKind.FOLLOW_UP)
        solved = ground.state.solved or told.solved
        new = {"follow_ups": 1, "solved": solved, "run_told": number, "reviewed": number}
        ground = replace(ground, state=ground.state_deeper(fresh).model_copy(update=new))
        return Turn(state=ground.state.dump(), remark=told.words, question=asked, own=exercise_offers(ground))
    words = base_turns.join_paragraphs(
        told.words, "" if fresh else say(match_locale(ground.language), "technical-send-again")
    )
    return stay_with(ground, _led(ground, words), run_told=number, reviewed=number)


def _is_open(ground: TechnicalStanding) -> bool:
    """Tell whether the question or exercise that the code was handed in for is still open."""
    code = stored_finding(ground.situation.findings, CODE, ground.state.submissions, CodeSubmission)
    here = (ground.place.question.id, ground.state.exercise)
    return code is not None and (code.place, code.exercise) == here


def _led(ground: TechnicalStanding, words: str) -> str:
    """Say first which code is meant, where something else is open."""
    if not words or _is_open(ground):
        return words
    return base_turns.join_paragraphs(say(match_locale(ground.language), "technical-about-code"), words)


def unwrap_paragraphs(text: str) -> str:
    """Put each paragraph on one line, since chats break lines themselves; items of a list stay lines."""
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(re.sub(r"\s*\n(?!\s*(?:[-*•]|\d+[.)])\s)\s*", " ", part) for part in paragraphs)


def exercise_markdown(exercise: Exercise, programming: Programming, language: str) -> str:
    """Write title, statement, examples and the code to begin with as Markdown. `language`: the people's."""
    spoken = exercise.spoken_in(language)
    wording = exercise.texts[spoken]
    code = f"```{programming.value}\n{starter_code(exercise, programming)}```"
    return "\n\n".join(
        (
            wording.title,
            unwrap_paragraphs(wording.statement),
            f"{say(spoken, 'technical-task-examples')}\n\n```\n{example_lines(exercise, programming)}\n```",
            f"{say(spoken, 'technical-task-begin')}\n\n{code}",
        )
    )
