"""Notices for parts of the program that ask a circle of people for something: who gets one, and how far it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime

from bot.features.announcements.cli import HERE, announcement_preview
from core.contracts.notices import Audience, NoticeAudience
from core.features.announcements.announcer import format_tally_line
from core.features.announcements.notice_rows import (
    announcement_tally,
    announcement_to,
    audience,
    take_announce_step,
)
from core.features.announcements.notices import AnnounceDeed, AnnounceStep
from core.store.store import Connection
from core.timing.rules import TimerRules


class CircleNotices:
    def audience(self, c: Connection, circle: NoticeAudience, served: Collection[str], rules: TimerRules) -> Audience:
        return audience(c, served, rules, datetime.now(UTC), circle=circle)

    def preview(self, texts: Mapping[str, str], there: Audience) -> Iterator[str]:
        return announcement_preview(texts, there)

    def send(self, c: Connection, circle: NoticeAudience, number: str, texts: Mapping[str, str], *, now: float) -> None:
        for deed in (AnnounceDeed.SHOW, AnnounceDeed.SEND):
            step = AnnounceStep(announcement_id=number, deed=deed, texts=texts, circle=circle)
            take_announce_step(c, step, None, now=now)

    def progress(self, c: Connection, circle: NoticeAudience) -> str:
        found = announcement_to(c, circle)
        return "" if found is None else format_tally_line(HERE, announcement_tally(c, found.id))
