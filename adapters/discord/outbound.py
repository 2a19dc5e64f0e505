"""Send one `Outgoing` as one message or several, and never a part twice.

Each part has a nonce derived from the message's key, by which Discord itself recognises a repeated part for some
minutes. After that, a part in doubt is looked for in the chat before it is sent again.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.http import handle_message_parameters

from adapters.discord.client import fetch_raw_page
from adapters.discord.connection import Connection, channel_of_chat
from adapters.discord.failures import translate_discord_errors
from adapters.discord.markdown import ELLIPSIS
from adapters.discord.presenter import Row, button_view, caption, parts
from core.contracts.errors import DeliveryError, Rejected, TooLarge
from core.contracts.messages import (
    SOUND_NAME,
    Doubt,
    Outgoing,
    Receipt,
    Say,
    SendDocument,
    SendVoice,
    position_of,
)
from core.delivery.fitting import PartsSent, Remembered

FILE_LIMIT: Final = 10 * 1024 * 1024
"""Bytes that a file from a bot may always have."""
NONCE_LENGTH: Final = 25
_REMEMBERED: Final = 2_000
"""How many messages have their progress kept in memory, and how many chats their limit."""
_CLOCKS_DIFFER: Final = timedelta(minutes=10)
"""This machine's clock may be this much ahead of Discord's."""
_LOOKED_AT: Final = 5
"""How many pages of a chat's history are searched for parts that were sent already."""
_NAME_LENGTH: Final = 100
_UNSAFE: Final = re.compile(r"""[\x00-\x1f\x7f-\x9f/\\"'`:*?<>|\s]+""")
_ALTERED: Final = re.compile(r"[^A-Za-z0-9.]+")
"""Characters that Discord may leave out of a file's name, or replace."""

