"""The doctor's look at the podcast interview: what it listens to, and the folders that notes are put into."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bot.config import Settings
from bot.telling import count
from core.contracts.findings import Finding, well, wrong
from core.transcription.engines import OFF

WHAT = "Podcasts"
KIND = "podcast"


def examine_podcast(settings: Settings, *, hears: bool) -> Iterator[Finding]:
    """Each finding; none where nobody can choose this interview. `hears`: voices can be heard. Blocking."""
    if KIND not in settings.interviews.enabled:
        return
    podcast = settings.podcast
    hosts = f"; links may also lead to {', '.join(podcast.allowed_hosts)}" if podcast.allowed_hosts else ""
    yield well(WHAT, f"{count(podcast.questions, 'question')} as a rule; {_listening(settings, hears=hears)}{hosts}")
    if podcast.notes_dir is not None:
        yield _folder("Notes folder", podcast.notes_dir, "podcast.notes_dir")
    if podcast.inkwell_dir is not None:
        yield _folder("Inkwell folder", podcast.inkwell_dir, "podcast.inkwell_dir")


def _listening(settings: Settings, *, hears: bool) -> str:
    """Whether episodes without a transcript are listened to, and why not."""
    if not settings.podcast.transcribe:
        return "episodes are not listened to, since podcast.transcribe is false"
    if settings.voice.engine == OFF:
        return "episodes are not listened to, since voice.engine is off"
    if not hears:
        return "episodes are not listened to until voices can be heard (Voice, above)"
    longest = count(settings.podcast.max_audio_minutes, "minute")
    return f"episodes of up to {longest} that have no transcript are listened to"


def _folder(what: str, folder: Path, key: str) -> Finding:
    if not folder.is_dir():
        there = "is no folder" if folder.exists() else "is not there"
        return wrong(what, f"{folder} {there}; no notes can be put there", f"make that folder, or correct {key}")
    if not os.access(folder, os.W_OK | os.X_OK):
        mend = f"make it writable for the user that Raconteur runs as, or correct {key}"
        return wrong(what, f"{folder} cannot be written", mend)
    return well(what, str(folder))
