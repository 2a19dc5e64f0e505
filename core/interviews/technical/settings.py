"""The operator's settings for technical interviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.interviews.technical.exercises.exercise import BANK, Exercise, load_exercises
from core.interviews.technical.harness import CPU_SECONDS
from core.interviews.technical.rubric import TechnicalRubric, load_rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalSettings:
    exercises_dir: Path | None = None
    """A folder with exercises of their own, besides the bank's."""
    rubric_file: Path | None = None
    """A rubric of their own, in place of ours."""
    seconds: float = CPU_SECONDS
    """Processor time that the sandbox gives a program: the cases of an exercise share it."""

    def exercises(self) -> Mapping[str, Exercise]:
        """Load the exercises by their ids. Raises ConfigurationError."""
        return load_exercises(BANK, *(() if self.exercises_dir is None else (self.exercises_dir,)))

    def rubric(self) -> TechnicalRubric:
        """Load the rubric. Raises ConfigurationError."""
        return load_rubric(self.rubric_file)
