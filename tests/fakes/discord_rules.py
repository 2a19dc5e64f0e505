"""What the real Discord refuses in a message or a command, beyond the schema of its API."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

from tests.fakes.discord_wire import ApiError, Json, invalid
from tests.fakes.discord_world import VOICE_MESSAGE, utf16
from tests.fakes.opus import is_opus

TEXT_LIMIT = 2000
_MESSAGE_FLAGS = 1 << 2 | 1 << 12 | 1 << 13
_NAME = re.compile(r"[-_'\w]{1,32}")
_TYPES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)


def content(body: Json) -> str:
    """The words of a message as they are stored: trimmed."""
    text = body.get("content") or ""
    if not isinstance(text, str):
        raise invalid("content", "BASE_TYPE_BAD_STRING", "Could not interpret as string.")
    if utf16(text) > TEXT_LIMIT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {TEXT_LIMIT} or fewer in length.")
    return text.strip()


def flags(body: Json, *, allowed: int = _MESSAGE_FLAGS) -> int:
    value = body.get("flags") or 0
    if not isinstance(value, int) or value & ~allowed:
        raise invalid("flags", "MESSAGE_FLAGS_INVALID", "Invalid flags.")
    return value


def nonce(body: Json) -> str | int | None:
    value = body.get("nonce")
    if isinstance(value, str) and len(value) > 25:
        raise invalid("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    return value if isinstance(value, str | int) else None


def voice(body: Json, files: list[tuple[str, bytes]], *, taken: bool) -> None:
    """A voice message is one sound and nothing else. `taken`: the person lets it be sent to them."""
    if not (body.get("flags") or 0) & VOICE_MESSAGE:
        return
    if not taken:
        raise ApiError(403, 50173)
    if body.get("content") or body.get("embeds") or body.get("components") or body.get("sticker_ids"):
        raise ApiError(400, 50160)
    told = body.get("attachments") or []
    if len(files) != 1 or len(told) != 1 or not is_opus(files[0][1]):
        raise ApiError(400, 50161)
    seconds, waveform = told[0].get("duration_secs"), told[0].get("waveform")
    if not isinstance(seconds, int | float) or seconds <= 0 or not isinstance(waveform, str):
        raise ApiError(400, 50162)
    if not 1 <= len(base64.b64decode(waveform, validate=True)) <= 256:
        raise ApiError(400, 50162)


def upload(files: list[tuple[str, bytes]], limit: int) -> None:
    if len(files) > 10:
        raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    if any(len(body) > limit for _, body in files):
        raise ApiError(413, 40005)


# --- components ---


def components(body: Json) -> list[Json]:
    """The rows of a message as they are stored, numbered."""
    rows = body.get("components") or []
    if len(rows) > 5:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    numbers = iter(range(1, 100))
    stored = [_row(row, f"components.{at}", numbers) for at, row in enumerate(rows)]
    named = [part["custom_id"] for row in stored for part in row["components"] if "custom_id" in part]
    if len(set(named)) < len(named):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    return stored


def _row(row: Json, where: str, numbers: Iterator[int]) -> Json:
    parts = row.get("components") or []
    selects = sum(part.get("type") == 3 for part in parts)
    if row.get("type") != 1 or not 1 <= len(parts) <= 5 or (selects and len(parts) > 1):
        raise invalid(where, "BASE_TYPE_BAD_LENGTH", "A row holds up to five buttons or one select.")
    stored: Json = {"type": 1, "id": next(numbers), "components": []}
    for at, part in enumerate(parts):
        check = _select if part.get("type") == 3 else _button
        stored["components"].append(check(part, f"{where}.components.{at}", next(numbers)))
    return stored


def _button(part: Json, where: str, number: int) -> Json:
    if part.get("type") != 2:
        raise invalid(where, "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (2, 3).')
    style = part.get("style")
    if style not in (1, 2, 3, 4, 5):
        raise invalid(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    label = part.get("label") or ""
    if not (label or part.get("emoji")) or utf16(label) > 80:
        raise invalid(f"{where}.label", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 80 in length.")
    if style == 5:
        if not part.get("url") or part.get("custom_id"):
            raise invalid(where, "BUTTON_COMPONENT_INVALID_URL", "A link button has a url and no custom id.")
        return {"type": 2, "id": number, "style": style, "label": label, "url": part["url"]}
    _custom_id(part, where)
    kept = {name: part[name] for name in ("label", "emoji", "disabled") if part.get(name)}
    return {"type": 2, "id": number, "style": style, "custom_id": part["custom_id"], **kept}


def _select(part: Json, where: str, number: int) -> Json:
    _custom_id(part, where)
    options = part.get("options") or []
    if not 1 <= len(options) <= 25:
        raise invalid(f"{where}.options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    if utf16(part.get("placeholder") or "") > 150:
        raise invalid(f"{where}.placeholder", "BASE_TYPE_MAX_LENGTH", "Must be 150 or fewer in length.")
    for at, option in enumerate(options):
        for name in ("label", "value"):
            if not 1 <= utf16(str(option.get(name) or "")) <= 100:
                raise invalid(f"{where}.options.{at}.{name}", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")
    if len({option["value"] for option in options}) < len(options):
        raise invalid(f"{where}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Values cannot be duplicated.")
    fewest, most = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= fewest <= most <= len(options):
        raise invalid(f"{where}.max_values", "BASE_TYPE_MAX_LENGTH", "More values than options.")
    kept = {name: part[name] for name in ("placeholder", "disabled") if part.get(name)}
    told = [{key: option[key] for key in ("label", "value", "description") if option.get(key)} for option in options]
    stored = {"type": 3, "id": number, "custom_id": part["custom_id"], "options": told}
    return stored | {"min_values": fewest, "max_values": most} | kept


def _custom_id(part: Json, where: str) -> None:
    if not isinstance(part.get("custom_id"), str) or not 1 <= utf16(part["custom_id"]) <= 100:
        raise invalid(f"{where}.custom_id", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


# --- modals ---


def modal(data: Json) -> Json:
    """The dialog of one text field, checked. (The real one takes more fields than that.)"""
    _custom_id(data, "data")
    if not 1 <= utf16(str(data.get("title") or "")) <= 45:
        raise invalid("data.title", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45 in length.")
    rows = data.get("components") or []
    if len(rows) != 1 or rows[0].get("type") != 18:
        raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", "A label with its field belongs there.")
    where, field = "data.components.0.component", rows[0].get("component") or {}
    if not 1 <= utf16(str(rows[0].get("label") or "")) <= 45:
        raise invalid("data.components.0.label", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45 in length.")
    _custom_id(field, where)
    if field.get("type") != 4 or field.get("style") not in (1, 2):
        raise invalid(where, "UNION_TYPE_CHOICES", "A text field is short or a paragraph.")
    if field.get("label"):
        raise invalid(f"{where}.label", "COMPONENT_LABEL_NOT_ALLOWED", "The label around it has the words.")
    longest = field.get("max_length") or 4000
    if not 1 <= longest <= 4000 or utf16(field.get("value") or "") > longest:
        raise invalid(f"{where}.value", "BASE_TYPE_MAX_LENGTH", "Must be 4000 or fewer in length.")
    return data


# --- commands ---


def commands(body: Any) -> list[Json]:
    """The commands of an application, checked."""
    if not isinstance(body, list):
        raise invalid("_", "BASE_TYPE_BAD_LIST", "Could not interpret as list.")
    if len(body) > 100:
        raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
    for at, command in enumerate(body):
        _command(command, str(at))
    names = [(command["name"], command.get("type") or 1) for command in body]
    if len(set(names)) < len(names):
        raise invalid("_", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    return body


def _command(command: Json, where: str) -> None:
    for name in (command.get("name"), *(command.get("name_localizations") or {}).values()):
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            raise invalid(f"{where}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for told in (command.get("description"), *(command.get("description_localizations") or {}).values()):
        if not isinstance(told, str) or not 1 <= utf16(told) <= 100:
            raise invalid(f"{where}.description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    options = command.get("options") or []
    if len(options) > 25 or len({option.get("name") for option in options}) < len(options):
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is invalid")
    kinds = [option.get("type") for option in options]
    if any(kind not in _TYPES for kind in kinds) or ({1, 2} & set(kinds) and not set(kinds) <= {1, 2}):
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands stand alone")
    wanted = [bool(option.get("required")) for option in options if option.get("type") not in (1, 2)]
    if wanted != sorted(wanted, reverse=True):
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first")
    if any(len(option.get("choices") or []) > 25 for option in options):
        raise invalid(f"{where}.options", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for at, option in enumerate(options):
        _command(option, f"{where}.options.{at}")
