"""What the harnesses of the chats have in common: Anna at her phone, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.contract.platform_kit import PATIENCE, Feature, Shown


@dataclass(slots=True, kw_only=True)
class ChatHarness:
    """A bot at work, the server of the chat, and Anna."""

    platform: Any
    inbox: Any
    server: Any
    anna: Any
    task: asyncio.Task[None]
    lacks: Mapping[Feature, str] = field(default_factory=dict)
    newest: int = 0
    """The id of Anna's newest message."""

    async def write(self, text: str) -> None:
        self.newest = self.anna.send(text)

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        self.newest = self.anna.send_voice(seconds, body=audio)

    async def until_listening(self, words: str) -> None:
        wanted = [words] * bool(words)
        await self.server.until(lambda: [seen.text for seen in self.anna.received if seen.silent] == wanted)

    async def edit(self, text: str) -> None:
        self.anna.edit(self.newest, text)

    async def redeliver(self) -> None:
        self.server.redeliver()

    async def shown(self, count: int) -> list[Shown]:
        await self.server.until(lambda: len(self.anna.received) >= count)
        return [
            Shown(text=seen.text, labels=seen.labels, name=seen.file_name, body=seen.body, seconds=seen.seconds)
            for seen in self.anna.received
        ]

    async def stop(self) -> None:
        self.task.cancel()
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await self.task
