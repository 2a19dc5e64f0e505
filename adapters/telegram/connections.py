"""Send the library's requests over aiohttp, which takes a fifth of the processor time of the library's own client."""

from __future__ import annotations

import asyncio
import importlib
from ssl import SSLContext
from typing import TYPE_CHECKING, Any, Final
from urllib.request import getproxies

from telegram.error import NetworkError
from telegram.request import BaseRequest, RequestData

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
