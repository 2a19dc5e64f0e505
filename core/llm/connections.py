"""What is looked at before a connection is used, whatever speaks over it."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from core.contracts.errors import ConfigurationError
from core.llm.failures import Keys


def check_connection(api_key: str, base_url: str | None, keys: Keys) -> None:
    """Raises ConfigurationError for a key or an address that cannot be one; the sentence does not show it."""
    if any(not 33 <= ord(character) <= 126 for character in api_key):
        raise ConfigurationError(f"{keys.api_key} holds a character that no key has; copy it anew, without spaces.")
    if base_url is not None and not _is_web_address(base_url):
        raise ConfigurationError(f"{keys.base_url} is no web address; it begins with http:// or https://.")


def silence_sdk_logs() -> None:
    """The SDKs log whole requests at DEBUG, and those are what a person told."""
    for name in ("anthropic", "openai", "httpx2", "httpcore2"):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.WARNING))


def _is_web_address(text: str) -> bool:
    try:
        address = urlsplit(text)
        return address.scheme in {"http", "https"} and bool(address.hostname) and address.port != 0
    except ValueError:
        return False
