"""An exercise as a candidate is given it."""

from __future__ import annotations

import re

from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.starters import example_lines, starter_code
from core.languages.messages import say


def unwrap_paragraphs(text: str) -> str:
    """Put each paragraph on one line, since chats break lines themselves; items of a list stay lines."""
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(re.sub(r"\s*\n(?!\s*(?:[-*•]|\d+[.)])\s)\s*", " ", part) for part in paragraphs)


def exercise_markdown(exercise: Exercise, programming: Programming, language: str) -> str:
    """Write title, statement, examples and the code to begin with as Markdown. `language`: the people's."""
    spoken = exercise.spoken_in(language)
    wording = exercise.texts[spoken]
    code = f"```{programming.value}\n{starter_code(exercise, programming)}```"
    return "\n\n".join(
        (
            wording.title,
            unwrap_paragraphs(wording.statement),
            f"{say(spoken, 'technical-task-examples')}\n\n```\n{example_lines(exercise, programming)}\n```",
            f"{say(spoken, 'technical-task-begin')}\n\n{code}",
        )
    )
