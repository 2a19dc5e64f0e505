"""Long messages: of what is longer than a message may be, Discord's apps make a text file. It is words all the same."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import structlog

from core.contracts.errors import DeliveryError
from core.contracts.messages import Attachment, Incoming, Text
from core.contracts.ports import Clock
from core.delivery.splitting import is_blank, well_formed
from core.timing.clock import Pauses

NAME: Final = "message.txt"
"""What the apps call such a file."""
LARGEST: Final = 256 * 1024
"""Bytes; nobody types more in one go."""
_TRIES: Final = 10
"""About two minutes; then it is handed in as the file that it is, and its sender is told so."""

_log = structlog.get_logger()


class Fetch(Protocol):
    """Gets the file behind a reference; raises a DeliveryError."""

    def __call__(self, file_ref: str, *, limit: int) -> Awaitable[bytes]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Longhand:
    """Reads such files before they are handed in. What is not handed in yet stands in the chat's history."""

    fetch: Fetch
    clock: Clock

    async def read(self, event: Incoming) -> Incoming:
        """The event with the words of the file in it; as it was where it is none, or cannot be read. Never raises."""
        file = event.content
        if not isinstance(file, Attachment) or not is_longhand(file):
            return event
        body = await self._fetched(file)
        if body is None:
            return event
        try:
            text = well_formed(body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return event
        return event if is_blank(text) else replace(event, content=Text(text=text))

    async def _fetched(self, file: Attachment) -> bytes | None:
        pauses = Pauses()
        for _ in range(_TRIES):
            try:
                return await self.fetch(file.file_ref, limit=LARGEST)
            except DeliveryError as error:
                if not error.retryable:
                    break
                await self.clock.sleep(pauses.next())
        _log.warning("discord.long_message_not_read")
        return None


def is_longhand(file: Attachment) -> bool:
    """Whether it is a file that Discord's apps have made of words."""
    return file.name == NAME and file.media_type == "text/plain" and (file.size or 0) <= LARGEST
