"""The podcast interview: a short conversation about an episode. `interview.Podcast` is its front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.interviews.kind import InterviewKind, Operator
from core.languages import script_files

if TYPE_CHECKING:
    from core.contracts.about import About, SessionName
    from core.contracts.messages import Progress
    from core.contracts.script import ScriptSet
    from core.contracts.session import Session
    from core.contracts.turn import Interview

SCRIPTS = script_files("podcast")


def _make(operator: Operator) -> Interview:
    from core.interviews.podcast.interview import Podcast

    return Podcast.of(operator)


def _progress(session: Session, scripts: ScriptSet) -> Progress:
    from core.interviews.podcast.state import progress

    return progress(session, scripts)


def _called(about: About) -> SessionName:
    from core.interviews.podcast.state import podcast_session_name

    return podcast_session_name(about)


KIND = InterviewKind(scripts=SCRIPTS, progress=_progress, make=_make, called=_called)
