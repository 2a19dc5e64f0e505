"""The technical interview: questions about real work, exercises whose code is run, and feedback with its evidence."""

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

SCRIPTS = script_files("technical")


def _make(operator: Operator) -> Interview:
    from core.interviews.technical.interview import Technical

    return Technical.of(operator)


def _progress(session: Session, scripts: ScriptSet) -> Progress:
    from core.interviews.technical.state import progress

    return progress(session, scripts)


def _called(about: About) -> SessionName:
    from core.interviews.technical.subject import technical_session_name

    return technical_session_name(about)


KIND = InterviewKind(scripts=SCRIPTS, progress=_progress, make=_make, called=_called)
