"""Ask for updates, keep them, and only then ask for the next ones, which is what acknowledges them.

The loop is our own rather than the library's `Updater`, which acknowledges by the batch, ends without a word when the
token is refused once, asks for an update that it cannot read again and again without a pause, and sleeps through a
cancellation for up to half a minute.

Telegram sometimes leaves out what it once promised, and the library then fails on the whole batch. One such update must
neither stop everything that comes after it nor take a person's words with it: it is made readable.

`events_in_update` reads what a person did from an update. It is pure.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from telegram import Bot, Chat, Message, MessageEntity, Update, User
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType, UpdateType
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from adapters.telegram.connections import Connections, redacted, seconds_to_wait
from core.contracts.errors import RaconteurError
from core.contracts.fences import fence_code
from core.contracts.messages import (
    PHOTOGRAPHS,
    Address,
    Attachment,
    ChatClosed,
    Command,
    Content,
    Edit,
    Incoming,
    Photo,
    Press,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.delivery.fitting import is_blank, replace_surrogates
from core.timing.clock import Pauses

PLATFORM: Final = "telegram"
DOWNLOAD_LIMIT: Final = 20 * 1024 * 1024
"""The largest file that a bot can download, in bytes."""
_CLOSED: Final = {ChatMemberStatus.BANNED, ChatMemberStatus.LEFT}
"""The bot's status in a private chat after the person has blocked it."""
_NOTE: Final = "audio/ogg"
_ROUND_NOTE: Final = "video/mp4"
"""The media types of notes whose message does not say it; that of a round video note never does."""


def preload_filters() -> None:
    """Load the filter that tells acts of people from news of the chat, which brings half of the library along."""
    importlib.import_module("telegram.ext.filters")


def events_in_update(update: Update, *, bot: User, now: datetime) -> list[Incoming]:
    """Return the events in an update: mostly one, two for a file with a caption, none for what no person did.

    Only private chats count. `now` is used where Telegram gives no time (a pressed button).
    """
    event_id = f"{PLATFORM}:{bot.id}:{update.update_id}"
    found: list[Incoming] = []
    if update.message:
        found = _from_message(update, update.message, bot=bot, event_id=event_id)
    elif update.edited_message:
        found = _from_edit(update.edited_message, event_id=event_id)
    elif (query := update.callback_query) and query.message is not None and query.data is not None:
        event = _event(query.message.chat, query.from_user, event_id=event_id, sent_at=now)
        found = [replace(event, content=Press(data=query.data))] if event else []
    elif (change := update.my_chat_member) and change.new_chat_member.status in _CLOSED:
        event = _event(change.chat, change.from_user, event_id=event_id, sent_at=change.date)
        found = [event] if event else []
    return [replace(event, order=position_of(update.update_id)) for event in found]


def _from_message(update: Update, message: Message, *, bot: User, event_id: str) -> list[Incoming]:
    event = _event(message.chat, message.from_user, event_id=event_id, sent_at=message.date)
    if event is None:
        return []
    event = replace(event, position=position_of(message.message_id), ref=str(message.message_id))
    if message.text is not None:
        content = _words(message, message.text, bot=bot)
        return [replace(event, content=content)] if content else []
    from telegram.ext import filters  # loaded by `preload_filters`

    if filters.StatusUpdate.ALL.check_update(update):
        return []
    media = replace(event, content=_media(message))
    if message.caption and not is_blank(message.caption):
        spoken = Text(text=_with_fences(message.caption_entities, message.caption))
        return [
            replace(event, event_id=f"{event_id}:caption", content=spoken),
            replace(media, event_id=f"{event_id}:media"),
        ]
    return [media]


def _from_edit(message: Message, *, event_id: str) -> list[Incoming]:
    """Return an edit. One without words (a live location that moves, a caption taken away) takes nothing back."""
    event = _event(message.chat, message.from_user, event_id=event_id, sent_at=message.edit_date or message.date)
    words = message.text or message.caption
    if event is None or not words or is_blank(words):
        return []
    ref, entities = str(message.message_id), message.entities if message.text else message.caption_entities
    content = Edit(ref=ref, text=_with_fences(entities, words))
    return [replace(event, position=position_of(message.message_id), ref=ref, content=content)]


