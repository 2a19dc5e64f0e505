"""Translate Discord's errors into core's, and log each once, never with a secret."""

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
"""The errors that discord.py raises from a request."""
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
"""Codes that say nothing about the message or its reader."""
_NOT_REACHED: Final = {503, 521, 522, 523, 530}
"""Something before Discord answered in its place."""
_NOT_SENT: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    discord.DiscordException,
)


def delivery_error(error: BaseException) -> DeliveryError:
    """Return core's error for one of `TROUBLE`.

    An error that says nothing about the message itself (network, a server in trouble, a revoked token, a proxy's page)
    becomes `TryLater`: the message must outlive it.
    """
    text = redacted(error)
    if isinstance(error, discord.RateLimited):
        return TryLater(text, after=error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return TryLater(text, maybe_delivered=not isinstance(error, _NOT_SENT))
    if error.code in _GONE:
        return Unreachable(text)
    if error.code == _NO_VOICE:
        return SoundForbidden(text)
    if error.code == _FILE_TOO_LARGE or error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return TooLarge(text)
    headers = error.response.headers
    if error.status == HTTPStatus.UNAUTHORIZED:
        return TryLater("Discord does not accept the token any more; set discord.token to the one of its Bot page.")
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        after = str(headers.get("Retry-After", ""))
        return TryLater(text, after=float(after) if after.isdecimal() else None)
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return TryLater(text, maybe_delivered=error.status not in _NOT_REACHED)
    # A proxy on the way may have answered with a page of its own.
    is_discords = error.code != 0 or str(headers.get("Content-Type", "")).startswith("application/json")
    return Rejected(text) if is_discords and error.code not in _ABOUT_US else TryLater(text)


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
        raise TryLater(f"The connection to Discord was closed in the meantime: {redacted(error)}") from None


def redacted(error: BaseException) -> str:
    return without_secrets(str(error) or type(error).__name__)


def without_secrets(text: str) -> str:
    """Return the text on one line, bounded, without addresses and tokens."""
    text = _SECRET.sub("<left out>", " ".join(text.split()))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


_MOST_TOLD: Final = 100
"""How many different texts of one trouble are logged; errors may have something new in each."""

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
        """Note that the trouble is at `place`. A text that was logged already is not logged again."""
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
    """Run `action` until it does not raise, and return its result. Errors in `final` are raised at once."""
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
    """Return an error for the log: only its name when it is unknown, since its text may hold words or a secret."""
    if isinstance(error, RaconteurError):
        return str(error)
    return redacted(error) if isinstance(error, TROUBLE) else type(error).__name__
