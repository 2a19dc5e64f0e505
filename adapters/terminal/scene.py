"""What both sides of the terminal know of the moment."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.messages import Choice, Progress, Say


def has_numbers(saying: Say) -> bool:
    """A single choice beside a question has none: "2" may be the answer."""
    return len(saying.choices) > 1 or not saying.asks


@dataclass(slots=True)
class Scene:
    """What is on the screen now."""

    language: str
    """Of the words that the terminal adds; the interviewer's latest."""
    choices: tuple[Choice, ...] = ()
    """The choices that are open: the latest offered, until one is taken."""
    numbered: bool = False
    """The choices are shown with numbers."""
    progress: Progress | None = None
    forgotten: bool = False
    """Everything of the person was deleted, and they have done nothing since: there is nothing to pause."""

    def said(self, saying: Say) -> None:
        """The interviewer has said this. What offers no choices leaves the open ones: it may be a word in between."""
        if saying.choices:
            self.choices, self.numbered = saying.choices, has_numbers(saying)
        self.progress = saying.progress or self.progress
