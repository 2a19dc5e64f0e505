"""What was typed before, for the up arrow."""

from __future__ import annotations

from pathlib import Path

import structlog
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

_log = structlog.get_logger()


class PrivateHistory(FileHistory):
    """A history file that only its owner can read. Trouble with it never disturbs the interview."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        path.chmod(0o600)

    def store_string(self, string: str) -> None:
        try:
            super().store_string(string)
        except OSError as error:
            _log.warning("terminal-history-not-written", error=type(error).__name__)


def recall(path: Path | None) -> History:
    """The history kept in `path`, or for this run only where there is none or it cannot be used."""
    if path is None:
        return InMemoryHistory()
    try:
        return PrivateHistory(path)
    except OSError as error:
        _log.warning("terminal-history-unusable", error=type(error).__name__)
        return InMemoryHistory()
