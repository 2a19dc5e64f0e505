"""The closing summary: how much was asked, how long it took, how much was told."""

from __future__ import annotations

from core.documents.plain import plain_time
from core.session import Counters
from core.words import say


def summary(counters: Counters, language: str) -> str:
    """One plain sentence for the person, in `language`."""
    return say(
        language,
        "documents-summary",
        questions=say(language, "documents-summary-questions", questions=counters.questions),
        time=say(language, "documents-summary-time", time=plain_time(language, counters.active_seconds)),
        words=say(language, "documents-summary-words", words=counters.words),
    )
