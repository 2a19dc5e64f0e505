"""Send the library's requests over aiohttp, in a fifth of its own client's processor time, and word what goes wrong.

Errors are core's, and never hold the token.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from ssl import SSLContext
from typing import TYPE_CHECKING, Any, Final
from urllib.request import getproxies

from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.request import BaseRequest, RequestData

from core.contracts.errors import DeliveryError, Rejected, SoundForbidden, TooLarge, TryLater, Unreachable

if TYPE_CHECKING:
    import aiohttp

# aiohttp is loaded with the first request, away from the event loop: putting the app together need not wait for it.

_LONGEST: Final = 600.0
"""Seconds that one request may take, even while data still trickles; it limits how long a file is sent."""


class AnswerLostError(NetworkError):
    """The request went out, or a part of it, and no whole answer came. Any other NetworkError is from before that."""


class Connections(BaseRequest):
    """Connections to one server, made when they are first needed."""

    def __init__(self, trusted: SSLContext, *, most: int, read: float, wait: float, connect: float = 10.0) -> None:
        """Allow `most` connections. In seconds: `read` for an answer, `wait` for a free connection, `connect` for one.

        The time of `read` begins when the request has been sent.
        """
        self._trusted = trusted
        self._most = most
        self._read = read
        self._wait = wait
        self._connect = connect
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    @property
    def read_timeout(self) -> float:
        return self._read

    async def initialize(self) -> None:
        self._closed = False

    async def shutdown(self) -> None:
        """Close the connections; later requests fail."""
        self._closed = True
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        """Return the status and the body. Of the library's timeouts callers only set the one for reading."""
        if self._session is None:
            await asyncio.to_thread(importlib.import_module, "aiohttp")
        import aiohttp

        if self._closed:
            raise NetworkError("The connections were closed.")
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._most, ssl=self._trusted),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
                # Where there is no proxy, each request would be held up by a thread that looks for a ~/.netrc.
                trust_env=bool(getproxies()),
            )
        form: aiohttp.FormData | dict[str, str] | None = request_data.json_parameters if request_data else None
        if request_data is not None and request_data.contains_files:
            form = aiohttp.FormData(request_data.json_parameters, quote_fields=False)
            for name, (filename, content, kind) in request_data.multipart_data.items():
                form.add_field(name, content, filename=filename, content_type=kind)

        read = self._read if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        times = aiohttp.ClientTimeout(
            total=_LONGEST, connect=self._wait + self._connect, sock_connect=self._connect, sock_read=read
        )
        try:
            async with self._session.request(method, url, data=form, timeout=times, allow_redirects=False) as answer:
                return answer.status, await answer.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL) as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error
        except (aiohttp.ClientError, OSError) as error:
            raise AnswerLostError(f"{type(error).__name__}: {error}") from error


_LONGEST_ERROR = 300
_NOT_TELEGRAM = "Parsing the server response"
"""The library's words for an answer that is not the Bot API's: a proxy's error page, for example."""
_GONE = ("chat not found", "user is deactivated", "user_is_deactivated", "peer_id_invalid", "user_is_blocked")
_NO_VOICE = ("voice_messages_forbidden", "restricted receiving of voice", "restricted receiving of video")
"""A setting of the person's own."""
_TOO_LARGE = ("too large", "too big", "(413)")
_FOR_NOW = "temporarily unavailable"
"""Said of a file when the server could not get it from Telegram, for whatever reason."""


def delivery_error(error: TelegramError, *, token: str) -> DeliveryError:
    """Return core's error for an error of the library.

    An error that says nothing about the message itself (network, a server in trouble, a revoked token, a proxy's page)
    becomes `TryLater`: the message must outlive it.
    """
    text = redacted(error, token=token)
    said = error.message.lower()
    if isinstance(error, RetryAfter):
        return TryLater(text, after=seconds_to_wait(error))
    if _NOT_TELEGRAM in error.message and "(413)" not in said:
        return TryLater(f"The answer was not Telegram's: {text}")
    if any(words in said for words in _NO_VOICE):
        return SoundForbidden(text)
    if isinstance(error, Forbidden) or (isinstance(error, BadRequest) and any(words in said for words in _GONE)):
        return Unreachable(text)
    if any(words in said for words in _TOO_LARGE):
        return TooLarge(text)
    if isinstance(error, BadRequest) and _FOR_NOW not in said:
        return Rejected(text)
    if isinstance(error, InvalidToken):
        return TryLater("Telegram does not accept the token any more; set telegram.token to the one BotFather shows.")
    return TryLater(text, maybe_delivered=isinstance(error, AnswerLostError))


@contextmanager
def translate_telegram_errors(token: str) -> Iterator[None]:
    """Requests of the bot with this token in the body raise DeliveryError in place of the library's errors."""
    try:
        yield
    except TelegramError as error:
        raise delivery_error(error, token=token) from None


def is_entity_error(error: TelegramError) -> bool:
    """Return whether Telegram refused only the styling."""
    return isinstance(error, BadRequest) and "entit" in error.message.lower()


def seconds_to_wait(error: RetryAfter) -> float:
    asked = error.retry_after
    return asked.total_seconds() if isinstance(asked, timedelta) else float(asked)


def redacted(error: BaseException | str, *, token: str) -> str:
    """Return the error's text on one line, bounded, without the token."""
    text = " ".join(str(error).split()) or type(error).__name__
    for secret in (token, token.partition(":")[2]):
        if secret:
            text = text.replace(secret, "<token>")
    return text if len(text) <= _LONGEST_ERROR else text[: _LONGEST_ERROR - 1] + "…"
