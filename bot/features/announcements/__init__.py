"""Announcements from outside: their command line, the queue that sends them, and notices for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot.features import AppParts, EntryPoints, NoticeDesk

if TYPE_CHECKING:
    from bot.services import QueueWork


def _add_commands(app: typer.Typer) -> None:
    from bot.features.announcements.cli import announce

    app.command()(announce)


def _build_queue(parts: AppParts) -> QueueWork:
    from bot.services import QueueWork
    from core.features.announcements.announcer import Announcer
    from core.features.announcements.notice_rows import CLAIMS, QUEUE

    announcer = Announcer(parts.runtime, parts.platforms)
    return QueueWork(room=QUEUE, drain=announcer.drain, find=announcer.sweep, renew=CLAIMS.renew)


def _notice_desk() -> NoticeDesk:
    from bot.features.announcements.desk import CircleNotices

    return CircleNotices()


ENTRY = EntryPoints(add_commands=_add_commands, build_queue=_build_queue, notice_desk=_notice_desk)
