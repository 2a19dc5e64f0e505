"""Files that say the same thing in several languages, each in a table named after its language: [en], [ru]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.languages import FALLBACK, LANGUAGES

TEXTS: Final = "texts"


def gather_texts(data: Any) -> Any:
    """Return a file's data with its tables for languages collected under `TEXTS`."""
    if not isinstance(data, Mapping):
        return data
    texts = {tag: data[tag] for tag in LANGUAGES if tag in data}
    return {TEXTS: texts, **{key: value for key, value in data.items() if key not in texts}}


def choose_language(texts: Mapping[str, Any], language: str) -> str:
    """Return the wanted language if there is a text in it, else English, else the first one that there is."""
    return next((tag for tag in (language, FALLBACK) if tag in texts), next(iter(texts), FALLBACK))
