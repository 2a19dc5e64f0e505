"""The connections to Telegram: what became of a request whose answer did not come, and that they close."""

from __future__ import annotations

import asyncio
import socket
import ssl
from asyncio import StreamReader, StreamWriter

import pytest
from telegram import Bot
from telegram.error import TelegramError

from adapters.telegram.connections import Connections, delivery_error
from core.contracts.errors import TryLater

TOKEN = "123456:ABC"


async def _failed(port: int, *, closed: bool = False) -> TryLater:
    """What sending to this port comes to."""
    connections = Connections(ssl.create_default_context(), most=2, read=0.2, wait=1)
    bot = Bot(TOKEN, base_url=f"http://127.0.0.1:{port}/bot", request=connections)
    try:
        if closed:
            await connections.shutdown()
        with pytest.raises(TelegramError) as caught:
            await bot.send_message(7, "Hello.")
    finally:
        await connections.shutdown()
    ours = delivery_error(caught.value, token=TOKEN)
    assert isinstance(ours, TryLater)
    return ours


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", b"no HTTP\r\n\r\n", None])
async def test_a_request_without_an_answer_may_have_been_delivered(answer: bytes | None) -> None:
    over = asyncio.Event()

    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if answer is None:
            await reader.read()  # until the client has waited long enough
        else:
            writer.write(answer)
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)
        over.set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        assert (await _failed(server.sockets[0].getsockname()[1])).maybe_delivered
        await over.wait()


async def test_a_request_that_never_went_out_was_not_delivered() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
    assert not (await _failed(port)).maybe_delivered
    assert not (await _failed(port, closed=True)).maybe_delivered
