"""What an interview about an episode is called in lists."""

from __future__ import annotations

from core.contracts.about import About, Called
from core.interviews.podcast.sources.material import source_in


def called(about: About) -> Called:
    """The episode, and its podcast."""
    source = source_in(about)
    return Called() if source is None else Called(title=source.episode.title, within=source.episode.show)
