"""Take in pressed buttons, chosen entries of menus, slash commands, and code from the editor.

Discord waits three seconds for a response to each, and a person's client shows an error without one, so each is
acknowledged at once as well as handed in. A response only acknowledges, or opens an editor; whatever the interviewer
says is a message in the private chat.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import discord
import structlog

from adapters.discord.editor import editor_dialog, editor_label, submitted_text
from adapters.discord.failures import Trouble, delivery_error, loggable_discord_error, retry_until_done
from adapters.discord.inbound import component_press, from_interaction, slash_command
from adapters.discord.lanes import Lanes
from core.contracts.errors import DeliveryError, TryLater, Unreachable
from core.contracts.messages import Command, Press, Text, Unusable
from core.contracts.ports import Clock
from core.delivery.typing_indicator import BackgroundTasks
from core.languages.messages import match_locale, say

PATIENCE: Final = 14 * 60.0
"""Seconds in which a private reply can be changed; Discord forgets it after fifteen minutes."""
_REMEMBERED: Final = 1_000
"""How many people are remembered who were sent to their private chat and have no message there yet."""
_LINK: Final = "https://discord.com/channels/@me/{}"

_log = structlog.get_logger()

AnInteraction = discord.Interaction[Any]


@dataclass(slots=True, kw_only=True, eq=False)
class _Reply:
    interaction: AnInteraction
    since: float
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    possible: bool = False
    """Set with `acknowledged`: Discord takes no reply to an interaction that came too late."""
    closed: bool = False
    """Nothing could be delivered in the private chat."""
    words: str = ""
    """The text that the reply shows now."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)


class Interactions:
    """Takes interactions in. `limit_told` is called with a chat and how many bytes a file may have there."""

    def __init__(self, *, clock: Clock, limit_told: Callable[[str, int], None]) -> None:
        self._clock = clock
        self._limit_told = limit_told
        self._errands = BackgroundTasks()
        self._moved: OrderedDict[str, _Reply] = OrderedDict()
        """The replies by the private chat into which the conversation was moved."""
        self._opening = Trouble(began="discord.chat_not_opened", over="discord.chats_opened_again")

    def take(self, interaction: AnInteraction, *, lanes: Lanes, bot_id: int) -> None:
        """Acknowledge an interaction and hand it in. Never blocks; foreign ones are left alone."""
        data: Any = interaction.data or {}
        if interaction.user.bot:
            return
        chat = _private_chat(interaction)
        if interaction.type is discord.InteractionType.application_command:
            if command := slash_command(data):
                reply = self._begun(interaction)
                if chat is None:
                    self._errands.start(self._move(reply, command, lanes, bot_id))
                else:  # the interviewer answers there, so the reply is withdrawn
                    self._hand_in(interaction, command, chat, lanes, bot_id, kept=partial(_withdrawn, reply))
        elif chat is None:
            return
        elif editor := editor_label(data):
            if interaction.type is discord.InteractionType.modal_submit:
                # It is acknowledged when it is kept: until then the person's client holds on to it, and can send it
                # again.
                code = submitted_text(data)
                self._hand_in(interaction, code, chat, lanes, bot_id, kept=partial(_deferred, interaction))
            elif interaction.type is discord.InteractionType.component:
                self._limit_told(str(chat), interaction.filesize_limit)
                # Only a first response can open the editor.
                self._errands.start(_with_editor(interaction, editor))
        elif interaction.type is discord.InteractionType.component and (press := component_press(data)):
            self._errands.start(_deferred(interaction))
            self._hand_in(interaction, press, chat, lanes, bot_id, kept=partial(_without_buttons, interaction))

    def _hand_in(
        self,
        interaction: AnInteraction,
        content: Press | Command | Text | Unusable,
        chat: int,
        lanes: Lanes,
        bot_id: int,
        *,
        kept: Callable[[], Coroutine[object, object, None]],
    ) -> None:
        """Hand in what was done in the private chat `chat`; `kept` is started when it is kept."""
        self._limit_told(str(chat), interaction.filesize_limit)
        event = from_interaction(interaction, content, bot_id=bot_id, chat=chat)
        lanes.put(chat, [event], kept=lambda: self._errands.start(kept()))

    def outcome(self, chat: str, error: DeliveryError | None) -> None:
        """Note that a message in a private chat was delivered or not; if not, tell the person how to open the chat."""
        reply = self._moved.get(chat)
        if reply is None or not (error is None or isinstance(error, Unreachable)):
            return
        del self._moved[chat]
        if error is not None and self._clock.monotonic() - reply.since < PATIENCE:
            reply.closed = True
            self._errands.start(self._tell(reply, chat))

    def forget(self, chat: str) -> None:
        self._moved.pop(chat, None)

    async def close(self) -> None:
        await self._errands.close()

    async def _move(self, reply: _Reply, command: Command, lanes: Lanes, bot_id: int) -> None:
        """Hand the command in as one of the private chat, and say where the conversation continues."""
        interaction = reply.interaction
        opened = partial(_opened, interaction)
        chat = await retry_until_done(opened, clock=self._clock, trouble=self._opening, place=interaction.user.id)
        if chat is None:
            reply.closed = True
            await self._tell(reply, "")
            return
        self._moved[str(chat)] = reply
        self._moved.move_to_end(str(chat))
        while len(self._moved) > _REMEMBERED:
            self._moved.popitem(last=False)
        event = from_interaction(interaction, command, bot_id=bot_id, chat=chat)
        lanes.put(chat, [event], kept=lambda: self._errands.start(self._tell(reply, str(chat))))

    def _begun(self, interaction: AnInteraction) -> _Reply:
        reply = _Reply(interaction=interaction, since=self._clock.monotonic())
        self._errands.start(_acknowledged(reply))
        return reply

    async def _tell(self, reply: _Reply, chat: str) -> None:
        """Update the private reply."""
        await reply.acknowledged.wait()
        async with reply.changing:
            language = match_locale(str(reply.interaction.locale.value))
            if not reply.closed:
                words = say(language, "discord-moved", link=_LINK.format(chat))
            else:
                words = say(language, "discord-closed" if reply.interaction.guild_id else "discord-closed-here")
            if not reply.possible or words == reply.words:
                return
            change = partial(reply.interaction.edit_original_response, content=words)
            if await _settled("reply", change):
                reply.words = words


