"""Reports of the program's work to whoever watches over it: names, moments and figures, never a word of anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.contracts.calls import Call, Settlement

SENT = "sent"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """What somebody wrote has been answered: it is committed, and about to be delivered. Moments as in the tables."""

    session_id: str
    kind: str
    platform: str
    key: str
    """Of the letter with the next question; empty where none is asked."""
    arrived_at: float
    """When the last of the words came."""
    begun_at: float
    """When it was begun to be thought about."""
    thought_at: float
    committed_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A try to deliver a letter, which is over."""

    key: str
    session_id: str | None
    platform: str
    asks: bool
    """It has a question."""
    written_at: float
    """When it was put into the outbox."""
    ended_at: float
    outcome: str
    """`SENT`, or the code of the DeliveryError."""

    @property
    def was_sent(self) -> bool:
        return self.outcome == SENT


class Watch(Protocol):
    """Is told of things as they have happened. Nothing here blocks or raises."""

    def turn(self, turn: TurnTaken) -> None: ...

    def delivery(self, delivery: Delivery) -> None: ...

    def call(self, call: Call, settlement: Settlement, ended_at: float) -> None:
        """Learn that a call of a model has ended, or was refused for its price."""


class Watches:
    """Several of them as one; none at all where nobody watches."""

    def __init__(self, watches: Sequence[Watch] = ()) -> None:
        self._watches = tuple(watches)

    def turn(self, turn: TurnTaken) -> None:
        for watch in self._watches:
            watch.turn(turn)

    def delivery(self, delivery: Delivery) -> None:
        for watch in self._watches:
            watch.delivery(delivery)

    def call(self, call: Call, settlement: Settlement, ended_at: float) -> None:
        for watch in self._watches:
            watch.call(call, settlement, ended_at)


NOBODY = Watches()
