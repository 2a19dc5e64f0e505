"""Fetching: the file behind a reference, and never more of it than was asked for.

The address of a file expires after about a day. So a reference names the message, which is asked for a fresh one.
"""

from __future__ import annotations

import re
from typing import Any, Final

from adapters.discord.connection import Clients
from adapters.discord.failures import in_our_words, without_secrets
from core.contracts.errors import Rejected, Unreachable
from core.contracts.ports import Clock
from core.delivery.downloads import Downloads

_REFERENCE: Final = re.compile(r"([0-9]{1,20})/([0-9]{1,20})/([0-9]{1,20})")
"""The ids of the channel, the message and the attachment."""


class Files:
    """Downloads what people sent."""

    def __init__(self, *, clients: Clients, clock: Clock) -> None:
        self._clients = clients
        self._downloads = Downloads(clock)

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """The file, of `limit` bytes at most; raises a DeliveryError, without the address in it: that is signed."""
        address, size = await self._found(file_ref)
        return await self._downloads.fetch(address, limit=limit, expected=size, redact=without_secrets)

    async def close(self) -> None:
        """Give the connections up."""
        await self._downloads.close()

    async def _found(self, file_ref: str) -> tuple[str, int | None]:
        """Where the file is now, and how many bytes it has."""
        named = _REFERENCE.fullmatch(file_ref)
        if named is None:
            raise Rejected("This is no reference to a file of Discord.")
        chat, message_id, attachment_id = (int(part) for part in named.groups())
        client = await self._clients.ready()
        try:
            with in_our_words(client):
                # As it comes: what the library cannot read in a message must not keep its file away.
                message: Any = await client.http.get_message(chat, message_id)
        except Unreachable as error:
            raise Rejected(f"The chat of the file is gone: {error}") from None
        for attachment in _attachments(message):
            if attachment.get("id") == str(attachment_id) and isinstance(attachment.get("url"), str):
                size = attachment.get("size")
                return attachment["url"], size if isinstance(size, int) else None
        raise Rejected("The message is there, and the file is not in it any more.")


def _attachments(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Its own, and those of a message that is passed on in it."""
    passed_on = [(snapshot.get("message") or {}) for snapshot in message.get("message_snapshots") or []]
    return [attachment for one in (message, *passed_on) for attachment in one.get("attachments") or []]
