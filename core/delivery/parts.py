"""How far messages of several parts have come, so that a repeated one goes on where it stopped."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from core.contracts.messages import Receipt


@dataclass(slots=True, kw_only=True)
class PartsSent:
    """How far one message has come: the parts that the platform confirmed."""

    confirmed: int = 0
    receipt: Receipt = field(default_factory=Receipt)
    """Of the whole message: the position of its first part, the id and the time of the last."""

    def add(self, ref: str, position: str, sent_at: datetime | None) -> None:
        """One part more was confirmed."""
        self.confirmed += 1
        self.receipt = Receipt(ref=ref, position=self.receipt.position or position, sent_at=sent_at)


class Remembered:
    """The progress of the latest `limit` messages, in memory."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._progress: OrderedDict[str, PartsSent] = OrderedDict()

    def of(self, key: str) -> PartsSent:
        """The progress of the message with this key, to be added to; from nothing where it is not remembered."""
        progress = self._progress.setdefault(key, PartsSent())
        self._progress.move_to_end(key)
        while len(self._progress) > self._limit:
            self._progress.popitem(last=False)
        return progress
