"""The life-story interview."""

from core.interviews.life_story.interview import LifeStory

__all__ = ["LifeStory"]
