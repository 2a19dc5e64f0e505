"""The turns that an interview can take: each a value, made from where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from core.interviews.common import wording
from core.interviews.common.turns import Log, changed_language, remembering
from core.interviews.life_story.course import Ground
from core.interviews.life_story.reflections import FEWEST_WORDS, NAMES
from core.messages import Progress
from core.script import Place
from core.session import EntryKind
from core.turn import NewQuestion, Turn
from core.words import say


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
    state = remembering(ground.state, lead).model_copy(
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
        chores=ground.chores,
        language=changed_language(ground),
        log=log,
    )


def deeper(ground: Ground, words: str, *, lead: str = "", log: Log = ()) -> Turn:
    """A follow-up to the open question."""
    state = remembering(ground.state, lead).model_copy(
        update={"follow_ups": ground.state.follow_ups + 1, "met_question": 0, "met": 0}
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(id=ground.place.question.id, text=words, kind=EntryKind.FOLLOW_UP),
        chores=ground.chores,
        language=changed_language(ground),
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
        language=changed_language(ground),
        log=log,
    )


def onward(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The next question as the script has it, or the end."""
    coming = ground.window
    return forward(ground, coming[0], lead=lead, log=log) if coming else ended(ground, lead=lead, log=log)
