"""Keep the memory of the interview from turn to turn, bounded by the most questions that there can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, JsonValue, ValidationError

from core.contracts.about import About, SessionName
from core.contracts.messages import Progress
from core.contracts.script import Chapter, Script, ScriptSet
from core.contracts.session import Entry, Session, in_intake
from core.interviews.podcast.settings import MOST_QUESTIONS, USUAL_QUESTIONS
from core.interviews.podcast.sources.material import Source, source_in
from core.interviews.scripted_base.base_state import SpokenState, bit_numbers, set_bits


class PodcastState(SpokenState):
    """Kept with the session, and with every question, so that this question can be asked again."""

    version: Literal[2] = 2
    template: str = ""
    total: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = USUAL_QUESTIONS
    """Main subjects, the opening one among them; the conclusion is not."""
    plan: tuple[str, ...] = ()
    closing: bool = False
    """The model's next question is the last one."""


def chapter_of(script: Script, template: str) -> Chapter:
    return next((each for each in script.chapters if each.id == template), script.chapters[0])


def count_asked_subjects(state: PodcastState, script: Script) -> int:
    """Return the number of main subjects that have been asked about; a refused or skipped one counts too."""
    mains = (script.by_id[each.id].index for each in chapter_of(script, state.template).questions[:-1])
    return len(bit_numbers(state.taken_up).intersection(mains))


def total_subjects(source: Source | None) -> int:
    return USUAL_QUESTIONS if source is None else min(max(source.questions, 1), MOST_QUESTIONS)


def load(raw: Mapping[str, JsonValue], script: Script, source: Source | None, question: Entry | None) -> PodcastState:
    """Return the state of a session; one that cannot be read begins again at the open question. Never raises."""
    template, values, used = source.template if source is not None else "", dict(raw), raw.get("used")
    if raw.get("version") == 1 and isinstance(used, list):
        # An older version kept the ids of what had had its turn.
        places = [script.by_id[each].index for each in used if isinstance(each, str) and each in script.by_id]
        values |= {"version": 2, "taken_up": set_bits("", *places)}
    try:
        state = PodcastState.model_validate(values)
    except ValidationError:
        open_id = question.question_id if question is not None else ""
        state = PodcastState(template=template, total=total_subjects(source), question_id=open_id)
    chapter = chapter_of(script, state.template or template)
    ids = {each.id for each in chapter.questions}
    open_id = state.question_id if state.question_id in ids else chapter.questions[0].id
    taken_up = set_bits(state.taken_up, script.by_id[open_id].index)
    return state.model_copy(update={"template": chapter.id, "question_id": open_id, "taken_up": taken_up})


def progress(session: Session, scripts: ScriptSet) -> Progress:
    """Return how many of the main subjects have had their turn; follow-ups and the conclusion do not count."""
    if not session.state or in_intake(session):
        return Progress(done=0, total=USUAL_QUESTIONS)
    script = scripts.speak(session.language)
    state = load(session.state, script, None, None)
    return Progress(done=min(count_asked_subjects(state, script), state.total), total=state.total)


def podcast_session_name(about: About) -> SessionName:
    """Return what an interview is called in lists: the episode, and its podcast."""
    source = source_in(about)
    return SessionName() if source is None else SessionName(title=source.episode.title, within=source.episode.show)
