"""The clients over an SDK have this in common: one lazy connection, streaming, adapting to the server, our errors.

A client says how a request is worded and how an answer is read. The SDKs are siblings, with the same names for what is
used of them here; they take a second or two to import, and neither the start nor the loop may wait for that.
"""

from __future__ import annotations

import asyncio
import importlib
import threading
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Protocol

import structlog

from core.contracts.chat import ChatRequest
from core.contracts.ports import Clock
from core.llm.chat_provider import Heard, Spoken, StreamListener
from core.llm.failures import CHAT_KEYS, Keys, error_code, translate_sdk_errors, translate_stream_errors

log = structlog.get_logger()

Json = dict[str, Any]
CONNECT_SECONDS: Final = 5.0
TEMPERATURE, SIGNED, SEED, STREAM = "temperature", "signed thinking", "seed", "stream"
_REJECTED = frozenset({400, 422})
_NOT_ABOUT_FORM = frozenset({"content_filter", "content_policy_violation", "context_length_exceeded"})


class ReplyReader(Protocol):
    """Puts one answer together, and passes it on to a `StreamListener`. The SDKs' own types let anything through."""

    def read(self, body: bytes) -> None:
        """Read an answer that came at once. Raises ValidationError where it is none."""

    def take(self, event: object) -> None:
        """Read the next event of a stream. Raises ValidationError where it is none."""

    def spoken(self, left_out: tuple[str, ...]) -> Spoken:
        """Return what was read. Raises Interrupted where it is not whole."""


class SdkClient(ABC):
    """A `ChatProvider` over one connection."""

    sdk: ClassVar[str]
    """The SDK's package."""
    failure: ClassVar[str]
    """The name of its base class of errors."""
    path: ClassVar[str]
    """The path that is posted to."""
    never_sent: ClassVar[frozenset[str]] = frozenset()
    """Parameters that the service does not have at all."""

    def __init__(
        self,
        *,
        clock: Clock,
        api_key: str = "",
        base_url: str | None = None,
        stream: bool = True,
        extra: Mapping[str, Any] | None = None,
        keys: Keys = CHAT_KEYS,
    ) -> None:
        """`extra`: further parameters of each request, as the service documents them."""
        self._api_key = api_key
        self._base_url = base_url
        self._clock = clock
        self._stream = stream
        self._extra = dict(extra or {})
        self._keys = keys
        self._lock = threading.Lock()
        self._made: Any = None
        self._without: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
        """By the model: what the server was found not to take. A rejection costs no tokens."""

    @abstractmethod
    def connect(self, api_key: str, base_url: str | None) -> Any:
        """Return the SDK's client, with its own retries off: they sleep as long as the server says, ours have a cap.

        Loads the SDK.
        """

    @abstractmethod
    def optional(self, request: ChatRequest) -> Mapping[str, str]:
        """Return what may be left out of a request, each with the word by which the server says that it is meant.

        An empty word is in every rejection. One step is taken for a rejection, in this order.
        """

    @abstractmethod
    def body(self, request: ChatRequest, model: str, without: frozenset[str]) -> Json:
        """Return the body of a request without what is named."""

    @abstractmethod
    def reader(self, listening: StreamListener) -> ReplyReader:
        """Return what reads one answer."""

    def stream_options(self, without: frozenset[str]) -> Json:
        """Return what else the body of a streamed request says."""
        return {}

    async def warm_up(self) -> None:
        await self.connection()

    async def close(self) -> None:
        if self._made is not None:
            await self._made.close()

    async def connection(self) -> Any:
        """Return the SDK's one client; a call that is cancelled meanwhile leaves it to the next."""

        def connected() -> Any:
            with self._lock:
                if self._made is None:
                    self._made = self.connect(self._api_key, self._base_url)
                return self._made

        return self._made if self._made is not None else await asyncio.to_thread(connected)

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        """See `ChatProvider`. Leaves out as little of the request as this server allows."""
        connection = await self.connection()
        sdk = importlib.import_module(self.sdk)
        optional = self.optional(request)
        without = self._without[model]
        with translate_sdk_errors(sdk.APIStatusError, getattr(sdk, self.failure), self._clock, self._keys, self._extra):
            while True:
                try:
                    spoken = await self._send(connection, sdk, request, model, without, StreamListener(heard))
                except sdk.APIStatusError as error:
                    if error.status_code not in _REJECTED or error_code(error.body) in _NOT_ABOUT_FORM:
                        raise
                    said = str(error.body).lower()
                    left = {name: word for name, word in optional.items() if name not in without}
                    refused = next((name for name, word in left.items() if word in said), None)
                    if refused is None:
                        raise
                    without |= {refused}
                else:
                    # Remember only what was accepted: what failed in every form was wrong for another reason.
                    if without != self._without[model]:
                        self._without[model] = without
                        log.info("llm.dialect", without=sorted(without))
                    return spoken

    async def _send(
        self,
        connection: Any,
        sdk: Any,
        request: ChatRequest,
        model: str,
        without: frozenset[str],
        listening: StreamListener,
    ) -> Spoken:
        """Send one request without what is named, and read its answer."""
        from httpx2 import Response

        wanted = {
            TEMPERATURE: request.temperature is not None,
            SIGNED: any(line.blocks for line in request.lines),
            SEED: request.seed is not None,
        }
        unsent = without | self.never_sent
        left_out = tuple(name for name, is_wanted in wanted.items() if is_wanted and name in unsent)
        body = {**self._extra, **self.body(request, model, without)}
        options = {"timeout": sdk.Timeout(request.timeout, connect=CONNECT_SECONDS)}
        reader = self.reader(listening)
        if not self._stream or STREAM in without:
            answer = await connection.post(self.path, cast_to=Response, body=body, options=options)
            reader.read(answer.content)
            return reader.spoken(left_out)
        async with await connection.post(
            self.path,
            cast_to=object,
            body=body | self.stream_options(without) | {"stream": True},
            options=options,
            stream=True,
            stream_cls=sdk.AsyncStream[object],
        ) as stream:
            kind = stream.response.headers.get("content-type", "")
            if "json" in kind or "html" in kind:
                # It came at once nevertheless, or is a page of a proxy.
                reader.read(await stream.response.aread())
                return reader.spoken(left_out)
            with translate_stream_errors(getattr(sdk, self.failure), listening):
                async for event in stream:
                    reader.take(event)
                    listening.begun = True
                return reader.spoken(left_out)
