"""The technical interview: questions about real work, exercises whose code is run, and feedback with its evidence."""

from pathlib import Path

from core.contracts.turn import Interview
from core.interviews.kind import InterviewKind, Operator
from core.interviews.technical.state import progress
from core.interviews.technical.subject import technical_session_name

SCRIPTS = Path(__file__).parent / "scripts"


def _make(operator: Operator) -> Interview:
    from core.interviews.technical.interview import Technical

    return Technical.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make, called=technical_session_name)
