"""Whether an answer gives grounds: a reason, a number, or a decision of one's own. By rules."""

from __future__ import annotations

import re
from functools import cache

from core.contracts.script import primary_language
from core.languages import fold
from core.languages.lexicon import own_lexicon


def has_grounds(text: str, language: str) -> bool:
    """In a language without rules every answer is taken to have some."""
    grounds = _grounds(primary_language(language))
    return grounds is None or grounds.search(fold(text)) is not None


@cache
def _grounds(language: str) -> re.Pattern[str] | None:
    words = own_lexicon("technical", language).get("grounds")
    return re.compile(rf"\d|\b(?:{'|'.join(words)})\b") if words else None
