"""Turn a parsed mail into events. Pure.

Only a mail that brings back the token of one of our messages says something: whoever wrote it was sent that message.
From any other mail nothing is taken but a wish to begin, since anybody can write any sender into it.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Final

from adapters.mail.contents import MailContents, MailPart
from adapters.mail.tokens import ADDRESS
from core.contracts.messages import (
    PHOTOGRAPHS,
    Address,
    Attachment,
    Command,
    Content,
    Incoming,
    Photo,
    Press,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
)
from core.contracts.page_lines import FreshLine, PageUpdate, ShownLine
from core.delivery.fitting import is_blank, replace_surrogates
from core.languages.detection import detect_language
from core.readers.kinds import kind_of_media

PLATFORM: Final = "mail"
MINE: Final = "in/"
"""The key prefix of lines from a person's mails; our own messages use `OURS`."""
OURS: Final = "out/"
LONGEST_KEPT: Final = 20_000
"""The number of characters stored with a message, to recognise it when it is quoted."""
_COMMAND: Final = re.compile(r"/([A-Za-z][\w-]{0,40})(?:\s+(.*))?", re.DOTALL)
_INVITED: Final = re.compile(r"\bstart[\s:=_-]+([A-Za-z0-9_-]{16})\s*$", re.IGNORECASE)
_PICTURES: Final = {".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"} | {
    ".heic": "image/heic",
    ".heif": "image/heif",
}
_UNTYPED: Final = ("application/octet-stream", "binary/octet-stream", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class OurMessage:
    """One of our messages, which a mail answers."""

    address: Address
    line: ShownLine

    @property
    def stored(self) -> dict[str, Any]:
        return read_body(self.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """An event with what the book keeps of it."""

    incoming: Incoming
    update: PageUpdate


def read_body(line: ShownLine) -> dict[str, Any]:
    body = json.loads(line.body)
    return body if isinstance(body, dict) else {}


def digest_of(raw: bytes, message_id: str) -> str:
    """Return the same for a mail whichever way it came: on its way headers are added, and its text stays."""
    _, _, text = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return hashlib.sha256(message_id.encode() + b"\0" + text).hexdigest()[:32]


def file_ref(index: int, digest: str, chat: str) -> str:
    return f"{index}|{MINE}{digest}|{chat}"


def parse_file_ref(ref: str) -> tuple[int, str, str] | None:
    """Return the index of the part, the key of the mail's line, and the chat; None for what is no reference."""
    found = re.fullmatch(rf"(\d{{1,4}})\|({MINE}[0-9a-f]{{32}})\|({ADDRESS})", ref)
    return None if found is None else (int(found[1]), found[2], found[3])


def answers(contents: MailContents, ours: OurMessage, raw: bytes, arrived: datetime) -> list[Arrival]:
    """Return what a mail says that brings back a token: its words, then each of its files."""
    digest, chat = digest_of(raw, contents.message_id), ours.address.chat
    found: list[Content] = []
    if not is_blank(contents.kept):
        found.append(_words(contents.kept, ours.stored))
    found += [_file(part, file_ref(part.index, digest, chat)) for part in contents.parts]
    if not found:
        found.append(Unusable(kind=UnusableKind.EMPTY))
    return _arrivals(found, contents, ours, raw, arrived)


def unreadable(kind: UnusableKind, ours: OurMessage, raw: bytes, arrived: datetime) -> list[Arrival]:
    """Return what is said of a mail with a token that cannot be read."""
    return _arrivals([Unusable(kind=kind)], MailContents(), ours, raw, arrived)


def unproven(contents: MailContents, raw: bytes, arrived: datetime, *, is_new: bool) -> Incoming | None:
    """Return what a mail without a token leads to: a beginning, or a request to answer one of our messages instead.

    `is_new`: nothing was ever written to that address. None where there is no address to answer.
    """
    if not re.fullmatch(ADDRESS, contents.sender):
        return None
    invited = _INVITED.search(contents.subject) or _INVITED.search(contents.kept.strip().split("\n")[0])
    content: Content = Unusable(kind=UnusableKind.UNPROVEN)
    if invited is not None:
        content = Command(name="start", argument=invited[1])
    elif is_new:
        content = Command(name="start")
    return Incoming(
        event_id=f"{PLATFORM}:{digest_of(raw, contents.message_id)}",
        address=Address(platform=PLATFORM, chat=contents.sender),
        sender=Sender(
            id=contents.sender,
            name=replace_surrogates(contents.sender_name),
            language=detect_language(contents.kept) if is_new else "",
        ),
        content=content,
        sent_at=arrived,
    )


def _arrivals(
    found: list[Content], contents: MailContents, ours: OurMessage, raw: bytes, arrived: datetime
) -> list[Arrival]:
    digest, chat = digest_of(raw, contents.message_id), ours.address.chat
    other = contents.sender if contents.sender != chat else ""
    sender = Sender(id=chat, name="" if other else replace_surrogates(contents.sender_name))
    said = replace_surrogates(contents.kept)[:LONGEST_KEPT]
    about = {"mid": contents.message_id, "said": said, "left": replace_surrogates(contents.left_out), "other": other}
    arrivals = []
    for number, content in enumerate(found):
        incoming = Incoming(
            event_id=f"{PLATFORM}:{digest}" + (f":{number}" if number else ""),
            address=ours.address,
            sender=sender,
            content=content,
            sent_at=arrived,
            ref=digest,
        )
        # The whole mail is kept with its first event.
        line = FreshLine(
            key=f"{MINE}{digest}" + (f"/{number}" if number else ""),
            at=arrived,
            body="{}" if number else json.dumps(about, ensure_ascii=False),
            file=None if number else raw,
        )
        arrivals.append(Arrival(incoming=incoming, update=PageUpdate(line=line, seen=ours.line.number)))
    return arrivals


def _words(kept: str, answered: dict[str, Any]) -> Content:
    """Return the choice that the words name, the command that they are, or the words."""
    text = replace_surrogates(kept)
    wanted = _plain(text)
    for label, data in answered.get("choices", ()):
        if data and wanted and wanted == _plain(label):
            return Press(data=data)
    command = _COMMAND.fullmatch(text.strip())
    if command is not None:
        return Command(name=command[1].lower(), argument=(command[2] or "").strip())
    return Text(text=text)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", text.casefold()).split())


def _file(part: MailPart, ref: str) -> Content:
    suffix = PurePosixPath(part.name.lower()).suffix
    media_type = _PICTURES.get(suffix, part.media_type) if part.media_type in _UNTYPED else part.media_type
    if media_type == "image/jpg":
        media_type = "image/jpeg"
    if media_type in PHOTOGRAPHS:
        return Photo(file_ref=ref, size=part.size)
    if kind := kind_of_media(media_type, part.name):
        spoken = media_type if media_type.startswith(("audio/", "video/")) else f"{kind}/*"
        return Voice(file_ref=ref, size=part.size, media_type=spoken, prepared=True)
    return Attachment(file_ref=ref, name=replace_surrogates(part.name), media_type=media_type, size=part.size)
