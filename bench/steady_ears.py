"""An engine for the hearing process that takes the same time for every look and always hears the same words."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from core.features.transcription.hearing_messages import Load
from core.features.transcription.recognition.engine import Segment

COST = 0.8
"""Seconds of one look at up to 28 s of speech: about what `base` takes on two quick cores."""
RATE = 16_000


class SteadyEngine:
    """An `Engine`."""

    languages = frozenset({"en"})
    device = "cpu"

    def transcribe(self, samples: Any, *, language: str, names: str, warmths: Sequence[float]) -> Sequence[Segment]:
        time.sleep(COST)
        seconds = len(samples) / RATE
        text = "We lived by the river, and in winter we walked to school over the ice."
        return [Segment(text=text, start=0.0, end=seconds, no_speech=0.0, compression=1.0, sureness=-0.2)]

    def languages_heard(self, samples: Any) -> Mapping[str, float]:
        return {"en": 1.0}


def load(wanted: Load) -> SteadyEngine:
    return SteadyEngine()