def _event(chat: Chat, user: User | None, *, event_id: str, sent_at: datetime) -> Incoming | None:
    """Return an event of a person in a private chat, its content still to be set; None for other chats and bots."""
    if chat.type != ChatType.PRIVATE or user is None or user.is_bot:
        return None
    return Incoming(
        event_id=event_id,
        address=Address(platform=PLATFORM, chat=str(chat.id)),
        sender=Sender(id=str(user.id), name=replace_surrogates(user.first_name), language=user.language_code or ""),
        content=ChatClosed(),
        sent_at=sent_at,
    )


def _words(message: Message, text: str, *, bot: User) -> Content | None:
    """Return the content of a text; None for a command to another bot."""
    if is_blank(text):
        return Unusable(kind=UnusableKind.EMPTY)
    # Telegram marks the commands, and those are ASCII.
    commands = (entity for entity in message.entities if entity.type == MessageEntityType.BOT_COMMAND)
    length = next((entity.length for entity in commands if entity.offset == 0), 0)
    if not length or not text.startswith("/"):
        return Text(text=_with_fences(message.entities, text))
    text = replace_surrogates(text)
    name, _, addressee = text[1:length].partition("@")
    if addressee and addressee.lower() != (bot.username or "").lower():
        return None
    return Command(name=name.lower(), argument=text[length:].strip())


def _with_fences(entities: Sequence[MessageEntity], text: str) -> str:
    """Return a text as it was typed: Telegram's apps turn a block of code into an entity without its fences."""
    units = text.encode("utf-16-le", "surrogatepass")
    parts, end = [], 0
    for entity in sorted(entities, key=lambda each: each.offset):
        if entity.type != MessageEntityType.PRE or entity.offset < end:
            continue
        before, code = (
            units[2 * start : 2 * stop].decode("utf-16-le", "surrogatepass")
            for start, stop in ((end, entity.offset), (entity.offset, entity.offset + entity.length))
        )
        parts += [before.rstrip("\n"), fence_code(code, entity.language or "")]
        end = entity.offset + entity.length
    rest = units[2 * end :].decode("utf-16-le", "surrogatepass")
    return (
        replace_surrogates("\n".join(filter(None, (*parts, rest.lstrip("\n"))))) if parts else replace_surrogates(text)
    )


def _media(message: Message) -> Voice | Photo | Attachment | Unusable:
    """Return what a message without words holds. The order matters: an animation is also a document."""
    if message.sticker:
        return Unusable(kind=UnusableKind.STICKER)
    if message.location or message.venue:
        return Unusable(kind=UnusableKind.LOCATION)
    if message.photo:
        # Take the largest size that can be downloaded, or the largest of all if none can.
        by_size = sorted(message.photo, key=lambda size: size.width * size.height, reverse=True)
        fitting = (size for size in by_size if size.file_size is None or size.file_size <= DOWNLOAD_LIMIT)
        largest = next(fitting, by_size[0])
        return Photo(file_ref=largest.file_id, size=largest.file_size)
    if voice := _voice(message):
        # Recorded as it was sent: a note, and no forwarded one.
        live = (message.voice or message.video_note) and message.forward_origin is None
        return voice if live else replace(voice, prepared=True)
    if animation := message.animation:
        is_too_large = animation.file_size is not None and animation.file_size > DOWNLOAD_LIMIT
        return Unusable(kind=UnusableKind.TOO_LARGE if is_too_large else UnusableKind.FILE, file_ref=animation.file_id)
    if (file := message.document) is None:
        return Unusable(kind=UnusableKind.OTHER)
    media_type = replace_surrogates(file.mime_type or "").lower()
    if media_type in PHOTOGRAPHS:
        return Photo(file_ref=file.file_id, size=file.file_size)
    if file.file_size is not None and file.file_size > DOWNLOAD_LIMIT:
        return Unusable(kind=UnusableKind.TOO_LARGE, file_ref=file.file_id)
    name = replace_surrogates(file.file_name or "").replace("\\", "/").rpartition("/")[2]
    return Attachment(file_ref=file.file_id, name=name, media_type=media_type, size=file.file_size)


