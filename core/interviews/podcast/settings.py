"""What an operator can set of the podcast interview. Every command that reads the configuration loads this."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_QUESTIONS: Final = 30
USUAL_QUESTIONS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastSettings:
    questions: int = USUAL_QUESTIONS
    """Main questions, where the person says nothing else."""
    transcribe: bool = True
    """Whether an episode's recording is listened to where there is no transcript."""
    max_seconds: float = 3 * 3600.0
    """Of such a recording."""
    notes_dir: Path | None = None
    """Where a copy of the notes is put."""
    inkwell_dir: Path | None = None
    """Where the operator's Inkwell folders are: notes on an episode from one of them are put beside it."""
    at_a_time: int = 0
    """Episodes that are looked up, read or listened to for one person side by side; 0 for as many as they send."""
