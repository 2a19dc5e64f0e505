"""What must be heard in an answer even where no model listens: wishes, words to the interviewer, distress, loss.

Wishes are whole short utterances; distress is looked for everywhere, in the first person and in the present, because
most of what is hard in a life is told in the past. English and Russian are known; other languages need the model.
"""

from __future__ import annotations

from core.interviews.signals import detection, distress
from core.interviews.signals.detection import LONGEST_WISH
from core.interviews.signals.heard import Asks, Signals, hard, hear

__all__ = ["LONGEST_WISH", "Asks", "Signals", "hard", "hear", "prepare"]


def prepare() -> None:
    """Read all patterns, away from the event loop, before the first answer needs them."""
    detection.prepare()
    distress.prepare()
