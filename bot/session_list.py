"""The interviews as `raconteur sessions` lists them: a table for a person, objects for a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from bot.kinds import called_of
from bot.telling import STATES, amount, called, line, local, resumable
from core.contracts.messages import Progress
from core.store.listing import Listed

MARK = "↻"
"""Before what is not finished."""
LONGEST_TITLE = 60
_COLUMNS = ("person", "interview", "state", "progress")


def sessions_table(found: Iterable[tuple[Listed, Progress | None]]) -> Table:
    rows = list(found)
    unheard = any(listed.unheard for listed, _ in rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("id", no_wrap=True)
    for name in _COLUMNS:
        table.add_column(name)
    table.add_column("words", justify="right")
    table.add_column("last touched", no_wrap=True)
    table.add_column("cost", justify="right")
    table.add_column("undelivered", justify="right")
    if unheard:
        table.add_column("unheard", justify="right")
    for listed, progress in rows:
        row = (*_row(listed, progress), str(listed.unheard or "")) if unheard else _row(listed, progress)
        table.add_row(*map(Text, row))
    return table


def _row(listed: Listed, progress: Progress | None) -> tuple[str, ...]:
    session = listed.session
    return (
        MARK if resumable(session) else "",
        line(session.id),
        called(listed.person, session.address),
        subject(listed),
        STATES[session.status],
        "" if progress is None else f"{progress.done} of about {progress.total}",
        str(session.counters.words),
        local(session.touched_at),
        amount(listed.cost_micros),
        str(listed.undeliverable or ""),
    )


def subject(listed: Listed) -> str:
    """The kind, and what it is about where it is about something."""
    called = called_of(listed.session, listed.about)
    about = " – ".join(filter(None, (_short(called.title), _short(called.within))))
    kind = line(listed.session.kind)
    return f"{kind}: {about}" if about else kind


def _short(title: str) -> str:
    plain = line(title)
    return plain if len(plain) <= LONGEST_TITLE else f"{plain[: LONGEST_TITLE - 1].rstrip()}…"


def as_object(listed: Listed, progress: Progress | None) -> dict[str, Any]:
    """A session under fixed names. Moments are in UTC as ISO 8601 writes them, money in millionths."""
    session, counters = listed.session, listed.session.counters
    about = called_of(session, listed.about)
    return {
        "id": session.id,
        "person_id": session.person_id,
        "person": listed.person,
        "address": str(session.address),
        "kind": session.kind,
        "title": session.title,
        "episode": about.title,
        "podcast": about.within,
        "status": session.status.value,
        "language": session.language,
        "done": None if progress is None else progress.done,
        "total": None if progress is None else progress.total,
        **counters.__dict__,
        "created_at": session.created_at.isoformat(),
        "touched_at": session.touched_at.isoformat(),
        "ended_at": None if session.ended_at is None else session.ended_at.isoformat(),
        "calls": listed.calls,
        "input_tokens": listed.input_tokens,
        "output_tokens": listed.output_tokens,
        "cost_micros": listed.cost_micros,
        "undeliverable": listed.undeliverable,
        "unheard": listed.unheard,
    }
