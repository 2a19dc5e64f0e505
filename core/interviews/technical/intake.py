"""What an intake remembers: the wishes so far, and what was sent about the job and the candidate."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.contracts.about import INTAKE
from core.contracts.session import Session
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.subject import Focus, Job, Length, PlannedTopic, Resume, Seniority

MOST_SOURCES: Final = 6
LONGEST_TEXT: Final = 24_000
"""Characters of a text about job or candidate; of a longer one the beginning counts."""
OUTCOME: Final = "profile"
"""The finding that holds what was read."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class SourceKind(StrEnum):
    TEXT = "text"
    LINK = "link"
    FILE = "file"


class Sent(_Frozen):
    """Something about the job or the candidate."""

    kind: SourceKind
    value: str
    """The text, the address, or the platform's reference of a file."""
    name: str = ""
    """Of a file."""
    media_type: str = ""
    ref: str = ""
    """Of the message that it came with."""


class Intake(_Frozen):
    level: Seniority = Seniority.MIDDLE
    language: Programming = Programming.PYTHON
    length: Length = Length.USUAL
    focus: Focus = Focus.MIXED
    job: str = ""
    """What they call it, in a few words of theirs."""
    job_ref: str = ""
    menu: str = ""
    """The code of the choices that are shown; empty for the page."""
    sent: Annotated[tuple[Sent, ...], Field(max_length=MOST_SOURCES)] = ()

    @property
    def request(self) -> str:
        """One word for what is to be read; empty for nothing."""
        if not self.sent:
            return ""
        told = "\n".join(each.model_dump_json() for each in self.sent)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def with_sent(self, sent: Sent) -> Self:
        """The newest ones stay where there are too many."""
        return self.model_copy(update={"sent": (*self.sent, sent)[-MOST_SOURCES:]})

    def without(self, ref: str) -> Self:
        """Without what a message brought."""
        job = {"job": "", "job_ref": ""} if ref == self.job_ref else {}
        return self.model_copy(update={"sent": tuple(each for each in self.sent if each.ref != ref), **job})

    def has(self, ref: str) -> bool:
        return bool(ref) and (ref == self.job_ref or any(each.ref == ref for each in self.sent))


class FoundText(BaseModel):
    """What the reading function "document-text" gives."""

    text: str


class Outcome(_Frozen):
    """What was read, in the finding `OUTCOME`."""

    request: str = ""
    resume: Resume = Resume()
    job: Job = Job()
    topics: tuple[PlannedTopic, ...] = ()
    troubles: tuple[str, ...] = ()
    """Codes of what could not be read (`core.readers.source_errors`)."""


def intake_of(session: Session) -> Intake | None:
    """The intake of a session; None where it has none, or has begun."""
    raw = session.state.get(INTAKE)
    try:
        return Intake.model_validate(raw) if isinstance(raw, dict) else None
    except ValidationError:
        return Intake()


def outcome_in(text: str | None) -> Outcome | None:
    try:
        return Outcome.model_validate_json(text) if text else None
    except ValidationError:
        return None


def read_request(session: Session) -> str:
    """What the intake of a session waits for."""
    intake = intake_of(session)
    return "" if intake is None else intake.request
