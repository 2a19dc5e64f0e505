"""What everything that speaks to Discord needs: a client that is logged in."""

from __future__ import annotations

from typing import Final, Protocol

import discord

from core.contracts.errors import Unreachable

_LONGEST_ID: Final = 20
"""Digits of 64 bits."""


class Clients(Protocol):
    """Where the client is had from."""

    async def ready(self) -> discord.Client:
        """The client, logged in, so that requests can be made; the gateway need not be connected.

        Waits a little for the login. Raises TryLater when there is none yet, or none any more.
        """


def channel(client: discord.Client, chat: str) -> discord.PartialMessageable:
    """The chat, as requests need it; none is made for that. Raises Unreachable for what can be none of Discord's."""
    if not (chat.isascii() and chat.isdecimal() and len(chat) <= _LONGEST_ID):
        raise Unreachable("This is no id of a chat of Discord.")
    return client.get_partial_messageable(int(chat))
