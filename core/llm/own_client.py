"""A client of the operator's own: a class that the configuration names."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from typing import Any

from core.contracts.errors import ConfigurationError
from core.contracts.ports import Clock
from core.llm.chat_provider import ChatProvider

_PLACE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_METHODS = ("say", "warm_up", "close")


def own_client(
    place: str, *, clock: Clock, api_key: str, base_url: str | None, stream: bool, extra: Mapping[str, Any]
) -> ChatProvider:
    """The client at "package.module:Class", which is imported here. Raises ConfigurationError."""
    if not _PLACE.fullmatch(place):
        raise ConfigurationError('client names no class; it has the form "package.module:Class".')
    module, _, name = place.partition(":")
    try:
        made: ChatProvider = getattr(importlib.import_module(module), name)(
            clock=clock, api_key=api_key, base_url=base_url, stream=stream, extra=extra
        )
    except Exception as error:  # noqa: BLE001 - code of others, which is imported and run; its message may hold the key
        kind = type(error).__name__
        mend = "it is made with clock, api_key, base_url, stream and extra"
        raise ConfigurationError(f"client {place} cannot be made ({kind}); {mend}.") from None
    missing = [method for method in _METHODS if not callable(getattr(made, method, None))]
    if missing:
        raise ConfigurationError(f"client {place} has no method {missing[0]}; see core.llm.chat_provider.ChatProvider.")
    return made
