"""The library's client, which hands events to the lanes, and reads in a chat's history what was missed."""

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
"""How many of the bot's own messages are remembered as such."""
_LONGEST_WAIT: Final = 30.0
"""Seconds that the library may wait when Discord asks it to; it raises an error for a longer wait."""

_log = structlog.get_logger()


class DiscordClient(discord.Client):
    """Receives private messages only, and caches nothing. Set `lanes` before it connects.

    Interactions arrive without any intent, so it asks for nothing about servers and their members.
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
        """How many times Discord has accepted a connection, new or resumed."""
        self.beginnings = 0
        """How many times the client asked for a new session."""
        self.when_let_in: Callable[[], None] = lambda: None
        self._newest = ""
        """The latest event from Discord, as received."""

    @property
    def bot_id(self) -> int:
        return self.user.id if self.user is not None else 0

    def built(self, raw: dict[str, Any]) -> discord.Message:
        """Build the library's message from a raw one of a private channel. Raises anything when it is malformed."""
        whose: Any = self.user
        private: Any = {"id": raw["channel_id"]}
        channel = discord.DMChannel(me=whose, state=self._connection, data=private)
        data: Any = raw
        return discord.Message(state=self._connection, channel=channel, data=data)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count the session instead of pausing as the library does: `Gateway` pauses, by the injected clock."""
        self.beginnings += 1

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event == "socket_raw_receive":
            self._newest = args[0]
        else:
            super().dispatch(event, *args, **kwargs)

    def salvage_newest(self) -> None:
        """Take what a person said from the newest event, which the library could not read."""
        self.dispatch("unreadable", self._newest)

    async def on_unreadable(self, word: str) -> None:
        event = json.loads(word)
        raw = event["d"]
        chat = salvage.parse_snowflake(raw.get("channel_id"))
        if chat is None or raw.get("guild_id") is not None:
            return
        if event["t"] == "MESSAGE_CREATE":
            self.lanes.put(chat, salvage.salvage_events(raw, self.built, bot_id=self.bot_id, chat=chat))
        elif event["t"] == "MESSAGE_UPDATE":
            self.lanes.put(chat, salvage.salvage_edits(raw, self.built, bot_id=self.bot_id, chat=chat))

    async def on_connect(self) -> None:
        """A session has begun; the library is not `ready` for a moment yet, but its events are already on their way."""
        self.greetings += 1
        self.lanes.catch_up()
        self.when_let_in()

    on_resumed = on_connect

    async def on_message(self, message: discord.Message) -> None:
        if message.author.id == self.bot_id:
            self._own[message.id] = None
            while len(self._own) > _REMEMBERED:
                self._own.popitem(last=False)
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


LENGTH: Final = 100
"""The most messages that Discord returns at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawPage:
    """Messages as Discord sends them, with their ids, oldest first."""

    messages: list[tuple[int, dict[str, Any]]]
    more: bool
    """There may be newer messages."""


async def fetch_history_page(client: DiscordClient, chat: int, after: int) -> HistoryPage | None:
    """Return the events after the message `after`, oldest first; None when the bot has no such chat any more.

    Raises the library's errors when the history cannot be read now.
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
    """Return the messages of a chat after the message `after`. Raises the library's errors.

    `channel.history` is not used: one message that the library cannot build would hide all the others.
    """
    found: list[Any] = await client.http.logs_from(chat, LENGTH, after=after)
    numbered = ((salvage.parse_snowflake(raw.get("id")), raw) for raw in found if isinstance(raw, dict))
    messages = sorted(((own, raw) for own, raw in numbered if own is not None), key=lambda message: message[0])
    return RawPage(messages=messages, more=len(found) >= LENGTH)
