"""The operator's setups in a folder: `NAME.toml`, or a folder `NAME` with a file for each side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.features.chamber.files import CommandLineRun, read_setup, resolve_keys
from bot.features.chamber.written import Mistakes, read_setup_file
from core.contracts.errors import ConfigurationError
from core.features.chamber.setup import Setup

PRIME, CANDIDATE = "prime_config", "candidate_config"
_YAML = (".yaml", ".yml", ".toml")
_SIDES = frozenset({"prime", "candidate", "interview", "person"})


class FolderBook:
    """A `SetupBook`."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: None where the operator has named none."""
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(dict(self._found())))

    def load(self, name: str) -> Setup:
        found = dict(self._found())
        if name not in found:
            there = f"there are: {', '.join(sorted(found))}" if found else "there is none at all"
            raise ConfigurationError(f"There is no such setup in {self._folder}; {there}.")
        return read_setup(found[name])

    def with_keys(self, setup: Setup) -> Setup:
        return resolve_keys(setup)

    def _found(self) -> Iterator[tuple[str, CommandLineRun]]:
        if self._folder is None:
            raise ConfigurationError("No folder with setups is named; see the section chamber of config.example.toml.")
        try:
            inside = sorted(self._folder.iterdir())
        except OSError as error:
            raise ConfigurationError(f"chamber.dir: {self._folder} cannot be read: {error.strerror}.") from None
        for each in inside:
            if each.is_dir() and (prime := _one(each, PRIME)):
                yield (
                    each.name,
                    CommandLineRun(
                        prime=prime,
                        candidate=_one(each, CANDIDATE),
                        rules=_one(each, "rules"),
                        rubric=_one(each, "rubric"),
                        thought_patterns=_one(each, "thought_patterns"),
                        called=each.name,
                    ),
                )
            elif each.suffix == ".toml":
                try:
                    is_whole = not _SIDES.isdisjoint(read_setup_file(each).data)
                except Mistakes:
                    is_whole = True  # it might describe a run, and is told of when it is to be used
                if is_whole:
                    yield each.stem, CommandLineRun(setup=each)


def _one(folder: Path, stem: str) -> Path | None:
    return next((file for suffix in _YAML if (file := folder / f"{stem}{suffix}").is_file()), None)
