"""The subject of a technical interview: the JSON of `About.value`. What was read is as the files say, and only that."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, ValidationError

from core.contracts.about import About, SessionName
from core.contracts.frozen import Frozen
from core.interviews.technical.exercises.exercise import Programming

LONGEST_FACT: Final = 240  # characters
MOST_FACTS: Final = 24
Fact = Annotated[str, Field(max_length=LONGEST_FACT)]
Facts = Annotated[tuple[Fact, ...], Field(max_length=MOST_FACTS)]


class Seniority(StrEnum):
    JUNIOR = "junior"
    MIDDLE = "middle"
    SENIOR = "senior"
    STAFF = "staff"


class Length(StrEnum):
    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


class Focus(StrEnum):
    MIXED = "mixed"
    TALK = "talk"
    CODE = "code"
    """Exercises, and hardly a question."""


class Project(Frozen):
    name: Fact = ""
    role: Fact = ""
    did: Fact = ""


class Resume(Frozen):
    projects: Annotated[tuple[Project, ...], Field(max_length=8)] = ()
    skills: Facts = ()
    roles: Facts = ()
    years: Annotated[int | None, Field(ge=0, le=70)] = None

    def __bool__(self) -> bool:
        return bool(self.projects or self.skills or self.roles)


class JobDescription(Frozen):
    title: Fact = ""
    skills: Facts = ()
    duties: Facts = ()
    years: Annotated[int | None, Field(ge=0, le=70)] = None

    def __bool__(self) -> bool:
        return bool(self.title or self.skills or self.duties)


class PlannedTopic(Frozen):
    topic: Fact
    anchor: Fact = ""
    """The part of the résumé or the job that it belongs to, to the letter."""


class TechnicalSubject(Frozen):
    level: Seniority = Seniority.MIDDLE
    language: Programming = Programming.PYTHON
    length: Length = Length.USUAL
    focus: Focus = Focus.MIXED
    resume: Resume = Resume()
    job: JobDescription = JobDescription()
    topics: Annotated[tuple[PlannedTopic, ...], Field(max_length=12)] = ()
    wishes: tuple[str, ...] = ()
    """Other things they said beforehand, in their words."""
    refs: tuple[str, ...] = ()
    """References of the messages that job and résumé were read in."""


def subject_in(about: About | None) -> TechnicalSubject:
    """Read what a session is about; the usual subject where it cannot be read."""
    try:
        return TechnicalSubject() if about is None else TechnicalSubject.model_validate_json(about.value)
    except ValidationError:
        return TechnicalSubject()


def technical_session_name(about: About) -> SessionName:
    """Name the session after the job, where there is one."""
    return SessionName(title=subject_in(about).job.title)
