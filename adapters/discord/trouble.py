"""Trouble that may last: told once when it is new and once when it is over, with growing pauses between the tries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord
import structlog

from adapters.discord.failures import TROUBLE, redacted
from core.contracts.errors import RaconteurError
from core.contracts.ports import Clock
from core.timing.clock import Pauses

_MOST_TOLD: Final = 100
"""Different texts of one trouble; errors may have something new in each."""

Result = TypeVar("Result")

_log = structlog.get_logger()


class Trouble:
    """One kind of trouble in the log, wherever it strikes: `began` and `over` are the names of the two events."""

    def __init__(self, *, began: str, over: str) -> None:
        self._began = began
        self._over = over
        self._places: set[object] = set()
        self._told: set[str] = set()

    def tell(self, error: BaseException, *, place: object = None) -> None:
        """It is there; what was told of it already is not told again."""
        self._places.add(place)
        text = said(error)
        if text not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(text)
            _log.warning(self._began, error=text)

    def over(self, *, place: object = None) -> None:
        """There is none in this place any more."""
        if place in self._places:
            self._places.remove(place)
            if not self._places:
                self._told.clear()
                _log.info(self._over)


async def persistently(
    action: Callable[[], Awaitable[Result]],
    *,
    clock: Clock,
    trouble: Trouble,
    place: object = None,
    final: tuple[type[Exception], ...] = (),
) -> Result:
    """What `action` returns as soon as it does not raise; tried again as long as it takes, but for what is `final`."""
    pauses = Pauses()
    while True:
        try:
            result = await action()
        except final:
            raise
        except Exception as error:  # noqa: BLE001 - nothing that goes wrong may lose what a person said
            trouble.tell(error, place=place)
            await clock.sleep(max(pauses.next(), _asked_to_wait(error)))
        else:
            trouble.over(place=place)
            return result


def said(error: BaseException) -> str:
    """An error for the log. What an unknown one says may hold a person's words or a secret: only its name is told."""
    if isinstance(error, RaconteurError):
        return str(error)
    return redacted(error) if isinstance(error, TROUBLE) else type(error).__name__


def _asked_to_wait(error: Exception) -> float:
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0
