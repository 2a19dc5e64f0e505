"""The podcast interview: a short conversation about an episode that somebody has listened to."""

from core.interviews.podcast.interview import Podcast

__all__ = ["Podcast"]
