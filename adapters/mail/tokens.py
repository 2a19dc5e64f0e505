"""The tokens that our mails carry, each of which names one message of one chat, and where mails bring them back. Pure.

A token is the number of a line in the book of the page and sixteen random letters. It stands in the Message-ID, and in
the reply address where the mailbox takes addresses with "+". Only whoever was sent a message knows its token.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LENGTH: Final = 16
_TOKEN: Final = re.compile(rf"(?<![0-9a-z])(\d{{1,18}})x([a-z2-7]{{{_LENGTH}}})(?![0-9a-z])", re.IGNORECASE)
_HEADERS: Final = 200_000
"""Bytes at the beginning of a mail in which its headers are looked for."""
_BY_ADDRESS: Final = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
_BY_THREAD: Final = ("in-reply-to", "references")
ADDRESS: Final = r"[a-z0-9!#$%&'*+/=?^_`{}~.-]+@[a-z0-9.-]+"
"""What an address of a person looks like, in small letters."""


@dataclass(frozen=True, slots=True)
class ReplyToken:
    number: int
    """Of the line."""
    word: str
    """What nobody can guess."""

    def __str__(self) -> str:
        return f"{self.number}x{self.word}"


def new_word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def plus_address(address: str, token: ReplyToken) -> str:
    """Return the address that only the reader of one message is given."""
    name, _, domain = address.partition("@")
    return f"{name}+{token}@{domain}"


def message_id(address: str, token: ReplyToken) -> str:
    """Return the Message-ID: the same for the same token, so that mail programs know a repeat."""
    return f"<{token}@{address.partition('@')[2]}>"


def tokens_in_headers(raw: bytes) -> tuple[ReplyToken, ...]:
    """Return the tokens that a mail brings back, the most telling first: its address, what it answers, its thread."""
    fields = list(_fields(raw[:_HEADERS]))
    found: list[ReplyToken] = []
    for wanted in (_BY_ADDRESS, _BY_THREAD[:1]):
        found += [token for name, value in fields if name in wanted for token in tokens_in_text(value)]
    thread = [token for name, value in fields if name == _BY_THREAD[1] for token in tokens_in_text(value)]
    return tuple(dict.fromkeys([*found, *reversed(thread)]))


def tokens_in_text(text: str) -> list[ReplyToken]:
    return [ReplyToken(int(number), word.lower()) for number, word in _TOKEN.findall(text)]


def _fields(raw: bytes) -> Iterator[tuple[str, str]]:
    """Yield the names of the headers in small letters, and what they hold."""
    head = re.split(rb"\r?\n\r?\n", raw.lstrip(b"\r\n"), maxsplit=1)[0].decode("ascii", "replace")
    for line in re.sub(r"\r?\n[ \t]+", " ", head).splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip().lower(), value
