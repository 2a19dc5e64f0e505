"""Writes a copy of what somebody agreed to: the text word for word, who, when, and a digest of the text."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.documents import markdown
from core.documents.readable import plain_date
from core.documents.transcript import file_slug
from core.languages.messages import match_locale, say

MARKDOWN = "text/markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    title: str  # of the interview
    name: str  # what they want to be called; may be empty
    codes: Sequence[str]  # what they are called in studies
    at: datetime  # in the zone in which they live
    language: str
    text: str  # everything that they were told and have agreed to


def digest_of_text(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def copy_name(kind: str) -> str:
    return f"{file_slug(kind)}-consent.md"


def signed_copy(signed: Signed) -> str:
    """Return the copy as Markdown, in the language in which they agreed; the text itself is in it unchanged."""
    language = match_locale(signed.language)
    facts = {
        "study-copy-interview": signed.title,
        "study-copy-name": signed.name or say(language, "study-copy-no-name"),
        "study-copy-code": ", ".join(signed.codes),
        "study-copy-when": format_signing_time(language, signed.at),
        "study-copy-digest": digest_of_text(signed.text),
    }
    lines = [markdown.fact_line(say(language, key), value) for key, value in facts.items() if value]
    head = markdown.heading(1, say(language, "study-copy-title"))
    below = say(language, "study-copy-below")
    return "\n\n".join((head, "\n".join(lines), below, "---", signed.text, "---")) + "\n"


def format_signing_time(language: str, at: datetime) -> str:
    """Return day and time with the zone: "4 May 2026, 14:00 (Europe/Berlin, UTC+02:00)"."""
    offset = at.isoformat(timespec="minutes")[-6:]
    return f"{plain_date(language, at.date())}, {at:%H:%M} ({at.tzinfo}, UTC{offset})"
