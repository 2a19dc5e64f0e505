"""The mailbox: what has come in, told by the server where it can, else by looking regularly.

It speaks the few commands of IMAP (RFC 3501, with IDLE of RFC 2177) that reading one folder takes.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import count
from typing import Final

from adapters.mail import MailSection
from adapters.mail.contents import SIZE_LIMIT
from core.contracts.platform_spec import NoAnswer, NotAccepted

SECONDS: Final = 60.0
"""For one command."""
_IDLE: Final = 300.0
"""Seconds after which an idle connection is looked after: routers forget those that say nothing for longer."""
_LONGEST_LINE: Final = 1 << 20
_PARTING: Final = 2.0
"""Seconds for a server to say goodbye."""
_LITERAL: Final = re.compile(rb"\{(\d{1,10})\}\r\n\Z")
_UID: Final = re.compile(rb"UID (\d+)")
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")
_DATE: Final = re.compile(rb'INTERNALDATE "([^"]{1,60})"')
_VALIDITY: Final = re.compile(rb"UIDVALIDITY (\d+)")
_LATER: Final = re.compile(rb"\[(?:UNAVAILABLE|INUSE|LIMIT|OVERQUOTA)\]", re.IGNORECASE)


class MailboxError(Exception):
    """The connection failed, or the server did; its text holds no secret and no words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMail:
    """The server's data about a mail."""

    size: int
    arrived: datetime | None
    """When it came in, by the server's clock."""


@dataclass(frozen=True, slots=True)
class _Response:
    """One response, its literals taken out of the line."""

    line: bytes
    literals: tuple[bytes, ...] = ()


