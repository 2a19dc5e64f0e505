"""One participant's interview in one wave of a study, as its tables and files see it: without a name or an address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from core.contracts.closed_questions import Value
from core.contracts.script import ScriptSet
from core.contracts.session import Record


class ParticipantProgress(StrEnum):
    """How far a participant has come."""

    INVITED = "invited"
    """The invitation has not been used."""
    SCREENED_OUT = "screened-out"
    BEGUN = "begun"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"
    """Nothing of theirs is left but the code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """What is known of one participant in one wave."""

    code: str
    """What the participant is called in everything that leaves the program: "P001"."""
    wave: int = 1
    """Counted from 1."""
    batch: str = ""
    """Of the invitations."""
    standing: ParticipantProgress
    invited_at: datetime | None = None
    consented_at: datetime | None = None
    record: Record | None = None
    """Their interview; None where none has begun, or nothing is left of it."""
    scripts: ScriptSet | None = None
    """What it was held with."""
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    """What was read of the answers to closed questions, by the questions' ids."""
