"""Lists interviews for `raconteur sessions`: a table for a person, objects for a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from bot.formatting import STATES, format_amount, format_local_time, is_resumable, person_label, terminal_line
from bot.kinds import session_name_of
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
    table.add_column("last active", no_wrap=True)
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
        MARK if is_resumable(session) else "",
        terminal_line(session.id),
        person_label(listed.person, session.address),
        session_subject(listed),
        STATES[session.status],
        "" if progress is None else f"{progress.done} of about {progress.total}",
        str(session.counters.words),
        format_local_time(session.touched_at),
        format_amount(listed.cost_micros),
        str(listed.undeliverable or ""),
    )


def session_subject(listed: Listed) -> str:
    """Return the kind of an interview, and its subject if it has one."""
    called = session_name_of(listed.session, listed.about)
    about = " – ".join(filter(None, (_short(called.title), _short(called.within))))
    kind = terminal_line(listed.session.kind)
    return f"{kind}: {about}" if about else kind


def is_about(listed: Listed, podcast: str, episode: str) -> bool:
    """Tell whether the podcast's name and the episode's title hold these words, in any case."""
    called = session_name_of(listed.session, listed.about)
    return podcast.casefold() in called.within.casefold() and episode.casefold() in called.title.casefold()


def _short(title: str) -> str:
    plain = terminal_line(title)
    return plain if len(plain) <= LONGEST_TITLE else f"{plain[: LONGEST_TITLE - 1].rstrip()}…"


def session_json(listed: Listed, progress: Progress | None) -> dict[str, Any]:
    """Return a session under fixed names. Moments are in UTC as ISO 8601 writes them, money in millionths."""
    session, counters = listed.session, listed.session.counters
    about = session_name_of(session, listed.about)
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
