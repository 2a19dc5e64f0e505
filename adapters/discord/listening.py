"""Where the line is shown that tells how far the listening is: a message of its own in the chat."""

from __future__ import annotations

import discord

from adapters.discord.connection import Connection, channel
from adapters.discord.presenter import caption


class DiscordBoard:
    """The chats as a `Board`."""

    def __init__(self, *, clients: Connection) -> None:
        self._clients = clients

    async def put(self, chat: str, text: str) -> str:
        """Send a message for which no telephone rings; its id."""
        async with self._clients.asked() as client:
            sent = await channel(client, chat).send(
                caption(text),
                silent=True,
                suppress_embeds=True,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        return str(sent.id)

    async def change(self, chat: str, message: str, text: str) -> None:
        async with self._clients.asked() as client:
            shown = channel(client, chat).get_partial_message(int(message))
            await shown.edit(content=caption(text), allowed_mentions=discord.AllowedMentions.none())

    async def remove(self, chat: str, message: str) -> None:
        async with self._clients.asked() as client:
            await channel(client, chat).get_partial_message(int(message)).delete()
