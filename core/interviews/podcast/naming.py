"""What an interview about an episode is called in lists."""

from __future__ import annotations

from core.contracts.about import About, SessionName
from core.interviews.podcast.sources.material import source_in


def called(about: About) -> SessionName:
    """The episode, and its podcast."""
    source = source_in(about)
    return SessionName() if source is None else SessionName(title=source.episode.title, within=source.episode.show)
