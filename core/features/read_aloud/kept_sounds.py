"""What was spoken lately, as files in a folder of a limited size, so that the same words need not be spoken twice.

Nothing depends on them. They may hold somebody's words, as questions do that take them up: `clear` deletes them all.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from core.contracts.ports import Speech
from core.documents.files import write_atomically

LIMIT = 100_000_000
"""Bytes in the folder: about 2,000 questions."""
_LEFT = 0.8
"""Of the limit, when it was reached and the oldest have gone."""
_ENDING = ".speech"
_HEAD = 1 << 12


class KeptSounds:
    """The folder. Everything here blocks; what fails is as if it had not been kept."""

    def __init__(self, folder: Path, *, limit: int = LIMIT) -> None:
        self._folder = folder
        self._limit = limit

    def find(self, text: str, language: str, voice: str) -> Speech | None:
        path = self._path(text, language, voice)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        head, newline, audio = data.partition(b"\n")
        if not newline or not audio or len(head) > _HEAD:
            return None
        try:
            told = json.loads(head)
            return Speech(audio=audio, seconds=float(told["seconds"]), waveform=base64.b64decode(told["waveform"]))
        except (ValueError, KeyError, TypeError):
            return None

    def keep(self, text: str, language: str, voice: str, speech: Speech) -> None:
        head = {"seconds": speech.seconds, "waveform": base64.b64encode(speech.waveform).decode()}
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self._path(text, language, voice), json.dumps(head).encode() + b"\n" + speech.audio)
            files = sorted(self._files(), key=lambda file: file[2])
            taken = sum(size for _, size, _ in files)
            if taken > self._limit:
                while files and taken > self._limit * _LEFT:
                    path, size, _ = files.pop(0)
                    path.unlink(missing_ok=True)
                    taken -= size

    def clear(self) -> None:
        """Delete everything, also what a crash left half written. Raises OSError."""
        for path, _, _ in self._files(every=True):
            path.unlink(missing_ok=True)

    def _path(self, text: str, language: str, voice: str) -> Path:
        named = json.dumps([text, language, voice]).encode()
        return self._folder / f"{hashlib.sha256(named).hexdigest()}{_ENDING}"

    def _files(self, *, every: bool = False) -> list[tuple[Path, int, float]]:
        """Return each file with its size and when it was last used."""
        found: list[tuple[Path, int, float]] = []
        try:
            entries = list(os.scandir(self._folder))
        except FileNotFoundError:
            return found
        for entry in entries:
            if entry.name.endswith(_ENDING) or (every and entry.name.endswith(".part")):
                with suppress(FileNotFoundError):
                    status = entry.stat()
                    found.append((Path(entry.path), status.st_size, status.st_mtime))
        return found
