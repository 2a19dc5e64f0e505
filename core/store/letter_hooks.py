"""What features do with their own messages on their way out; delivery knows them by their keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.engine import Connection

from core.contracts.errors import TryLater
from core.store.outbox import SHARED, WaitingMessage, discard_message
from core.timing.clock import Backoff
from core.timing.rules import TimerRules

WAITS = Backoff(first=1.0, longest=300.0, growth=2.0)
"""Seconds between tries where the platform does not say how long to wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendingMoment:
    """The moment before a message goes out."""

    rules: TimerRules
    now: datetime
    once: bool
    """The platform shows nothing twice, even if it is sent again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterHooks:
    """What a feature does with its messages, in the store's transactions."""

    withdraw: Callable[[Connection, WaitingMessage, SendingMoment], bool]
    """Takes one out of the outbox that may not go now, and tells whether it did."""
    take_back: Callable[[Connection, WaitingMessage, TryLater, float], None] | None = None
    """Takes one out of the outbox that the platform does not take now, where nothing is to wait behind it."""


_registered: dict[re.Pattern[str], LetterHooks] = {}


def register_letters(beginning: str, hooks: LetterHooks) -> None:
    """Have delivery call these for messages whose keys begin as this pattern has it; once more changes nothing."""
    _registered[re.compile(beginning)] = hooks


def letter_hooks(key: str) -> LetterHooks | None:
    """Return the hooks for the message of this key; None for most.

    What is of somebody else's story and of no feature is withdrawn: nobody can tell whether it may still go out.
    """
    found = next((hooks for beginning, hooks in _registered.items() if beginning.match(key)), None)
    return _OF_NOBODY if found is None and key.startswith(SHARED) else found


def _discard(c: Connection, waiting: WaitingMessage, _: SendingMoment) -> bool:
    discard_message(c, waiting.id)
    return True


_OF_NOBODY = LetterHooks(withdraw=_discard)
