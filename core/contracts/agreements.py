"""The texts that a person agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What a person agreed to, and when."""

    language: str
    text: str
    at: datetime
