"""What must be heard in an answer even where no model listens: wishes, words to the interviewer, distress, loss.

Wishes are whole short utterances; distress is looked for everywhere, in the first person and in the present, because
most of what is hard in a life is told in the past. English and Russian are known; other languages need the model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

from core.interviews.signals import deeds
from core.interviews.signals.detection import LONGEST_WISH, wished
from core.interviews.signals.distress import in_distress
from core.interviews.signals.normal import flat
from core.interviews.signals.phrase_lists import anywhere, sections

__all__ = ["LONGEST_WISH", "Asks", "Signals", "hard", "hear", "prepare"]

_WEIGHT = ("stop", "pause", "declined", "hesitates", "topic", "lighter", "onward")
"""Of several wishes said in one breath the first of these counts, except that a refusal may come with a wish."""
_ASKED = ("reads", "who", "voice", "order", "repeat", "mean", "why", "long", "there", "apology", "greeting")
Asks = Literal["", "who", "reads", "why", "long", "mean", "voice", "repeat", "order", "greeting", "apology", "there"]
"""What was asked of the interviewer or said to it.

who: what it is. reads: who reads this, where it goes. why: why it asks. long: how much longer. mean: what is meant.
voice: whether one can talk instead. repeat: the question again. order: a task that is no interview. there: whether
anybody is there, whether this is the right machine.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What was heard. At most one of pause, stop, declined, hesitates and onward is true."""

    declined: bool = False
    """They would rather not answer this, or not speak of `subject`."""
    hesitates: bool = False
    """Not today, later, perhaps: put off, not refused."""
    onward: bool = False
    """They want another question."""
    pause: bool = False
    """They want to stop for now."""
    stop: bool = False
    """They want the interview to be over."""
    distress: bool = False
    """They may hurt themselves, or are being hurt."""
    loss: bool = False
    """Somebody near to them died, as they tell it."""
    subject: str = ""
    """What is refused or put off, in their words without the preposition; empty where it is only this question."""
    topic: str = ""
    """What they would rather speak of, in their words."""
    lighter: bool = False
    """They ask for something light."""
    keep_back: bool = False
    """It is for the interviewer only."""
    nothing: bool = False
    """They have nothing to say to it: not a refusal, but asking on would press."""
    fine: bool = False
    """An answer that tells nothing: "fine.", "ok"."""
    already_told: bool = False
    """They say that they told it before."""
    asks: Asks = ""
    passage: str = ""
    """The words of the answer that say all this, as they stand in it; empty where only distress or loss was heard."""

    @property
    def wish(self) -> bool:
        """Whether anything is asked of the course of the interview."""
        return self.waits or self.refuses or self.onward or self.lighter or bool(self.topic)

    @property
    def refuses(self) -> bool:
        """Whether they would not speak of something, now or ever."""
        return self.declined or self.hesitates

    @property
    def waits(self) -> bool:
        """Whether they want to stop, for now or for good."""
        return self.pause or self.stop

    @property
    def beside(self) -> tuple[str, ...]:
        """The words that say what they wish of the interview: no part of what is told."""
        return (self.passage,) if self.passage and (self.wish or self.keep_back) else ()

    def alone(self, answer: str) -> bool:
        """Whether `answer` is nothing but what was heard, and tells nothing."""
        return bool(self.passage) and self.passage == answer.strip()


@cache
def _hardness() -> dict[str, re.Pattern[str]]:
    """What is hard in what is told ("hard"), and the loss of somebody near ("loss"): kin, a friend, an animal."""
    return {name: anywhere(lines) for name, lines in sections(Path(__file__).parent / "hardness.txt").items()}


def hard(text: str) -> bool:
    """Whether something hard seems to be told: then nothing is echoed and nothing is probed by rule."""
    return _hardness()["hard"].search(flat(text)) is not None


def hear(text: str) -> Signals:
    """The signals in an answer. Linear in the text; raises for none."""
    said, passage = wished(text)
    names = {each.name for each in said}
    act = next((name for name in _WEIGHT if name in names), "")
    return Signals(
        declined=act == "declined",
        hesitates=act == "hesitates",
        onward=act == "onward",
        pause=act == "pause",
        stop=act == "stop",
        distress=in_distress(text),
        loss=_hardness()["loss"].search(flat(text)) is not None,
        subject=next((each.subject for each in said if each.subject), ""),
        topic=next((each.topic for each in said if each.topic), ""),
        lighter="lighter" in names,
        keep_back="keep_back" in names,
        nothing="nothing" in names,
        fine="fine" in names,
        already_told="already_told" in names,
        asks=cast("Asks", next((name for name in _ASKED if name in names), "")),
        passage=passage,
    )


def prepare() -> None:
    """Read all patterns, away from the event loop, before the first answer needs them."""
    for letter in ("a", "я"):
        hear(letter)
        deeds.wished(letter)
