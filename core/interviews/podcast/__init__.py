"""The podcast interview: a short conversation about an episode. `interview.Podcast` is its front."""

from core.contracts.turn import Interview
from core.interviews.kind import InterviewKind, Operator
from core.interviews.podcast.state import podcast_session_name, progress
from core.languages import script_files

SCRIPTS = script_files("podcast")


def _make(operator: Operator) -> Interview:
    from core.interviews.podcast.interview import Podcast

    return Podcast.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make, called=podcast_session_name)
