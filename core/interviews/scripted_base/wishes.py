"""What a person wants beside answering: what the model understood and what the local detector heard, as one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from core.interviews.signals import Signals

_TAG = re.compile(r"[a-z]{2,3}")


class DecidedWishes(Protocol):
    """The part of a model's decision that is about wishes."""

    @property
    def wants(self) -> str: ...
    @property
    def distress(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What keeps the interview from going on, from what the model understood and what the local detector heard."""

    pause: bool
    stop: bool
    distress: bool


def wishes(decision: DecidedWishes, signals: Signals) -> Wishes:
    """Whatever either of them heard: who is asked to stop twice was not heard the first time."""
    return Wishes(
        pause=signals.pause or decision.wants == "pause",
        stop=signals.stop or decision.wants == "stop",
        distress=signals.distress or decision.distress,
    )


def one_form(value: object) -> object:
    """ "Hand-back" and "HAND_BACK" are the same word to us."""
    return re.sub(r"[\s-]+", "_", value.strip().lower()) if isinstance(value, str) else value


def language_tag(raw: str) -> str:
    """The primary tag of a language that a model named; empty where it gave none that can be one."""
    primary = raw.strip().lower().replace("_", "-").split("-")[0]
    return primary if _TAG.fullmatch(primary) else ""
