"""Where the key of a service comes from: its table, a file of its own, or the variable that everybody uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.paths import USUAL, default_key

KEY, KEY_FILE = "api_key", "api_key_file"


class KeyMistake(Exception):
    """`at`: the name in the table at which something is wrong; `what`: in words, without the key."""

    def __init__(self, at: str, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


def key_for(table: Mapping[str, Any], folder: Path) -> Any:
    """The key for a service as its table states it, variables replaced; empty where none is needed.

    `folder`: where its file is, for paths. Raises KeyMistake. What is no text is given back as it is.
    """
    written, file = table.get(KEY), table.get(KEY_FILE)
    if file is not None:
        if written:
            raise KeyMistake(KEY_FILE, f"{KEY} is set, too; leave one of them out")
        return _in_file(file, folder)
    provider, base_url = table.get("provider"), table.get("base_url")
    if written or provider not in USUAL or not isinstance(base_url, str | None):
        return written or ""
    key = default_key(provider, base_url)
    if not key and _is_needed(provider, base_url):
        variable = USUAL[provider][0]
        raise KeyMistake(KEY, f'there is no key; write {KEY}: "${{{variable}}}" and set that variable, or {KEY_FILE}')
    return key


def _is_needed(provider: str, base_url: str | None) -> bool:
    """A server of one's own may do without, but Anthropic's protocol has none that does."""
    try:
        return provider == "anthropic" or base_url is None or urlsplit(base_url).hostname == USUAL[provider][1]
    except ValueError:
        return False


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
