"""What the fake Discord knows: its clock and ids, users, channels, messages, and the files in them."""

from __future__ import annotations

import hashlib
import hmac
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.discord_wire import ApiError, Json

_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_ADDRESS_LIFE = timedelta(hours=24)
FILE_LIMIT = 10 * 1024 * 1024

SUPPRESS_NOTIFICATIONS = 1 << 12
VOICE_MESSAGE = 1 << 13
HAS_SNAPSHOT = 1 << 14
EPHEMERAL = 1 << 6
LOADING = 1 << 7


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Time:
    """The server's own clock: it begins at the present moment and then moves only by a millisecond for each event
    and by what a test asks for, so that nothing expires because a machine is busy."""

    def __init__(self, begins: datetime | None = None) -> None:
        self._now = begins or datetime.now(UTC)
        self._last = 0
        self.goes = False
        """By itself too, with the machine's."""

    def now(self) -> datetime:
        if self.goes:
            self._now = max(self._now, datetime.now(UTC))
        return self._now

    def advance(self, seconds: float) -> None:
        self._now = self.now() + timedelta(seconds=seconds)

    def tick(self) -> datetime:
        self.advance(0.001)
        return self._now

    def snowflake(self) -> int:
        """A new id: higher than every one before, with the time in it."""
        milliseconds = (self.tick() - _EPOCH) // timedelta(milliseconds=1)
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last


def stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


@dataclass(slots=True, kw_only=True)
class StoredFile:
    """A file in a message."""

    id: int
    channel_id: int
    name: str
    body: bytes
    content_type: str | None
    title: str = ""
    """The name as it was given, where the server had to change it."""
    described: Json = field(default_factory=dict)
    """What else a message tells of it: `duration_secs`, `waveform`, `description`."""


class Cdn:
    """The files by their addresses, which are signed and expire."""

    def __init__(self, time: Time) -> None:
        self.base = ""
        self._time = time
        self._files: dict[int, StoredFile] = {}
        self._secret = b"the server's own"

    def put(self, file: StoredFile) -> StoredFile:
        self._files[file.id] = file
        return file

    def remove(self, files: Iterable[StoredFile]) -> None:
        for file in files:
            self._files.pop(file.id, None)

    def described(self, file: StoredFile) -> Json:
        """The attachment as a message tells of it now, with a fresh address."""
        issued = self._time.now()
        issued_at, expires_at = (f"{int(moment.timestamp()):x}" for moment in (issued, issued + _ADDRESS_LIFE))
        signature = self._signature(file.id, expires_at)
        path = f"/attachments/{file.channel_id}/{file.id}/{file.name}"
        url = f"{self.base}{path}?ex={expires_at}&is={issued_at}&hm={signature}&"
        told: Json = {"id": str(file.id), "filename": file.name, "size": len(file.body), "url": url, "proxy_url": url}
        if file.content_type:
            told["content_type"] = file.content_type
        if file.title:
            told["title"] = file.title
        return told | file.described

    def at(self, file_id: str, name: str, query: dict[str, str]) -> StoredFile | None:
        """The file behind an address, unless the address is forged or has expired."""
        file = self._files.get(int(file_id)) if file_id.isdecimal() else None
        expires = query.get("ex", "")
        if file is None or file.name != name or not re.fullmatch(r"[0-9a-f]{1,12}", expires):
            return None
        genuine = hmac.compare_digest(query.get("hm", ""), self._signature(file.id, expires))
        return file if genuine and self._time.now().timestamp() < int(expires, 16) else None

    def _signature(self, file_id: int, expires: str) -> str:
        return hmac.new(self._secret, f"{file_id}/{expires}".encode(), hashlib.sha256).hexdigest()


def safe_name(name: str) -> str:
    """A file name as the real server keeps it."""
    return re.sub(r"[^A-Za-z0-9._-]", "", name.replace(" ", "_")).strip(".") or "unknown"


def media_type(name: str) -> str | None:
    guessed = "text/markdown" if name.endswith(".md") else mimetypes.guess_type(name)[0]
    return f"{guessed}; charset=utf-8" if guessed and guessed.startswith("text/") else guessed


