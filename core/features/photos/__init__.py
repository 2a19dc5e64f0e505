"""Photographs that are sent with an answer: fetched, looked over, and kept as files beside the words.

Here is only what a reader process is asked about a photograph, and what it says: both sides load it.
"""

from __future__ import annotations

from typing import Final

from core.contracts.frozen import Frozen

READING: Final = "photograph"


class LookedOver(Frozen):
    """The kind and the size of a photograph."""

    media_type: str
    width: int
    height: int
    rewritten: bool
    """It is to be kept as it was given back with this, and not as it came."""
