"""Who sits at the keyboard, and the row in which the messages of both sides stand."""

from __future__ import annotations

import getpass
import os
from collections.abc import Mapping

from adapters.terminal.safe import storable, visible
from core.contracts.messages import Address, Sender
from core.contracts.ports import Clock

HERE = Address(platform="terminal", chat="here")


def somebody(environ: Mapping[str, str] = os.environ) -> Sender:
    """The person at the keyboard, as the operating system knows them."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without an entry in the system's list of users
        name = ""
    return Sender(id=HERE.chat, name=visible(storable(name)).strip(), language=locale_language(environ))


def locale_language(environ: Mapping[str, str]) -> str:
    """The BCP 47 tag of the locale ("ru_RU.UTF-8" -> "ru-RU"), or "" where there is none."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environ.get(variable, "")
        if locale:
            tag = locale.split(".")[0].split("@")[0].replace("_", "-")
            return "" if tag in {"C", "POSIX"} else tag
    return ""


class Positions:
    """Numbers that rise with every message of either side, also over a new start."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        self._last = max(self._last + 1, int(self._clock.now().timestamp() * 1_000))
        return self._last
