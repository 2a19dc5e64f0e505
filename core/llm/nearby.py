"""Find language models that other programs serve on this computer: Ollama, LM Studio, llama.cpp's server and vLLM.

Only 127.0.0.1 is asked, without following redirects, and everything together takes half a second at most.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, PositiveInt, ValidationError

if TYPE_CHECKING:
    from aiohttp import ClientSession

LEAST_CONTEXT: Final = 8_192  # tokens that a model must be able to read at once to hold an interview
CONNECT_SECONDS: Final = 0.1
REQUEST_SECONDS: Final = 0.2
"""The most that one request may take. No program is sent more than two, one after the other."""
_LARGEST_REPLY: Final = 4_000_000  # bytes
_LONGEST_NAME: Final = 200
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)
"""The number of parameters, as in "qwen3:14b" or "596.79M"."""


class NearbyServer(StrEnum):
    OLLAMA = "Ollama"
    LM_STUDIO = "LM Studio"
    LLAMA_CPP = "llama.cpp"
    VLLM = "vLLM"


PORTS: Mapping[NearbyServer, int] = {
    NearbyServer.OLLAMA: 11434,
    NearbyServer.LM_STUDIO: 1234,
    NearbyServer.LLAMA_CPP: 8080,
    NearbyServer.VLLM: 8000,
}
"""The port that each program listens on unless it is told otherwise."""
_LISTS: Final = {
    NearbyServer.OLLAMA: ("/api/tags",),
    # Older versions only have the second one, which doesn't tell the context length.
    NearbyServer.LM_STUDIO: ("/api/v0/models", "/v1/models"),
    NearbyServer.LLAMA_CPP: ("/v1/models",),
    NearbyServer.VLLM: ("/v1/models",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyModel:
    program: NearbyServer
    name: str
    base_url: str  # the address of its chat completions, for `llm.base_url`
    billions: float = 0  # parameters; 0 when neither the program nor the name tells
    context: int | None = None  # tokens that it can read at once, as far as the program tells


def largest_model(models: Iterable[NearbyModel]) -> NearbyModel | None:
    """Return the model with the most parameters, or the first one when none tells; one whose context length is known
    to be too small only when there is no other."""
    return max(
        models,
        key=lambda model: (model.context is None or model.context >= LEAST_CONTEXT, model.billions),
        default=None,
    )


async def find_nearby_models(ports: Mapping[NearbyServer, int] | None = None) -> tuple[NearbyModel, ...]:
    """Return the chat models that answer on this computer right now, in the order of `PORTS`. Never raises.

    `ports`: where to look instead of `PORTS`.
    """
    wanted = PORTS if ports is None else ports
    open_ports = await asyncio.gather(*map(_is_open, wanted.values()))
    if not any(open_ports):
        return ()
    # It takes longer to load than everything before.
    import aiohttp

    limit = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
    async with aiohttp.ClientSession(timeout=limit, cookie_jar=aiohttp.DummyCookieJar()) as session:
        programs = itertools.compress(wanted.items(), open_ports)
        found = await asyncio.gather(*(_served(session, program, port) for program, port in programs))
    return tuple(model for models in found for model in models)


async def _is_open(port: int) -> bool:
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def _served(session: ClientSession, program: NearbyServer, port: int) -> tuple[NearbyModel, ...]:
    origin = f"http://127.0.0.1:{port}"
    models: tuple[NearbyModel, ...] = ()
    for path in _LISTS[program]:
        models = models or models_in(program, f"{origin}/v1", await _fetch(session, origin + path))
    best = largest_model(models)
    if best is None:
        return ()
    if program is NearbyServer.OLLAMA:
        context = context_in(program, await _fetch(session, f"{origin}/api/show", {"model": best.name}))
        return tuple(replace(model, context=context) if model is best else model for model in models)
    if program is NearbyServer.LLAMA_CPP:
        context = context_in(program, await _fetch(session, f"{origin}/props"))
        return tuple(replace(model, context=context) for model in models)
    return models


async def _fetch(session: ClientSession, url: str, body: Mapping[str, str] | None = None) -> bytes:
    """Return the reply, empty when there is none that can be used."""
    import aiohttp

    try:
        method = "GET" if body is None else "POST"
        async with session.request(method, url, json=body, allow_redirects=False) as response:
            if response.status != 200:
                return b""
            reply = b""
            async for piece in response.content.iter_any():
                reply += piece
                if len(reply) > _LARGEST_REPLY:
                    return b""
            return reply
    except (aiohttp.ClientError, TimeoutError, OSError):
        return b""


# --- reading the replies ----------------------------------------------------------------------------------------------


class _Details(BaseModel):
    parameter_size: str = ""


class _Tag(BaseModel):
    name: str
    details: _Details = _Details()
    remote_host: str = ""  # set for a model that Ollama only passes on to another computer

    @property
    def is_here(self) -> bool:
        return not self.remote_host and not self.name.endswith("cloud")


class _Tags(BaseModel):
    """Ollama's answer at /api/tags."""

    models: list[_Tag]


class _Meta(BaseModel):
    n_params: PositiveInt | None = None


class _Listed(BaseModel):
    id: str
    type: str = ""
    meta: _Meta | None = None
    loaded_context_length: PositiveInt | None = None
    max_context_length: PositiveInt | None = None
    max_model_len: PositiveInt | None = None


class _List(BaseModel):
    """The answer of the other servers at /v1/models, with the fields that each adds."""

    data: list[_Listed]


class _Shown(BaseModel):
    """Ollama's answer at /api/show."""

    model_info: dict[str, Any]


class _Generation(BaseModel):
    n_ctx: PositiveInt


class _Props(BaseModel):
    """The answer of llama.cpp's server at /props."""

    default_generation_settings: _Generation


def models_in(program: NearbyServer, base_url: str, reply: bytes) -> tuple[NearbyModel, ...]:
    """Return the chat models in a program's list, none when the list can't be read."""
    try:
        if program is NearbyServer.OLLAMA:
            found = [
                NearbyModel(
                    program=program,
                    name=tag.name,
                    base_url=base_url,
                    billions=_billions(tag.details.parameter_size) or _billions(tag.name),
                )
                for tag in _Tags.model_validate_json(reply).models
                if tag.is_here
            ]
        else:
            found = [
                NearbyModel(
                    program=program,
                    name=listed.id,
                    base_url=base_url,
                    billions=listed.meta.n_params / 1e9
                    if listed.meta and listed.meta.n_params
                    else _billions(listed.id),
                    context=listed.loaded_context_length or listed.max_context_length or listed.max_model_len,
                )
                for listed in _List.model_validate_json(reply).data
                if "embed" not in listed.type
            ]
    except ValidationError:
        return ()
    # What is no chat model is told by the name, which also has to be one that can be shown.
    return tuple(
        model
        for model in found
        if "embed" not in model.name.casefold() and model.name.isprintable() and 0 < len(model.name) <= _LONGEST_NAME
    )


def context_in(program: NearbyServer, reply: bytes) -> int | None:
    """Return the context length in what Ollama or llama.cpp's server tells about a model, None when it isn't there."""
    try:
        if program is NearbyServer.LLAMA_CPP:
            return _Props.model_validate_json(reply).default_generation_settings.n_ctx
        info = _Shown.model_validate_json(reply).model_info
    except ValidationError:
        return None
    told = next((value for key, value in info.items() if key.endswith(".context_length")), None)
    return told if isinstance(told, int) and told > 0 else None


def _billions(text: str) -> float:
    found = _SIZE.search(text)
    return float(found[1]) / (1 if found[2] in "bB" else 1_000) if found else 0
