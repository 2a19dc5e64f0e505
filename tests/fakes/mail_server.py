"""A mail provider on loopback: SMTP to send with, and a mailbox to read over IMAP. It notes what none would take.

The IMAP side speaks the part of RFC 3501 and RFC 2177 that a client needs to read one folder, strictly.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.fakes.waiting import until

ADDRESS = "tell@example.org"
PASSWORD = "the-password-of-the-mailbox"


@dataclass(slots=True)
class StoredMail:
    """A mail in the folder."""

    uid: int
    raw: bytes
    arrived: datetime
    seen: bool = False

    @property
    def date(self) -> str:
        return self.arrived.strftime("%d-%b-%Y %H:%M:%S +0000")


@dataclass(slots=True)
class Envelope:
    """What an SMTP client has said of a mail."""

    known: bool = False
    sender: str = ""
    recipients: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FakeProvider:
    """The mailbox of the interviewer, and what was sent from it."""

    validity: int = 1
    mails: list[StoredMail] = field(default_factory=list)
    sent: list[EmailMessage] = field(default_factory=list)
    """What was handed over by SMTP, in its order."""
    on_sent: list[Callable[[EmailMessage], None]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """What SMTP answers to the next mails to an address, such as "550 5.1.1 No such user"."""
    replies: list[str] = field(default_factory=list)
    """What SMTP answers to the next mails, whatever they are, instead of taking them."""
    lost_replies: int = 0
    """So many mails are taken whose sender is never told."""
    announces: bool = True
    """IDLE is offered."""
    imap_port: int = 0
    smtp_port: int = 0
    opened: int = 0
    """IMAP connections that signed in."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _next_uid: int = 1
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _sessions: set[_ImapSession] = field(default_factory=set)

    @classmethod
    @asynccontextmanager
    async def serving(cls) -> AsyncIterator[FakeProvider]:
        provider = cls()
        imap = await asyncio.start_server(provider._imap, "127.0.0.1", 0)
        smtp = await asyncio.start_server(provider._smtp, "127.0.0.1", 0)
        provider.imap_port = imap.sockets[0].getsockname()[1]
        provider.smtp_port = smtp.sockets[0].getsockname()[1]
        try:
            yield provider
        finally:
            imap.close()
            smtp.close()
            for writer in (*provider._writers, *(session.writer for session in provider._sessions)):
                writer.close()
            await until(lambda: not provider._writers and not provider._sessions)

    def settings(self, **more: object) -> dict[str, object]:
        """The section of the configuration that leads here."""
        return {
            "address": ADDRESS,
            "token": PASSWORD,
            "imap_host": "127.0.0.1",
            "imap_port": self.imap_port,
            "imap_security": "none",
            "smtp_host": "127.0.0.1",
            "smtp_port": self.smtp_port,
            "smtp_security": "none",
            "plus_addresses": True,
            "hourly_limit": 1_000,
        } | more

    def put(self, raw: bytes, *, arrived: datetime | None = None) -> StoredMail:
        """A mail comes in."""
        mail = StoredMail(uid=self._next_uid, raw=raw, arrived=(arrived or self.now()).replace(microsecond=0))
        self._next_uid += 1
        self.mails.append(mail)
        for session in self._sessions:
            session.tell(f"* {len(self.mails)} EXISTS")
        return mail

    def renumber(self) -> None:
        """The folder is built anew, as after a restored backup: all numbers are others, and nothing is marked."""
        self.validity += 1
        for mail in self.mails:
            mail.uid, mail.seen = self._next_uid, False
            self._next_uid += 1

    def hang_up(self) -> None:
        """Break every IMAP connection off."""
        for session in list(self._sessions):
            session.writer.transport.abort()

    # --- SMTP ---

    async def _smtp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self._converse(reader, writer)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(*lines: str) -> None:
            writer.write("".join(f"{line}\r\n" for line in lines).encode())

        envelope = Envelope()
        say("220 mail.example.org ESMTP")
        while line := await reader.readline():
            command = line.decode("ascii").rstrip("\r\n")
            verb = command.upper()
            if verb.startswith("EHLO "):
                say("250-mail.example.org", "250-SIZE 33554432", "250-8BITMIME", "250 AUTH PLAIN")
            elif verb.startswith("AUTH PLAIN "):
                given = base64.b64decode(command.split(" ")[2])
                envelope.known = given == f"\0{ADDRESS}\0{PASSWORD}".encode()
                say("235 welcome" if envelope.known else "535 5.7.8 wrong password")
            elif not envelope.known and verb != "QUIT":
                say("530 5.7.0 sign in first")
            elif verb.startswith("MAIL FROM:"):
                envelope.sender = command[10:].split(" ")[0].strip("<>")
                say("250 OK")
            elif verb.startswith("RCPT TO:"):
                to = command[8:].split(" ")[0].strip("<>")
                if to not in self.refused:
                    envelope.recipients.append(to)
                say(self.refused.get(to, "250 OK"))
            elif verb == "DATA" and envelope.recipients:
                say("354 go on")
                if (answer := self._take(await _body(reader), envelope)) == "":
                    return
                say(answer)
            elif verb in ("RSET", "NOOP", "QUIT"):
                say("221 bye" if verb == "QUIT" else "250 OK")
            else:
                self.violations.append(f"SMTP: {command}")
                say("503 5.5.1 out of turn")
            await writer.drain()
            if verb == "QUIT":
                return

    def _take(self, body: bytes, envelope: Envelope) -> str:
        """Take a mail; return what to answer, empty to hang up without an answer."""
        if self.replies:
            return self.replies.pop(0)
        mail = message_from_bytes(body, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self._check(mail, envelope, body)
        self.sent.append(mail)
        for told in self.on_sent:
            told(mail)
        if self.lost_replies:
            self.lost_replies -= 1
            return ""
        return "250 OK"

    def _check(self, mail: EmailMessage, envelope: Envelope, body: bytes) -> None:
        def law(name: str, *, holds: bool) -> None:
            if not holds:
                self.violations.append(f"{name}: {mail['Subject']!r}")

        law("sender", holds=envelope.sender == ADDRESS and ADDRESS in str(mail["From"]))
        law("one recipient, as the mail says", holds=[str(mail["To"])] == envelope.recipients)
        law("marked as automatic", holds=mail["Auto-Submitted"] == "auto-generated")
        law("dated", holds=mail["Date"] is not None)
        law("subject", holds=bool(str(mail["Subject"] or "").strip()) and "\n" not in str(mail["Subject"]))
        law("text and page", holds=mail.get_body(("plain",)) is not None and mail.get_body(("html",)) is not None)
        law("lines of 998 bytes at most", holds=all(len(line) <= 998 for line in body.split(b"\r\n")))

    # --- IMAP ---

    async def _imap(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = _ImapSession(self, reader, writer)
        self._sessions.add(session)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await session.serve()
        finally:
            self._sessions.discard(session)
            writer.close()

    async def until_read(self) -> None:
        """Wait until every mail is marked as read."""
        await until(lambda: all(mail.seen for mail in self.mails))


async def _body(reader: asyncio.StreamReader) -> bytes:
    """Read a mail up to the line with a dot alone."""
    body = bytearray()
    while (text := await reader.readline()) not in (b".\r\n", b""):
        body += text[1:] if text.startswith(b".") else text
    return bytes(body)


@dataclass(eq=False, slots=True)
class _ImapSession:
    """One connection."""

    provider: FakeProvider
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    state: str = "new"
    idles: str = ""
    """The tag of an IDLE that is under way."""

    def tell(self, line: str) -> None:
        if self.idles:
            self._say(line)

    async def serve(self) -> None:
        self._say("* OK ready")
        while line := await self.reader.readline():
            text = line.decode().rstrip("\r\n")
            if self.idles:
                if text.upper() != "DONE":
                    self.provider.violations.append(f"while idling: {text}")
                self._say(f"{self.idles} OK IDLE terminated")
                self.idles = ""
                continue
            tag, _, command = text.partition(" ")
            name, _, rest = command.partition(" ")
            handle = getattr(self, f"_do_{name.lower()}", None)
            if handle is None:
                self.provider.violations.append(f"unknown command: {name}")
                self._say(f"{tag} BAD unknown")
            else:
                handle(tag, rest)
            await self.writer.drain()
            if self.state == "out":
                return

    def _say(self, line: str | bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write((line.encode() if isinstance(line, str) else line) + b"\r\n")

    def _do_capability(self, tag: str, _rest: str) -> None:
        self._say("* CAPABILITY IMAP4rev1" + (" IDLE" if self.provider.announces else ""))
        self._say(f"{tag} OK done")

    def _do_login(self, tag: str, rest: str) -> None:
        if rest == f'"{ADDRESS}" "{PASSWORD}"':
            self.state = "in"
            self.provider.opened += 1
            self._say(f"{tag} OK welcome")
        else:
            self._say(f"{tag} NO [AUTHENTICATIONFAILED] wrong")

    def _do_select(self, tag: str, rest: str) -> None:
        if self.state != "in" or rest != '"INBOX"':
            self._say(f"{tag} NO no such folder")
            return
        self.state = "selected"
        self._say(f"* {len(self.provider.mails)} EXISTS")
        self._say(f"* OK [UIDVALIDITY {self.provider.validity}] valid")
        self._say(f"{tag} OK [READ-WRITE] chosen")

    def _do_noop(self, tag: str, _rest: str) -> None:
        self._say(f"{tag} OK done")

    def _do_logout(self, tag: str, _rest: str) -> None:
        self._say("* BYE")
        self._say(f"{tag} OK bye")
        self.state = "out"

    def _do_idle(self, tag: str, _rest: str) -> None:
        if not self.provider.announces or self.state != "selected":
            self._say(f"{tag} BAD no")
            return
        self.idles = tag
        self._say("+ idling")
        # What came between a search and this must not be missed.
        if any(not mail.seen for mail in self.provider.mails):
            self._say(f"* {len(self.provider.mails)} EXISTS")

    def _do_uid(self, tag: str, rest: str) -> None:
        name, _, rest = rest.partition(" ")
        handle = {"search": self._search, "fetch": self._fetch, "store": self._store}.get(name.lower())
        if self.state != "selected" or handle is None:
            self.provider.violations.append(f"UID {name} in state {self.state}")
            self._say(f"{tag} BAD no")
            return
        handle(tag, rest)

    def _search(self, tag: str, rest: str) -> None:
        mails = self.provider.mails
        if rest.upper() == "UNSEEN":
            found = [mail.uid for mail in mails if not mail.seen]
        elif span := re.fullmatch(r"UID (\d+):\*", rest):
            newest = max((mail.uid for mail in mails), default=0)
            # "*" is the newest mail, and the two ends are in either order.
            found = [mail.uid for mail in mails if min(int(span[1]), newest) <= mail.uid]
        else:
            self.provider.violations.append(f"search for {rest}")
            found = []
        self._say("* SEARCH" + "".join(f" {uid}" for uid in found))
        self._say(f"{tag} OK done")

    def _fetch(self, tag: str, rest: str) -> None:
        uid, _, what = rest.partition(" ")
        wanted = what.strip("()").split(" ")
        for number, mail in enumerate(self.provider.mails, 1):
            if mail.uid != int(uid):
                continue
            told = [f"UID {mail.uid}"]
            literal = b""
            for item in wanted:
                match item:
                    case "UID":
                        pass
                    case "FLAGS":
                        told.append(r"FLAGS (\Seen)" if mail.seen else "FLAGS ()")
                    case "INTERNALDATE":
                        told.append(f'INTERNALDATE "{mail.date}"')
                    case "RFC822.SIZE":
                        told.append(f"RFC822.SIZE {len(mail.raw)}")
                    case "BODY.PEEK[]":
                        literal = mail.raw
                        told.append(f"BODY[] {{{len(literal)}}}")
                    case "BODY.PEEK[HEADER]":
                        literal = mail.raw.split(b"\r\n\r\n")[0] + b"\r\n\r\n"
                        told.append(f"BODY[HEADER] {{{len(literal)}}}")
                    case _:
                        self.provider.violations.append(f"fetch of {item}")
            if literal:
                self.writer.write(f"* {number} FETCH ({' '.join(told)}\r\n".encode() + literal + b")\r\n")
            else:
                self._say(f"* {number} FETCH ({' '.join(told)})")
        self._say(f"{tag} OK done")

    def _store(self, tag: str, rest: str) -> None:
        uid, _, change = rest.partition(" ")
        if change != r"+FLAGS.SILENT (\Seen)":
            self.provider.violations.append(f"store {change}")
        for mail in self.provider.mails:
            if mail.uid == int(uid):
                mail.seen = True
        self._say(f"{tag} OK done")
