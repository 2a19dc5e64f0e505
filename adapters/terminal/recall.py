"""What was typed before, for the up arrow."""

from __future__ import annotations

from pathlib import Path

import structlog
from prompt_toolkit.history import FileHistory, InMemoryHistory

_log = structlog.get_logger()


class PrivateHistory(FileHistory):
    """A history file that only its owner can read. Trouble with it never disturbs the interview."""

    lasts = True
    """It is there the next time too."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        path.chmod(0o600)

    def forget(self) -> None:
        """Nothing of it is left in memory; whoever calls this removes the file."""
        self._loaded_strings.clear()

    def store_string(self, string: str) -> None:
        try:
            self._path.touch(mode=0o600)
            super().store_string(string)
        except OSError as error:
            _log.warning("terminal-history-not-written", error=type(error).__name__)


class PassingHistory(InMemoryHistory):
    """A history for this run only."""

    lasts = False

    def forget(self) -> None:
        self._loaded_strings.clear()
        self._storage.clear()


Recall = PrivateHistory | PassingHistory


def recall(path: Path | None) -> Recall:
    """The history kept in `path`, or for this run only where there is none or it cannot be used."""
    if path is None:
        return PassingHistory()
    try:
        return PrivateHistory(path)
    except OSError as error:
        _log.warning("terminal-history-unusable", error=type(error).__name__)
        return PassingHistory()
