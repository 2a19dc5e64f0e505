"""An exercise as a candidate is given it."""

from __future__ import annotations

import re
from typing import Final

from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.starters import example_lines, starter_code

_BEGIN: Final = {"en": "Begin with this:", "ru": "Начните с этого:"}
_EXAMPLES: Final = {"en": "For example:", "ru": "Например:"}


def unwrap_paragraphs(text: str) -> str:
    """Paragraphs on one line each, as chats break lines themselves; items of a list stay lines."""
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(re.sub(r"\s*\n(?!\s*(?:[-*•]|\d+[.)])\s)\s*", " ", part) for part in paragraphs)


def exercise_markdown(exercise: Exercise, programming: Programming, language: str) -> str:
    """Title, statement, examples and the code to begin with, as Markdown. `language`: the people's."""
    wording = exercise.wording(language)
    spoken = language if language in exercise.texts else next(iter(exercise.texts))
    return "\n\n".join(
        (
            wording.title,
            unwrap_paragraphs(wording.statement),
            f"{_EXAMPLES[spoken]}\n\n```\n{example_lines(exercise, programming)}\n```",
            f"{_BEGIN[spoken]}\n\n```{programming.value}\n{starter_code(exercise, programming)}```",
        )
    )
