"""Build the e-mail for one message. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address as MailAddress
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from typing import Final
from urllib.parse import quote

from adapters.mail.tokens import ReplyToken, message_id, plus_address
from core.contracts.messages import Outgoing, Say, SendDocument, Span, Style
from core.delivery.fitting import replace_surrogates
from core.languages.messages import say

SUBJECT: Final = 60
"""The maximum length of the question in the subject, in characters."""
_SHOWN: Final = 50_000
"""Characters of what was left out that are shown; longer than anybody signs."""
_TAGS: Final = {Style.BOLD: "b", Style.ITALIC: "i", Style.CODE: "code", Style.QUOTE: "em", Style.BLOCK: "code"}
_THREAD: Final = 12
"""Messages that are named in References."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Where a mail comes from, where it goes, and what it belongs to."""

    address: str
    name: str
    """Of the sender."""
    to: str
    now: datetime
    token: ReplyToken | None = None
    """None for somebody who is not known, and can answer nothing."""
    plus: bool = False
    thread: tuple[str, ...] = ()
    """The Message-IDs before it, without brackets, the oldest first."""
    left_out: str = ""
    """What was cut from the person's last mails."""
    other_address: str = ""
    """Another address that their last mail came from."""


def build_mail(message: Outgoing, envelope: Envelope) -> EmailMessage:
    """Return the mail: plain text, the same as simple HTML, and a document as an attachment."""
    saying, language = message.saying, message.language
    spans: tuple[Span, ...] = ()
    if isinstance(saying, Say):
        words, spans = replace_surrogates(saying.text), saying.spans
        question = _question(words)
    else:
        words = replace_surrogates(saying.caption)
        question = words or (saying.name if isinstance(saying, SendDocument) else "")
    labels = tuple(choice.label for choice in saying.choices) if isinstance(saying, Say) else ()
    notes, asks = _notes(envelope, language), isinstance(saying, Say) and saying.asks
    mail = EmailMessage(policy=SMTP)
    mail["From"] = _named(envelope.name, envelope.address)
    mail["To"] = envelope.to
    mail["Subject"] = _subject(envelope.name, question)
    mail["Date"] = envelope.now
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    _add_thread(mail, envelope, message.key)
    mail.set_content(_plain(words, labels, notes, language))
    mail.add_alternative(_html(words, spans, labels, notes, envelope, language, question, asks=asks), subtype="html")
    if isinstance(saying, SendDocument):
        kind, _, subtype = saying.media_type.partition("/")
        mail.add_attachment(
            saying.body, maintype=kind or "application", subtype=subtype or "octet-stream", filename=saying.name
        )
    return mail


def _add_thread(mail: EmailMessage, envelope: Envelope, key: str) -> None:
    token = envelope.token
    if token is None:
        digest = hashlib.sha256(key.encode()).hexdigest()[:32]
        mail["Message-ID"] = f"<{digest}@{envelope.address.partition('@')[2]}>"
        return
    mail["Message-ID"] = message_id(envelope.address, token)
    reply_to = plus_address(envelope.address, token) if envelope.plus else envelope.address
    mail["Reply-To"] = _named(envelope.name, reply_to)
    if envelope.thread:
        mail["In-Reply-To"] = f"<{envelope.thread[-1]}>"
        first, latest = envelope.thread[:1], envelope.thread[1:][-_THREAD:]
        mail["References"] = " ".join(f"<{each}>" for each in (*first, *latest))


def _named(name: str, address: str) -> MailAddress | str:
    local, _, domain = address.rpartition("@")
    return MailAddress(display_name=name, username=local, domain=domain)


def _question(words: str) -> str:
    """Return what a message asks: its last paragraph with a question mark, else its first."""
    paragraphs = [each.strip() for each in words.split("\n\n") if each.strip()]
    asking = [each for each in paragraphs if each.rstrip("»”\"' ").endswith(("?", "？"))]
    if asking:
        return re.split(r"(?<=[.!?…])\s+", " ".join(asking[-1].split()))[-1]
    return paragraphs[0] if paragraphs else ""


def _subject(name: str, question: str) -> str:
    line = " ".join(question.split())
    if len(line) > SUBJECT:
        line = line[:SUBJECT].rsplit(" ", 1)[0].rstrip(",;:–—-") + "…"
    return line or name


def _notes(envelope: Envelope, language: str) -> tuple[tuple[str, str], ...]:
    """Return what is said below about the person's last mails, each with what it quotes."""
    found: list[tuple[str, str]] = []
    if envelope.left_out:
        found.append((say(language, "mail-left-out"), _shortened(envelope.left_out)))
    if envelope.other_address:
        found.append((say(language, "mail-other-address", address=envelope.other_address), ""))
    return tuple(found)


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}\n…"


def _plain(words: str, labels: Sequence[str], notes: Iterable[tuple[str, str]], language: str) -> str:
    parts = [words]
    if labels:
        parts.append("\n".join([say(language, "mail-choices"), *(f"  * {label}" for label in labels)]))
    for note, quoted in notes:
        parts.append("\n".join([note, *(f"  | {line}" for line in quoted.split("\n") if quoted)]))
    return "\n\n".join(filter(None, parts)) + "\n"


def _html(
    words: str,
    spans: tuple[Span, ...],
    labels: Sequence[str],
    notes: Iterable[tuple[str, str]],
    envelope: Envelope,
    language: str,
    question: str,
    *,
    asks: bool,
) -> str:
    parts = [f'<div style="white-space: pre-wrap">{_styled(words, spans)}</div>']
    if asks and envelope.token is not None and envelope.plus:
        parts.append(f"<p><b>{_button(say(language, 'mail-answer'), envelope, question, body='')}</b></p>")
    if labels:
        items = "".join(f"<li>{_button(label, envelope, question)}</li>" for label in labels)
        parts.append(f"<p>{escape(say(language, 'mail-choices'))}</p><ul>{items}</ul>")
    for note, quoted in notes:
        shown = f'<div style="white-space: pre-wrap; color: #555">{escape(quoted)}</div>' if quoted else ""
        parts.append(f'<p style="color: #555">{escape(note)}</p>{shown}')
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{escape(language)}"><body>\n{body}\n</body></html>\n'


def _styled(words: str, spans: tuple[Span, ...]) -> str:
    """Return the words as HTML; a span inside another one is left out."""
    parts, at = [], 0
    for span in sorted(spans, key=lambda each: each.start):
        if span.start < at:
            continue
        tag = _TAGS[span.style]
        parts += [escape(words[at : span.start]), f"<{tag}>{escape(words[span.start : span.end])}</{tag}>"]
        at = span.end
    return "".join([*parts, escape(words[at:])])


def _button(label: str, envelope: Envelope, question: str, *, body: str | None = None) -> str:
    """Return a choice: with an address that names the message, a link that writes the reply, with `body` in it.

    Without one the reply is the label.
    """
    if envelope.token is None or not envelope.plus:
        return escape(label)
    to = quote(plus_address(envelope.address, envelope.token), safe="@+")
    subject, body = quote(f"Re: {_subject(envelope.name, question)}"), quote(label if body is None else body)
    return f'<a href="mailto:{escape(to)}?subject={escape(subject)}&amp;body={escape(body)}">{escape(label)}</a>'
