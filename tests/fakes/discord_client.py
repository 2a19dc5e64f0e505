"""Clients that prove the fake Discord: one of discord.py that only listens, and plain HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp
import discord
from discord import app_commands

from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import Json
from tests.fakes.waiting import PATIENCE


class Listener(discord.Client):
    """It notes what happens and does nothing."""

    def __init__(self, *, intents: discord.Intents | None = None) -> None:
        super().__init__(intents=intents or discord.Intents(dm_messages=True), guild_ready_timeout=0.01)
        self.tree: app_commands.CommandTree[Listener] = app_commands.CommandTree(self)
        self.happened: list[tuple[str, Any]] = []
        self._changed = asyncio.Event()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the library's pause of five seconds."""

    async def on_message(self, message: discord.Message) -> None:
        self.note("message", message)

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        self.note("edit", event)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.note("delete", event)

    async def on_interaction(self, interaction: discord.Interaction[Listener]) -> None:
        self.note("interaction", interaction)

    async def on_connect(self) -> None:
        self.note("connect", None)

    async def on_resumed(self) -> None:
        self.note("resumed", None)

    def note(self, kind: str, event: Any) -> None:
        self.happened.append((kind, event))
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def seen(self, kind: str) -> list[Any]:
        return [event for noted, event in self.happened if noted == kind]

    async def take(self, kind: str, count: int = 1) -> list[Any]:
        """What happened of this kind, as soon as it is so many."""
        await self.until(lambda: len(self.seen(kind)) >= count)
        return self.seen(kind)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self._changed.wait()


@asynccontextmanager
async def listening(server: FakeDiscord, *, intents: discord.Intents | None = None) -> AsyncIterator[Listener]:
    """A client that is connected."""
    client = Listener(intents=intents)
    task = asyncio.create_task(client.start(server.token))
    try:
        await client.take("connect")
        yield client
    finally:
        await client.close()
        with suppress(asyncio.CancelledError):
            await task


class Raw:
    """Plain HTTP, without any library between."""

    def __init__(self, server: FakeDiscord, http: aiohttp.ClientSession) -> None:
        self.server = server
        self.http = http

    async def call(self, method: str, path: str, body: object = None, **options: Any) -> tuple[int, Any]:
        """The status with the JSON of the answer."""
        headers = {"Authorization": f"Bot {self.server.token}"} | options.pop("headers", {})
        if body is not None:
            options["data"] = json.dumps(body)
            headers = {"Content-Type": "application/json"} | headers
        async with self.http.request(method, f"{self.server.api_url}{path}", headers=headers, **options) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def post(self, channel: int, **body: object) -> tuple[int, Any]:
        return await self.call("POST", f"/channels/{channel}/messages", body)

    async def posted(self, channel: int, payload: Json, **files: bytes) -> tuple[int, Any]:
        """A message with files, each by its number: f0=b"..."."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(payload))
        for name, body in files.items():
            number = name.removeprefix("f")
            form.add_field(f"files[{number}]", body, filename=f"{name}.bin", content_type="application/octet-stream")
        return await self.call("POST", f"/channels/{channel}/messages", data=form)


@asynccontextmanager
async def raw(server: FakeDiscord) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as http:
        yield Raw(server, http)