@dataclass(slots=True, kw_only=True)
class Message:
    """A message, whoever wrote it."""

    id: int
    channel_id: int
    author: Json
    created: datetime
    content: str = ""
    edited: datetime | None = None
    flags: int = 0
    files: list[StoredFile] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    nonce: str | int | None = None
    tts: bool = False
    more: Json = field(default_factory=dict)
    """Fields that only some messages have: `sticker_items`, `message_snapshots`, `interaction_metadata`..."""

    @property
    def author_id(self) -> int:
        return int(self.author["id"])

    def payload(self, cdn: Cdn, *, nonce: bool = False) -> Json:
        """As the API tells of it; the nonce is in the answer to its sender and in the event, never in the history."""
        told: Json = {
            "type": 0,
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author,
            "content": self.content,
            "timestamp": stamp(self.created),
            "edited_timestamp": stamp(self.edited) if self.edited else None,
            "flags": self.flags,
            "attachments": [cdn.described(file) for file in self.files],
            "components": self.components,
            "embeds": self.embeds,
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": self.tts,
        }
        if nonce and self.nonce is not None:
            told["nonce"] = self.nonce
        return told | self.more


@dataclass(slots=True, kw_only=True)
class Channel:
    """A private channel of the bot and one person."""

    id: int
    person: Json
    messages: dict[int, Message] = field(default_factory=dict)
    """Oldest first."""
    closed: bool = False
    """The person takes no messages of the bot."""
    takes_no_voice: bool = False

    def payload(self) -> Json:
        last = str(max(self.messages)) if self.messages else None
        return {"id": str(self.id), "type": 1, "flags": 0, "last_message_id": last, "recipients": [self.person]}

    def message(self, message_id: str) -> Message:
        found = self.messages.get(int(message_id)) if message_id.isdecimal() else None
        if found is None:
            raise ApiError(404, 10008)
        return found


class World:
    """Everything that is stored."""

    def __init__(self, *, begins: datetime | None = None) -> None:
        self.time = Time(begins)
        self.cdn = Cdn(self.time)
        self.channels: dict[int, Channel] = {}
        self.application_id = self.time.snowflake()
        self.bot = self.profile(self.application_id, "raconteur", "Raconteur") | {"bot": True}
        self.file_limit = FILE_LIMIT
        self.nonce_memory = 300.0
        """Seconds for which a nonce of a message keeps a second one away."""
        self._nonces: dict[tuple[int, str], tuple[datetime, Message]] = {}

    @staticmethod
    def profile(user_id: int, username: str, name: str) -> Json:
        return {
            "id": str(user_id),
            "username": username,
            "discriminator": "0",
            "global_name": name,
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def channel(self, channel_id: str) -> Channel:
        found = self.channels.get(int(channel_id)) if channel_id.isdecimal() else None
        if found is None:
            raise ApiError(404, 10003)
        return found

    def message(self, channel_id: int, author: Json, **fields: Any) -> Message:
        """A new message, not yet in any channel."""
        message_id = self.time.snowflake()
        return Message(id=message_id, channel_id=channel_id, author=author, created=self.time.now(), **fields)

    def file(self, channel_id: int, name: str, body: bytes, content_type: str | None = None, **more: Any) -> StoredFile:
        """A new file, with the name that the server gives it."""
        kept = safe_name(name)
        file = StoredFile(
            id=self.time.snowflake(),
            channel_id=channel_id,
            name=kept,
            body=body,
            content_type=content_type or media_type(kept),
            title="" if kept == name else name.rpartition(".")[0] or name,
            described=more,
        )
        return self.cdn.put(file)

    def remembered(self, channel_id: int, nonce: str | int) -> Message | None:
        """The message that was sent with this nonce a short while ago."""
        known = self._nonces.get((channel_id, str(nonce)))
        if known is None or self.time.now() - known[0] > timedelta(seconds=self.nonce_memory):
            return None
        return known[1]

    def remember(self, message: Message) -> None:
        if message.nonce is not None:
            self._nonces[message.channel_id, str(message.nonce)] = (self.time.now(), message)

    def forget_nonces(self) -> None:
        self._nonces.clear()
