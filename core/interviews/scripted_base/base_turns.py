"""Make the turns of every kind of interview, each a value that follows from where the interview is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.contracts.script import QuestionRef, primary_language
from core.contracts.session import Entry, EntryKind
from core.contracts.turn import NewQuestion, Occurrence, Turn
from core.documents.readable import excerpt
from core.interviews.scripted_base import wording
from core.interviews.scripted_base.base_state import SpokenState, clear_bits, set_bits
from core.interviews.scripted_base.standing import FREELY, ScriptedContext
from core.languages.messages import say

Log = tuple[Occurrence, ...]
LAST_WORDS = 90
"""Characters of what they told last, for the sentence that says where they were."""


# --- going on -----------------------------------------------------------------------------------------------------


def move_to(
    ground: ScriptedContext[Any], target: QuestionRef, *, words: str = "", lead: str = "", log: Log = ()
) -> Turn:
    """Move on to the subject `target`, in `words` or else as the script has it."""
    text = words or target.question.text
    state = ground.state_at(target, text).model_copy(
        update={
            "question_id": target.question.id,
            "taken_up": set_bits(ground.state.taken_up, target.index),
            "follow_ups": 0,
            **_nothing_met(),
        }
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(
            id=target.question.id,
            text=text,
            progress=ground.progress_at(target),
            opens=ground.opens(target),
            course=ground.course_at(target),
        ),
        language=changed_language(ground),
        log=log,
    )


def go_deeper(ground: ScriptedContext[Any], words: str, *, lead: str = "", room: bool = False, log: Log = ()) -> Turn:
    """Go further into the open subject; `room`: with words that ask nothing and leave the floor to the person."""
    state = ground.state_deeper(words).model_copy(update={"follow_ups": ground.state.follow_ups + 1, **_nothing_met()})
    kind = EntryKind.ROOM if room else EntryKind.FOLLOW_UP
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(
            id=ground.thread,
            text=words,
            kind=kind,
            course=ground.course_at(ground.place),
            marked=ground.marks_follow_ups and not room,
        ),
        language=changed_language(ground),
        log=log,
    )


def retell_question(ground: ScriptedContext[Any], question: Entry) -> Turn:
    """Ask `question` again. An open question without an answer counts as not asked."""
    place = ground.script.by_id.get(question.question_id, ground.place)
    # It was asked about before: one more question at most comes of it by rule.
    state = _leaving_open(ground, place, follow_ups=1)
    subject = question.question_id if question.title else place.question.id
    asked = NewQuestion(id=subject, text=question.text, kind=question.kind, title=question.title)
    return Turn(state=state.dump(), question=replace(asked, course=ground.course_at(place)))


def give_floor(ground: ScriptedContext[Any], title: str) -> Turn:
    """Give them the floor until they are done. An open question without an answer counts as not asked."""
    subject = f"{FREELY}{ground.situation.session.last_seq + 1}"
    text = say(ground.language, "tell-floor")
    return Turn(
        state=_leaving_open(ground, ground.place, follow_ups=0).dump(),
        question=NewQuestion(id=subject, text=text, kind=EntryKind.ROOM, title=title),
        offers=("told",),
    )


def _leaving_open(ground: ScriptedContext[Any], place: QuestionRef, *, follow_ups: int) -> SpokenState:
    """Return the state at a place, in which an open question without an answer counts as not asked."""
    open_now, taken_up = ground.situation.question, ground.state.taken_up
    if open_now is not None and open_now.kind is EntryKind.QUESTION and not ground.situation.answer:
        taken_up = clear_bits(taken_up, ground.place.index)
    values = {"question_id": place.question.id, "taken_up": taken_up, "follow_ups": follow_ups}
    state: SpokenState = ground.state_at(place, "").model_copy(update={**values, **_nothing_met()})
    return state


def _nothing_met() -> dict[str, object]:
    return {"met_question": 0, "met": 0}


def progress_log(ground: ScriptedContext[Any]) -> Log:
    return (Occurrence(name="moved-on", detail=ground.place.question.id),)


def reply_keeping_question(ground: ScriptedContext[Any], words: str) -> Turn:
    """Say something that asks nothing: what was open stays open, without what they have said so far."""
    question = ground.situation.question
    if question is not None:
        ground = ground.remembering(met_question=question.seq, met=len(ground.situation.answer))
    return Turn(
        state=ground.state.dump(),
        remark=words,
        language=changed_language(ground),
        log=(Occurrence(name="answered", detail=ground.place.question.id),),
    )


def wait_for_next_question(ground: ScriptedContext[Any], words: str) -> Turn:
    """Say something that asks nothing, where the next question is made when its time has come."""
    return replace(reply_keeping_question(ground, words), waits=True)


def ask_about_photos(ground: ScriptedContext[Any], photos: int) -> Turn:
    """Ask who or what is in photographs that came without a word, unless that was just asked: nobody here sees them."""
    lead, words = (say(ground.language, key, photos=photos) for key in ("interview-photo", "interview-photo-who"))
    question = ground.situation.question
    if ground.situation.session.timing.calm or (question is not None and question.kind is EntryKind.ROOM):
        return reply_keeping_question(ground, lead)
    asked = {say(ground.language, "interview-photo-who", photos=number) for number in (1, 2)}
    if question is not None and question.text in asked:
        return reply_keeping_question(ground, wording.join_paragraphs(lead, words))
    return go_deeper(ground, words, lead=lead)


def changed_language(ground: ScriptedContext[Any]) -> str | None:
    """Return the language that the interview continues in, where it is not the session's."""
    return None if primary_language(ground.situation.session.language) == ground.language else ground.language


# --- the greeting for somebody who comes back, without a model ----------------------------------------------------


def welcome_back(ground: ScriptedContext[Any]) -> Turn:
    """Return the greeting alone where a question is still open, which is then asked again; else with a way on."""
    question, calm = ground.situation.question, ground.situation.session.timing.calm
    if ground.just_told_freely:
        return Turn(state=ground.state.dump(), notice=_plainly(ground))
    is_open = question is not None and question.kind is not EntryKind.ROOM and not ground.situation.answer.strip()
    if is_open:
        return Turn(state=ground.state.dump(), notice=_plainly(ground) if calm else _where(ground))
    for place in () if calm else ground.window:
        return replace(move_to(ground, place), notice=_where(ground))
    return replace(go_deeper(ground, say(ground.language, "resumed-floor"), room=True), notice=_plainly(ground))


def _where(ground: ScriptedContext[Any]) -> str:
    """Name the episode or the chapter that they were at."""
    situation = ground.situation
    name = situation.person.name or "none"
    if ground.title and ground.reached is not None:
        last = next((entry for entry in reversed(situation.tail) if entry.kind is EntryKind.ANSWER), None)
        # Nothing is cited that is a photograph, is kept back, or may be.
        hidden = last is None or situation.answer.strip() or last.kept_back or last.photo
        told = "" if last is None or hidden else excerpt(last.text, LAST_WORDS)
        words = {"title": excerpt(ground.title), "told": "yes" if told else "no", "words": told}
        return say(
            ground.language, "resumed-at", name=name, done=ground.reached.done, total=ground.reached.total, **words
        )
    if ground.title:
        return say(ground.language, "resumed-about", name=name, title=excerpt(ground.title))
    if ground.title is not None or not ground.scripted:
        return _plainly(ground)
    return say(ground.language, "resumed", name=name, chapter=ground.place.chapter.title)


def _plainly(ground: ScriptedContext[Any]) -> str:
    return say(ground.language, "resumed-plain", name=ground.situation.person.name or "none")
