"""How the database is, looked at from beside the engine (`core.store.beside`)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    problems: tuple[str, ...]
    """What SQLite finds wrong with the file; empty when it is sound."""
    sessions: int
    undeliverable: int
    given_up: int
    """Chores that failed for good."""
    unheard: int
    """Recordings that could not be heard."""
    spent_today_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedAway:
    """Somebody whose messages were not taken in."""

    person: str
    """`platform:id`."""
    messages: int


def refused(c: sqlite3.Connection, *, day: str) -> tuple[TurnedAway, ...]:
    """Who brought more on a day than one person may, those with most messages first."""
    rows = c.execute(
        "SELECT platform, chat, sender_id, refused FROM usage JOIN addresses USING (person_id)"
        " WHERE day = ? AND refused > 0 ORDER BY refused DESC, platform, chat",
        (day,),
    )
    return tuple(TurnedAway(person=f"{r.platform}:{r.sender_id or r.chat}", messages=r.refused) for r in rows)


def health(c: sqlite3.Connection, *, day: str) -> Health:
    """How the database is; `day` is today in UTC, as in 2026-03-12."""

    def number(rows: str) -> int:
        return int(c.execute(f"SELECT count(*) AS number FROM {rows}").fetchone().number)  # noqa: S608 - ours

    found = (str(row[0]) for row in c.execute("PRAGMA quick_check(5)"))
    spent = c.execute("SELECT micros FROM spending WHERE scope = ?", (f"day:{day}",)).fetchone()
    return Health(
        problems=tuple(" ".join(problem.split()) for problem in found if problem != "ok"),
        sessions=number("sessions"),
        undeliverable=number("outbox WHERE dead_at IS NOT NULL"),
        given_up=number("chores WHERE dead_at IS NOT NULL"),
        unheard=number("recordings WHERE state = 'unheard'"),
        spent_today_micros=0 if spent is None else int(spent.micros),
    )
