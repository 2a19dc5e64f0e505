"""The turns that an interview can take: each a value, made from where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.interviews.life_story import wording
from core.interviews.life_story.course import Ground
from core.interviews.life_story.languages import primary
from core.interviews.life_story.reflections import FEWEST_WORDS, NAMES
from core.interviews.life_story.state import (
    KEPT_ACKNOWLEDGEMENTS,
    KEPT_DECLINED,
    LONGEST_ACKNOWLEDGEMENT,
    LifeState,
)
from core.messages import Progress
from core.script import Place
from core.session import EntryKind
from core.turn import NewQuestion, Occurrence, Turn
from core.words import say

Log = tuple[Occurrence, ...]


def intro(ground: Ground, target: Place) -> str:
    """The first words of the chapter that `target` brings the interview into; empty where it stays in its chapter.

    In a language that the script does not speak there is none.
    """
    entered = target.chapter.id != ground.place.chapter.id
    return target.chapter.intro if entered and ground.scripted else ""


def forward(
    ground: Ground,
    target: Place,
    *,
    words: str = "",
    lead: str = "",
    covered: Iterable[int] | None = None,
    log: Log = (),
) -> Turn:
    """On to `target`, in `words` or else as the script has it."""
    known = ground.state.covered if covered is None else covered
    state = _remembering(ground.state, lead).model_copy(
        update={
            "index": target.index,
            "question_id": target.question.id,
            "follow_ups": 0,
            "block_start": ground.situation.session.counters.active_seconds,
            "covered": tuple(index for index in known if index > target.index),
            "met_question": 0,
            "met": 0,
        }
    )
    return Turn(
        state=state.dump(),
        remark=wording.joined(lead, intro(ground, target)),
        question=NewQuestion(
            id=target.question.id,
            text=words or target.question.text,
            progress=Progress(done=target.index + 1, total=len(ground.script.places)),
        ),
        chores=_chores(ground),
        language=_changed_language(ground),
        log=log,
    )


def deeper(ground: Ground, words: str, *, lead: str = "", log: Log = ()) -> Turn:
    """A follow-up to the open question."""
    state = _remembering(ground.state, lead).model_copy(
        update={"follow_ups": ground.state.follow_ups + 1, "met_question": 0, "met": 0}
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(id=ground.place.question.id, text=words, kind=EntryKind.FOLLOW_UP),
        chores=_chores(ground),
        language=_changed_language(ground),
        log=log,
    )


def ended(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The outro, and with a model what is made of the interview afterwards."""
    offline = ground.state.offline
    readable = not offline and ground.situation.session.counters.words >= FEWEST_WORDS
    return Turn(
        state=ground.state.dump(),
        notice=say(ground.language, "life-story-second-file") if readable else "",
        remark=wording.joined(lead, ground.script.closing),
        closes=True,
        offers=(),
        chores=() if offline else ("notes", *NAMES) if readable else ("notes",),
        language=_changed_language(ground),
        log=log,
    )


def onward(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The next question as the script has it, or the end."""
    coming = ground.window
    return forward(ground, coming[0], lead=lead, log=log) if coming else ended(ground, lead=lead, log=log)


def refused(ground: Ground) -> tuple[Ground, str, Log]:
    """What a refusal leaves behind: the ground that remembers it, one plain line, and the count."""
    about = ground.place.question.id
    declined = (*(each for each in ground.state.declined if each != about), about)[-KEPT_DECLINED:]
    state, line = wording.varied(ground.state, ground.language, "declined")
    state = state.model_copy(update={"declined": declined})
    return replace(ground, state=state), line, (Occurrence(name="declined", detail=about),)


def paused(ground: Ground, *, met: int | None = None) -> Turn:
    """They want to stop for now."""
    state, line = wording.varied(ground.state, ground.language, "pause")
    return _waiting(replace(ground, state=state), line, "paused", ("resume", "done"), met=met, pauses=True)


def stopped(ground: Ground, *, met: int | None = None) -> Turn:
    """They want it to be over: paused, with the way to finish offered, so that nothing is over by mistake."""
    line = say(ground.language, "life-story-stop")
    return _waiting(ground, line, "stopped", ("done", "resume"), met=met, pauses=True)


def distressed(ground: Ground, help_texts: Mapping[str, str], *, met: int | None = None) -> Turn:
    """A humane word, and nothing asked; what was open stays open."""
    line = wording.distress(ground.language, help_texts)
    turn = _waiting(ground, line, "distress", ("pause", "skip", "done"), met=met, pauses=False)
    return replace(turn, distress=True)


def _waiting(ground: Ground, line: str, name: str, offers: tuple[str, ...], *, met: int | None, pauses: bool) -> Turn:
    """A word beside the interview. `met` characters of the open question's answer need no second one."""
    question = ground.situation.question
    state = ground.state
    if met is not None and question is not None:
        state = state.model_copy(update={"met_question": question.seq, "met": met})
    return Turn(
        state=state.dump(),
        notice=line,
        pauses=pauses,
        offers=offers,
        chores=_chores(ground),
        language=_changed_language(ground),
        log=(Occurrence(name=name, detail=ground.place.question.id),),
    )


def _chores(ground: Ground) -> tuple[str, ...]:
    return () if ground.state.offline else ("notes",)


def _changed_language(ground: Ground) -> str | None:
    return None if primary(ground.situation.session.language) == ground.language else ground.language


def _remembering(state: LifeState, lead: str) -> LifeState:
    """The state that knows an acknowledgement was said."""
    if not lead:
        return state
    kept = (*state.acknowledgements, lead[:LONGEST_ACKNOWLEDGEMENT])[-KEPT_ACKNOWLEDGEMENTS:]
    return state.model_copy(update={"acknowledgements": kept})
