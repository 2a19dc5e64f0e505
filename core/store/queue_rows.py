"""The job queue's statements for PostgreSQL, in addition to Procrastinate's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

CHANNEL = "raconteur_woken"
SIGNS = "raconteur_signs"
STRANGERS = "raconteur_strangers"
"""Signs of strangers, which the version before this one does not know."""
LISTEN = f"LISTEN {CHANNEL}; LISTEN {SIGNS}; LISTEN {STRANGERS}"
MOST_BYTES = 7_000
"""Of one notification; PostgreSQL takes 8,000."""
ANNOUNCE = "SELECT pg_notify(%(channel)s, %(keys)s)"
ALONE = "SELECT pg_advisory_lock(7272266887832)"
"""Held by whoever makes the tables of the queue; any number that nobody else uses."""
PENDING = "SELECT lock FROM procrastinate_jobs WHERE lock = ANY(%(locks)s::text[]) AND status IN ('todo', 'doing')"
"""Finds those of some locks that have a job that waits or is under way."""


def notify_queues(connection: Any, locks: Sequence[str]) -> None:
    """Tell every process, after the commit, that there is more under these locks."""
    for keys in _packed(locks):
        connection.execute(ANNOUNCE, {"channel": CHANNEL, "keys": keys})


def parse_notification(payload: str) -> list[str]:
    return payload.split("\n")


def _packed(locks: Iterable[str]) -> Iterable[str]:
    """Yield the locks in few texts, none of which is too long."""
    together: list[str] = []
    size = 0
    for lock in locks:
        size += len(lock.encode()) + 1
        if together and size > MOST_BYTES:
            yield "\n".join(together)
            together, size = [], len(lock.encode()) + 1
        together.append(lock)
    if together:
        yield "\n".join(together)
