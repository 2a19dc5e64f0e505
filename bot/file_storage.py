"""Where the settings have recordings and photographs kept."""

from __future__ import annotations

from bot.config import Settings
from core.files.keeping import KeptFiles, in_folders


def kept_files(settings: Settings) -> tuple[KeptFiles, KeptFiles]:
    """Recordings, and photographs."""
    return in_folders(settings.storage.recordings, shared=settings.is_shared)
