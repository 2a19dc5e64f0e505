"""Interviews of the operator's own: a script in a file is an interview by itself, and its name is its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.interviews.kind import InterviewKind, Operator
from core.interviews.script.state import progress
from core.languages import script_files

if TYPE_CHECKING:
    from core.contracts.turn import Interview

SCRIPTS = script_files("script")
"""A small one that shows how they are written; also what somebody begins with who writes one."""


def _make(operator: Operator) -> Interview:
    from core.interviews.script.interview import ScriptInterview

    return ScriptInterview.of(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make)
