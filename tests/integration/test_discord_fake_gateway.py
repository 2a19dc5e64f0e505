"""The fake Discord is as strict as the real one, or the tests that use it prove nothing: the gateway."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord_client import Listener, listening
from tests.fakes.discord_server import FakeDiscord

PLAIN = "?v=10&encoding=json"


@pytest.fixture
async def server() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        yield server


class Socket:
    """A socket to the gateway, without any library between."""

    def __init__(self, server: FakeDiscord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.server = server
        self.socket = socket

    async def send(self, op: int, data: object = None) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self.socket.receive_json(timeout=20)
        return frame

    async def identify(self, **other: object) -> None:
        await self.send(2, {"token": self.server.token, "intents": 4096, "properties": {}} | other)

    async def resume(self, session: str, seq: object, **other: object) -> None:
        await self.send(6, {"token": self.server.token, "session_id": session, "seq": seq} | other)

    async def closed(self) -> int | None:
        """The code with which the server closes."""
        while (await self.socket.receive(timeout=20)).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
            pass
        return self.socket.close_code


@pytest.fixture
async def sockets(server: FakeDiscord) -> AsyncIterator[Any]:
    async with aiohttp.ClientSession() as http:

        async def connect() -> Socket:
            socket = Socket(server, await http.ws_connect(f"{server.gateway_url}{PLAIN}"))
            hello = await socket.receive()
            assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, server.gateway.heartbeat_interval)
            return socket

        yield connect


async def test_a_client_connects_and_is_told_who_it_is(server: FakeDiscord) -> None:
    async with listening(server) as client:
        assert client.user is not None
        assert (client.user.id, client.application_id) == (server.bot_id, server.application_id)
        assert server.intents == 1 << 12
        await server.until(lambda: server.gateway.heartbeats >= 1)
    await server.until(lambda: not server.gateway.connected)
    assert len(server.gateway_sessions) == 1
    assert server.violations == []


async def test_what_happens_during_a_drop_is_replayed_once(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server) as client:
        anna.send("before")
        await client.take("message")
        server.drop()
        anna.send("meanwhile")
        anna.send("and more")
        await client.take("resumed")
        anna.send("after")
        words = [message.content for message in await client.take("message", 4)]
        assert words == ["before", "meanwhile", "and more", "after"]
    assert [session.resumed for session in server.gateway_sessions] == [1]
    assert server.violations == []


@pytest.mark.parametrize("how", ["reconnect", "invalidate", "close"])
async def test_a_client_that_is_sent_away_resumes(server: FakeDiscord, how: str) -> None:
    anna = server.user()
    async with listening(server) as client:
        if how == "reconnect":
            server.reconnect()
        elif how == "invalidate":
            server.invalidate(resumable=True)
        else:
            server.close_gateway(4000)
        anna.send("meanwhile")
        await server.until_connected()
        assert [message.content for message in await client.take("message")] == ["meanwhile"]
    assert [session.resumed for session in server.gateway_sessions] == [1]


@pytest.mark.parametrize("how", ["invalidate", "forget"])
async def test_a_lost_session_is_begun_anew_and_nothing_is_replayed(server: FakeDiscord, how: str) -> None:
    anna = server.user()
    async with listening(server) as client:
        if how == "invalidate":
            server.invalidate()
        else:
            server.gateway.drop()
            server.advance(server.gateway.session_memory + 1)
        missed = anna.send("missed")
        await client.take("connect", 2)
        anna.send("heard")
        assert [message.content for message in await client.take("message")] == ["heard"]
        history = [message.id async for message in client.get_partial_messageable(anna.dm).history()]
        assert missed in history
    assert [session.resumed for session in server.gateway_sessions] == [0, 0]


async def test_a_message_can_come_twice(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server) as client:
        anna.send("once")
        await client.take("message")
        server.redeliver()
        first, again = await client.take("message", 2)
        assert first.id == again.id


@pytest.mark.parametrize("intents", [discord.Intents(message_content=True), discord.Intents(members=True)])
async def test_an_intent_that_is_not_granted_ends_the_connection(server: FakeDiscord, intents: discord.Intents) -> None:
    client = Listener(intents=intents)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(server.token)
    await client.close()


async def test_a_token_that_was_changed_meanwhile_ends_the_connection(server: FakeDiscord) -> None:
    client = Listener()
    await client.login(server.token)
    server.gateway.token = "changed"
    with pytest.raises(discord.ConnectionClosed) as refused:
        await client.connect()
    assert refused.value.code == 4004
    await client.close()


async def test_private_messages_come_only_to_those_who_asked_for_them(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server, intents=discord.Intents(dm_typing=True)) as client:
        anna.send("unheard")
        server.drop()
        await client.take("resumed")
        assert client.seen("message") == []


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 0, "properties": {}}, 4004),
        (2, {"intents": 0}, 4002),
        (2, {"token": "{token}", "properties": {}}, 4013),
        (2, {"token": "{token}", "intents": 1 << 40, "properties": {}}, 4013),
        (2, {"token": "{token}", "intents": 1 << 15, "properties": {}}, 4014),
        (2, {"token": "{token}", "intents": 0, "properties": {}, "shard": [1, 2]}, 4010),
        (3, {}, 4003),
        (42, {}, 4001),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (1, "x" * 5000, 4002),
    ],
)
async def test_a_wrong_frame_closes_the_connection(
    server: FakeDiscord, sockets: Any, op: int, data: Any, code: int
) -> None:
    socket: Socket = await sockets()
    if isinstance(data, dict) and data.get("token") == "{token}":
        data = data | {"token": server.token}
    await socket.send(op, data)
    assert await socket.closed() == code


async def test_frames_are_numbered_and_a_session_is_resumed_by_its_number(server: FakeDiscord, sockets: Any) -> None:
    anna = server.user()
    first: Socket = await sockets()
    await first.identify()
    ready = await first.receive()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert ready["d"]["resume_gateway_url"].startswith("ws://127.0.0.1:")
    anna.send("one")
    assert ((await first.receive())["s"], len(server.gateway_sessions)) == (2, 1)
    await first.identify()
    assert await first.closed() == 4005
    second: Socket = await sockets()
    await second.resume(ready["d"]["session_id"], 1)
    assert [(await second.receive())["t"] for _ in range(2)] == ["MESSAGE_CREATE", "RESUMED"]
    third: Socket = await sockets()
    await third.resume(ready["d"]["session_id"], 99)
    assert await third.closed() == 4007
    fourth: Socket = await sockets()
    await fourth.resume("unknown", 1)
    assert await fourth.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_session_that_was_closed_in_good_order_is_over(server: FakeDiscord, sockets: Any) -> None:
    first: Socket = await sockets()
    await first.identify()
    session = (await first.receive())["d"]["session_id"]
    await first.socket.close(code=1000)
    await server.until(lambda: not server.gateway.connected)
    second: Socket = await sockets()
    await second.resume(session, 1)
    assert (await second.receive())["op"] == 9


async def test_a_client_without_a_heartbeat_is_cut_off(server: FakeDiscord, sockets: Any) -> None:
    server.gateway.heartbeat_interval = 100
    socket: Socket = await sockets()
    await socket.send(1, None)
    assert (await socket.receive())["op"] == 11
    assert await socket.closed() == 4009
    assert server.violations[-1] == "gateway: no heartbeat came"


async def test_frames_are_one_zlib_stream_for_those_who_ask(server: FakeDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(f"{server.gateway_url}{PLAIN}&compress=zlib-stream")
        stream = zlib.decompressobj()
        await socket.send_str(json.dumps({"op": 2, "d": {"token": server.token, "intents": 0, "properties": {}}}))
        frames = [await asyncio.wait_for(socket.receive_bytes(), 20) for _ in range(2)]
        assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in frames)
        assert [json.loads(stream.decompress(frame))["op"] for frame in frames] == [10, 0]
        await socket.close()


async def test_a_connection_of_another_version_is_noted(server: FakeDiscord) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.gateway_url}?v=6") as socket:
        await socket.receive()
    assert server.violations == ["gateway: connected with {'v': '6'}"]
