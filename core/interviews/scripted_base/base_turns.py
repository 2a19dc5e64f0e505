"""The turns of every kind of interview, each a value made from where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.contracts.script import Place, primary
from core.contracts.session import Entry, EntryKind
from core.contracts.turn import NewQuestion, Occurrence, OthersQuestion, Turn
from core.interviews.guard import touches
from core.interviews.scripted_base import wording
from core.interviews.scripted_base.base_state import SpokenState, marked, unmarked
from core.interviews.scripted_base.books import Refusal, bounded, closed
from core.interviews.scripted_base.decision import Weight
from core.interviews.scripted_base.standing import FREELY, G, Standing
from core.interviews.signals import Signals
from core.words import say

Log = tuple[Occurrence, ...]


# --- going on -----------------------------------------------------------------------------------------------------


def forward(ground: Standing[Any], target: Place, *, words: str = "", lead: str = "", log: Log = ()) -> Turn:
    """On to the subject `target`, in `words` or else as the script has it."""
    text = words or target.question.text
    state = ground.state_at(target, text).model_copy(
        update={
            "question_id": target.question.id,
            "taken_up": marked(ground.state.taken_up, target.index),
            "follow_ups": 0,
            "dry": 0,
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
        chores=ground.chores,
        language=changed_language(ground),
        log=log,
    )


def others_question(ground: Standing[Any]) -> OthersQuestion | None:
    """The family's oldest question that touches nothing which is closed."""
    shut = closed(ground.state.refused)
    return next((each for each in ground.situation.others if not touches(each.text, shut)), None)


def asked_for_others(ground: Standing[Any], theirs: OthersQuestion, *, lead: str = "", log: Log = ()) -> Turn:
    """The family's question, where the script would go on: that comes after it."""
    turn = deeper(ground, theirs.words, lead=lead, log=log)
    question = turn.question
    return turn if question is None else replace(turn, question=replace(question, others=theirs.id))


def deeper(ground: Standing[Any], words: str, *, lead: str = "", room: bool = False, log: Log = ()) -> Turn:
    """Further into the open subject; `room`: with words that ask nothing and leave the floor to the person."""
    state = ground.state_deeper(words).model_copy(update={"follow_ups": ground.state.follow_ups + 1, **_nothing_met()})
    kind = EntryKind.ROOM if room else EntryKind.FOLLOW_UP
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(id=ground.thread, text=words, kind=kind, course=ground.course_at(ground.place)),
        chores=ground.chores,
        language=changed_language(ground),
        log=log,
    )


def retold(ground: Standing[Any], question: Entry) -> Turn:
    """What was told to `question` once more. What is open and unanswered is as if it had not been asked."""
    place = ground.script.by_id.get(question.question_id, ground.place)
    # It was asked about before: one more question at most comes of it by rule.
    state = _leaving_open(ground, place, follow_ups=1)
    subject = question.question_id if question.title else place.question.id
    asked = NewQuestion(id=subject, text=question.text, kind=question.kind, title=question.title)
    return Turn(state=state.dump(), question=replace(asked, course=ground.course_at(place)))


def floor(ground: Standing[Any], title: str) -> Turn:
    """The floor is theirs until they say that they have told it; the same of what is open."""
    subject = f"{FREELY}{ground.situation.session.last_seq + 1}"
    text = say(ground.language, "tell-floor")
    return Turn(
        state=_leaving_open(ground, ground.place, follow_ups=0).dump(),
        question=NewQuestion(id=subject, text=text, kind=EntryKind.ROOM, title=title),
        offers=("told",),
    )


def _leaving_open(ground: Standing[Any], place: Place, *, follow_ups: int) -> SpokenState:
    """The state at a place, in which the open question was never asked where nothing was told to it."""
    open_now, taken_up = ground.situation.question, ground.state.taken_up
    if open_now is not None and open_now.kind is EntryKind.QUESTION and not ground.situation.answer:
        taken_up = unmarked(taken_up, ground.place.index)
    values = {"question_id": place.question.id, "taken_up": taken_up, "follow_ups": follow_ups, "dry": 0}
    state: SpokenState = ground.state_at(place, "").model_copy(update={**values, **_nothing_met()})
    return state