Told = Callable[[str, DeliveryError | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    nonce: str
    content: str = ""
    rows: tuple[Row, ...] = ()
    name: str = ""
    """The file's name."""
    body: bytes | None = None
    voice: SendVoice | None = None
    """Set when the file is a voice message, which has nothing else in it."""

    def stands_in(self, message: Mapping[str, Any]) -> bool:
        """Return whether a raw message from the chat is this piece."""
        if str(message.get("content") or "").split() != self.content.split():
            return False
        files = message.get("attachments") or []
        if self.body is None:
            return not files
        sizes = [file.get("size") for file in files]
        names = {_plain(str(file.get("filename"))) for file in files}
        return sizes == [len(self.body)] and (names == {_plain(self.name)} or not _plain(self.name))


class DiscordSender:
    """Delivers messages. A repeat for the same key continues after the last confirmed part, and sends nothing again."""

    def __init__(self, *, clients: Connection, on_outcome: Told = lambda chat, error: None) -> None:
        """`on_outcome` is called after each `send` with the chat, and with what went wrong or None."""
        self._clients = clients
        self._on_outcome = on_outcome
        self._progress = Remembered(_REMEMBERED)
        self._limits: OrderedDict[str, int] = OrderedDict()

    def limit_told(self, chat: str, limit: int) -> None:
        """Note how many bytes Discord allows a file in this chat; never more than `FILE_LIMIT` are sent."""
        self._limits[chat] = limit
        self._limits.move_to_end(chat)
        while len(self._limits) > _REMEMBERED:
            self._limits.popitem(last=False)

    def forget(self, chat: str) -> None:
        self._limits.pop(chat, None)

    async def send(self, message: Outgoing) -> Receipt:
        try:
            receipt = await self._delivered(message)
        except DeliveryError as error:
            self._on_outcome(message.address.chat, error)
            raise
        self._on_outcome(message.address.chat, None)
        return receipt

    async def _delivered(self, message: Outgoing) -> Receipt:
        pieces = self._pieces(message)
        progress = self._progress.of(message.key)
        if progress.confirmed >= len(pieces):
            return progress.receipt
        client = await self._clients.ready()
        chat = channel_of_chat(client, message.address.chat)
        if message.doubt is not None:
            await _find(pieces, progress, message.doubt, client=client, chat=chat.id)
        for piece in pieces[progress.confirmed :]:
            with translate_discord_errors(client):
                sent, at = await _put(client, chat, piece)
            progress.add(str(sent), position_of(sent), at)
        return progress.receipt

    def _pieces(self, message: Outgoing) -> list[_Piece]:
        match message.saying:
            case Say() as say:
                if not (messages := parts(say)):
                    raise Rejected("This message has no words in it.")
                return [
                    _Piece(nonce=message_nonce(message.key, number), content=part.content, rows=part.view_rows)
                    for number, part in enumerate(messages)
                ]
            case SendDocument() as document:
                limit = min(FILE_LIMIT, self._limits.get(message.address.chat, FILE_LIMIT))
                if len(document.body) > limit:
                    raise TooLarge(f"A file of {len(document.body)} bytes is over Discord's {limit}.")
                below = parts(Say(text=ELLIPSIS, choices=document.choices))[0].view_rows
                return [
                    _Piece(
                        nonce=message_nonce(message.key, 0),
                        content=caption(document.caption) or "",
                        rows=below,
                        name=upload_file_name(document.name),
                        body=document.body,
                    )
                ]
            case SendVoice() as voice:
                # A voice message can have neither words nor buttons: they are in the message after it.
                sound = _Piece(nonce=message_nonce(message.key, 0), name=SOUND_NAME, body=voice.body, voice=voice)
                texts = parts(Say(text=voice.caption, choices=voice.choices))
                return [
                    sound,
                    *(
                        _Piece(nonce=message_nonce(message.key, number), content=part.content, rows=part.view_rows)
                        for number, part in enumerate(texts, 1)
                    ),
                ]


def message_nonce(key: str, number: int) -> str:
    """Return the nonce of a message's part, counted from 0; it is the same each time the part is sent."""
    digest = hashlib.sha256(f"{key}/{number}".encode(errors="surrogatepass")).digest()
    return base64.b32encode(digest).decode()[:NONCE_LENGTH]


def upload_file_name(name: str) -> str:
    """Return a name that a request can carry, not too long, with its extension."""
    name = _UNSAFE.sub("_", name.encode(errors="replace").decode()).strip("._") or "file"
    stem, point, extension = name.rpartition(".")
    if len(name) <= _NAME_LENGTH or not point:
        return name[:_NAME_LENGTH]
    extension = extension[: _NAME_LENGTH // 2]
    return f"{stem[: _NAME_LENGTH - len(extension) - 1]}.{extension}"


async def _put(client: discord.Client, chat: discord.PartialMessageable, piece: _Piece) -> tuple[int, datetime]:
    """Send a piece; return the message's id, and when it was sent."""
    if piece.voice is not None:
        flags = discord.MessageFlags(voice=True)
        with handle_message_parameters(file=_VoiceFile(piece.voice), flags=flags, nonce=piece.nonce) as params:
            raw = await client.http.send_message(chat.id, params=params)
        return int(raw["id"]), discord.utils.snowflake_time(int(raw["id"]))
    absent = discord.utils.MISSING
    sent = await chat.send(
        piece.content or None,
        file=absent if piece.body is None else discord.File(io.BytesIO(piece.body), filename=piece.name),
        view=button_view(piece.rows) or absent,
        nonce=piece.nonce,
        allowed_mentions=discord.AllowedMentions.none(),
        suppress_embeds=True,
    )
    return sent.id, sent.created_at


class _VoiceFile(discord.File):
    """A voice message to send; the library only knows those that come."""

    def __init__(self, voice: SendVoice) -> None:
        super().__init__(io.BytesIO(voice.body), filename=SOUND_NAME)
        waveform = base64.b64encode(voice.waveform).decode()
        self.told = {"duration_secs": voice.seconds, "waveform": waveform}

    def to_dict(self, index: int) -> dict[str, Any]:
        return super().to_dict(index) | self.told


async def _find(
    pieces: Sequence[_Piece], progress: PartsSent, doubt: Doubt, *, client: discord.Client, chat: int
) -> None:
    """Count pieces that are in the chat already as confirmed, in order."""
    ours = str(client.user.id) if client.user else ""
    behind = progress.receipt.ref or doubt.after
    after = int(behind) if behind.isdecimal() else discord.utils.time_snowflake(doubt.since - _CLOCKS_DIFFER)
    for _ in range(_LOOKED_AT):
        with translate_discord_errors(client):
            page = await fetch_raw_page(client, chat, after)
        for after, message in page.messages:
            author = message.get("author") or {}
            if author.get("id") == ours and pieces[progress.confirmed].stands_in(message):
                progress.add(str(after), position_of(after), discord.utils.snowflake_time(after))
                if progress.confirmed == len(pieces):
                    return
        if not page.more:
            return


def _plain(name: str) -> str:
    return _ALTERED.sub("", name).strip(".")


class DiscordBoard:
    """A `Board` for status lines, which are messages in the chats."""

    def __init__(self, *, clients: Connection) -> None:
        self._clients = clients

    async def put(self, chat: str, text: str) -> str:
        async with self._clients.asked() as client:
            sent = await channel_of_chat(client, chat).send(
                caption(text),
                silent=True,
                suppress_embeds=True,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        return str(sent.id)

    async def change(self, chat: str, message: str, text: str) -> None:
        async with self._clients.asked() as client:
            shown = channel_of_chat(client, chat).get_partial_message(int(message))
            await shown.edit(content=caption(text), allowed_mentions=discord.AllowedMentions.none())

    async def remove(self, chat: str, message: str) -> None:
        async with self._clients.asked() as client:
            await channel_of_chat(client, chat).get_partial_message(int(message)).delete()
