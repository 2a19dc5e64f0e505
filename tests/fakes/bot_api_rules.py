"""What the real Bot API refuses, as rules: each raises `ApiError` with the words that Telegram uses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
UPLOAD_LIMIT = 50 * 1024 * 1024
DOWNLOAD_LIMIT = 20 * 1024 * 1024

Json = dict[str, Any]

PARAMETERS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    name: (frozenset(required.split()), frozenset(optional.split()))
    for name, required, optional in (
        ("getMe", "", ""),
        ("getUpdates", "", "offset limit timeout allowed_updates"),
        ("deleteWebhook", "", "drop_pending_updates"),
        ("getWebhookInfo", "", ""),
        (
            "setWebhook",
            "url",
            "certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
        ),
        (
            "sendMessage",
            "chat_id text",
            "entities link_preview_options reply_markup disable_notification reply_parameters parse_mode",
        ),
        (
            "sendDocument",
            "chat_id document",
            "caption caption_entities disable_content_type_detection reply_markup disable_notification protect_content",
        ),
        ("sendVoice", "chat_id voice", "caption caption_entities duration reply_markup disable_notification"),
        ("sendChatAction", "chat_id action", ""),
        ("sendMessageDraft", "chat_id draft_id", "text entities"),
        ("answerCallbackQuery", "callback_query_id", "text show_alert url cache_time"),
        ("editMessageReplyMarkup", "chat_id message_id", "reply_markup"),
        ("editMessageText", "chat_id message_id text", "entities link_preview_options reply_markup"),
        ("deleteMessage", "chat_id message_id", ""),
        ("setMyCommands", "commands", "scope language_code"),
        ("getMyCommands", "", "scope language_code"),
        ("deleteMyCommands", "", "scope language_code"),
        ("getFile", "file_id", ""),
    )
}
"""Required and optional parameters. The real server ignores unknown ones; here they are an error."""

_ACTIONS = {"typing", "upload_document", "record_voice", "upload_voice"}
_ENTITY_TYPES = {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "code", "pre"}
_BUTTON_ACTIONS = {"callback_data", "url", "switch_inline_query", "web_app", "login_url", "copy_text"}


@dataclass
class ApiError(Exception):
    """An answer with `ok: false`."""

    status: int
    description: str
    parameters: Json = field(default_factory=dict)

    def answer(self) -> Json:
        answer: Json = {"ok": False, "error_code": self.status, "description": self.description}
        return answer | ({"parameters": self.parameters} if self.parameters else {})


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


def check_parameters(method: str, params: Mapping[str, str], files: Mapping[str, object]) -> None:
    """Unknown method, missing or unknown parameters."""
    if method not in PARAMETERS:
        raise ApiError(404, "Not Found")
    required, optional = PARAMETERS[method]
    given = params.keys() | files.keys()
    for name in sorted(required - given):
        raise bad("message text is empty" if name == "text" else f"{name} is empty")
    for name in sorted(given - required - optional):
        raise bad(f"there is no parameter {name} in {method}")


def integer(params: Mapping[str, str], name: str, default: int | None = None) -> int:
    if name not in params and default is not None:
        return default
    if not re.fullmatch(r"-?\d+", params[name]):
        raise bad(f"invalid {name} specified")
    return int(params[name])


def decoded(params: Mapping[str, str], name: str, kind: type) -> Any:
    """A parameter that holds JSON; None when it is not there."""
    if name not in params:
        return None
    try:
        value = json.loads(params[name])
    except ValueError:
        raise bad(f"can't parse {name} JSON object") from None
    if not isinstance(value, kind):
        raise bad(f"object expected as {name}")
    return value


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def message_text(params: Mapping[str, str]) -> tuple[str, list[Json]]:
    """The text as it will be shown, trimmed, with its entities."""
    if "parse_mode" in params:
        raise bad("unsupported parse_mode")
    raw = params["text"]
    entities = checked_entities(raw, decoded(params, "entities", list) or [])
    text = raw.strip()
    if not text:
        raise bad("message text is empty")
    if utf16(text) > TEXT_LIMIT:
        raise bad("message is too long")
    dropped = utf16(raw[: len(raw) - len(raw.lstrip())])
    return text, [entity | {"offset": max(0, entity["offset"] - dropped)} for entity in entities]


def caption_text(params: Mapping[str, str]) -> str:
    caption = params.get("caption", "").strip()
    if utf16(caption) > CAPTION_LIMIT:
        raise bad("message caption is too long")
    return caption


def checked_entities(text: str, entities: list[Json]) -> list[Json]:
    """Entities with whole bounds inside the text, never through the middle of a surrogate pair."""
    edges = {0, *accumulate(map(utf16, text))}
    for entity in entities:
        if not isinstance(entity, dict) or entity.get("type") not in _ENTITY_TYPES:
            raise bad("can't parse entities: unsupported entity type")
        offset, length = entity.get("offset"), entity.get("length")
        if type(offset) is not int or type(length) is not int or offset < 0 or length <= 0:
            raise bad('can\'t parse entities: field "offset" must be a valid number')
        if offset not in edges or offset + length not in edges:
            raise bad(f"can't parse entities: entity at {offset} begins or ends in the middle of a UTF-16 symbol")
    return entities


def checked_keyboard(params: Mapping[str, str]) -> Json | None:
    """An inline keyboard as Telegram takes it; one without buttons is none."""
    markup = decoded(params, "reply_markup", dict)
    if markup is None:
        return None
    rows = markup.get("inline_keyboard")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    if sum(map(len, rows)) > 100 or any(len(row) > 8 for row in rows):
        raise bad("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button)
    return markup if any(rows) else None


def _check_button(button: Any) -> None:
    if not isinstance(button, dict) or not str(button.get("text", "")).strip():
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(_BUTTON_ACTIONS & button.keys()) != 1:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if not 1 <= len(button.get("callback_data", "x").encode()) <= 64:
        raise bad("BUTTON_DATA_INVALID")


def checked_action(params: Mapping[str, str]) -> None:
    if params["action"] not in _ACTIONS:
        raise bad("wrong parameter action in request")


def checked_draft(params: Mapping[str, str]) -> None:
    if integer(params, "draft_id") == 0:
        raise bad("DRAFT_ID_INVALID")
    if utf16(params.get("text", "")) > TEXT_LIMIT:
        raise bad("message is too long")


def checked_commands(params: Mapping[str, str]) -> list[Json]:
    commands = decoded(params, "commands", list)
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", str(command.get("command"))):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", "")).strip()) <= 256:
            raise bad("command description is empty")
    if len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    return list(commands)


def language_code(params: Mapping[str, str]) -> str:
    language = params.get("language_code", "")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad("invalid language code specified")
    return language
