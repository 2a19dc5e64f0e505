"""An exercise as a candidate is given it."""

from __future__ import annotations

from typing import Final

from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.starters import examples, starter

_BEGIN: Final = {"en": "Begin with this:", "ru": "Начните с этого:"}
_EXAMPLES: Final = {"en": "For example:", "ru": "Например:"}


def shown(exercise: Exercise, programming: Programming, language: str) -> str:
    """Title, statement, examples and the code to begin with, as Markdown. `language`: the people's."""
    wording = exercise.wording(language)
    spoken = language if language in exercise.texts else next(iter(exercise.texts))
    return "\n\n".join(
        (
            wording.title,
            wording.statement.strip(),
            f"{_EXAMPLES[spoken]}\n\n```\n{examples(exercise, programming)}\n```",
            f"{_BEGIN[spoken]}\n\n```{programming.value}\n{starter(exercise, programming)}```",
        )
    )
