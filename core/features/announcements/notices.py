"""A notice of the operator's to everybody: its texts, how far it has gone, and what is done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.contracts.effects import Effect
from core.contracts.messages import Address
from core.contracts.notices import NoticeAudience, NoticeButton

LONGEST = 1_500
"""Characters of a text: with the line below it, it is one message on every platform."""


class AnnouncementStage(StrEnum):
    SHOWN = "shown"
    """Its writer has seen it, and has not sent it yet."""
    SENDING = "sending"
    STOPPED = "stopped"
    """It can go on."""
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    id: str
    texts: Mapping[str, str]
    """By language; "" is for every other."""
    stage: AnnouncementStage
    person_id: str | None
    """Who wrote it; None for the command line."""
    address: Address | None
    """The chat that is told what came of it."""
    language: str
    """Of the bot's words there."""
    created_at: datetime
    """Whoever came later does not get it."""
    begun_at: datetime | None = None
    """When it began to be sent, the last time that it did."""
    after: str = ""
    """The last person who was put on its list."""
    listed: bool = False
    """Everybody is."""
    circle: NoticeAudience | None = None
    """It goes to these people alone."""
    button: NoticeButton | None = None

    def text(self, language: str) -> str:
        return self.texts.get(language) or self.texts.get("") or next(iter(self.texts.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementTally:
    """The number of people to whom it has gone."""

    sent: int = 0
    waiting: int = 0
    """As far as they are on its list."""
    failed: int = 0
    unsure: int = 0
    """It may have reached them: the answer was lost, and nobody is told anything twice."""


class AnnounceDeed(StrEnum):
    SHOW = "show"
    SEND = "send"
    STOP = "stop"
    GO_ON = "go-on"
    DROP = "drop"
    """Throw away what was only shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceStep(Effect):
    """A step with a notice; refused (Stale) where the notice is not, or no longer, as it has to be for it."""

    announcement_id: str
    deed: AnnounceDeed
    address: Address | None = None
    """The chat that wishes it; None for the command line."""
    language: str = "en"
    texts: Mapping[str, str] = field(default_factory=dict)
    """Of one that is shown."""
    circle: NoticeAudience | None = None
    """Of one that is shown, and goes to these people alone."""
