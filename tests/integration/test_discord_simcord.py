"""The whole app over Discord without any wire: its real client, attached to simcord's Discord in this process.

simcord stands in the place of the login and the gateway; commands, presses, messages and files take the real way from
discord.py's own parsers to the outbox and back through discord.py's own requests.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import discord
import pytest
from simcord import Env, MemberActor, UserHandle

from adapters.discord.client import DiscordClient, fetch_history_page
from adapters.discord.commands import declare_commands, publish_commands
from adapters.discord.lanes import Lanes
from adapters.discord.platform import DiscordPlatform
from bot.app import build_app
from bot.clock import SystemClock
from core.commands import command_list
from core.contracts.ports import Inbox
from core.languages import LANGUAGES
from core.store.store import MemoryStore
from tests.fakes.app import OPEN, until
from tests.fakes.file_server import FileServer, serving_files
from tests.fakes.transcriber import FakeTranscriber

VOICE = 1 << 13
"""The flag of a voice message."""
TITLE = "My life story"
AGREE = "I agree, let us begin"


class WorldClock(SystemClock):
    """The time that simcord's Discord shows; waiting is real."""

    def __init__(self) -> None:
        self.world: Env | None = None

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) if self.world is None else self.world.now()


class InProcess(DiscordPlatform):
    """The real platform; its client is not logged in and connected, but attached to a Discord in this process."""

    def __init__(self, clock: WorldClock) -> None:
        super().__init__(
            token="simcord.fake.token",
            clock=clock,
            commands={language: command_list(language) for language in LANGUAGES},
            kinds={"life-story": {"en": TITLE, "ru": "История моей жизни"}},
        )
        self.clock = clock
        self.up = asyncio.Event()

    async def run(self, inbox: Inbox) -> None:
        client = DiscordClient(clock=self.clock, interactions=self._interactions)
        client.lanes = Lanes(inbox=inbox, clock=self.clock, read=partial(fetch_history_page, client))
        world = self.clock.world = Env(client, settle_timeout=20)
        await world.start()
        try:
            self._connection.opened(client)
            await publish_commands(
                await declare_commands(client, commands=self._commands, kinds=self._kinds), synced=None
            )
            self.up.set()
            await asyncio.Event().wait()
        finally:
            await self._lines.close()
            self._connection.closed()
            await self._interactions.close()
            await self._files.close()
            await client.lanes.close()
            await world.shutdown()


@dataclass(slots=True, kw_only=True)
class Anna:
    """Somebody in a server with the bot; what they do in private, and what they see there."""

    world: Env
    member: MemberActor
    read: int = 0

    @property
    def user(self) -> UserHandle:
        return self.member.user

    @property
    def received(self) -> list[discord.Message]:
        return [seen for seen in self.user.dm_channel.history(viewer=self.user) if seen.author.bot]

    async def next(self) -> discord.Message:
        """The next message of the bot that was not read yet."""
        try:
            await until(lambda: len(self.received) > self.read)
        except TimeoutError:
            pytest.fail(f"nothing more came after {[seen.content for seen in self.received]}")
        self.read += 1
        return self.received[self.read - 1]

    async def next_with(self, words: str) -> discord.Message:
        """Read on until these words have come."""
        while words not in (message := await self.next()).content:
            pass
        return message

    async def file(self, ending: str) -> bytes:
        """Read on until such a file has come."""
        while not (found := [file for file in (await self.next()).attachments if file.filename.endswith(ending)]):
            pass
        body = self.world.backend.cdn.get(found[0].url)
        assert body is not None
        return body

    async def press(self, label: str) -> None:
        """Press the newest button of that label."""
        [*_, message] = [seen for seen in self.received if label in labels(seen)]
        result = await self.user.click(message, label=label)
        assert result.acknowledged

    async def begin(self) -> discord.Message:
        """From the greeting to the first question."""
        await self.press(self.user.global_name or self.user.name)
        await self.next_with("Which interview")
        await self.press("My life story")
        await self.next_with("Before we begin")
        await self.press(AGREE)
        return await self.next_with("the very first thing")


def labels(message: discord.Message) -> list[str]:
    buttons = [part for row in message.components if isinstance(row, discord.ActionRow) for part in row.children]
    return [button.label or "" for button in buttons if isinstance(button, discord.Button)]


