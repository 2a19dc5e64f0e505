"""Updates that the library cannot read, made readable.

Telegram sometimes leaves out what it once promised, and the library then fails on the whole batch. One such update must
neither stop everything that comes after it nor take a person's words with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from telegram import Update

_USER = ("id", "is_bot", "first_name", "language_code")
_MESSAGE = ("message_id", "date", "edit_date", "text", "caption")
_ENTITY = ("type", "offset", "length")


def repaired(payload: bytes) -> bytes:
    """The body of an answer to getUpdates, every update in it readable; anything else unchanged."""
    try:
        answer = json.loads(payload)
    except ValueError:
        return payload
    updates = answer.get("result") if isinstance(answer, dict) else None
    if not isinstance(updates, list):
        return payload
    return json.dumps(answer | {"result": [readable(update) for update in updates]}).encode()


def readable(raw: object) -> object:
    """An update as it came where the library can read it; else its well-known fields; else only its id."""
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
