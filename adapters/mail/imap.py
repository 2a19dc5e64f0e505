"""The mailbox: what has come in, told by the server where it can, else by looking regularly."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from aioimaplib import aioimaplib

from adapters.mail import MailSection
from core.contracts.platform_spec import NoAnswer, NotAccepted

SECONDS: Final = 60.0
"""For one command."""
_IDLE: Final = 300.0
"""Seconds after which an idle connection is looked after: routers forget those that say nothing for longer."""
_UID: Final = re.compile(rb"UID (\d+)")
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")
_SEEN: Final = re.compile(rb"FLAGS \([^)]*\\Seen", re.IGNORECASE)
_DATE: Final = re.compile(rb'INTERNALDATE "([^"]{1,60})"')
_VALIDITY: Final = re.compile(rb"UIDVALIDITY (\d+)")


class MailboxError(Exception):
    """The connection failed, or the server did; its text holds no secret and no words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What the server says of a mail."""

    uid: int
    size: int
    seen: bool
    arrived: datetime | None
    """When it came in, by the server's clock."""


class Mailbox:
    """One connection to one folder. Every method raises MailboxError."""

    def __init__(self, section: MailSection) -> None:
        self._section = section
        self._client: Any = None
        self._lost = asyncio.Event()
        self.validity = 0
        """The UIDVALIDITY: where it changes, the numbers of mails mean others."""

    async def open(self, patience: float = SECONDS) -> None:
        """Connect and choose the folder. Raises NotAccepted, too."""
        section = self._section
        context = None if section.imap_security == "none" else ssl.create_default_context()
        client = aioimaplib.IMAP4(section.imap_host, section.imap_port, timeout=patience, ssl_context=context)
        client.protocol.conn_lost_cb = self._on_lost
        self._client = client
        await self._run(client.wait_hello_from_server())
        signed_in = await self._run(client.login(_quoted(section.user or section.address), section.secret))
        if signed_in.result != "OK":
            raise NotAccepted
        chosen = await self._command(client.select(_quoted(section.mailbox)))
        found = _VALIDITY.search(b" ".join(chosen))
        self.validity = int(found[1]) if found else 0

    @property
    def announces(self) -> bool:
        """Return whether the server tells at once what comes in."""
        return bool(self._client.has_capability("IDLE"))

    async def candidates(self, after: int) -> tuple[int, ...]:
        """Return the UIDs of mails that nobody has read, and of those behind `after`; with 0 of unread ones alone."""
        found = set(await self._search("UNSEEN"))
        if after:
            found.update(uid for uid in await self._search("UID", f"{after + 1}:*") if uid > after)
        return tuple(sorted(found))

    async def envelope(self, uid: int) -> Envelope | None:
        """Return what is known of a mail; None where it is gone."""
        lines = await self._fetch(uid, "(UID FLAGS INTERNALDATE RFC822.SIZE)")
        told = b" ".join(line for line in lines if isinstance(line, bytes))
        named, size, date = _UID.search(told), _SIZE.search(told), _DATE.search(told)
        if named is None or int(named[1]) != uid:
            return None
        arrived = _moment(date[1].decode("ascii", "replace")) if date else None
        return Envelope(uid=uid, size=int(size[1]) if size else 0, seen=bool(_SEEN.search(told)), arrived=arrived)

    async def body(self, uid: int, *, head_only: bool = False) -> bytes:
        """Return a mail, or its headers, and leave it unread."""
        lines = await self._fetch(uid, f"(UID BODY.PEEK[{'HEADER' if head_only else ''}])")
        literals = [bytes(line) for line in lines if isinstance(line, bytearray)]
        return max(literals, key=len, default=b"")

    async def mark_seen(self, uid: int) -> None:
        await self._command(self._client.uid("store", str(uid), "+FLAGS.SILENT", r"(\Seen)"))

    async def wait(self, seconds: float) -> None:
        """Return when something has come, or after some time: `seconds` where the server does not announce mail."""
        client = self._client
        if not self.announces:
            await self._settle(asyncio.sleep(seconds))
            await self._command(client.noop())
            return
        idle = await self._run(client.idle_start(timeout=_IDLE))
        try:
            while True:
                pushed = await self._settle(client.wait_server_push(_IDLE))
                if pushed == aioimaplib.STOP_WAIT_SERVER_PUSH or any(b"EXISTS" in line for line in pushed):
                    return
        except TimeoutError:
            return
        finally:
            if client.has_pending_idle():
                client.idle_done()
                with suppress(asyncio.TimeoutError, aioimaplib.AioImapException):
                    await asyncio.wait_for(idle, SECONDS)

    async def close(self) -> None:
        """Hang up. Never raises."""
        client, self._client = self._client, None
        if client is None:
            return
        with suppress(Exception):
            if client.protocol.transport is not None and not self._lost.is_set():
                async with asyncio.timeout(2.0):
                    await client.logout()
        await _ended(*client.tasks, *client.protocol.tasks)
        if client.protocol.transport is not None:
            client.protocol.transport.close()

    def _on_lost(self, _error: Exception | None) -> None:
        self._lost.set()

    async def _search(self, *criteria: str) -> tuple[int, ...]:
        lines = await self._command(self._client.uid_search(*criteria, charset=None))
        words = (line for line in lines[:-1] if isinstance(line, bytes))
        return tuple(int(word) for line in words for word in line.split() if word.isdigit())

    async def _fetch(self, uid: int, what: str) -> list[Any]:
        return await self._command(self._client.uid("fetch", str(uid), what))

    async def _command(self, command: Any) -> list[Any]:
        response = await self._run(command)
        if response.result != "OK":
            raise MailboxError(f"The mail server answered {response.result}.")
        return list(response.lines)

    async def _run(self, command: Any) -> Any:
        try:
            return await self._settle(command)
        except TimeoutError:
            raise MailboxError("The mail server did not answer in time.") from None

    async def _settle(self, command: Any) -> Any:
        """Wait for a command as long as the connection is there; TimeoutError is the caller's."""
        working = asyncio.ensure_future(command)
        losing = asyncio.ensure_future(self._lost.wait())
        try:
            await asyncio.wait({working, losing}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise MailboxError("The mail server hung up.")
            return working.result()
        except aioimaplib.CommandTimeout:
            raise TimeoutError from None
        except (OSError, aioimaplib.AioImapException, ValueError, AttributeError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise MailboxError(f"The mail server could not be spoken to ({type(error).__name__}).") from None
        finally:
            await _ended(working, losing)


async def check_login(section: MailSection, patience: float, found: Callable[[bool], None]) -> None:
    """Sign in and out; `found` is told whether the server announces mail. Raises NotAccepted and NoAnswer."""
    mailbox = Mailbox(section)
    try:
        await mailbox.open(patience)
        found(mailbox.announces)
    except MailboxError as error:
        raise NoAnswer(str(error)) from None
    finally:
        await mailbox.close()


async def _ended(*tasks: asyncio.Future[Any]) -> None:
    """Cancel what still runs, and wait for its end. A cancellation of the caller is not lost meanwhile."""
    running = [task for task in tasks if not task.done()]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # so that nobody complains that it was never looked at


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text.strip().replace("-", " ", 2)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
