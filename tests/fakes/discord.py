"""A bot at work against the fake Discord: the harness of the platform contract, and of the tests of the adapter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from adapters.discord.platform import DiscordPlatform
from core.contracts.messages import Address, position_of
from core.contracts.ports import Clock
from tests.contract.platform_kit import Feature, RecordingInbox, SteppedClock
from tests.fakes.chat_harness import ChatHarness
from tests.fakes.discord_server import FakeDiscord, Person

COMMANDS: Mapping[str, Sequence[tuple[str, str]]] = {
    "en": [("help", "What I can do"), ("done", "Finish, and get your story"), ("pause", "Take a break")],
    "ru": [("help", "Что я умею"), ("done", "Закончить и получить рассказ"), ("pause", "Сделать перерыв")],
}
KINDS: Mapping[str, Mapping[str, str]] = {
    "life-story": {"en": "The story of a life", "ru": "История жизни"},
    "podcast": {"en": "After an episode", "ru": "После выпуска"},
}
LACKS: Mapping[Feature, str] = {
    Feature.ACKNOWLEDGEMENT: "the gateway is told of no message that it was kept: what was missed is in the history",
    Feature.BLOCKING: "nobody is told that a person takes no messages; only the next one that is sent fails",
}
POISON: Mapping[str, object] = {
    "poll": {
        "question": {"text": "Tea?"},
        "answers": [],
        "expiry": "2026-03-02T12:00:00",
        "allow_multiselect": False,
        "layout_type": 1,
        "results": {"answer_counts": [], "is_finalized": False},
    }
}
"""What the library cannot read in a message: a moment without its time zone."""


class HistoryInbox(RecordingInbox):
    """An inbox that remembers how far each chat was kept, beside the positions that a test gives it."""

    async def seen(self, platform: str) -> Mapping[str, str]:
        newest = {chat: position_of(position) for chat, position in self.positions.items()}
        for event in self.accepted:
            if event.address.platform == platform:
                chat = event.address.chat
                newest[chat] = max(newest.get(chat, ""), event.position)
        return newest


@dataclass(slots=True, kw_only=True)
class DiscordHarness(ChatHarness):
    """A bot at work, the server, and Anna."""

    platform: DiscordPlatform
    inbox: HistoryInbox
    server: FakeDiscord
    anna: Person
    lacks: Mapping[Feature, str] = field(default_factory=lambda: LACKS)

    @classmethod
    @asynccontextmanager
    async def started(
        cls, *, clock: Clock | None = None, inbox: HistoryInbox | None = None, synced: Path | None = None
    ) -> AsyncIterator[DiscordHarness]:
        """A bot that is connected. Every sleep of it is short unless a clock is given."""
        async with FakeDiscord() as server:
            inbox = inbox or HistoryInbox()
            clock = clock or SteppedClock(hurry=True)
            platform = DiscordPlatform(token=server.token, clock=clock, commands=COMMANDS, kinds=KINDS, synced=synced)
            anna = server.user("Anna", locale="ru")
            task = asyncio.create_task(platform.run(inbox))
            harness = cls(platform=platform, inbox=inbox, server=server, anna=anna, task=task)
            try:
                await server.until_connected()
                yield harness
            finally:
                await harness.stop()
            assert server.violations == []

    @property
    def address(self) -> Address:
        return Address(platform="discord", chat=str(self.anna.dm))

    async def press(self, label: str) -> None:
        self.anna.take(label)

    def lost_recording(self) -> str:
        return f"{self.anna.dm}/4711/4712"

    async def block(self) -> None:
        self.anna.close_dms()

    def acknowledged(self) -> bool:
        return False

    async def until_acknowledged(self) -> None:
        """Nothing to wait for: see `lacks`."""
