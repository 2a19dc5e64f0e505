"""From the configuration to what reads episodes."""

from __future__ import annotations

from bot.config import Settings
from core.contracts.ports import Clock
from core.conversation.runtime import PodcastRules
from core.readers.client import Client


def podcast_rules(settings: Settings) -> PodcastRules:
    """The section `podcast`, and what limits hold for episodes, as core wants them."""
    podcast = settings.podcast
    return PodcastRules(
        questions=podcast.questions,
        transcribe=podcast.transcribe,
        max_seconds=podcast.max_audio_minutes * 60.0,
        notes_dir=podcast.notes_dir,
        inkwell_dir=podcast.inkwell_dir,
        at_a_time=settings.limits.sources_at_a_time,
    )


def web_client(settings: Settings, clock: Clock) -> Client:
    """The one client by which anything is read that somebody has sent a link to."""
    return Client(clock=clock, allowed_hosts=frozenset(settings.podcast.allowed_hosts))
