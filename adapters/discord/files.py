"""Fetch the file behind a reference, and never more of it than was asked for.

The address of a file expires after about a day, so a reference names the message, which holds a fresh one. Discord's
apps turn words that are longer than a message may be into a text file; it is read as words.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

import structlog

from adapters.discord.connection import Connection
from adapters.discord.failures import without_secrets
from core.contracts.errors import DeliveryError, Rejected, Unreachable
from core.contracts.messages import Attachment, Incoming, Text
from core.contracts.ports import Clock
from core.delivery.downloads import Downloads
from core.delivery.fitting import is_blank, replace_surrogates
from core.timing.clock import Pauses

_REFERENCE: Final = re.compile(r"([0-9]{1,20})/([0-9]{1,20})/([0-9]{1,20})")
"""The ids of the channel, the message and the attachment."""
LONGHAND: Final = "message.txt"
"""The name that the apps give to a file that they have made of words."""
LARGEST: Final = 256 * 1024
"""The most bytes of such a file; nobody types more in one go."""
_TRIES: Final = 10
"""Attempts to fetch it, about two minutes; then it is handed in as a file."""

_log = structlog.get_logger()


class DiscordFiles:
    def __init__(self, *, clients: Connection, clock: Clock) -> None:
        self._clients = clients
        self._clock = clock
        self._downloads = Downloads(clock)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """Return the file, at most `limit` bytes; raises a DeliveryError without the address, which is signed."""
        named = _REFERENCE.fullmatch(file_ref)
        if named is None:
            raise Rejected("This is not a reference to a Discord file.")
        chat, message_id, attachment_id = named.groups()
        try:
            async with self._clients.asked() as client:
                # Raw: what the library cannot read in a message must not keep its file away.
                message: Any = await client.http.get_message(int(chat), int(message_id))
        except Unreachable as error:
            raise Rejected(f"The chat of the file is gone: {error}") from None
        passed_on = [(snapshot.get("message") or {}) for snapshot in message.get("message_snapshots") or []]
        attachments = [attachment for one in (message, *passed_on) for attachment in one.get("attachments") or []]
        for attachment in attachments:
            if attachment.get("id") == str(int(attachment_id)) and isinstance(attachment.get("url"), str):
                size = attachment.get("size") if isinstance(attachment.get("size"), int) else None
                return await self._downloads.fetch(
                    attachment["url"], limit=limit, expected=size, redact=without_secrets
                )
        raise Rejected("The message is there, but the file is no longer in it.")

    async def read_longhand(self, event: Incoming) -> Incoming:
        """Return the event with the words of a file that the apps made of a long message; else the event unchanged.

        Never raises. The chat's history keeps what is not handed in yet.
        """
        file = event.content
        if not isinstance(file, Attachment) or file.name != LONGHAND or file.media_type != "text/plain":
            return event
        if (file.size or 0) > LARGEST:
            return event
        body = await self._fetched(file)
        try:
            text = replace_surrogates((body or b"").decode("utf-8-sig"))
        except UnicodeDecodeError:
            return event
        return event if is_blank(text) else replace(event, content=Text(text=text))

    async def close(self) -> None:
        await self._downloads.close()

    async def _fetched(self, file: Attachment) -> bytes | None:
        pauses = Pauses()
        for _ in range(_TRIES):
            try:
                return await self.fetch(file.file_ref, limit=LARGEST)
            except DeliveryError as error:
                if not error.retryable:
                    break
                await self._clock.sleep(pauses.next())
        _log.warning("discord.long_message_not_read")
        return None
