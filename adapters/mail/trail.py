"""What the adapter keeps in files of its own: how far the mailbox was read, and which strangers had their one line."""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog

from core.documents.files import write_atomically

_MOST: Final = 20_000
"""Strangers who are remembered."""

_log = structlog.get_logger()


class ReadUpTo:
    """The newest mail up to which everything was taken in. Where the file is lost, unread mails are looked through."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._validity = 0
        self.uid = 0
        self.since = datetime.max.replace(tzinfo=UTC)
        """When the mailbox was first attended."""

    async def load(self, now: datetime) -> None:
        self.since = now
        with suppress(OSError, ValueError, KeyError, TypeError):
            found = json.loads(await asyncio.to_thread(self._file.read_text, "utf-8"))
            self.since = datetime.fromisoformat(found["since"])
            self._validity, self.uid = int(found["validity"]), int(found["uid"])

    def holds(self, validity: int) -> bool:
        """Return whether it is about the mailbox as it is numbered now."""
        return self._validity == validity

    async def move(self, validity: int, uid: int) -> None:
        if (validity, uid) == (self._validity, self.uid):
            return
        self._validity, self.uid = validity, uid
        await _write(self._file, json.dumps({"since": self.since.isoformat(), "validity": validity, "uid": uid}))


class ToldStrangers:
    """Remembers which strangers were told that they need an invitation. It stores digests only; each is told once."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, None] | None = None

    async def is_first(self, address: str) -> bool:
        """Note that somebody is told; return whether they were not before."""
        if self._known is None:
            self._known = {}
            with suppress(OSError, ValueError):
                self._known = dict.fromkeys((await asyncio.to_thread(self._file.read_text, "ascii")).split())
        digest = hashlib.sha256(f"turned away:{address}".encode()).hexdigest()[:24]
        if digest in self._known:
            return False
        self._known[digest] = None
        while len(self._known) > _MOST:
            del self._known[next(iter(self._known))]
        await _write(self._file, "\n".join(self._known))
        return True


async def _write(file: Path, text: str) -> None:
    try:
        await asyncio.to_thread(write_atomically, file, text.encode())
    except OSError as error:
        _log.warning("mail.file_not_written", file=file.name, error=error.strerror)
