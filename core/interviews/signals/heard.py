"""The signals in an answer, as the interviews read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from core.interviews.signals.detection import wished
from core.interviews.signals.distress import in_distress
from core.interviews.signals.hardness import hard, lost_somebody

__all__ = ["Asks", "Signals", "hard", "hear"]

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


def hear(text: str) -> Signals:
    """The signals in an answer. Linear in the text; raises for none."""
    found = wished(text)
    act = found.act
    return Signals(
        declined=act == "declined",
        hesitates=act == "hesitates",
        onward=act == "onward",
        pause=act == "pause",
        stop=act == "stop",
        distress=in_distress(text),
        loss=lost_somebody(text),
        subject=found.subject(),
        topic=found.topic(),
        lighter=found.has("lighter"),
        keep_back=found.has("keep_back"),
        nothing=found.has("nothing"),
        fine=found.has("fine"),
        already_told=found.has("already_told"),
        asks=cast("Asks", found.asks),
        passage=found.passage,
    )
