"""English, spoken by hibari-tts: a small network with one friendly voice. All of it is in the package."""

from __future__ import annotations

from typing import Any

import hibari
import numpy as np

from core.features.read_aloud.synthesis.sound import LOUDEST

PACE = 0.92
"""Of its own: people who hear less well ask for slower."""
_SEED = 1
"""So that the same words sound the same."""
_PAUSE = 0.25
"""Seconds of silence behind a sentence."""


class HibariVoice:
    """A `Sounding`."""

    def __init__(self) -> None:
        self.rate: int = hibari.SAMPLE_RATE
        self._tts = hibari.Hibari()

    def samples(self, text: str, language: str) -> Any:
        pause = np.zeros(int(_PAUSE * self.rate), dtype=np.float32)
        spoken = [piece for piece in self._tts.stream(text, speed=PACE, seed=_SEED) if len(piece)]
        if not spoken:
            return np.zeros(0, dtype=np.int16)
        sound = np.concatenate([part for piece in spoken for part in (piece, pause)])
        return (np.clip(sound, -1.0, 1.0) * LOUDEST).astype(np.int16)


def load() -> HibariVoice:
    return HibariVoice()
