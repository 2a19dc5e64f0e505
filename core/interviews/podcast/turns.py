"""The turns that a conversation about an episode can take: each a value, made from where it stands."""

from __future__ import annotations

from core.interviews.common import wording
from core.interviews.common.turns import Log, changed_language, remembering
from core.interviews.podcast.course import Ground
from core.messages import Progress
from core.script import Place
from core.session import EntryKind
from core.turn import NewQuestion, Turn

INSIGHTS = "insights"
"""What is made of an interview afterwards, with a model."""
FEWEST_WORDS = 40
"""With less told nothing is made of it."""


def forward(ground: Ground, target: Place, *, words: str = "", lead: str = "", log: Log = ()) -> Turn:
    """On to `target`, a main question or the conclusion, in `words` or else as the script has it."""
    state = ground.state
    text = words or target.question.text
    concludes = target.question.id == ground.conclusion.question.id
    main = state.main if concludes else state.main + 1
    state = remembering(state, lead).model_copy(
        update={
            "question_id": target.question.id,
            "main": main,
            "follow_ups": 0,
            "used": tuple(dict.fromkeys((*state.used, target.question.id))),
            "asked": state.asking(text),
            "met_question": 0,
            "met": 0,
        }
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(
            id=target.question.id,
            text=text,
            progress=None if concludes else Progress(done=main, total=state.total),
        ),
        language=changed_language(ground),
        log=log,
    )


def deeper(ground: Ground, words: str, *, lead: str = "", log: Log = ()) -> Turn:
    """A follow-up to the open question."""
    state = remembering(ground.state, lead).model_copy(
        update={
            "follow_ups": ground.state.follow_ups + 1,
            "asked": ground.state.asking(words),
            "met_question": 0,
            "met": 0,
        }
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(id=ground.place.question.id, text=words, kind=EntryKind.FOLLOW_UP),
        language=changed_language(ground),
        log=log,
    )


def ended(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The outro, and with a model what is made of the interview afterwards."""
    enough = ground.situation.session.counters.words >= FEWEST_WORDS
    return Turn(
        state=ground.state.dump(),
        remark=wording.joined(lead, ground.script.closing),
        closes=True,
        offers=(),
        chores=(INSIGHTS,) if enough and not ground.state.offline else (),
        language=changed_language(ground),
        log=log,
    )


def onward(ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
    """The next question as the script has it, or the end."""
    coming = ground.window
    return forward(ground, coming[0], lead=lead, log=log) if coming else ended(ground, lead=lead, log=log)
