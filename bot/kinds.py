"""The kinds of interviews that there are. A new kind is one line in `KINDS` and one in `made`.

Lists and checks ask here for what they need of a kind, and load nothing of what holds an interview.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from core.contracts.errors import ConfigurationError
from core.contracts.messages import Progress
from core.contracts.script import ScriptSet
from core.contracts.session import Session
from core.interviews import life_story, podcast
from core.interviews.life_story.state import progress as life_story_progress
from core.interviews.podcast.state import progress as podcast_progress

if TYPE_CHECKING:
    from bot.config import InterviewsSection
    from core.contracts.turn import Interview
    from core.privacy.facts import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    scripts: Path
    """The folder of its scripts."""
    progress: Callable[[Session, ScriptSet], Progress]
    """How far a session of it is."""


class Told(TypedDict):
    """What every interviewer is told by the operator."""

    help_texts: Mapping[str, str]
    facts: Facts | None
    guidance: str


KINDS = {
    "life-story": Kind(scripts=life_story.SCRIPTS, progress=life_story_progress),
    "podcast": Kind(scripts=podcast.SCRIPTS, progress=podcast_progress),
}


def enabled(section: InterviewsSection) -> tuple[str, ...]:
    """The names of the kinds that are offered, in their order. Raises ConfigurationError."""
    unknown = [kind for kind in section.enabled if kind not in KINDS]
    if unknown or not section.enabled:
        raise ConfigurationError(
            f"Configuration: interviews.enabled: {', '.join(unknown) or 'nothing'}; there are: {', '.join(KINDS)}."
        )
    return tuple(dict.fromkeys(section.enabled))


def made(section: InterviewsSection, *, facts: Facts | None) -> dict[str, Interview]:
    """Every kind that is offered, ready to hold interviews. `facts`: who keeps and reads what is told.

    Raises ConfigurationError, and ValueError or OSError where a script or a prompt cannot be read.
    """
    from core.interviews.life_story.interview import LifeStory
    from core.interviews.podcast.interview import Podcast

    told: Told = {"help_texts": section.help_text, "facts": facts, "guidance": section.guidance}
    kinds: dict[str, Callable[[], Interview]] = {
        "life-story": lambda: LifeStory(**told),
        "podcast": lambda: Podcast(**told),
    }
    return {kind: kinds[kind]() for kind in enabled(section)}


def progress_of(session: Session, scripts: ScriptSet | None) -> Progress | None:
    """How far a session is; None where there is no such kind any more, or its script is gone."""
    kind = KINDS.get(session.kind)
    return None if kind is None or scripts is None else kind.progress(session, scripts)