def _voice(message: Message) -> Voice | None:
    """Return the recording in a message. An animation has no sound. Size limits are applied elsewhere."""
    if note := message.voice:
        return _recording(note.file_id, note.file_size, note.mime_type or _NOTE, note.duration)
    if round_note := message.video_note:
        return _recording(round_note.file_id, round_note.file_size, _ROUND_NOTE, round_note.duration)
    if message.animation:
        return None
    if tune := message.audio or message.video:
        return _recording(tune.file_id, tune.file_size, tune.mime_type or "", tune.duration)
    if file := message.document:
        media_type = (file.mime_type or "").lower()
        if media_type.startswith(("audio/", "video/")) or media_type == "application/ogg":
            return _recording(file.file_id, file.file_size, media_type, None)
    return None


def _recording(file_id: str, size: int | None, media_type: str, duration: int | timedelta | None) -> Voice:
    seconds = duration.total_seconds() if isinstance(duration, timedelta) else float(duration or 0)
    # A program that does not know the length writes zero.
    return Voice(
        file_ref=file_id, seconds=seconds or None, size=size, media_type=replace_surrogates(media_type).lower()
    )


ALLOWED_UPDATES: Final = (
    UpdateType.MESSAGE,
    UpdateType.EDITED_MESSAGE,
    UpdateType.CALLBACK_QUERY,
    UpdateType.MY_CHAT_MEMBER,
)
LONG_POLL: Final = 25
"""Seconds that Telegram holds back an empty answer."""

_log = structlog.get_logger()


class UpdateConnections(Connections):
    """The connections of getUpdates. While `careful`, each update is checked and made readable one by one."""

    careful = False

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        code, payload = await super().do_request(*args, **kwargs)
        return code, repair_updates(payload) if self.careful else payload


class Poller:
    """Hands every update to `keep`, and acknowledges it only after `keep` has returned.

    If `keep` raises, the update and what that chat sent after it stay unacknowledged and come again. Other chats
    continue meanwhile.
    """

    def __init__(
        self,
        *,
        bot: Bot,
        request: UpdateConnections,
        clock: Clock,
        keep: Callable[[Update], Awaitable[None]],
        on_contact: Callable[[Contact], None] = lambda _: None,
    ) -> None:
        """`on_contact` is called after each try with whether Telegram answers."""
        self._bot = bot
        self._request = request
        self._clock = clock
        self._keep = keep
        self._on_contact = on_contact
        self._offset: int | None = None
        self._kept: set[int] = set()
        """Ids after an update that could not be kept: Telegram sends them again, and they are done."""
        self._pauses = Pauses()
        self._trouble = ""

    async def run(self) -> None:
        while True:
            try:
                all_kept = await self._round()
            except RetryAfter as error:
                await self._clock.sleep(seconds_to_wait(error))
            except TelegramError as error:
                self._on_contact(Contact.LOST)
                self._report(error)
                await self._clock.sleep(self._pauses.next())
            else:
                self._on_contact(Contact.MADE)
                if not all_kept:
                    await self._clock.sleep(self._pauses.next())
                    continue
                if self._trouble:
                    _log.info("telegram.polling_again")
                self._trouble = ""
                self._pauses.reset()

    async def _round(self) -> bool:
        """Call getUpdates once; return whether everything in it was kept."""
        try:
            updates = await self._bot.get_updates(
                offset=self._offset, timeout=LONG_POLL, allowed_updates=list(ALLOWED_UPDATES)
            )
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            if self._request.careful:
                raise NetworkError("The answer to getUpdates is not a list of updates.") from error
            _log.error("telegram.update_unreadable", mend="a newer python-telegram-bot may know this kind of message")
            self._request.careful = True
            return True
        by_chat: dict[int, list[Update]] = {}
        for update in updates:
            if update.update_id not in self._kept:
                chat = update.effective_chat
                by_chat.setdefault(chat.id if chat else 0, []).append(update)
        outcomes = await asyncio.gather(*map(self._keep_in_order, by_chat.values()))
        refused = [update_id for update_id in outcomes if update_id is not None]
        if updates:
            offset = min(refused) if refused else updates[-1].update_id + 1
            self._kept = {update_id for update_id in self._kept if update_id >= offset}
            self._offset = offset
        return not refused

    async def _keep_in_order(self, updates: Iterable[Update]) -> int | None:
        """Keep a chat's updates in order; return the id of the first that could not be kept, if any."""
        for update in updates:
            try:
                await self._keep(update)
            except Exception as error:  # noqa: BLE001 - nothing that goes wrong with one update may end the polling
                self._report(error)
                return update.update_id
            self._kept.add(update.update_id)
        return None

    def _report(self, error: Exception) -> None:
        """Log a trouble when it is new, not for each attempt."""
        # What an unknown error says may hold a person's words (in a statement, for one): only its name is told.
        known = isinstance(error, TelegramError | RaconteurError)
        text = redacted(error, token=self._bot.token) if known else type(error).__name__
        if text == self._trouble:
            return
        self._trouble = text
        if isinstance(error, Conflict):
            does = "has set a webhook for" if "webhook" in error.message.lower() else "is polling with"
            mend = f"another copy of this bot {does} the same token: stop it, or use a token of its own"
            _log.error("telegram.polling_conflict", mend=mend)
        elif isinstance(error, InvalidToken):
            _log.error("telegram.token_refused", mend="set telegram.token to the one that BotFather shows")
        elif isinstance(error, TelegramError):
            _log.warning("telegram.polling_failed", error=text)
        else:
            _log.error("telegram.update_not_kept", error=text)


