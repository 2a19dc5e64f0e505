"""What the adapter uses of discord.py that its documentation does not promise. A test here fails on the day it changes.

`adapters/discord/gateway.py` has its own loop over the library's socket, `client.py` builds messages from what Discord
sends, and history, files and "typing" are asked of the HTTP client, which gives them as they came.
"""

from __future__ import annotations

import inspect
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient


@pytest.mark.parametrize(
    ("called", "named"),
    [
        (DiscordWebSocket.from_client, {"client", "gateway", "session", "sequence", "resume"}),
        (DiscordWebSocket.poll_event, {"self"}),
        (DiscordWebSocket.close, {"code"}),
        (HTTPClient.logs_from, {"channel_id", "limit", "after"}),
        (HTTPClient.get_message, {"channel_id", "message_id"}),
        (HTTPClient.send_typing, {"channel_id"}),
        (discord.DMChannel, {"me", "state", "data"}),
        (discord.Message, {"state", "channel", "data"}),
        (discord.Client.before_identify_hook, {"shard_id", "initial"}),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_it_is_called_as_it_can_be(called: Any, named: set[str]) -> None:
    assert named <= inspect.signature(called).parameters.keys()


def test_a_lost_connection_says_whether_it_can_go_on() -> None:
    assert ReconnectWebSocket(None, resume=True).resume
    assert not ReconnectWebSocket(None, resume=False).resume


def test_a_socket_knows_where_it_was() -> None:
    assert {"session_id", "sequence"} <= set(DiscordWebSocket.__init__.__code__.co_names)
    assert "gateway" in DiscordWebSocket.from_client.__func__.__code__.co_names


async def test_a_client_has_what_messages_are_built_with() -> None:
    client = discord.Client(intents=discord.Intents.none())
    assert isinstance(client.http, HTTPClient)
    assert client._connection.http is client.http
    assert client.ws is None
