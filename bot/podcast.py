"""From the configuration to what reads episodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.interviews.podcast.settings import PodcastSettings

if TYPE_CHECKING:
    from bot.config import Settings


def podcast_settings(settings: Settings) -> PodcastSettings:
    """The section `podcast`, and what limits hold for episodes, as the kind wants them."""
    podcast = settings.podcast
    return PodcastSettings(
        questions=podcast.questions,
        transcribe=podcast.transcribe,
        max_seconds=podcast.max_audio_minutes * 60.0,
        notes_dir=podcast.notes_dir,
        inkwell_dir=podcast.inkwell_dir,
        at_a_time=settings.limits.sources_at_a_time,
    )
