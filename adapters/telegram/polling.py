"""Ask for updates, keep them, and only then ask for the next ones, which is what acknowledges them.

The loop is our own rather than the library's `Updater`, which acknowledges by the batch, ends without a word when the
token is refused once, asks for an update that it cannot read again and again without a pause, and sleeps through a
cancellation for up to half a minute.

Telegram sometimes leaves out what it once promised, and the library then fails on the whole batch. One such update must
neither stop everything that comes after it nor take a person's words with it: it is made readable.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import structlog
from telegram import Bot, Update
from telegram.constants import UpdateType
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from adapters.telegram.connections import Connections
from adapters.telegram.failures import redacted, seconds_to_wait
from core.contracts.errors import RaconteurError
from core.contracts.platform_spec import Contact
from core.contracts.ports import Clock
from core.timing.clock import Pauses

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
                raise NetworkError("The answer to getUpdates is no list of updates.") from error
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
