"""How a kind of interview is registered: what a list needs of it, without loading what holds an interview."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.contracts.about import About, SessionName

if TYPE_CHECKING:
    from core.contracts.messages import Progress
    from core.contracts.script import ScriptSet
    from core.contracts.session import Session
    from core.contracts.turn import Interview
    from core.privacy.facts import Facts

USUAL_WINDOW: Final = 32_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """What an interview is told by the operator."""

    help_texts: Mapping[str, str] = field(default_factory=dict)
    """For somebody in distress, by language."""
    facts: Facts | None = None
    """Who keeps and reads what is told."""
    guidance: str = ""
    """What they wish of every interview."""
    window: int = USUAL_WINDOW
    """Characters of the conversation that the interviewer sees word for word."""
    settings: object = None
    """The kind's own, of the type that it names; None for those that hold where nothing is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterviewKind:
    scripts: tuple[Path, ...]
    """The files of its script, one per language."""
    progress: Callable[[Session, ScriptSet], Progress]
    make: Callable[[Operator], Interview]
    """Raises ConfigurationError, and ValueError or OSError where a script or a prompt cannot be read."""
    called: Callable[[About], SessionName] = lambda about: SessionName()
