"""Reads the operator's own scripts again while the program runs: each is an interview that can be begun by its name.

An interview under way goes by the script that it began with, whatever becomes of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from bot.kinds import KINDS, REPLACEABLE, RESERVED
from core.contracts.turn import Interview

if TYPE_CHECKING:
    from core.interviews.kind import Operator
    from core.interviews.script.interview import ScriptInterview

log = structlog.get_logger()

Signature = tuple[tuple[str, int, int], ...]
"""Of each file its name, when it was changed, and its size."""


class Scripts:
    """Keeps the scripts of a folder. A file with mistakes changes nothing of what was read of it before."""

    def __init__(self, folder: Path, operator: Operator, kinds: Mapping[str, Interview]) -> None:
        """Reads the folder. `operator`: what every interview is told. `kinds`: those that are enabled.

        Raises OSError where a prompt is missing.
        """
        from core.interviews.script.interview import ScriptInterview

        self._folder = folder
        self._kinds = {name: each for name, each in kinds.items() if name in REPLACEABLE}
        self._shipped = {name: each.scripts for name, each in self._kinds.items()}
        self.any: ScriptInterview = ScriptInterview.of(operator)
        """Holds the interviews of scripts that are there no more."""
        self._signature: Signature | None = None
        self._made: dict[str, Interview] = {}
        self._told: frozenset[str] = frozenset()
        self.look()

    @property
    def offered(self) -> Mapping[str, Interview]:
        """Return the interviews by name, in alphabetical order."""
        return self._made

    def look(self) -> None:
        """Read what has changed. Blocks; what cannot be read is told in the log, once."""
        from core.interviews.script.folder import read_script_folder

        try:
            signature = folder_signature(self._folder)
            if signature == self._signature:
                return
            found = read_script_folder(self._folder, reserved=RESERVED, openly=REPLACEABLE)
        except OSError as error:
            self._tell({f"{self._folder.name}: {error.strerror}"})
            return
        self._signature = signature
        self._tell({str(each) for wrong in found.mistakes.values() for each in wrong})
        known = {name: self._made[name] for name in found.mistakes if name in self._made}
        for name, scripts in found.scripts.items():
            if name in REPLACEABLE:
                continue
            before = self._made.get(name)
            same = before is not None and before.scripts.digest == scripts.digest
            known[name] = before if before is not None and same else self.any.of_script(scripts)
        self._made = dict(sorted(known.items()))
        for name, kind in self._kinds.items():
            if name not in found.mistakes:
                kind.scripts = found.scripts.get(name, self._shipped[name])

    def _tell(self, mistakes: set[str]) -> None:
        for each in sorted(mistakes - self._told):
            log.warning("script-unusable", mistake=each)
        self._told = frozenset(mistakes)


def folder_signature(folder: Path) -> Signature:
    """Return what tells that a file of a folder was changed. Raises OSError."""
    found = []
    for path in folder.iterdir():
        if path.suffix in {".toml", ".md"}:
            stat = path.stat()
            found.append((path.name, stat.st_mtime_ns, stat.st_size))
    return tuple(sorted(found))


class Offered(Mapping[str, Interview]):
    """The kinds that are enabled, and behind them the operator's scripts, as they are at the moment."""

    def __init__(self, kinds: Mapping[str, Interview], scripts: Scripts) -> None:
        self._kinds, self._scripts = kinds, scripts

    def __getitem__(self, name: str) -> Interview:
        return self._kinds.get(name) or self._scripts.offered[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._kinds
        yield from self._scripts.offered

    def __len__(self) -> int:
        return len(self._kinds) + len(self._scripts.offered)


class ScriptsInUse(Offered):
    """The same, and what holds interviews under way whose script is there no more."""

    def __getitem__(self, name: str) -> Interview:
        try:
            return super().__getitem__(name)
        except KeyError:
            if name in KINDS:
                raise
            return self._scripts.any
