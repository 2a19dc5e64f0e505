"""A class of the operator's own, named in a configuration as "package.module:Class"."""

from __future__ import annotations

import importlib
import re
from typing import Any

from core.contracts.errors import ConfigurationError

_PLACE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def load_own_class(key: str, place: str, methods: tuple[str, ...], made_with: str, **parts: object) -> Any:
    """Import the class and make one of it with `parts`, by name.

    `key` is what the configuration calls it, and `made_with` says in words what it is made with. Raises
    ConfigurationError, also for a class that lacks one of the `methods`.
    """
    if not _PLACE.fullmatch(place):
        raise ConfigurationError(f'{key} names no class; it has the form "package.module:Class".')
    module, _, name = place.partition(":")
    try:
        own = getattr(importlib.import_module(module), name)(**parts)
    except Exception as error:  # noqa: BLE001 - code of others, which is imported and run; its message may hold the key
        kind = type(error).__name__
        raise ConfigurationError(f"{key} {place} cannot be made ({kind}); it is made with {made_with}.") from None
    if missing := [method for method in methods if not callable(getattr(own, method, None))]:
        raise ConfigurationError(f"{key} {place} has no method {missing[0]}.")
    return own
