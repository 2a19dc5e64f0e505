"""Register kinds of interviews, so that a list can use them without loading everything that holds an interview."""

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
    """Everything that the operator tells an interview."""

    help_texts: Mapping[str, str] = field(default_factory=dict)
    """For somebody in distress, by language."""
    facts: Facts | None = None
    """The facts about who keeps and reads what is told."""
    guidance: str = ""
    """The operator's wishes for every interview."""
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
