"""A tiny kind of interview that uses everything that a kind can declare; `docs/adding-an-interview.md` builds it."""

from pathlib import Path

from core.contracts.turn import Interview
from core.interviews.kind import InterviewKind, Operator
from tests.fakes.garden.subject import called, progress

SCRIPTS = tuple(sorted((Path(__file__).parent / "scripts").glob("*.toml")))


def _make(operator: Operator) -> Interview:
    from tests.fakes.garden.interview import Garden

    return Garden(operator)


KIND = InterviewKind(scripts=SCRIPTS, progress=progress, make=_make, called=called)
