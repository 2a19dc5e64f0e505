"""The clients over an SDK have this in common: one lazy connection, streaming, adapting to the server, our errors.

A client says how a request is worded and how an answer is read. The SDKs are siblings, with the same names for what is
used of them here; they take a second or two to import, and neither the start nor the loop may wait for that. Our errors
hold a status and a short code alone, since what a server writes may echo the key.
"""

from __future__ import annotations

import asyncio
import importlib
import re
import threading
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar, Final, Protocol

import structlog
from pydantic import ValidationError

from core.contracts.chat import ChatRequest
from core.contracts.errors import ModelError, ModelRefused, ModelUnavailable, ModelUnreachable
from core.contracts.ports import Clock
from core.llm.chat_provider import Heard, Interrupted, Spoken, StreamListener

_PASSING = frozenset({408, 409, 425, 429})
_NEVER_SENT = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "LocalProtocolError"})
REFUSED_CODES = frozenset({"content_filter", "content_policy_violation"})
_PARAMETERS = re.compile(
    r"\b(max_tokens|max_completion_tokens|temperature|top_p|top_k|stop_sequences|seed|thinking|budget_tokens|signature"
    r"|reasoning_effort|effort|response_format|stream_options|messages|system|tools|tool_choice)\b"
)
_PLAIN_CODE = re.compile(r"[A-Za-z_.]{1,60}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The names of the settings that an error mentions."""

    provider: str = "llm.provider"
    model: str = "llm.model"
    models: str = "llm.model, llm.fast_model"
    base_url: str = "llm.base_url"
    api_key: str = "llm.api_key"


LLM_KEYS: Final = Keys()
CHAT_KEYS: Final = Keys(provider="provider", model="model", models="model", base_url="base_url", api_key="api_key")
"""Of a model that has a configuration of its own."""

_MENDS = {
    401: "The model service does not accept the key; set {keys.api_key}.",
    402: "The model service wants to be paid; see the account's billing.",
    403: "The key may not use this model; see {keys.api_key} and {keys.model}.",
    404: "The model service has no such model or address; see {keys.models} and {keys.base_url}.",
    413: "The prompt is too large for the model service; a model with a longer context is needed.",
}
_NOT_ACCEPTED = "The model service does not accept the request; see {keys.provider} and {keys.model}."
_BECAUSE_OF = "The model service does not accept the request because of {parameter}; change or remove it."


@contextmanager
def translate_sdk_errors(
    refusal: Any, failure: type[Exception], clock: Clock, keys: Keys, extra: Mapping[str, Any]
) -> Iterator[None]:
    """Make a request of an SDK, and read its answer, with our errors.

    `refusal`: the SDK's error for an answer with a bad status; `failure`: for whatever else goes wrong. `extra`: the
    parameters of this request that the configuration adds.
    """
    from httpx2 import HTTPError

    try:
        yield
    # `from None` in all of these: the SDK's exceptions quote the server, which may quote the prompt or the key.
    except refusal as error:
        raise error_from_status(error.status_code, error.response.headers, error.body, clock, keys, extra) from None
    except (failure, HTTPError) as error:
        # The transport's own exception says more, where the SDK wrapped one.
        cause = type(error.__cause__ or error).__name__
        if cause in _NEVER_SENT:
            raise ModelUnreachable(
                f"The model service cannot be reached ({cause}); see the network and {keys.base_url}."
            ) from None
        raise Interrupted(f"The connection to the model service broke ({cause}).") from None
    except ValidationError:
        # The page of a proxy, for example.
        raise ModelUnavailable(
            f"What answered is no model service of this kind; see {keys.provider} and {keys.base_url}."
        ) from None


@contextmanager
def translate_stream_errors(failure: type[Exception], listening: StreamListener) -> Iterator[None]:
    """Read an answer that comes in pieces, with our errors for what goes wrong in it, which may have cost.

    `failure`: what the SDK raises when the stream breaks, or brings an error.
    """
    from httpx2 import HTTPError

    try:
        yield
    # `from None` in all of these: what a server sends may quote the prompt or the key.
    except ValueError:
        raise Interrupted("The model service broke into its answer with something that cannot be read.") from None
    except (failure, HTTPError) as error:
        code = error_code(getattr(error, "body", None))
        if code in REFUSED_CODES and not listening.begun:
            raise ModelRefused(f"The model service declined to answer ({code}).") from None
        if code and not listening.begun:
            raise ModelUnavailable(f"The model service cannot answer now ({code}).") from None
        named = code or type(error.__cause__ or error).__name__
        raise Interrupted(f"The answer of the model service broke off ({named}).") from None


def error_from_status(
    status: int,
    headers: Mapping[str, str],
    body: object,
    clock: Clock,
    keys: Keys = LLM_KEYS,
    extra: Mapping[str, Any] | None = None,
) -> ModelError:
    code = error_code(body)
    named = f"HTTP {status}, {code}" if code else f"HTTP {status}"
    if code in REFUSED_CODES:
        return ModelRefused(f"The model service declined to answer ({named}).")
    if status in _PASSING or status >= 500:
        wait = retry_after_seconds(headers, clock)
        return ModelUnavailable(f"The model service cannot answer now ({named}).", retry_after=wait)
    mend = _MENDS.get(status, _NOT_ACCEPTED).format(keys=keys)
    if status not in _MENDS and (parameter := parameter_in(body, extra or {})):
        mend = _BECAUSE_OF.format(parameter=parameter)
    return ModelError(f"{mend} ({named})")


def error_code(body: object) -> str:
    """Return the code or the type in a body of error, empty when there is none that is safe to show."""
    error = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return ""
    named = [error.get("code"), error.get("type")]
    return next((name for name in named if isinstance(name, str) and _PLAIN_CODE.fullmatch(name)), "")


def parameter_in(body: object, extra: Mapping[str, Any]) -> str:
    """Return the parameter that a rejection is about: the first name in it that a request can have; empty for none.

    Only names out of `extra`, and those that requests have anyway, are shown; what else a server says is not.
    """
    own = {f"extra.{name}": name for name in _dotted(extra)}
    error = body.get("error", body) if isinstance(body, dict) else body
    said = [error.get("param"), error.get("message")] if isinstance(error, dict) else []
    for text in (*said, str(error)):
        if not isinstance(text, str):
            continue
        usual = _PARAMETERS.search(text.lower())
        found = [(usual.start(), 0, usual[0])] if usual else []
        for shown, name in own.items():
            if place := re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text):
                found.append((place.start(), -len(name), shown))
        if found:
            return min(found)[2]
    return ""


def _dotted(parameters: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of parameters, those within another one after its name and a dot."""
    for name, value in parameters.items():
        yield name
        if isinstance(value, dict):
            yield from (f"{name}.{inner}" for inner in _dotted(value))


def retry_after_seconds(headers: Mapping[str, str], clock: Clock) -> float | None:
    """Return the seconds that a server asks to wait, told in seconds or as a date; None when it does not say."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment - clock.now()).total_seconds()) if moment.tzinfo else None


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

    sdk: ClassVar[str]  # the SDK's package
    failure: ClassVar[str]  # the name of its base class of errors
    path: ClassVar[str]  # the path that is posted to
    never_sent: ClassVar[frozenset[str]] = frozenset()  # parameters that the service does not have at all

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
