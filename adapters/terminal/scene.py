"""State that input and output share: the person, what is on the screen, and whether a reply is still coming."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass

from adapters.terminal.safe import storable_text, visible_text
from core.contracts.messages import Address, Choice, Progress, Say, Sender
from core.contracts.ports import Clock
from core.timing.clock import with_timeout

HERE = Address(platform="terminal", chat="here")


def terminal_sender(environ: Mapping[str, str] = os.environ) -> Sender:
    """Return the person at the keyboard, as the operating system knows them."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without an entry in the system's list of users
        name = ""
    return Sender(id=HERE.chat, name=visible_text(storable_text(name)).strip(), language=locale_language(environ))


def locale_language(environ: Mapping[str, str]) -> str:
    """Return the BCP 47 tag of the locale ("ru_RU.UTF-8" -> "ru-RU"), or "" if there is none."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environ.get(variable, "")
        if locale:
            tag = locale.split(".")[0].split("@")[0].replace("_", "-")
            return "" if tag in {"C", "POSIX"} else tag
    return ""


class Positions:
    """Numbers that rise with every message of either side, even after a restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        self._last = max(self._last + 1, int(self._clock.now().timestamp() * 1_000))
        return self._last


def has_numbers(saying: Say) -> bool:
    """Return whether choices get numbers: not one choice under a question, nor labels that are numbers themselves."""
    own = any(choice.label.strip().isdecimal() for choice in saying.choices)
    return not own and (len(saying.choices) > 1 or not saying.asks)


@dataclass(slots=True)
class TerminalScene:
    language: str
    """The language of the terminal's own words: that of the interviewer's latest message."""
    choices: tuple[Choice, ...] = ()
    """The open choices: the latest that were offered, until one is taken."""
    numbered: bool = False
    """The choices are shown with numbers."""
    progress: Progress | None = None
    forgotten: bool = False
    """The person's data was deleted, and they have done nothing since, so there is nothing to pause."""

    def said(self, saying: Say) -> None:
        """Note a message of the interviewer. One without choices may be a side remark, and leaves the open ones."""
        if saying.choices:
            self.choices, self.numbered = saying.choices, has_numbers(saying)
        self.progress = saying.progress or self.progress


QUIET = 0.4
"""Seconds without another message after which a reply is complete."""


class Replies:
    """Knows when something was said and whether the interviewer is thinking."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._said = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._thinking = 0

    @property
    def thinking(self) -> bool:
        return self._thinking > 0

    def think(self) -> None:
        self._thinking += 1
        self._idle.clear()

    def rest(self) -> None:
        self._thinking -= 1
        if not self._thinking:
            self._idle.set()

    def expect(self) -> None:
        """Count only messages from now on as a reply."""
        self._said.clear()

    def said(self) -> None:
        self._said.set()

    async def settled(self, limit: float) -> None:
        """Return when something was said since `expect` and nothing more follows, or after `limit` seconds."""
        await self._within(limit, self._silence())

    async def _silence(self) -> None:
        await self._said.wait()
        while self._said.is_set() or self.thinking:
            self._said.clear()
            await self._idle.wait()
            await self._within(QUIET, self._said.wait())

    async def _within(self, seconds: float, what: Coroutine[object, object, object]) -> None:
        with suppress(TimeoutError):
            await with_timeout(self._clock, seconds, what)
