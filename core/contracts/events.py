"""One event in the words of several: pure values, for a file or a book in which they stand side by side."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventVoice:
    """One who tells it. It is there only with their leave."""

    teller: str
    """What they are called; may be empty."""
    passages: tuple[str, ...]
    """Their own words, in the order in which they told them."""
    numbers: tuple[int, ...] = ()
    """Of each passage, by which it is named for as long as it is kept; empty for whose story it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a question is about, as each has told it; whose story it is comes first."""

    session_id: str
    seq: int
    """Of the question."""
    question: str
    voices: tuple[EventVoice, ...]
