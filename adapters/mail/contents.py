"""Describe mails as the reader process returns them; importing this loads no parser."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

READS: Final = "adapters.mail.reading"
"""The module of reading functions, for the reader processes alone."""
SIZE_LIMIT: Final = 26_000_000
"""Bytes of a mail that is read; providers take 25 MB at most."""


class MailPart(BaseModel):
    """An attached file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    index: int
    """Its place among all parts of the mail."""
    name: str
    media_type: str
    size: int


class MailContents(BaseModel):
    """A mail as it was read; every text in it is its writer's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    message_id: str = ""
    sender: str = ""
    """The address that it says it comes from, in small letters; anybody can write any."""
    sender_name: str = ""
    subject: str = ""
    automated: str = ""
    """The header by which it was written by a program, or went to a list; empty for a person's own."""
    refuses: bool = False
    """A mail server reports that a message can never be delivered."""
    kept: str = ""
    """The words of the writer."""
    left_out: str = ""
    """The quotations and signatures that were removed, without our own message."""
    parts: tuple[MailPart, ...] = ()


class MailFile(BaseModel):
    """Reports that an attached file was read; its bytes follow separately."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int
