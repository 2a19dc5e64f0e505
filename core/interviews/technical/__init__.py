"""The technical interview: questions about real work, exercises whose code is run, and feedback with its evidence."""

from core.contracts.turn import Interview
from core.interviews.kind import InterviewKind, Operator
from core.interviews.technical.state import progress
from core.interviews.technical.subject import technical_session_name
from core.languages import script_files

SCRIPTS = script_files("technical")


def _make(operator: Operator) -> Interview:
    from core.interviews.technical.interview import Technical

    return Technical.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make, called=technical_session_name)
