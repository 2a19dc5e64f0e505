"""The library's client: what it may know, where what happens goes, and what was said while nobody listened."""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog

from adapters.discord import salvage
from adapters.discord.failures import delivery_error, loggable_discord_error
from adapters.discord.inbound import from_edit, from_removal
from adapters.discord.interactions import Interactions
from adapters.discord.lanes import HistoryPage, Lanes
from core.contracts.errors import TryLater
from core.contracts.ports import Clock

_REMEMBERED: Final = 2_000
"""Messages of the bot itself that are known as such."""
_LONGEST_WAIT: Final = 30.0
"""Seconds that the library may wait by itself when Discord asks to; what is longer is raised."""

_log = structlog.get_logger()


class DiscordClient(discord.Client):
    """Hears of private messages alone, and keeps nothing in memory. Set `lanes` before it connects.

    Neither the servers it is in nor the people there are any of its business: interactions come without any intent.
    """

    lanes: Lanes

    def __init__(self, *, clock: Clock, interactions: Interactions) -> None:
        super().__init__(
            intents=discord.Intents(dm_messages=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.0,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=_LONGEST_WAIT,
            enable_debug_events=True,
        )
        self._clock = clock
        self._interactions = interactions
        self._own: OrderedDict[int, None] = OrderedDict()
        self.greetings = 0
        """How many times Discord has let us in, or back in."""
        self.beginnings = 0
        """How many times a new session was asked for."""
        self.when_let_in: Callable[[], None] = lambda: None
        self._newest = ""
        """The newest word of Discord, as it came."""

    @property
    def bot_id(self) -> int:
        return self.user.id if self.user is not None else 0

    def built(self, raw: dict[str, Any]) -> discord.Message:
        """The library's message for one of a private channel that Discord sent; raises anything for what it is not."""
        whose: Any = self.user
        private: Any = {"id": raw["channel_id"]}
        channel = discord.DMChannel(me=whose, state=self._connection, data=private)
        data: Any = raw
        return discord.Message(state=self._connection, channel=channel, data=data)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The pauses between attempts are made where they are needed, by our own clock."""
        self.beginnings += 1

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event == "socket_raw_receive":
            self._newest = args[0]
        else:
            super().dispatch(event, *args, **kwargs)

    def salvage_newest(self) -> None:
        """Take from the newest event, which the library could not read, what a person said in it."""
        self.dispatch("unreadable", self._newest)

    async def on_unreadable(self, word: str) -> None:
        told = json.loads(word)
        raw = told["d"]
        chat = salvage.parse_snowflake(raw.get("channel_id"))
        if chat is None or raw.get("guild_id") is not None:
            return
        if told["t"] == "MESSAGE_CREATE":
            self.lanes.put(chat, salvage.salvage_events(raw, self.built, bot_id=self.bot_id, chat=chat))
        elif told["t"] == "MESSAGE_UPDATE":
            self.lanes.put(chat, salvage.salvage_edits(raw, self.built, bot_id=self.bot_id, chat=chat))

    async def on_connect(self) -> None:
        """A session has begun; the library is not `ready` for a moment yet, but its events are already on their way."""
        self._greeted()

    async def on_resumed(self) -> None:
        self._greeted()

    async def on_message(self, message: discord.Message) -> None:
        if message.author.id == self.bot_id:
            self._remember(message.id)
        else:
            self.lanes.put(message.channel.id, salvage.salvage_message(message, bot_id=self.bot_id))

    async def on_raw_message_edit(self, update: discord.RawMessageUpdateEvent) -> None:
        self.lanes.put(update.channel_id, from_edit(update.message, bot_id=self.bot_id))

    async def on_raw_message_delete(self, removal: discord.RawMessageDeleteEvent) -> None:
        if removal.message_id not in self._own:
            events = from_removal(removal, bot_id=self.bot_id, now=self._clock.now())
            self.lanes.put(removal.channel_id, events)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self._interactions.take(interaction, lanes=self.lanes, bot_id=self.bot_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        error = sys.exception()
        _log.error("discord.event_failed", step=event_method, error=loggable_discord_error(error) if error else "")

    def _greeted(self) -> None:
        self.greetings += 1
        self.lanes.catch_up()
        self.when_let_in()

    def _remember(self, message_id: int) -> None:
        self._own[message_id] = None
        while len(self._own) > _REMEMBERED:
            self._own.popitem(last=False)


LENGTH: Final = 100
"""Messages in one answer; Discord gives no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawPage:
    """Messages as Discord sends them, with their ids, oldest first."""

    messages: list[tuple[int, dict[str, Any]]]
    more: bool
    """There may be something behind them."""


async def fetch_history_page(client: DiscordClient, chat: int, after: int) -> HistoryPage | None:
    """What stands behind the message `after`, oldest first; None when there is no such chat for us any more.

    Raises what the library raises when it could not be read now.
    """
    try:
        found = await fetch_raw_page(client, chat, after)
    except (discord.Forbidden, discord.NotFound) as error:
        if isinstance(delivery_error(error), TryLater):
            raise  # it was not Discord that said so, or not of this chat
        return None
    events = [
        event
        for _, raw in found.messages
        for event in salvage.salvage_events(raw, client.built, bot_id=client.bot_id, chat=chat)
    ]
    newest = found.messages[-1][0] if found.messages else after
    return HistoryPage(events=events, newest=newest, more=found.more)


async def fetch_raw_page(client: discord.Client, chat: int, after: int) -> RawPage:
    """What stands in a chat behind the message `after`. Raises what the library raises.

    Not through `channel.history`: one message that the library cannot build would hide all the others.
    """
    found: list[Any] = await client.http.logs_from(chat, LENGTH, after=after)
    numbered = ((salvage.parse_snowflake(raw.get("id")), raw) for raw in found if isinstance(raw, dict))
    messages = sorted(((own, raw) for own, raw in numbered if own is not None), key=lambda message: message[0])
    return RawPage(messages=messages, more=len(found) >= LENGTH)
