"""Sending to Discord, and what its server saw of it."""

from __future__ import annotations

from adapters.discord.connection import Connection
from adapters.discord.outbound import DiscordSender
from core.contracts.messages import (
    Address,
    Doubt,
    Outgoing,
    Receipt,
    Saying,
)
from tests.fakes.discord import DiscordHarness
from tests.fakes.discord_wire import Request

MESSAGES = "/channels/{channel_id}/messages"
SENT = f"POST {MESSAGES}"
LONG = "\n\n".join(f"Part {number}. " + "word 👵🏽 " * 230 for number in range(3))


def outgoing(
    bot: DiscordHarness, saying: Saying, *, key: str = "k", chat: int | str | None = None, doubt: Doubt | None = None
) -> Outgoing:
    address = Address(platform="discord", chat=str(bot.anna.dm if chat is None else chat))
    return Outgoing(key=key, address=address, saying=saying, doubt=doubt)


async def send(
    bot: DiscordHarness, saying: Saying, *, key: str = "k", chat: int | str | None = None, doubt: Doubt | None = None
) -> Receipt:
    return await bot.platform.send(outgoing(bot, saying, key=key, chat=chat, doubt=doubt))


def restarted(bot: DiscordHarness) -> DiscordSender:
    """A courier that remembers nothing of what was sent, as after a crash."""
    clients: Connection = bot.platform._connection
    return DiscordSender(clients=clients)


def doubt(bot: DiscordHarness, *, after: str = "") -> Doubt:
    return Doubt(after=after, since=bot.server.now())


def calls(bot: DiscordHarness, route: str = SENT) -> list[Request]:
    return bot.server.calls(route)


def texts(bot: DiscordHarness) -> list[str]:
    return [seen.text for seen in bot.anna.received]
