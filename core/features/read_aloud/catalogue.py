"""Which voices there are, and what they need. Light: none of them is imported for it.

A better one is a module like those in `synthesis`, and an entry before the others of its languages.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from core.contracts.script import primary_language

_EVERY_VOICE = ("av", "numpy")
_LANGUAGE_LINE = "language "


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledVoice:
    name: str
    """What its makers call it."""
    module: str
    """Dotted name; it has a function `load() -> Sounding`."""
    packages: tuple[str, ...]
    """What must be importable."""
    distribution: str
    """What is installed to have it."""
    languages: frozenset[str]

    @property
    def mark(self) -> str:
        """Tells its sound from that of any other, and from its own in another version."""
        try:
            return f"{self.name} {version(self.distribution)}"
        except PackageNotFoundError:
            return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    name: str
    module: str
    packages: tuple[str, ...]
    distribution: str
    languages: Callable[[], frozenset[str]]


@cache
def _of_espeak() -> frozenset[str]:
    """Return what its data folder has rules for: files with lines such as "language pt-br"."""
    package = importlib.util.find_spec("espeakng_loader")
    if package is None or package.origin is None:
        return frozenset()
    files = (Path(package.origin).parent / "espeak-ng-data" / "lang").glob("*/*")
    lines = (line for file in files for line in file.read_text("utf-8", "replace").splitlines())
    return frozenset(
        primary_language(line.removeprefix(_LANGUAGE_LINE).split()[0].lower())
        for line in lines
        if line.startswith(_LANGUAGE_LINE) and line.strip() != _LANGUAGE_LINE.strip()
    )


_KNOWN = (
    _Known(
        name="hibari",
        module="core.features.read_aloud.synthesis.hibari_voice",
        packages=("hibari", "onnxruntime"),
        distribution="hibari-tts",
        languages=lambda: frozenset({"en"}),
    ),
    _Known(
        name="espeak-ng",
        module="core.features.read_aloud.synthesis.espeak_voice",
        packages=("espeakng_loader",),
        distribution="espeakng-loader",
        languages=_of_espeak,
    ),
)
"""The better ones first."""


def missing_packages() -> tuple[str, ...]:
    """Return the distributions without which something would be spoken less well, or not at all."""
    every = tuple(name for name in _EVERY_VOICE if not _there(name))
    return (*every, *(known.distribution for known in _KNOWN if not all(map(_there, known.packages))))


def installed() -> tuple[InstalledVoice, ...]:
    """Return the voices that can be used here, the better ones first. Reads some small files."""
    if not all(map(_there, _EVERY_VOICE)):
        return ()
    return tuple(
        InstalledVoice(
            name=known.name,
            module=known.module,
            packages=known.packages,
            distribution=known.distribution,
            languages=known.languages(),
        )
        for known in _KNOWN
        if all(map(_there, known.packages))
    )


def voice_for(language: str, voices: Iterable[InstalledVoice]) -> InstalledVoice | None:
    return next((voice for voice in voices if primary_language(language) in voice.languages), None)


def _there(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
