"""E-mail: IMAP in, SMTP out. `SPEC` registers it; `platform.MailPlatform` is its `Platform`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from adapters.mail.tokens import ADDRESS
from core.contracts.platform_spec import PlatformSection, PlatformSpec, Wiring

if TYPE_CHECKING:
    from pathlib import Path

    from core.contracts.findings import Finding
    from core.contracts.ports import Platform

Port = Annotated[int, Field(ge=1, le=65_535)]
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class MailSection(PlatformSection):
    """The mailbox; `token` is its password."""

    address: str = ""
    """The address that people write to, such as tell@example.org."""
    name: str = "Raconteur"
    """The sender's name that people see."""
    user: str = ""
    """The name to sign in with, where it isn't the address."""
    imap_host: str = ""
    imap_port: Port = 993
    imap_security: Literal["tls", "none"] = "tls"
    mailbox: str = "INBOX"
    """The folder that is read. Everything in it is taken for mail to the interviewer, and marked as read."""
    smtp_host: str = ""
    smtp_port: Port = 465
    smtp_security: Literal["tls", "starttls", "none"] = "tls"
    plus_addresses: bool = False
    """Set this if mail to name+anything@domain reaches the mailbox: each message then gets its own reply address."""
    poll_seconds: Annotated[int, Field(ge=5, le=3_600)] = 60
    """How often to look for mail where the server doesn't announce it."""
    hourly_limit: Annotated[int, Field(ge=1, le=1_000)] = 30
    """The most mails to one address in an hour; more of them wait."""

    @model_validator(mode="after")
    def _can_be_used(self) -> Self:
        if self.address and not re.fullmatch(ADDRESS, self.address.lower()):
            raise ValueError('address: write it as in "tell@example.org"')
        written = (self.name, self.user, self.mailbox, self.secret)
        if any(character in each for each in written for character in "\r\n\0"):
            raise ValueError("name, user, mailbox and token have one line each")
        for what, security, host in (
            ("imap", self.imap_security, self.imap_host),
            ("smtp", self.smtp_security, self.smtp_host),
        ):
            if security == "none" and host not in _LOOPBACK:
                raise ValueError(f"{what}_security: only a server on this computer can be used without TLS")
        return self


def _make(section: MailSection, wiring: Wiring) -> Platform:
    from adapters.mail.platform import MailPlatform

    return MailPlatform(
        section,
        clock=wiring.clock,
        data_dir=wiring.data_dir,
        on_accepted=wiring.on_accepted,
        on_contact=wiring.on_contact,
    )


def _examine(section: MailSection) -> AsyncIterator[Finding]:
    from adapters.mail.account import examine

    return examine(section)


async def _invitation(section: MailSection, code: str, language: str, _data_dir: Path) -> list[str]:
    from adapters.mail.account import invitation

    return invitation(section, code, language)


SPEC = PlatformSpec(
    name="mail",
    title="E-mail",
    section=MailSection,
    example="anna@example.org",
    ids=ADDRESS,
    make=_make,
    examine=_examine,
    invitation=_invitation,
    way_in='By e-mail one writes to mail.address with the subject "start {code}".',
)
