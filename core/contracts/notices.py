"""Notices, as far as others than their own feature have to do with them: who asks a circle of people for something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeAudience:
    """The people to whom a notice goes that is not for everybody; whoever asks them for something knows them."""

    name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeButton:
    """A button below a notice, which does what a command does."""

    label: str
    """The name of its message."""
    foot: str
    """The name of the message below the notice."""
    command: str
    argument: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """The people who would get a notice now."""

    platforms: Mapping[str, int] = field(default_factory=dict)
    asleep: int = 0
    """Of these, those who have quiet hours now."""
    declined: int = 0
    """Beside these, those who want no notices."""

    @property
    def people(self) -> int:
        return sum(self.platforms.values())
