"""What both sides of the terminal know of the moment."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import Choice, Progress, Say


@dataclass(slots=True)
class Scene:
    """What is on the screen now."""

    language: str
    """Of the words that the terminal adds; the interviewer's latest."""
    choices: tuple[Choice, ...] = ()
    """The choices that are open: the latest offered, until one is taken."""
    progress: Progress | None = None

    def said(self, saying: Say) -> None:
        """The interviewer has said this. What offers no choices leaves the open ones: it may be a word in between."""
        self.choices = saying.choices or self.choices
        self.progress = saying.progress or self.progress
