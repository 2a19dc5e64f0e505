"""Reading what was said in a chat while nobody listened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord

from adapters.discord import salvage
from adapters.discord.client import Client
from adapters.discord.failures import delivery_error
from adapters.discord.lanes import Page
from core.contracts.errors import TryLater

LENGTH: Final = 100
"""Messages in one answer; Discord gives no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawPage:
    """Messages as Discord sends them, with their ids, oldest first."""

    messages: list[tuple[int, dict[str, Any]]]
    more: bool
    """There may be something behind them."""


async def page(client: Client, chat: int, after: int) -> Page | None:
    """What stands behind the message `after`, oldest first; None when there is no such chat for us any more.

    Raises what the library raises when it could not be read now.
    """
    try:
        found = await raw_page(client, chat, after)
    except (discord.Forbidden, discord.NotFound) as error:
        if isinstance(delivery_error(error), TryLater):
            raise  # it was not Discord that said so, or not of this chat
        return None
    events = [
        event
        for _, raw in found.messages
        for event in salvage.events(raw, client.built, bot_id=client.bot_id, chat=chat)
    ]
    newest = found.messages[-1][0] if found.messages else after
    return Page(events=events, newest=newest, more=found.more)


async def raw_page(client: discord.Client, chat: int, after: int) -> RawPage:
    """What stands in a chat behind the message `after`. Raises what the library raises.

    Not through `channel.history`: one message that the library cannot build would hide all the others.
    """
    found: list[Any] = await client.http.logs_from(chat, LENGTH, after=after)
    numbered = ((salvage.number(raw.get("id")), raw) for raw in found if isinstance(raw, dict))
    messages = sorted(((own, raw) for own, raw in numbered if own is not None), key=lambda message: message[0])
    return RawPage(messages=messages, more=len(found) >= LENGTH)
