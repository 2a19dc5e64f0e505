"""Where the key of a service comes from: its table, a file of its own, or the variable that everybody uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.paths import default_key
from core.llm.providers import PROVIDERS

KEY, KEY_FILE = "api_key", "api_key_file"


class KeyMistake(Exception):
    """`at`: the name in the table at which something is wrong; `what`: in words, without the key."""

    def __init__(self, at: str, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


def key_for(table: Mapping[str, Any], folder: Path) -> Any:
    """Return the key for a service as its table states it, variables replaced; empty where none is needed.

    `folder`: where its file is, for paths. Raises KeyMistake. What is no text is returned unchanged.
    """
    written, file = table.get(KEY), table.get(KEY_FILE)
    if file is not None:
        if written:
            raise KeyMistake(KEY_FILE, f"{KEY} is set, too; leave one of them out")
        return _in_file(file, folder)
    provider, base_url = table.get("provider"), table.get("base_url")
    if written or not isinstance(provider, str) or provider not in PROVIDERS or not isinstance(base_url, str | None):
        return written or ""
    if key := default_key(provider, base_url):
        return key
    service = PROVIDERS[provider]
    try:
        is_its_own = base_url is None or urlsplit(base_url).hostname == service.host
    except ValueError:
        is_its_own = False
    if service.always_needs_key or is_its_own:
        variable = service.key_variable
        raise KeyMistake(KEY, f'there is no key; write {KEY}: "${{{variable}}}" and set that variable, or {KEY_FILE}')
    return ""


def _in_file(named: object, folder: Path) -> str:
    if not isinstance(named, str) or "\0" in named:
        raise KeyMistake(KEY_FILE, "it has to be a path in quotation marks")
    file = folder / Path(named).expanduser()
    try:
        key = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise KeyMistake(KEY_FILE, f"{file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise KeyMistake(KEY_FILE, f"{file} cannot be a file with a key in it") from None
    if not key:
        raise KeyMistake(KEY_FILE, f"{file} is empty")
    return key
