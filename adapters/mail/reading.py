"""Read mails in the reader processes, which nothing that is wrong with one can leave.

A mail is whatever somebody sends: the sizes, the depth and the number of its parts are bounded here, and memory and
time by the process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email import policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses
from typing import Any, Final

from lxml import etree, html
from pydantic import JsonValue

from adapters.mail.contents import MailContents, MailFile, MailPart
from adapters.mail.replies import prepare as prepare_replies
from adapters.mail.replies import split_reply, unquoted_rest, unwrap
from core.readers.html_text import decode_text
from core.readers.reading import Reading
from core.readers.source_errors import Absent, Heavy

_DEEPEST: Final = 20
_MOST_PARTS: Final = 200
_MOST_FILES: Final = 30
_LONGEST_TEXT: Final = 400_000
_LONGEST_NAME: Final = 120
_LOGO: Final = 16_000
"""Bytes below which a picture that stands in the text is an ornament of a signature."""
_PERSONAL: Final = ("no",)
_IMPERSONAL: Final = ("bulk", "junk", "list", "auto_reply")
_SERVERS: Final = ("mailer-daemon", "postmaster", "noreply", "no-reply", "do-not-reply", "donotreply")
_APART: Final = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_NO_FILES: Final = (
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "text/calendar",
    "text/x-amp-html",
)
_BLOCKS: Final = frozenset(
    {"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "blockquote", "hr"}
)
_SPACED: Final = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "table"})
_UNSEEN: Final = frozenset({"head", "style", "script", "title", "meta", "template"})
_SAMPLE: Final = (
    b"From: =?utf-8?q?A?= <a@example.org>\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n"
    b"Content-Type: text/plain; charset=none; format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"=CF=F0=E8=E2=E5=F2 \r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    b"PHA+QTwvcD4=\r\n--b--\r\n"
)


@dataclass(slots=True)
class _Found:
    texts: list[str] = field(default_factory=list)
    flowed: bool = False
    files: list[Message] = field(default_factory=list)
    ornaments: list[str] = field(default_factory=list)
    """The names of pictures that belong to a signature."""


def prepare() -> None:
    """Load what reading needs, by reading something."""
    prepare_replies()
    read_mail(_SAMPLE, {})


def read_mail(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[MailContents, bytes]:
    """Read a mail. `asked`: `answered`, our words that it replies to, and `names`, what we are called. Raises Heavy."""
    message = _parsed(body)
    numbers = {id(part): number for number, part in enumerate(message.walk())}
    if len(numbers) > _MOST_PARTS:
        raise Heavy("The mail has too many parts.")
    found = _collected(message, 0)
    text = "\n\n".join(filter(None, (each.strip("\n") for each in found.texts)))
    if len(text) > _LONGEST_TEXT:
        raise Heavy("The email has too many words.")
    answered, names = str(asked.get("answered", "")), asked.get("names", [])
    reply = split_reply(text, answered=answered)
    known = tuple(str(name) for name in names) if isinstance(names, list) else ()
    left_out = unquoted_rest(reply.cut, answered=answered, names=known)
    sender_name, sender = _sender(message)
    contents = MailContents(
        message_id=_header(message, "Message-ID").strip("<> "),
        sender=sender,
        sender_name=sender_name,
        subject=_header(message, "Subject"),
        automated=_automated(message, sender),
        refuses=_refuses(message),
        kept=reply.kept if found.flowed else unwrap(reply.kept),
        left_out="\n".join(filter(None, (left_out, *found.ornaments))),
        parts=tuple(_described(part, numbers[id(part)]) for part in found.files[:_MOST_FILES]),
    )
    return contents, b""


def read_file(body: bytes, asked: Mapping[str, JsonValue]) -> tuple[MailFile, bytes]:
    """Return the bytes of one attached file, `asked["index"]`. Raises Absent."""
    for number, part in enumerate(_parsed(body).walk()):
        if number == asked.get("index") and not part.is_multipart():
            content = _payload(part)
            return MailFile(size=len(content)), content
    raise Absent("The mail has no such part.")


READINGS: Final[dict[str, Reading]] = {"mail": read_mail, "mail-file": read_file}


def _parsed(body: bytes) -> Message:
    return BytesParser(policy=policy.compat32).parsebytes(body)


def _collected(part: Message, depth: int) -> _Found:
    """Return the texts and files of a part; of several versions of one text the plain one, if anything is in it."""
    if depth > _DEEPEST:
        raise Heavy("The mail is nested too deeply.")
    kind = part.get_content_type()
    if kind in _APART:
        return _Found()
    if kind == "message/rfc822":
        return _Found(files=[part])
    payload = part.get_payload()
    if isinstance(payload, list):
        each = [_collected(inner, depth + 1) for inner in payload if isinstance(inner, Message)]
        files = [file for found in each for file in found.files]
        ornaments = [name for found in each for name in found.ornaments]
        if kind == "multipart/alternative":
            filled = [found for found in each if any(text.strip() for text in found.texts)]
            each = filled[:1]
        texts = [text for found in each for text in found.texts]
        return _Found(texts=texts, flowed=any(f.flowed for f in each), files=files, ornaments=ornaments)
    return _leaf(part, kind)


def _leaf(part: Message, kind: str) -> _Found:
    attached = part.get_content_disposition() == "attachment" or bool(part.get_filename())
    if kind in ("text/plain", "text/html") and not attached:
        text = _text(part)
        if kind == "text/html":
            return _Found(texts=[html_to_text(text)], flowed=True)
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        return _Found(texts=[_unflowed(text, part) if flowed else text], flowed=flowed)
    if kind in _NO_FILES:
        return _Found()
    is_shown = kind.startswith("image/") and part.get("Content-ID") and part.get_content_disposition() != "attachment"
    if is_shown and len(_payload(part)) < _LOGO:
        return _Found(ornaments=[f"[{_file_name(part) or kind}]"])
    return _Found(files=[part])


def _text(part: Message) -> str:
    body, charset = _payload(part), part.get_content_charset("") or ""
    try:
        return body.decode(charset or "utf-8")
    except (LookupError, ValueError):
        return decode_text(body, charset)


def _payload(part: Message) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload()
        return inner[0].as_bytes() if isinstance(inner, list) and inner and isinstance(inner[0], Message) else b""
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _unflowed(text: str, part: Message) -> str:
    """Join the lines of a text that says it may be flowed (RFC 3676)."""
    joined = str(part.get_param("delsp", "")).lower() == "yes"
    found: list[str] = []
    soft = False
    for line in text.replace("\r\n", "\n").split("\n"):
        flows = line.endswith(" ") and line != "-- "
        bare = line[1:] if line.startswith(" ") else line
        bare = bare[:-1] if flows and joined else bare
        if soft and not bare.startswith(">"):
            found[-1] += bare
        else:
            found.append(bare)
        soft = flows and not bare.startswith(">")
    return "\n".join(found)


def html_to_text(source: str) -> str:
    """Return the text of a page as a mail program would write it, quotations behind ">"."""
    if not source.strip():
        return ""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return ""
    lines = [""]
    _write(root, lines, "", "")
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _write(element: Any, lines: list[str], mark: str, outer: str) -> None:
    """Write an element and what follows it; `mark` goes before each of its lines, `outer` before the others."""
    tag = element.tag if isinstance(element.tag, str) else ""
    quotes = tag == "blockquote" or "yahoo_quoted" in (element.get("class") or "")
    mark += "> " if quotes else ""
    if tag not in _UNSEEN and tag:
        if tag in _BLOCKS or quotes:
            _break(lines, mark, spaced=tag in _SPACED)
        if tag == "br":
            lines.append(mark)
        _say(element.text, lines, mark, is_kept=tag == "pre")
        for inner in element:
            _write(inner, lines, mark, mark)
        if tag in _BLOCKS or quotes:
            _break(lines, outer, spaced=tag in _SPACED)
        elif tag in ("td", "th"):
            _say(" ", lines, mark)
    _say(element.tail, lines, outer)


def _break(lines: list[str], mark: str, *, spaced: bool) -> None:
    """Begin a line, and leave one free before it where the page does."""
    if not lines[-1].strip("> "):
        lines[-1] = mark
        return
    if spaced:
        lines.append(mark.rstrip())
    lines.append(mark)


def _say(text: str | None, lines: list[str], mark: str, *, is_kept: bool = False) -> None:
    if not text:
        return
    if is_kept:
        first, *more = text.split("\n")
        lines[-1] += first
        lines.extend(f"{mark}{line}" for line in more)
        return
    said = re.sub(r"[ \t\r\n\f]+", " ", text.replace("\xa0", " "))
    lines[-1] += said.lstrip() if not lines[-1].strip("> ") or lines[-1].endswith(" ") else said


def _header(message: Message, name: str) -> str:
    """Return a header in letters, on one line."""
    value = message.get(name)
    if value is None:
        return ""
    parts: list[str] = []
    try:
        for piece, charset in decode_header(str(value)):
            parts.append(piece if isinstance(piece, str) else _decoded(piece, charset))
    except ValueError:
        parts = [str(value)]
    return " ".join("".join(parts).split())[:1_000]


def _decoded(piece: bytes, charset: str | None) -> str:
    try:
        return piece.decode(charset or "utf-8")
    except (LookupError, ValueError):
        return decode_text(piece, charset or "")


def _sender(message: Message) -> tuple[str, str]:
    """Return the name and the address of the one sender."""
    found = [pair for pair in getaddresses([str(message.get("From", ""))]) if "@" in pair[1]]
    if len(found) != 1:
        return "", ""
    name, address = found[0]
    spelled = Message()
    spelled["X"] = name
    return _header(spelled, "X")[:_LONGEST_NAME], address.strip().lower()[:254]


def _automated(message: Message, sender: str) -> str:
    """Return by which header a program has written this; empty where none says so."""
    stated = _header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    if stated and stated not in _PERSONAL:
        return "Auto-Submitted"
    if _header(message, "Precedence").lower() in _IMPERSONAL:
        return "Precedence"
    for name in message:
        lowered = name.lower()
        if lowered.startswith("list-") or lowered in ("x-autoreply", "x-autorespond", "x-loop", "feedback-id"):
            return name
    if "Return-Path" in message and not _header(message, "Return-Path").strip("<> "):
        return "Return-Path"
    if not sender or sender.partition("@")[0] in _SERVERS:
        return "From"
    return "Content-Type" if message.get_content_type() in _APART else ""


def _refuses(message: Message) -> bool:
    if message.get_content_type() != "multipart/report":
        return False
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            fields: Iterable[Any] = part.get_payload()
            for each in fields:
                failed = str(each.get("Action", "")).strip().lower() == "failed"
                if failed and str(each.get("Status", "")).strip().startswith("5"):
                    return True
    return False


def _described(part: Message, index: int) -> MailPart:
    return MailPart(
        index=index, name=_file_name(part), media_type=part.get_content_type().lower(), size=len(_payload(part))
    )


def _file_name(part: Message) -> str:
    spelled = Message()
    spelled["X"] = (part.get_filename() or "").replace("\\", "/").rpartition("/")[2]
    return _header(spelled, "X")[:_LONGEST_NAME]
