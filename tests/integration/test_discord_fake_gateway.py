"""The fake Discord is as strict as the real one, or the tests that use it prove nothing: the gateway."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

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
