"""A run as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.contracts.messages import Address
from core.features.chamber.messages import Speaker
from core.features.chamber.setup import Setup

QUEUE = "chamber"
"""Key: a run's id. It is to be held, or something is wished of it."""


class RunStatus(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    """It can be gone on with."""
    ENDED = "ended"


class Why(StrEnum):
    """The reason for which a run was paused or ended."""

    STOPPED = "stopped"
    """By the operator; paused."""
    FAILED = "failed"
    """One side could not speak, however often it was asked; paused."""
    MONEY = "money"
    """What may be spent in a day is used up; paused."""
    PRIME = "prime"
    """Prime said so; ended, as in all that follow."""
    RUBRIC = "rubric"
    TURNS = "turns"
    TOKENS = "tokens"
    TIME = "time"
    BUDGET = "budget"
    CIRCLES = "circles"
    LEFT = "left"
    """The Candidate went away: a played person may."""


ENDINGS = frozenset(Why) - {Why.STOPPED, Why.FAILED, Why.MONEY}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberRun:
    id: str
    name: str
    setup: Setup
    """Without keys."""
    series: str = ""
    """The id that several runs of one command share."""
    number: int = 1
    """In its series."""
    seed: int | None = None
    status: RunStatus = RunStatus.RUNNING
    why: Why | None = None
    asking: Speaker | None = None
    """Who is being asked: written before the request, so that a killed run tells where it stood."""
    stop_wanted: bool = False
    person_id: str | None = None
    """Who owns it and had it begun in a chat; None: the operator, from the command line."""
    address: Address | None = None
    """Where its documents go."""
    language: str = "en"
    """Of the bot's words about it."""
    spent_seconds: float = 0.0
    """While it was running, up to `touched_at`."""
    created_at: datetime
    touched_at: datetime
    ended_at: datetime | None = None
