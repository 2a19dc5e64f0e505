"""What the fake model servers can be told to do, and what all of them share."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

from aiohttp import web

from core.contracts.ports import PromptLine
from tests.fakes.model_schemas import Json, Unfit, example_of
from tests.fakes.model_streams import GARBAGE, streamed


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the server understood it."""

    model: str
    system: str
    conversation: tuple[PromptLine, ...]
    """The messages before the last one."""
    user: str
    schema: Json | None
    """From the request, else the JSON object that ends the system prompt; None where plain text is wanted."""
    body: Json
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUse:
    """The tokens that a server reports; the three kinds of prompt tokens do not overlap."""

    input: int = 100
    cached: int = 0
    written: int = 0
    output: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """A good structured answer: a value, or a function of the request; without either, something that fits.

    `says` is the answer to requests for plain text.
    """

    value: Json | Callable[[Asked], Json] | None = None
    says: str | Callable[[Asked], str] | None = None
    usage: TokenUse | None = field(default_factory=TokenUse)

    def text(self, asked: Asked) -> str:
        if asked.schema is None and self.says is not None:
            return self.says(asked) if callable(self.says) else self.says
        value = self.value(asked) if callable(self.value) else self.value
        if value is None and asked.schema is None:
            return "Tell me more."
        return json.dumps(example_of(asked.schema or {}) if value is None else value, ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """Any text as the answer: prose, a fence, thoughts, broken JSON."""

    text: str
    usage: TokenUse | None = field(default_factory=TokenUse)
    thoughts: tuple[str, ...] = ()
    """What the service thought before it, beside the text; an empty one is hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncates:
    """The beginning of an answer, cut at the limit of tokens."""

    text: str = '{"say": "Tell me about the ki'
    usage: TokenUse | None = field(default_factory=TokenUse)
    thoughts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuses:
    """The model declines, after what it has said already."""

    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fails:
    """An error of HTTP in the service's own form."""

    status: int
    kind: str = "api_error"
    message: str = "Something went wrong"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cuts:
    """The connection breaks in the middle of the body, or before anything came."""

    midway: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Hangs:
    """No answer until the server is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sends:
    """A success with a body that is no answer at all."""

    body: str
    content_type: str = "text/html"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreaksOff:
    """A stream that goes wrong after so many of its events."""

    after: int
    how: Literal["cut", "end", "error", "garbage", "hang"]
    """The connection breaks; the stream ends as if it were whole; an error is sent; what comes is no JSON; or
    nothing comes any more."""
    kind: str = "overloaded_error"
    says: Says = Says(text="I was born in Tula, behind the mill.", thoughts=("Where was it?",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """These events and no others."""

    events: Sequence[bytes]


Behaviour = Answers | Says | Truncates | Refuses | Fails | Cuts | Hangs | Sends | BreaksOff | Streams


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What a server has to say, before it is put into the words of its service."""

    text: str
    usage: TokenUse | None
    ending: Literal["whole", "cut", "refused"] = "whole"
    thoughts: tuple[str, ...] = ()


def rate_limited(retry_after: str = "3600") -> Fails:
    """Too many requests."""
    return Fails(status=429, kind="rate_limit_error", headers={"retry-after": retry_after})


def overloaded() -> Fails:
    """The status that Anthropic has for it."""
    return Fails(status=529, kind="overloaded_error")


def broken() -> Fails:
    """An internal error."""
    return Fails(status=500)


class Rejection(Exception):
    """The request is not what the API takes."""

    def __init__(self, fails: Fails) -> None:
        super().__init__(fails.message)
        self.fails = fails


def reject(message: str, *, status: int = 400, kind: str = "invalid_request_error") -> Rejection:
    return Rejection(Fails(status=status, kind=kind, message=message))


class FakeModelServer(ABC):
    """A server on loopback, in the loop of the test; other processes can talk to it as well.

    `script` lines up behaviours for the next requests; when they are used up, `default` holds. What a client sent
    wrongly is answered as the real service does, and kept in `complaints`.
    """

    path: ClassVar[str]
    host = "127.0.0.1"

    def __init__(
        self,
        *,
        api_key: str | None = "secret-key-of-the-test",
        models: frozenset[str] = frozenset({"model-main", "model-fast"}),
        default: Behaviour | None = None,
        latency: float | Callable[[], float] = 0.0,
        port: int = 0,
    ) -> None:
        self.api_key = api_key
        self.models = models
        self.default: Behaviour = default or Answers()
        self.latency = latency
        self.only_texts = False
        """It rejects requests for a structured answer."""
        self.deaf_to_stream = False
        """It sends whole answers, whatever is asked for."""
        self.requests: list[Asked] = []
        """Every request that was valid, in order."""
        self.complaints: list[str] = []
        self._port = port
        self._script: deque[Behaviour] = deque()
        self._arrived = asyncio.Condition()
        self._closing = asyncio.Event()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=16 * 1024**2)
        app.router.add_post(self.path, self._handle)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self.host, self._port).start()
        self._port = int(self._runner.addresses[0][1])
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._closing.set()
        await self._runner.cleanup()

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self._port}"

    @property
    @abstractmethod
    def base_url(self) -> str:
        """What a client is configured with."""

    def script(self, *behaviours: Behaviour) -> None:
        """What to do with the next requests."""
        self._script.extend(behaviours)

    async def arrived(self, count: int) -> None:
        """Return when so many valid requests have come."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self.requests) >= count)

    @abstractmethod
    def understand(self, body: Json, headers: Mapping[str, str]) -> Asked:
        """The request, or a Rejection."""

    @abstractmethod
    def error_body(self, fails: Fails) -> Json:
        """An error in the words of the service."""

    @abstractmethod
    def answer_body(self, asked: Asked, whole: Whole) -> Json:
        """An answer in the words of the service."""

    @abstractmethod
    def answer_events(self, asked: Asked, whole: Whole) -> list[bytes]:
        """The same as it is streamed."""

    @abstractmethod
    def error_event(self, fails: Fails) -> bytes:
        """An error in the midst of a stream."""

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            asked = self.understand(await _json_body(request), request.headers)
            if self.only_texts and asked.schema is not None:
                raise reject("A form of the answer is asked for, where plain text is wanted")
        except Unfit as unfit:
            return self._complain(reject(str(unfit)))
        except Rejection as rejection:
            return self._complain(rejection)
        behaviour = self._script.popleft() if self._script else self.default
        async with self._arrived:
            self.requests.append(asked)
            self._arrived.notify_all()
        if seconds := self.latency() if callable(self.latency) else self.latency:
            await asyncio.sleep(seconds)
        return await self._behave(behaviour, asked, request)

    async def _behave(self, behaviour: Behaviour, asked: Asked, request: web.Request) -> web.StreamResponse:
        match behaviour:
            case Fails():
                return self._failure(behaviour)
            case Sends():
                return web.Response(text=behaviour.body, content_type=behaviour.content_type)
            case Hangs():
                await self._closing.wait()
                return self._failure(broken())
            case Cuts():
                return await _cut(request, self._answer(Answers(), asked) if behaviour.midway else b"")
            case BreaksOff():
                return await self._break_off(behaviour, asked, request)
            case Streams():
                return await streamed(request, behaviour.events)
            case _ if asked.body.get("stream") and not self.deaf_to_stream:
                return await streamed(request, self.answer_events(asked, _whole(behaviour, asked)))
            case _:
                return web.Response(body=self._answer(behaviour, asked), content_type="application/json")

    async def _break_off(self, breaks: BreaksOff, asked: Asked, request: web.Request) -> web.StreamResponse:
        events = self.answer_events(asked, _whole(breaks.says, asked))[: breaks.after]
        if breaks.how == "error":
            events.append(self.error_event(Fails(status=529, kind=breaks.kind)))
        elif breaks.how == "garbage":
            events.append(GARBAGE)
        response = await streamed(request, events, ends=breaks.how != "cut" and breaks.how != "hang")
        if breaks.how == "hang":
            await self._closing.wait()
        if breaks.how == "cut" and request.transport is not None:
            request.transport.close()
        return response

    def _answer(self, behaviour: Behaviour, asked: Asked) -> bytes:
        return json.dumps(self.answer_body(asked, _whole(behaviour, asked))).encode()

    def _complain(self, rejection: Rejection) -> web.Response:
        self.complaints.append(str(rejection))
        return self._failure(rejection.fails)

    def _failure(self, fails: Fails) -> web.Response:
        return web.json_response(self.error_body(fails), status=fails.status, headers=fails.headers)


def _whole(behaviour: Behaviour, asked: Asked) -> Whole:
    match behaviour:
        case Answers():
            return Whole(text=behaviour.text(asked), usage=behaviour.usage)
        case Says():
            return Whole(text=behaviour.text, usage=behaviour.usage, thoughts=behaviour.thoughts)
        case Truncates():
            return Whole(text=behaviour.text, usage=behaviour.usage, ending="cut", thoughts=behaviour.thoughts)
        case Refuses():
            return Whole(text=behaviour.text, usage=TokenUse(output=1), ending="refused")
        case _:
            raise TypeError(f"{behaviour} is no answer")


async def _json_body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise reject("Content-Type must be application/json")
    try:
        body = await request.json()
    except ValueError:
        raise reject("The body is no JSON") from None
    if not isinstance(body, dict):
        raise reject("The body must be an object")
    return body


async def _cut(request: web.Request, body: bytes) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(body))})
    if body:
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
    if request.transport is not None:
        request.transport.close()
    return response
