"""What goes wrong when Discord is asked: in core's words, in the log once, and never with a secret in them."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, TypeVar

import aiohttp
import discord
import structlog

from core.contracts.errors import (
    DeliveryError,
    RaconteurError,
    Rejected,
    SoundForbidden,
    TooLarge,
    TryLater,
    Unreachable,
)
from core.contracts.ports import Clock
from core.timing.clock import Pauses

TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, json.JSONDecodeError)
"""What discord.py raises out of a request."""
CLOSED_TO_US: Final = 50007
"""The person takes no direct messages, has blocked the bot, or shares no server with it any more."""

_LONGEST: Final = 300
_SECRET: Final = re.compile(r"\w+://\S+|[\w.-]{40,}")
"""Addresses, and whatever is long enough to be a token."""
_GONE: Final = {
    10003,  # unknown channel
    10013,  # unknown user
    50001,  # missing access
    CLOSED_TO_US,
    50278,  # no mutual servers
}
_NO_VOICE: Final = 50173
"""Voice messages cannot be sent there."""
_FILE_TOO_LARGE: Final = 40005
_ABOUT_US: Final = {
    20026,  # the bot was put under quarantine
    20028,  # writing too fast
    20029,  # the same, for a channel
    40002,  # the account needs to be verified
    40003,  # opening conversations too fast
    130000,  # overloaded
}
"""What says nothing about the message or its reader."""
_NOT_REACHED: Final = {503, 521, 522, 523, 530}
"""Something before Discord answered in its place."""
_NOT_SENT: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    discord.DiscordException,
)


def delivery_error(error: BaseException) -> DeliveryError:
    """The error of core for one of `TROUBLE`.

    What says nothing about the message itself (network, a server in trouble, a revoked token, a proxy's page) is
    `TryLater`: the message must outlive it.
    """
    if isinstance(error, discord.RateLimited):
        return TryLater(redacted(error), after=error.retry_after)
    if isinstance(error, discord.HTTPException):
        return _refusal(error)
    return TryLater(redacted(error), maybe_delivered=not isinstance(error, _NOT_SENT))


@contextmanager
def translate_discord_errors(client: discord.Client) -> Iterator[None]:
    """Requests of this client in the body raise DeliveryError and nothing else."""
    try:
        yield
    except TROUBLE as error:
        raise delivery_error(error) from None
    except RuntimeError as error:
        if not client.is_closed():
            raise
        raise TryLater(f"The connection to Discord was closed meanwhile: {redacted(error)}") from None


def redacted(error: BaseException) -> str:
    return without_secrets(str(error) or type(error).__name__)


def without_secrets(text: str) -> str:
    """The text on one line, bounded, without addresses and tokens."""
    text = _SECRET.sub("<left out>", " ".join(text.split()))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _refusal(error: discord.HTTPException) -> DeliveryError:
    text = redacted(error)
    if error.code in _GONE:
        return Unreachable(text)
    if error.code == _NO_VOICE:
        return SoundForbidden(text)
    if error.code == _FILE_TOO_LARGE or error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return TooLarge(text)
    if error.status == HTTPStatus.UNAUTHORIZED:
        return TryLater("Discord does not accept the token any more; set discord.token to the one of its Bot page.")
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return TryLater(text, after=_asked_to_wait(error))
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return TryLater(text, maybe_delivered=error.status not in _NOT_REACHED)
    if error.code in _ABOUT_US or not _is_discords(error):
        return TryLater(text)
    return Rejected(text)


def _is_discords(error: discord.HTTPException) -> bool:
    """Whether Discord itself has answered, and not a proxy on the way with a page of its own."""
    return error.code != 0 or str(error.response.headers.get("Content-Type", "")).startswith("application/json")


def _asked_to_wait(error: discord.HTTPException) -> float | None:
    asked = str(error.response.headers.get("Retry-After", ""))
    return float(asked) if asked.isdecimal() else None


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
        text = loggable_discord_error(error)
        if text not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(text)
            _log.warning(self._began, error=text)

    def over(self, *, place: object = None) -> None:
        if place in self._places:
            self._places.remove(place)
            if not self._places:
                self._told.clear()
                _log.info(self._over)


async def retry_until_done(
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
            asked = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            await clock.sleep(max(pauses.next(), asked))
        else:
            trouble.over(place=place)
            return result


def loggable_discord_error(error: BaseException) -> str:
    """An error for the log. What an unknown one says may hold a person's words or a secret: only its name is told."""
    if isinstance(error, RaconteurError):
        return str(error)
    return redacted(error) if isinstance(error, TROUBLE) else type(error).__name__
