"""What the interview remembers from turn to turn. It is bounded by the most questions that there can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, JsonValue, ValidationError

from core.contracts.about import About, SessionName, in_intake
from core.contracts.messages import Progress
from core.contracts.script import Chapter, Script, ScriptSet
from core.contracts.session import Entry, Session
from core.interviews.podcast.episode_intake import MOST_QUESTIONS, USUAL_QUESTIONS
from core.interviews.podcast.sources.material import Source, source_in
from core.interviews.scripted_base.base_state import Count, SpokenState, marked

MOST_FOLLOW_UPS = 3
LONGEST_ASKED = 240
"""Characters by which a question that was asked is known again."""
_MOST_ASKED = (MOST_QUESTIONS + 1) * (MOST_FOLLOW_UPS + 1)


class PodcastState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[2] = 2
    template: str = ""
    """Id of the script's chapter that is followed."""
    total: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = USUAL_QUESTIONS
    """Main questions, the opening one among them; the conclusion is not."""
    main: Count = 0
    """Of these asked so far, refused and skipped ones too."""
    plan: tuple[str, ...] = ()
    """Ids of the bank's questions in the order in which they come."""
    asked: tuple[str, ...] = ()
    """Every question that was asked, so that none is asked again."""
    cues: tuple[str, ...] = ()
    """Rules of the offline way that have asked a follow-up."""

    def asking(self, text: str) -> tuple[str, ...]:
        return (*self.asked, text[:LONGEST_ASKED])[-_MOST_ASKED:]


def chapter_of(script: Script, template: str) -> Chapter:
    return next((each for each in script.chapters if each.id == template), script.chapters[0])


def total_of(source: Source | None) -> int:
    """How many main questions there are to be."""
    return USUAL_QUESTIONS if source is None else min(max(source.questions, 1), MOST_QUESTIONS)


def load(raw: Mapping[str, JsonValue], script: Script, source: Source | None, question: Entry | None) -> PodcastState:
    """The state of a session; one that cannot be read is made anew from the open question. Never raises."""
    template = source.template if source is not None else ""
    try:
        state = PodcastState.model_validate(_renewed(raw, script))
    except ValidationError:
        total = total_of(source)
        open_id = question.question_id if question is not None else ""
        asked = (question.text[:LONGEST_ASKED],) if question is not None else ()
        # How many were asked is not known any more; the half of them is nearer than none and all.
        state = PodcastState(template=template, total=total, main=(total + 1) // 2, question_id=open_id, asked=asked)
    chapter = chapter_of(script, state.template or template)
    ids = {each.id for each in chapter.questions}
    open_id = state.question_id if state.question_id in ids else chapter.questions[0].id
    return state.model_copy(
        update={
            "template": chapter.id,
            "question_id": open_id,
            "main": min(state.main, state.total),
            "taken_up": marked(state.taken_up, script.by_id[open_id].index),
        }
    )


def _renewed(raw: Mapping[str, JsonValue], script: Script) -> dict[str, JsonValue]:
    """The state of an older version, which kept the ids of what had had its turn."""
    state = dict(raw)
    used = state.pop("used", None)
    if state.get("version") != 1 or not isinstance(used, list):
        return state
    places = [script.by_id[each].index for each in used if isinstance(each, str) and each in script.by_id]
    return {**state, "version": 2, "taken_up": marked("", *places)}


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """Main questions; a refused or skipped one counts as asked, a follow-up and the conclusion do not."""
    if not session.state or in_intake(session):
        return Progress(done=0, total=USUAL_QUESTIONS)
    state = load(session.state, scripts.speak(session.language), None, None)
    return Progress(done=state.main, total=state.total)


def called(about: About) -> SessionName:
    """What an interview is called in lists: the episode, and its podcast."""
    source = source_in(about)
    return SessionName() if source is None else SessionName(title=source.episode.title, within=source.episode.show)
