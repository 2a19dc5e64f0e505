"""Quotations of an episode, in its own words alone."""

from __future__ import annotations

from collections.abc import Iterable

from core.documents.quotations import standing_each
from core.interviews.podcast.sources.material import Quote


def kept(quotes: Iterable[Quote], text: str) -> tuple[Quote, ...]:
    """The quotes that stand in `text`, each once and in its words there, on one line."""
    found: dict[str, Quote] = {}
    given = tuple(quotes)
    for quote, words in zip(given, standing_each((each.text for each in given), text), strict=True):
        if words is not None:
            flat = " ".join(words.split())
            found.setdefault(flat.casefold(), quote.model_copy(update={"text": flat}))
    return tuple(found.values())
