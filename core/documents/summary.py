"""The closing summary: how much was asked, how long it took, how much was told."""

from __future__ import annotations

from core.documents.exchanges import Figures
from core.documents.readable import plain_time
from core.words import say


def summary(counted: Figures, language: str) -> str:
    """One plain sentence for the person, in `language`."""
    questions = say(
        language,
        "documents-summary-questions",
        questions=counted.questions,
        closing="yes" if counted.closing else "no",
        more=counted.follow_ups,
    )
    average = counted.average if counted.answers > 1 else 0
    return say(
        language,
        "documents-summary",
        questions=questions,
        time=say(language, "documents-summary-time", time=plain_time(language, counted.active_seconds)),
        words=say(language, "documents-summary-words", words=counted.words, average=average),
    )
