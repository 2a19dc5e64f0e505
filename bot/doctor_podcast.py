"""The doctor's check of interviews about episodes of podcasts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bot.config import Settings
from bot.formatting import pluralize
from bot.sections import OFF
from core.contracts.findings import Finding, finding_ok, finding_wrong

EPISODES, PODCAST = "Podcasts", "podcast"


def examine_podcast(settings: Settings, *, hears: bool) -> Iterator[Finding]:
    """Yield each finding; none where nobody can choose this interview. `hears`: voices can be heard. Blocks."""
    if PODCAST not in settings.interviews.enabled:
        return
    podcast = settings.podcast
    hosts = f"; links may also lead to {', '.join(podcast.allowed_hosts)}" if podcast.allowed_hosts else ""
    yield finding_ok(
        EPISODES, f"{pluralize(podcast.questions, 'question')} as a rule; {_listening(settings, hears=hears)}{hosts}"
    )
    if podcast.notes_dir is not None:
        yield _folder("Notes folder", podcast.notes_dir, "podcast.notes_dir")
    if podcast.inkwell_dir is not None:
        yield _folder("Inkwell folder", podcast.inkwell_dir, "podcast.inkwell_dir")


def _listening(settings: Settings, *, hears: bool) -> str:
    """Say whether episodes without a transcript are listened to, and why not."""
    if not settings.podcast.transcribe:
        return "episodes are not listened to, since podcast.transcribe is false"
    if settings.voice.engine == OFF:
        return "episodes are not listened to, since voice.engine is off"
    if not hears:
        return "episodes are not listened to until voices can be heard (Voice, above)"
    longest = pluralize(settings.podcast.max_audio_minutes, "minute")
    return f"episodes of up to {longest} that have no transcript are listened to"


def _folder(what: str, folder: Path, key: str) -> Finding:
    if not folder.is_dir():
        there = "is no folder" if folder.exists() else "is not there"
        return finding_wrong(
            what, f"{folder} {there}; no notes can be put there", f"make that folder, or correct {key}"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        mend = f"make it writable for the user that Raconteur runs as, or correct {key}"
        return finding_wrong(what, f"{folder} cannot be written", mend)
    return finding_ok(what, str(folder))
