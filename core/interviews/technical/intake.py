"""The memory of an intake: what was chosen and said, and what was sent about the job and the candidate."""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import Field, ValidationError

from core.contracts.frozen import Frozen
from core.contracts.session import INTAKE, Session
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.subject import Focus, JobDescription, Length, PlannedTopic, Resume, Seniority

MOST_SOURCES: Final = 6
LONGEST_TEXT: Final = 24_000
"""Characters of a text about job or candidate; of a longer one the beginning counts."""
OUTCOME: Final = "profile"


class SourceKind(StrEnum):
    WISH = "wish"
    """A few words, which the interviewer is told and nobody reads before."""
    TEXT = "text"
    LINK = "link"
    FILE = "file"


class SentDocument(Frozen):
    kind: SourceKind
    value: str
    """The text, the address, or the platform's reference of a file."""
    name: str = ""
    media_type: str = ""
    ref: str = ""

    @property
    def key(self) -> str:
        return _digest(self.model_dump_json())


class TechnicalIntake(Frozen):
    level: Seniority | None = None
    """None takes the level from what was read, else the usual one; the same goes for the language."""
    language: Programming | None = None
    length: Length = Length.USUAL
    focus: Focus = Focus.MIXED
    menu: str = ""
    """The code of the choices that are shown; empty for the page."""
    sent: Annotated[tuple[SentDocument, ...], Field(max_length=2 * MOST_SOURCES)] = ()

    @property
    def request(self) -> str:
        """A hash of what is to be read; empty for nothing."""
        return _digest("\n".join(self.keys)) if self.keys else ""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(each.key for each in self.sources)

    @property
    def sources(self) -> tuple[SentDocument, ...]:
        return tuple(each for each in self.sent if each.kind is not SourceKind.WISH)

    @property
    def wishes(self) -> tuple[str, ...]:
        return tuple(each.value for each in self.sent if each.kind is SourceKind.WISH)

    def with_sent(self, sent: SentDocument) -> Self:
        """Add what was sent; of too many wishes or other things the newest stay, and what is sent twice counts once."""
        every = (*(each for each in self.sent if each.value != sent.value), sent)
        alike = [each for each in every if (each.kind is SourceKind.WISH) is (sent.kind is SourceKind.WISH)]
        gone = alike[:-MOST_SOURCES]
        return self.model_copy(update={"sent": tuple(each for each in every if each not in gone)})

    def without(self, ref: str) -> Self:
        return self.model_copy(update={"sent": tuple(each for each in self.sent if each.ref != ref)})

    def has(self, ref: str) -> bool:
        return bool(ref) and any(each.ref == ref for each in self.sent)


class IntakeOutcome(Frozen):
    """The result of reading, in the finding `OUTCOME`."""

    read: tuple[str, ...] = ()
    resume: Resume = Resume()
    job: JobDescription = JobDescription()
    topics: tuple[PlannedTopic, ...] = ()
    level: Seniority | None = None
    """The level that the job asks for, else the one that the résumé shows."""
    language: Programming | None = None
    without_model: bool = False
    """Nobody could make anything of it: there is no model, or it cannot be reached."""
    troubles: tuple[str, ...] = ()
    """Codes of what could not be read (`core.readers.source_errors`)."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class FoundText(Frozen):
    """The result of the reading function "document-text"."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    """Without what in it is said to whoever reads."""


def intake_of(session: Session) -> TechnicalIntake | None:
    """Return the intake of a session; None where it has none, or has begun."""
    raw = session.state.get(INTAKE)
    try:
        return TechnicalIntake.model_validate(raw) if isinstance(raw, dict) else None
    except ValidationError:
        return TechnicalIntake()


def outcome_of(intake: TechnicalIntake, text: str | None) -> IntakeOutcome:
    """Return what was read so far in what was sent; nothing where it was read in something that is gone."""
    try:
        found = IntakeOutcome.model_validate_json(text) if text else IntakeOutcome()
    except ValidationError:
        return IntakeOutcome()
    return found if set(found.read) <= set(intake.keys) else IntakeOutcome()


def read_request(session: Session) -> str:
    """Return what the intake of a session waits for."""
    intake = intake_of(session)
    return "" if intake is None else intake.request