class Mailbox:
    """One connection to one folder. Every method raises MailboxError."""

    def __init__(self, section: MailSection) -> None:
        self._section = section
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._tags = count(1)
        self._idles = False
        self._capabilities: frozenset[bytes] = frozenset()
        self.validity = 0
        """The UIDVALIDITY: where it changes, the numbers of mails mean others."""

    async def open(self, patience: float = SECONDS) -> None:
        """Connect, sign in and choose the folder. Raises NotAccepted, too."""
        section = self._section
        context = None if section.imap_security == "none" else ssl.create_default_context()
        try:
            async with asyncio.timeout(patience):
                self._reader, self._writer = await asyncio.open_connection(
                    section.imap_host, section.imap_port, ssl=context, limit=_LONGEST_LINE
                )
                greeting = await self._response()
        except TimeoutError:
            raise MailboxError("The mail server did not answer in time.") from None
        except (OSError, ValueError) as error:
            raise MailboxError(f"The mail server could not be reached ({type(error).__name__}).") from None
        if not greeting.line.startswith((b"* OK", b"* PREAUTH")):
            raise MailboxError("The mail server is not accepting connections right now.")
        user, password = _quoted(section.user or section.address), _quoted(section.secret)
        status, said = await self._ask(f"LOGIN {user} {password}", patience)
        if status != b"OK":
            if _LATER.search(said[-1].line):
                raise MailboxError("The mail server is not accepting sign-ins right now.")
            raise NotAccepted
        told = await self._do("CAPABILITY")
        words = (response.line.upper().split() for response in told if response.line.startswith(b"* CAPABILITY"))
        self._capabilities = frozenset(word for line in words for word in line)
        chosen = await self._do(f"SELECT {_quoted(section.mailbox)}")
        found = _VALIDITY.search(b" ".join(response.line for response in chosen))
        self.validity = int(found[1]) if found else 0

    @property
    def announces(self) -> bool:
        """Return whether the server tells at once what comes in."""
        return b"IDLE" in self._capabilities

    async def candidates(self, after: int) -> tuple[int, ...]:
        """Return the UIDs of mails that nobody has read, and of those behind `after`; with 0 of unread ones alone."""
        found = set(await self._search("UNSEEN"))
        if after:
            found.update(uid for uid in await self._search(f"UID {after + 1}:*") if uid > after)
        return tuple(sorted(found))

    async def stored(self, uid: int) -> StoredMail | None:
        """Return the server's data about a mail; None if the mail is gone."""
        for line, _ in await self._fetched(uid, "(UID INTERNALDATE RFC822.SIZE)"):
            size, date = _SIZE.search(line), _DATE.search(line)
            return StoredMail(size=int(size[1]) if size else 0, arrived=_moment(date[1]) if date else None)
        return None

    async def body(self, uid: int, *, head_only: bool = False) -> bytes:
        """Return a mail, or its headers, and leave it unread."""
        for _, literals in await self._fetched(uid, f"(UID BODY.PEEK[{'HEADER' if head_only else ''}])"):
            if literals:
                return literals[0]
        raise MailboxError("The mail server did not deliver an email.")

    async def mark_seen(self, uid: int) -> None:
        await self._do(f"UID STORE {uid} +FLAGS.SILENT (\\Seen)")

    async def wait(self, seconds: float) -> None:
        """Return when something has come, or after some time: `seconds` where the server does not announce mail."""
        if not self.announces:
            await asyncio.sleep(seconds)
            await self._do("NOOP")
            return
        tag, self._idles = self._send("IDLE"), True
        with suppress(TimeoutError):
            async with asyncio.timeout(_IDLE):
                while b"EXISTS" not in (response := await self._response()).line.split():
                    if response.line.startswith(tag):
                        raise MailboxError("The mail server does not announce mail after all.")
        self._write(b"DONE\r\n")
        self._idles = False
        await self._result(tag, SECONDS)

    async def close(self) -> None:
        """Hang up. Never raises."""
        writer, self._writer = self._writer, None
        if writer is None:
            return
        with suppress(OSError, TimeoutError):
            writer.write(b"DONE\r\n" * self._idles + b"bye LOGOUT\r\n")
            async with asyncio.timeout(_PARTING):
                await writer.drain()
        writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_PARTING):
                await writer.wait_closed()

    async def _search(self, criteria: str) -> tuple[int, ...]:
        told = await self._do(f"UID SEARCH {criteria}")
        found = (each.line.split()[2:] for each in told if each.line.upper().startswith(b"* SEARCH"))
        return tuple(int(word) for words in found for word in words if word.isdigit())

    async def _fetched(self, uid: int, what: str) -> list[tuple[bytes, tuple[bytes, ...]]]:
        """Return what is said of this mail; a server may say something of others at any time."""
        told = await self._do(f"UID FETCH {uid} {what}")
        named = ((each, _UID.search(each.line)) for each in told if b"FETCH" in each.line)
        return [(each.line, each.literals) for each, found in named if found is not None and int(found[1]) == uid]

    async def _do(self, command: str) -> list[_Response]:
        status, said = await self._ask(command, SECONDS)
        if status != b"OK":
            name, how = command.split()[0], status.decode("ascii", "replace")
            raise MailboxError(f"The mail server answers {name} with {how}.")
        return said

    async def _ask(self, command: str, patience: float) -> tuple[bytes, list[_Response]]:
        return await self._result(self._send(command), patience)

    async def _result(self, tag: bytes, patience: float) -> tuple[bytes, list[_Response]]:
        """Return the final status of a command and all responses before it."""
        said: list[_Response] = []
        try:
            async with asyncio.timeout(patience):
                while True:
                    said.append(await self._response())
                    words = said[-1].line.split(b" ", 2)
                    if words[0] == tag:
                        return (words[1].upper() if len(words) > 1 else b"", said)
        except TimeoutError:
            raise MailboxError("The mail server did not answer in time.") from None

    def _send(self, command: str) -> bytes:
        tag = f"r{next(self._tags)}"
        self._write(f"{tag} {command}\r\n".encode())
        return tag.encode()

    def _write(self, line: bytes) -> None:
        if self._writer is None or self._writer.is_closing():
            raise MailboxError("The mail server hung up.")
        self._writer.write(line)

    async def _response(self) -> _Response:
        """Read one response. Raises TimeoutError where the caller's time is over."""
        line, literals = b"", list[bytes]()
        try:
            while self._reader is not None:
                piece = await self._reader.readline()
                if not piece.endswith(b"\n"):
                    break
                literal = _LITERAL.search(piece)
                if literal is None:
                    return _Response(line + piece.rstrip(b"\r\n"), tuple(literals))
                if int(literal[1]) > SIZE_LIMIT + _LONGEST_LINE:
                    raise MailboxError("The mail server says more than was asked for.")
                line += piece[: literal.start()]
                literals.append(await self._reader.readexactly(int(literal[1])))
        except TimeoutError:
            raise
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise MailboxError(f"The mail server's reply could not be understood ({type(error).__name__}).") from None
        raise MailboxError("The mail server hung up.")


async def check_login(section: MailSection, patience: float) -> bool:
    """Sign in and out; return whether the server announces mail. Raises NotAccepted and NoAnswer."""
    mailbox = Mailbox(section)
    try:
        await mailbox.open(patience)
        return mailbox.announces
    except MailboxError as error:
        raise NoAnswer(str(error)) from None
    finally:
        await mailbox.close()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _moment(date: bytes) -> datetime | None:
    try:
        return parsedate_to_datetime(date.decode("ascii", "replace").strip().replace("-", " ", 2)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