@asynccontextmanager
async def bot(folder: Path, *, transcription: FakeTranscriber | None = None) -> AsyncIterator[Anna]:
    """The app at work, and Anna in a server with it."""
    clock = WorldClock()
    platform = InProcess(clock)
    store = MemoryStore()
    app = build_app(OPEN, store=store, platforms=[platform], recordings=folder, transcriber=transcription, clock=clock)
    task = asyncio.create_task(app.run())
    up = asyncio.create_task(platform.up.wait())
    await asyncio.wait({task, up}, return_when=asyncio.FIRST_COMPLETED)
    up.cancel()
    if task.done():
        task.result()
    world = clock.world
    assert world is not None
    try:
        guild = world.create_guild("Family")
        yield Anna(world=world, member=guild.add_member(world.create_user("anna", global_name="Anna")))
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert world.errors == []


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Anna]:
    async with bot(tmp_path) as found:
        yield found


@pytest.fixture
async def files() -> AsyncIterator[FileServer]:
    async with serving_files() as found:
        yield found


# --- commands -----------------------------------------------------------------------------------------------------


async def test_a_command_in_a_server_moves_the_talk_into_a_private_chat(anna: Anna) -> None:
    general = anna.member.guild.create_text_channel("general")
    result = await anna.member.slash(general, "interview start")
    assert result.acknowledged
    assert result.ephemeral
    greeting = await anna.next()
    assert "Raconteur" in greeting.content
    await until(lambda: result.response is not None and str(anna.user.dm_channel.id) in result.response.content)
    assert [seen for seen in general.history() if not seen.flags.ephemeral] == [], "in the server nothing is said"
    await anna.begin()


# --- an interview -------------------------------------------------------------------------------------------------


async def test_from_the_greeting_to_the_file(anna: Anna) -> None:
    await anna.user.send_dm("Hello!")
    assert "Raconteur" in (await anna.next()).content
    first = await anna.begin()
    assert labels(first) == ["Skip", "A different question", "Pause"]
    changed = await anna.user.send_dm("My grandmother made pear jam.")
    await anna.next()
    taken_back = await anna.user.send_dm("My uncle was a spy.")
    await anna.next()
    await anna.user.send_dm("We had bees.")
    await anna.next()
    await anna.user.edit(changed, "My grandmother made plum jam.")
    await anna.next_with("changed")
    await anna.user.delete(taken_back)
    await anna.next_with("no longer")
    await anna.user.slash("done")
    await anna.next_with("asked you that I have not")
    await anna.user.slash("done")
    told = (await anna.file("transcript.md")).decode().splitlines()
    assert "My grandmother made plum jam." in told
    assert "We had bees." in told
    assert "My grandmother made pear jam." not in told
    assert "My uncle was a spy." not in told


# --- voices -------------------------------------------------------------------------------------------------------


async def speak(anna: Anna, files: FileServer, audio: bytes, *, name: str, note: bool) -> None:
    """Send a recording, as a voice message or as a file; it is downloaded from a server of files."""
    path = f"/{name}"
    files.bodies[path] = audio
    [file] = anna.world.backend.store_attachments(anna.user.dm_channel.id, [(name, audio)])
    file |= {"url": f"{files.url}{path}", "proxy_url": f"{files.url}{path}", "content_type": "audio/ogg"}
    if note:
        file |= {"duration_secs": 4.5, "waveform": base64.b64encode(bytes(32)).decode()}
    await anna.user.send_dm(attachments=[file], flags=VOICE if note else 0)


def recordings(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("note", [True, False])
async def test_an_answer_can_be_spoken(tmp_path: Path, files: FileServer, *, note: bool) -> None:
    transcription = FakeTranscriber()
    async with bot(tmp_path, transcription=transcription) as anna:
        await anna.user.send_dm("Hello!")
        await anna.next()
        await anna.begin()
        await speak(anna, files, b"We lived by the river.", name="note.ogg", note=note)
        heard = await anna.next_with("We lived by the river.")
        assert "Fix it" in labels(heard)
        await anna.next()
        await anna.user.slash("transcript")
        assert b"We lived by the river." in await anna.file("transcript.md")
        await until(lambda: recordings(tmp_path) == [])
    assert files.asked == ["/note.ogg"]
