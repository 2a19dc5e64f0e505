"""What an engine is to the worker, and what is true of all of them. Imported in the worker process only.

An engine is a module with a function `load(Load) -> Engine`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from core.features.transcription.recognition.audio import Samples

SURE = 0.5
"""How likely a language must be to be taken instead of the interview's."""
NAMES_LIMIT = 600
"""Characters of the names given to a model; it reads no more than about 220 tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """What a model wrote for a stretch of sound, with what it says about itself."""

    text: str
    start: float
    """Seconds from the beginning of the piece."""
    end: float
    no_speech: float
    """How likely it is that nobody speaks in the model's window."""
    compression: float
    """Of the window's text: how many times shorter it can be written."""
    sureness: float
    """Mean log probability of the window's words."""


class SpeechEngine(Protocol):
    """A model in memory. Not thread-safe: it hears one chunk at a time.

    It does not try again because the text repeats itself, as Whisper would: for a refrain that ends with the worst try,
    in which half of the words are missing, after six times the work. Nor does it leave out what it takes for silence.
    What to make of both is `core.features.transcription.recognition.speech`'s.
    """

    languages: frozenset[str]
    device: str

    def transcribe(self, samples: Samples, *, language: str, names: str, warmths: Sequence[float]) -> Sequence[Segment]:
        """Return all that the model writes for at most 28 s of speech.

        `names`: how names that may occur are spelled. `warmths`: the temperatures to try until it is not guessing.
        """

    def languages_heard(self, samples: Samples) -> Mapping[str, float]:
        """Return how likely each language is."""


def detected_language(likely: Mapping[str, float], *, among: Iterable[str], otherwise: str) -> str:
    """Return the language that was heard, if the model is sure and it is one of those awaited; else `otherwise`."""
    sure = {language for language, probability in likely.items() if probability >= SURE}
    return next((language for language in among if language in sure), otherwise)
