"""A client of the operator's own: a class that the configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.contracts import own_class
from core.contracts.ports import Clock
from core.llm.chat_provider import ChatProvider

_METHODS = ("say", "warm_up", "close")


def load_own_client(
    place: str, *, clock: Clock, api_key: str, base_url: str | None, stream: bool, extra: Mapping[str, Any]
) -> ChatProvider:
    """Make the client at "package.module:Class", which is imported here. Raises ConfigurationError."""
    made: ChatProvider = own_class.load_own_class(
        "client",
        place,
        _METHODS,
        "clock, api_key, base_url, stream and extra",
        clock=clock,
        api_key=api_key,
        base_url=base_url,
        stream=stream,
        extra=extra,
    )
    return made