def _private_chat(interaction: AnInteraction) -> int | None:
    """Return the id of the private chat of the bot and this person if the interaction happened there, else None.

    A bot that is installed by a user can also be asked in chats between people.
    """
    if interaction.guild_id is not None or not isinstance(interaction.channel, discord.DMChannel):
        return None
    return None if interaction.context.private_channel else interaction.channel.id


async def _opened(interaction: AnInteraction) -> int | None:
    """Return the private chat with the person; None where Discord refuses one. Raises what may pass."""
    try:
        return (await interaction.user.create_dm()).id
    except discord.HTTPException as error:
        if isinstance(delivery_error(error), TryLater):
            raise
        return None


async def _deferred(interaction: AnInteraction) -> None:
    await _settled("acknowledge", interaction.response.defer)


async def _with_editor(interaction: AnInteraction, editor: str) -> None:
    await _settled("open-editor", lambda: interaction.response.send_modal(editor_dialog(editor, interaction.message)))


async def _acknowledged(reply: _Reply) -> None:
    """Acknowledge a command at once. One that came too late is handled all the same, without a reply."""
    defer = partial(reply.interaction.response.defer, ephemeral=True, thinking=True)
    reply.possible = await _settled("acknowledge", defer)
    reply.acknowledged.set()


async def _withdrawn(reply: _Reply) -> None:
    await reply.acknowledged.wait()
    if reply.possible:
        await _settled("withdraw", reply.interaction.delete_original_response)


async def _without_buttons(interaction: AnInteraction) -> None:
    """Take the buttons away, so that old ones do not pile up. The message is ours and needs no acknowledgement."""
    if interaction.message is not None:
        await _settled("remove-buttons", partial(interaction.message.edit, view=None))


async def _settled(step: str, request: Callable[[], Awaitable[object]]) -> bool:
    """Return whether the request succeeded; a failure has no consequence for the interview."""
    try:
        await request()
    except Exception as error:  # noqa: BLE001 - nobody waits for it, and the library's parsers can raise anything
        _log.info("discord.interaction_not_settled", step=step, error=loggable_discord_error(error))
        return False
    return True
