"""What is hard in what is told, and the loss of somebody near, which is told apart from it."""

from __future__ import annotations

from pathlib import Path

from core.interviews.signals.normal import flat
from core.interviews.signals.phrase_lists import anywhere, sections

_FOUND = sections(Path(__file__).parent / "hardness.txt")
_HARD = anywhere(_FOUND["hard"])
_LOSS = anywhere(_FOUND["loss"])


def hard(text: str) -> bool:
    """Whether something hard seems to be told: then nothing is echoed and nothing is probed by rule."""
    return _HARD.search(flat(text)) is not None


def lost_somebody(text: str) -> bool:
    """Whether the death of somebody near is told: of kin, of a friend, of an animal of the program."""
    return _LOSS.search(flat(text)) is not None
