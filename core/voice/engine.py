"""What an engine is to the worker, and what is true of all of them. Imported in the worker process only.

An engine is a module with a function `load(Load) -> Engine`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from core.voice.audio import Samples

SURE = 0.5
"""How likely a language must be to be taken instead of the interview's."""
NO_SPEECH = 0.8
REPETITIVE = 2.4
"""Compression ratio of text that goes round in circles."""
NAMES_LIMIT = 600
"""Characters of the names given to a model; it reads no more than about 220 tokens."""


class Engine(Protocol):
    """A model in memory. Not thread-safe: it hears one chunk at a time."""

    languages: frozenset[str]
    device: str

    def transcribe(self, samples: Samples, *, language: str, names: str) -> str:
        """The words of at most 28 s of speech."""

    def languages_heard(self, samples: Samples) -> Mapping[str, float]:
        """How likely each language is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """What a model wrote for a stretch of sound, with what it says about itself."""

    text: str
    no_speech: float
    compression: float


def joined(segments: Iterable[Segment]) -> str:
    """The words, without what a model writes where nobody speaks."""
    kept = (each.text for each in segments if each.no_speech < NO_SPEECH and each.compression < REPETITIVE)
    return "".join(kept).strip()


def language_of(likely: Mapping[str, float], *, among: Iterable[str], otherwise: str) -> str:
    """The language that was heard, where the model is sure of it and it is one of those awaited."""
    sure = {language for language, probability in likely.items() if probability >= SURE}
    return next((language for language in among if language in sure), otherwise)