_USER = ("id", "is_bot", "first_name", "language_code")
_MESSAGE = ("message_id", "date", "edit_date", "text", "caption")
_ENTITY = ("type", "offset", "length")


def repair_updates(payload: bytes) -> bytes:
    """Make every update in an answer to getUpdates readable; anything else stays unchanged."""
    try:
        answer = json.loads(payload)
    except ValueError:
        return payload
    updates = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(updates, list):
        return payload
    return json.dumps(answer | {"result": [readable_update(update) for update in updates]}).encode()


def readable_update(raw: object) -> object:
    """Return an update unchanged if the library can read it; else its well-known fields; else only its id."""
    if not isinstance(raw, dict) or _parses(raw):
        return raw
    bare = _bare(raw)
    return bare if _parses(bare) else _only(raw, ("update_id",))


def _bare(raw: dict[str, object]) -> dict[str, object]:
    bare = _only(raw, ("update_id",))
    for name in ("message", "edited_message"):
        if name in raw:
            bare[name] = _bare_message(raw[name])
    if query := raw.get("callback_query"):
        bare["callback_query"] = _only(query, ("id", "data", "chat_instance")) | {
            "from": _only(_get(query, "from"), _USER),
            "message": _bare_message(_get(query, "message")),
        }
    return bare


def _bare_message(raw: object) -> dict[str, object]:
    entities = _get(raw, "entities")
    known = entities if isinstance(entities, list) else []
    return _only(raw, _MESSAGE) | {
        "chat": _only(_get(raw, "chat"), ("id", "type")),
        "from": _only(_get(raw, "from"), _USER),
        "entities": [_only(entity, _ENTITY) for entity in known if _get(entity, "type") == "bot_command"],
    }


def _get(raw: object, name: str) -> object:
    return raw.get(name) if isinstance(raw, dict) else None


def _only(raw: object, names: Iterable[str]) -> dict[str, object]:
    return {name: raw[name] for name in names if name in raw} if isinstance(raw, dict) else {}


def _parses(raw: dict[str, object]) -> bool:
    try:
        Update.de_json(raw, None)
    except (TypeError, KeyError, ValueError, AttributeError):
        return False
    return True
