"""The folder of photographs: each a file whose name is made of its content."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.store.photo_rows import photo_orphans
from core.transcription.audio_files import AudioFiles

EXTENSIONS: Final = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic"}

MEDIA_TYPES: Final = {extension: media_type for media_type, extension in EXTENSIONS.items()}


def photo_files(recordings: Path, *, shared: bool = False) -> AudioFiles:
    """Those of a database whose recordings are in that folder: theirs is one inside of it. `shared`: as there."""
    return AudioFiles(recordings / "photos", unneeded=photo_orphans, extensions=EXTENSIONS, shared=shared)