def _nothing_met() -> dict[str, object]:
    return {"met_question": 0, "met": 0, "on_return": ""}


# --- what keeps an interview from going on ------------------------------------------------------------------------


def waited(ground: Standing[Any], wanted: Signals, help_texts: Mapping[str, str]) -> Turn | None:
    """What distress, or a wish to stop or to pause, leads to; None where there is none of them.

    Who tells something and then takes leave has answered: what was told is not met by the word about the pause.
    """
    if wanted.distress:
        return distressed(ground, help_texts, met=len(ground.situation.answer))
    met = len(ground.situation.answer) if wanted.alone(ground.fresh) else None
    if wanted.stop:
        return stopped(ground, met=met)
    if wanted.pause:
        return paused(ground, met=met)
    return None


def refused(ground: G, subject: str = "", *, for_now: bool = False) -> tuple[G, str, Log]:
    """What a refusal leaves behind: the ground that remembers it, one plain line, and the count.

    `subject`: what is not to be spoken of, in the person's words; empty where only this question is refused.
    `for_now`: it is put off, and theirs to open.
    """
    ground, line = wording.varied(ground, "later" if for_now else "declined")
    if subject:
        seq = ground.situation.question.seq if ground.situation.question is not None else 0
        kept = [each for each in ground.state.refused if each.subject != subject]
        kind: Weight = "not_now" if for_now else "never"
        ground = ground.remembering(refused=bounded([*kept, Refusal(subject=subject, kind=kind, seq=seq)]))
    return ground, line, (Occurrence(name="declined", detail=ground.place.question.id),)


def moved_on(ground: Standing[Any]) -> Log:
    return (Occurrence(name="moved-on", detail=ground.place.question.id),)


def paused(ground: Standing[Any], *, met: int | None = None) -> Turn:
    """They want to stop for now."""
    ground, line = wording.varied(ground, "pause")
    return _waiting(ground, line, "paused", ("resume", "done"), met=met, pauses=True)


def stopped(ground: Standing[Any], *, met: int | None = None) -> Turn:
    """They want it to be over: paused, with the way to finish offered, so that nothing is over by mistake."""
    line = say(ground.language, "interview-stop")
    return _waiting(ground, line, "stopped", ("done", "resume"), met=met, pauses=True)


def farewell(ground: Standing[Any], message: str, *, stops: bool) -> Turn:
    """The same in the interviewer's own words, which are part of the transcript."""
    way = stopped if stops else paused
    turn = way(ground, met=len(ground.situation.answer))
    return replace(turn, remark=message, notice=turn.notice if stops else "") if message else turn


def answered(ground: Standing[Any], words: str) -> Turn:
    """What they said to the interviewer is answered; what was open stays open, without what they have said so far."""
    turn = _waiting(ground, "", "answered", ("skip",), met=len(ground.situation.answer), pauses=False)
    return replace(turn, remark=words)


def shown(ground: Standing[Any], photos: int) -> Turn:
    """To photographs without a word: nobody here can see them, so who or what is on them is asked, if not just now."""
    lead, words = (say(ground.language, key, photos=photos) for key in ("interview-photo", "interview-photo-who"))
    question = ground.situation.question
    if ground.situation.session.timing.calm or (question is not None and question.kind is EntryKind.ROOM):
        return answered(ground, lead)
    asked = {say(ground.language, "interview-photo-who", photos=number) for number in (1, 2)}
    if question is not None and question.text in asked:
        return answered(ground, wording.joined(lead, words))
    return deeper(ground, words, lead=lead)


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
    if met is not None and question is not None:
        ground = ground.remembering(met_question=question.seq, met=met)
    return Turn(
        state=ground.state.dump(),
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
