"""Checks that this process is alive, and that it can do its work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from core.contracts.errors import StorageError
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.processes.descriptors import open_files_left
from core.store.store import Store
from core.store.waiting import migrated_to
from core.timing.clock import with_timeout

PATIENCE = 60.0
"""Seconds for the store to answer: longer than it tries again by itself where the database is away."""
SPARE = 50
"""Files and connections that have to be left for what is under way."""
QUICK = 2.0
"""Seconds after which whoever asks is answered by what is known so far."""


class Pulse:
    """Checks that the event loop and both threads of the store answer, even if an answer is an error."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._asked: asyncio.Future[None] | None = None
        self._asked_at = 0.0

    async def beats(self) -> bool:
        # One question at a time: those that nobody answers must not pile up.
        if self._asked is None or self._asked.done():
            self._asked, self._asked_at = asyncio.ensure_future(self._ask()), self._clock.monotonic()
        try:
            await with_timeout(self._clock, QUICK, asyncio.shield(self._asked))
        except TimeoutError:
            return self._clock.monotonic() - self._asked_at < PATIENCE
        return True

    async def _ask(self) -> None:
        for way in (self._store.read, self._store.write):
            with suppress(StorageError):
                await way(lambda c: None)

    def close(self) -> None:
        if self._asked is not None:
            self._asked.cancel()


class HealthReport:
    """Keeps what has become of the parts of this process."""

    def __init__(self, platforms: Iterable[str]) -> None:
        """`platforms`: those that it is to serve."""
        self._contacts = dict.fromkeys(platforms, Contact.LOST)
        self.begun = False
        """What was left from the last time has been picked up."""

    def contact(self, name: str, contact: Contact) -> None:
        self._contacts[name] = contact

    @property
    def contacts(self) -> Mapping[str, Contact]:
        return self._contacts


class Readiness:
    """Checks that people are served here."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        standing: HealthReport,
        *,
        revision: str,
        stopped: Callable[[], list[str]],
        stands_by: Callable[[], bool] = lambda: False,
    ) -> None:
        """`revision`: the migration that this program knows. `stopped`: what of the app has ended by itself.

        `stands_by`: whether another process speaks for the bot, and this one waits to take its place; then it needs
        to be connected with nothing.
        """
        self._store = store
        self._clock = clock
        self._standing = standing
        self._revision = revision
        self._stopped = stopped
        self.stands_by = stands_by

    async def missing(self) -> list[str]:
        """Return what is in the way, in words for the operator; nothing where all is well."""
        found = [] if self._standing.begun else ["it has not begun yet"]
        found += [f"{name} has stopped" for name in self._stopped()]
        found += ["hardly any more files and connections can be opened"] if open_files_left() < SPARE else []
        if not self.stands_by():
            contacts = self._standing.contacts.items()
            found += [f"{name} is not connected" for name, contact in contacts if contact is Contact.LOST]
        try:
            revision = await with_timeout(self._clock, QUICK, self._store.read(migrated_to))
        except TimeoutError:
            return [*found, "the database does not answer"]
        except StorageError:
            return [*found, "the database cannot be read"]
        # A newer program may have brought it further: then this one goes on until it is replaced.
        return found if revision >= self._revision else [*found, "the database is not brought up to date"]
