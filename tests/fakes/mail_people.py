"""People at their mail programs, each of which quotes and signs in its own way."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, getaddresses
from itertools import count

from tests.fakes.mail_server import ADDRESS, FakeProvider, StoredMail
from tests.fakes.waiting import PATIENCE

_CHOICE = re.compile(r"^  \* (.+)$", re.MULTILINE)
_CHOOSE = "Reply with just one of these:"
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMail:
    """A mail of the interviewer, as it is read."""

    mail: EmailMessage
    text: str
    """The plain text without the list of choices."""
    labels: tuple[str, ...]
    file_name: str
    body: bytes | None

    @classmethod
    def of(cls, mail: EmailMessage) -> SeenMail:
        plain = mail.get_body(("plain",))
        assert plain is not None
        words, _, choices = plain.get_content().replace("\r\n", "\n").partition(_CHOOSE)
        [*files] = mail.iter_attachments()
        return cls(
            mail=mail,
            text=words.strip(),
            labels=tuple(_CHOICE.findall(choices)),
            file_name=files[0].get_filename() or "" if files else "",
            body=files[0].get_payload(decode=True) if files else None,  # type: ignore[arg-type]
        )


@dataclass(slots=True)
class Correspondent:
    """Somebody with a mailbox who answers what they read last."""

    provider: FakeProvider
    address: str = "anna@example.net"
    name: str = "Anna"
    received: list[SeenMail] = field(default_factory=list)
    quotes: bool = True
    """Their program puts the answered mail below."""
    _read: int = 0
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.provider.on_sent.append(self._get)

    def _get(self, mail: EmailMessage) -> None:
        if mail["To"] == self.address:
            self.received.append(SeenMail.of(mail))
            self._came.set()

    async def next_message(self) -> SeenMail:
        """The next mail that was not read yet."""
        async with asyncio.timeout(PATIENCE):
            while len(self.received) <= self._read:
                self._came.clear()
                await self._came.wait()
        self._read += 1
        return self.received[self._read - 1]

    def send(self, text: str, /) -> int:
        """Answer the newest mail, or the one that was read last."""
        return self.reply(text).uid

    def press(self, label: str) -> StoredMail:
        """Answer the newest mail that offers a choice with the choice."""
        offering = next(seen for seen in reversed(self.received) if label in seen.labels)
        return self.reply(label, to=offering)

    def reply(
        self,
        text: str,
        *,
        to: SeenMail | None = None,
        files: tuple[tuple[str, str, bytes], ...] = (),
        sender: str = "",
        headers: dict[str, str] | None = None,
    ) -> StoredMail:
        """Answer a mail. `files`: their names, types and bytes."""
        answered = to or self.received[(self._read or len(self.received)) - 1]
        mail = self.letter(text, sender=sender)
        reply_to = answered.mail["Reply-To"] or answered.mail["From"]
        del mail["To"], mail["Subject"]
        mail["To"] = getaddresses([str(reply_to)])[0][1]
        mail["Subject"] = f"Re: {answered.mail['Subject']}"
        mail["In-Reply-To"] = answered.mail["Message-ID"]
        mail["References"] = f"{answered.mail['References'] or ''} {answered.mail['Message-ID']}".strip()
        for name, value in (headers or {}).items():
            del mail[name]
            mail[name] = value
        if self.quotes:
            plain = answered.mail.get_body(("plain",))
            assert plain is not None
            quoted = "\n".join(f"> {line}" for line in plain.get_content().replace("\r\n", "\n").split("\n"))
            wrote = f"On Mon, 2 Mar 2026 at 10:00, Raconteur <{ADDRESS}> wrote:"
            mail.set_content(f"{text}\n\n{wrote}\n\n{quoted}\n")
        for name, media_type, body in files:
            kind, _, subtype = media_type.partition("/")
            mail.add_attachment(body, maintype=kind, subtype=subtype, filename=name)
        return self.provider.put(mail.as_bytes(policy=SMTP))

    def letter(self, text: str, *, sender: str = "", subject: str = "Hello") -> EmailMessage:
        """A mail that answers nothing."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = f"{self.name} <{sender or self.address}>"
        mail["To"] = ADDRESS
        mail["Subject"] = subject
        mail["Date"] = format_datetime(self.provider.now())
        mail["Message-ID"] = f"<{next(_NUMBERS)}.{self.address}>"
        mail.set_content(text)
        return mail

    def write_first(self, text: str, *, subject: str = "Hello") -> StoredMail:
        return self.provider.put(self.letter(text, subject=subject).as_bytes(policy=SMTP))

    def bounce(self, seen: SeenMail, *, status: str = "5.1.1") -> StoredMail:
        """Their provider reports that a mail cannot be delivered."""
        raw = (
            "Return-Path: <>\r\nFrom: Mail Delivery System <mailer-daemon@example.net>\r\n"
            f"To: {ADDRESS}\r\nSubject: Undelivered Mail\r\nMessage-ID: <bounce.{next(_NUMBERS)}@example.net>\r\n"
            "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
            "--b\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n"
            "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.net\r\n\r\n"
            f"Final-Recipient: rfc822; {self.address}\r\nAction: failed\r\nStatus: {status}\r\n\r\n"
            f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {seen.mail['Message-ID']}\r\n\r\n--b--\r\n"
        )
        return self.provider.put(raw.encode())
