"""What is known about an episode, for questions that keep to it."""

from __future__ import annotations

from core.interviews.podcast.sources.material import Source


def quotable(source: Source | None) -> tuple[str, ...]:
    """What may stand in quotation marks as the episode's: its words and names, never a summary of them."""
    if source is None:
        return ()
    context = source.context
    named = (concept.name for concept in context.concepts)
    quotes = (quote.text for quote in context.quotes)
    speakers = (quote.speaker for quote in context.quotes)
    about = (source.episode.title, source.episode.show, source.memory, source.guidelines)
    told = (*about, *quotes, *speakers, *named, *context.books, *context.tools, *context.people)
    return tuple(text for text in told if text)


def known_of(source: Source | None) -> tuple[str, ...]:
    """Everything that is known about the episode."""
    if source is None:
        return ()
    meanings = (concept.meaning for concept in source.context.concepts)
    return (*quotable(source), source.context.summary, *meanings)
