"""What an intake remembers: the wishes so far, and what was sent about the job and the candidate."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.contracts.about import INTAKE
from core.contracts.session import Session
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.plain_wishes import language_in, level_in
from core.interviews.technical.subject import (
    MOST_FACTS,
    Fact,
    Focus,
    Job,
    Length,
    PlannedTopic,
    Resume,
    Seniority,
)

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

    @property
    def key(self) -> str:
        return _digest(self.model_dump_json())


class Intake(_Frozen):
    level: Seniority | None = None
    """None: as what was read says, else the usual; so with the language."""
    language: Programming | None = None
    length: Length = Length.USUAL
    focus: Focus = Focus.MIXED
    job: str = ""
    """What they call it, in a few words of theirs."""
    job_ref: str = ""
    menu: str = ""
    """The code of the choices that are shown; empty for the page."""
    sent: Annotated[tuple[Sent, ...], Field(max_length=MOST_SOURCES)] = ()
    struck: Annotated[tuple[Fact, ...], Field(max_length=MOST_FACTS)] = ()
    """Of what was read, what they say is not so."""

    @property
    def request(self) -> str:
        """One word for what is to be read; empty for nothing."""
        return _digest("\n".join(self.keys)) if self.sent else ""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(each.key for each in self.sent)

    def with_sent(self, sent: Sent) -> Self:
        """The newest ones stay where there are too many; what is sent twice counts once."""
        others = (each for each in self.sent if each.value != sent.value)
        return self.model_copy(update={"sent": (*others, sent)[-MOST_SOURCES:]})

    def with_struck(self, facts: Iterable[str]) -> Self:
        return self.model_copy(update={"struck": tuple(dict.fromkeys((*self.struck, *facts)))[-MOST_FACTS:]})

    def without(self, ref: str) -> Self:
        """Without what a message brought."""
        job = {"job": "", "job_ref": ""} if ref == self.job_ref else {}
        return self.model_copy(update={"sent": tuple(each for each in self.sent if each.ref != ref), **job})

    def has(self, ref: str) -> bool:
        return bool(ref) and (ref == self.job_ref or any(each.ref == ref for each in self.sent))


class Outcome(_Frozen):
    """What was read, in the finding `OUTCOME`."""

    read: tuple[str, ...] = ()
    """The keys of what was sent and is read."""
    resume: Resume = Resume()
    job: Job = Job()
    topics: tuple[PlannedTopic, ...] = ()
    troubles: tuple[str, ...] = ()
    """Codes of what could not be read (`core.readers.source_errors`)."""

    @property
    def level(self) -> Seniority | None:
        """Of the position, else of the last one that they held."""
        return level_in(self.job.title) or next(filter(None, map(level_in, self.resume.roles)), None)

    @property
    def language(self) -> Programming | None:
        """What is asked for, else what they name first."""
        return next(filter(None, map(language_in, (self.job.title, *self.job.skills, *self.resume.skills))), None)

    @property
    def facts(self) -> tuple[str, ...]:
        """What can be said not to be so."""
        resume, job = self.resume, self.job
        projects = (each.name for each in resume.projects if each.name)
        return (*resume.skills, *job.skills, *projects, *resume.roles, *((job.title,) if job.title else ()))

    def without(self, struck: Collection[str]) -> Self:
        """Without these facts, and without the topics that hang on them."""
        if not struck:
            return self
        projects = tuple(each for each in self.resume.projects if each.name not in struck)
        resume, job = self.resume, self.job
        kept = {"skills": _kept(resume.skills, struck), "roles": _kept(resume.roles, struck), "projects": projects}
        left = {"skills": _kept(job.skills, struck), **({"title": ""} if job.title in struck else {})}
        topics = tuple(each for each in self.topics if not _hangs_on(each.anchor, struck))
        return self.model_copy(
            update={"resume": resume.model_copy(update=kept), "job": job.model_copy(update=left), "topics": topics}
        )


def _kept(facts: Iterable[str], struck: Collection[str]) -> tuple[str, ...]:
    return tuple(each for each in facts if each not in struck)


def _hangs_on(anchor: str, struck: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(fact)}(?!\w)", anchor, re.IGNORECASE) for fact in struck)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class FoundText(_Frozen):
    """What the reading function "document-text" gives."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    """Without what in it is said to whoever reads."""
    facts: Outcome = Outcome()
    """What rules find in it: of the job or of the candidate."""


def intake_of(session: Session) -> Intake | None:
    """The intake of a session; None where it has none, or has begun."""
    raw = session.state.get(INTAKE)
    try:
        return Intake.model_validate(raw) if isinstance(raw, dict) else None
    except ValidationError:
        return Intake()


def outcome_of(intake: Intake, text: str | None) -> Outcome:
    """What is read of what was sent, perhaps not of all of it; nothing where it was read in what is gone."""
    try:
        found = Outcome.model_validate_json(text) if text else Outcome()
    except ValidationError:
        return Outcome()
    return found.without(intake.struck) if set(found.read) <= set(intake.keys) else Outcome()


def read_request(session: Session) -> str:
    """What the intake of a session waits for."""
    intake = intake_of(session)
    return "" if intake is None else intake.request
