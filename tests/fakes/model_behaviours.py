"""What the fake model servers can be told to do, and what all of them share."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from aiohttp import web

Json = dict[str, Any]

FORBIDDEN_KEYWORDS = frozenset(
    {
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "default",
        "title",
        "examples",
        "oneOf",
        "allOf",
        "prefixItems",
        "patternProperties",
        "discriminator",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the server understood it."""

    model: str
    system: str
    user: str
    schema: Json | None
    """From the request, else the JSON object that ends the system prompt."""
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
    """A good structured answer: a value, or a function of the request; without either, something that fits."""

    value: Json | Callable[[Asked], Json] | None = None
    usage: TokenUse | None = field(default_factory=TokenUse)

    def text(self, asked: Asked) -> str:
        value = self.value(asked) if callable(self.value) else self.value
        if value is None and asked.schema is None:
            return "Tell me more."
        return json.dumps(example_of(asked.schema or {}) if value is None else value, ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """Any text as the answer: prose, a fence, thoughts, broken JSON."""

    text: str
    usage: TokenUse | None = field(default_factory=TokenUse)


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncates:
    """The beginning of an answer, cut at the limit of tokens."""

    text: str = '{"say": "Tell me about the ki'
    usage: TokenUse | None = field(default_factory=TokenUse)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuses:
    """The model declines."""


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


Behaviour = Answers | Says | Truncates | Refuses | Fails | Cuts | Hangs | Sends


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

    def __init__(
        self,
        *,
        api_key: str | None = "secret-key-of-the-test",
        models: frozenset[str] = frozenset({"model-main", "model-fast"}),
        default: Behaviour | None = None,
        latency: float = 0.0,
        port: int = 0,
    ) -> None:
        self.api_key = api_key
        self.models = models
        self.default: Behaviour = default or Answers()
        self.latency = latency
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
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = int(self._runner.addresses[0][1])
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._closing.set()
        await self._runner.cleanup()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

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
    def answer_body(self, asked: Asked, text: str, usage: TokenUse | None, *, ending: str) -> Json:
        """An answer in the words of the service; the ending is "whole", "cut" or "refused"."""

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            asked = self.understand(await _json_body(request), request.headers)
        except Rejection as rejection:
            self.complaints.append(str(rejection))
            return self._failure(rejection.fails)
        behaviour = self._script.popleft() if self._script else self.default
        async with self._arrived:
            self.requests.append(asked)
            self._arrived.notify_all()
        if self.latency:
            await asyncio.sleep(self.latency)
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
            case _:
                return web.Response(body=self._answer(behaviour, asked), content_type="application/json")

    def _answer(self, behaviour: Answers | Says | Truncates | Refuses, asked: Asked) -> bytes:
        match behaviour:
            case Answers():
                body = self.answer_body(asked, behaviour.text(asked), behaviour.usage, ending="whole")
            case Says():
                body = self.answer_body(asked, behaviour.text, behaviour.usage, ending="whole")
            case Truncates():
                body = self.answer_body(asked, behaviour.text, behaviour.usage, ending="cut")
            case Refuses():
                body = self.answer_body(asked, "", TokenUse(output=1), ending="refused")
        return json.dumps(body).encode()

    def _failure(self, fails: Fails) -> web.Response:
        return web.json_response(self.error_body(fails), status=fails.status, headers=fails.headers)


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


def checked_schema(schema: object) -> Json:
    """A schema that strict servers take, or a Rejection."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise reject("schema: must be an object with type object")
    definitions = schema.get("$defs", {})
    for name, node in definitions.items():
        _check_node(node, definitions, f"$defs.{name}")
    _check_node({key: value for key, value in schema.items() if key != "$defs"}, definitions, "schema")
    return schema


def _check_node(node: Json, definitions: Json, place: str) -> None:
    forbidden = FORBIDDEN_KEYWORDS & node.keys()
    if forbidden:
        raise reject(f"{place}: unsupported keywords {sorted(forbidden)}")
    if "$ref" in node:
        if len(node) > 1 or str(node["$ref"]).removeprefix("#/$defs/") not in definitions:
            raise reject(f"{place}: bad $ref")
    elif not node.keys() & {"type", "anyOf", "enum", "const"}:
        raise reject(f"{place}: takes anything")
    for variant in node.get("anyOf", []):
        _check_node(variant, definitions, f"{place}.anyOf")
    if node.get("type") == "array":
        _check_node(node.get("items", {}), definitions, f"{place}[]")
    if node.get("type") == "object":
        _check_object(node, definitions, place)


def _check_object(node: Json, definitions: Json, place: str) -> None:
    properties = node.get("properties", {})
    if node.get("additionalProperties") is not False:
        raise reject(f"{place}: additionalProperties must be false")
    if sorted(node.get("required", [])) != sorted(properties):
        raise reject(f"{place}: every property must be required")
    for name, child in properties.items():
        _check_node(child, definitions, f"{place}.{name}")


def example_of(schema: Json, definitions: Json | None = None) -> Any:
    """A plain value that fits a schema."""
    definitions = schema.get("$defs", {}) if definitions is None else definitions
    if "$ref" in schema:
        return example_of(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], definitions)
    if "enum" in schema or "const" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if schema.get("type") == "object":
        return {name: example_of(child, definitions) for name, child in schema.get("properties", {}).items()}
    plain = {"string": "Tell me more.", "integer": 1, "number": 0.5, "boolean": False, "array": [], "null": None}
    return plain[schema["type"]]
