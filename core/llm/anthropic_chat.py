"""Conversations over Anthropic's Messages API. Bodies are made and read here; the SDK connects and cuts the stream."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, NonNegativeInt, ValidationError

from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Stop
from core.llm.anthropic import CONNECT_SECONDS, MessageUsage, cached_block, connect
from core.llm.chat_provider import (
    Spoken,
    StreamListener,
    interrupted_answer,
    is_unstreamed,
    line_text,
    translate_stream_errors,
)
from core.llm.provider import Usage
from core.llm.sdk_chat import SdkChat

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

Json = dict[str, Any]

_PATH = "/v1/messages"
_STOPS = {"end_turn": Stop.END, "stop_sequence": Stop.END, "refusal": Stop.REFUSED}
_THOUGHTS = frozenset({"thinking", "redacted_thinking"})
_CACHED_LINES = 2
"""Of the user's: up to the one before the last it was written at the request before, and up to the last it is now."""
_TEMPERATURE, _SIGNED, _SEED = "temperature", "signed thinking", "seed"


class _Delta(BaseModel):
    text: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class _Counts(BaseModel):
    input_tokens: NonNegativeInt | None = None
    cache_read_input_tokens: NonNegativeInt | None = None
    cache_creation_input_tokens: NonNegativeInt | None = None
    output_tokens: NonNegativeInt | None = None


class _Counted(BaseModel):
    usage: _Counts | None = None

    def counted(self) -> dict[str, int]:
        return self.usage.model_dump(exclude_none=True) if self.usage else {}


class _Event(_Counted):
    type: str
    index: int = 0
    message: _Counted = _Counted()
    content_block: Json = {}
    delta: _Delta = _Delta()


class _Whole(BaseModel):
    """An answer that came at once."""

    content: list[Json]
    stop_reason: str | None = None
    usage: MessageUsage | None = None


class AnthropicChat(SdkChat["AsyncAnthropic"]):
    """A `ChatProvider` for one model."""

    def _connect(self, api_key: str, base_url: str | None) -> AsyncAnthropic:
        return connect(api_key, base_url)

    def _errors(self) -> tuple[Any, type[Exception]]:
        from anthropic import AnthropicError, APIStatusError

        return APIStatusError, AnthropicError

    def _optional(self, request: ChatRequest) -> Mapping[str, str]:
        optional = {_TEMPERATURE: "temperature"} if request.temperature is not None else {}
        if any(line.blocks for line in request.lines):
            # Another model than the one that signed them, or one that does not think.
            optional[_SIGNED] = "signature"
        return optional

    async def _send(
        self,
        client: AsyncAnthropic,
        request: ChatRequest,
        model: str,
        without: frozenset[str],
        listening: StreamListener,
    ) -> Spoken:
        from anthropic import AnthropicError, AsyncStream, Timeout
        from httpx2 import Response

        users = [n for n, line in enumerate(request.lines) if line.role is ChatRole.USER]
        points = set(users[-_CACHED_LINES:])
        messages = [_message(line, n in points, signed=_SIGNED not in without) for n, line in enumerate(request.lines)]
        asked: Json = {"model": model, "max_tokens": request.max_tokens, "messages": messages}
        if request.system.strip():
            asked["system"] = [cached_block(request.system)]
        if request.temperature is not None and _TEMPERATURE not in without:
            asked["temperature"] = request.temperature
        body = {**self._extra, **asked}
        # Report what was wanted and is not sent; a seed never is.
        wanted = {
            _TEMPERATURE: request.temperature is not None,
            _SIGNED: any(line.blocks for line in request.lines),
            _SEED: request.seed is not None,
        }
        left_out = tuple(name for name, is_wanted in wanted.items() if is_wanted and name in without | {_SEED})
        timeout = Timeout(request.timeout, connect=CONNECT_SECONDS)
        if not self._stream:
            answer = await client.post(_PATH, cast_to=Response, body=body, options={"timeout": timeout})
            return _from_whole(answer.content, listening, left_out)
        async with await client.post(
            _PATH,
            cast_to=object,
            body=body | {"stream": True},
            options={"timeout": timeout},
            stream=True,
            stream_cls=AsyncStream[object],
        ) as stream:
            if is_unstreamed(stream.response.headers):
                return _from_whole(await stream.response.aread(), listening, left_out)
            with translate_stream_errors(AnthropicError, listening):
                return await _from_stream(aiter(stream), listening, left_out)


def _message(line: ChatLine, ends_cached: bool, *, signed: bool) -> Json:
    words: Any = cached_block(line_text(line)) if ends_cached else {"type": "text", "text": line_text(line)}
    before = _thoughts(line.blocks) if signed and line.role is ChatRole.ASSISTANT else []
    return {"role": line.role.value, "content": [*before, words]}


def _thoughts(blocks: str) -> list[Json]:
    """The thinking that stood before a line; nothing where the line is another service's."""
    try:
        read = json.loads(blocks or "[]")
    except ValueError:
        return []
    known = isinstance(read, list) and all(isinstance(each, dict) and each.get("type") in _THOUGHTS for each in read)
    return read if known else []


def _from_whole(answer: bytes, listening: StreamListener, left_out: tuple[str, ...]) -> Spoken:
    whole = _Whole.model_validate_json(answer)
    for block in whole.content:
        _open(block, listening)
    usage = whole.usage.usage() if whole.usage else None
    return _spoken(whole.content, whole.stop_reason, usage, listening, left_out)


async def _from_stream(events: AsyncIterator[object], listening: StreamListener, left_out: tuple[str, ...]) -> Spoken:
    blocks: dict[int, Json] = {}
    counted: dict[str, int] = {}
    reason: str | None = None
    async for each in events:
        event = _Event.model_validate(each)
        listening.begun = True
        match event.type:
            case "message_start":
                counted |= event.message.counted()
                # What it says of the output is a beginning, and no count.
                counted.pop("output_tokens", None)
            case "content_block_start":
                blocks[event.index] = dict(event.content_block)
                _open(event.content_block, listening)
            case "content_block_delta":
                block = blocks.setdefault(event.index, {})
                delta = event.delta
                if block.get("type") == "thinking":
                    listening.think(delta.thinking)
                    block["thinking"] = str(block.get("thinking", "")) + delta.thinking
                    block["signature"] = delta.signature or block.get("signature", "")
                elif block.get("type") == "text":
                    listening.say(delta.text)
            case "message_delta":
                counted |= event.counted()
                reason = event.delta.stop_reason or reason
    return _spoken(list(blocks.values()), reason, _usage(counted), listening, left_out)


def _open(block: Json, listening: StreamListener) -> None:
    """Begin a block, with whatever words it already has."""
    if block.get("type") == "thinking":
        listening.new_thought()
        listening.think(str(block.get("thinking", "")))
    elif block.get("type") == "text":
        listening.say(str(block.get("text", "")))


def _usage(counted: Mapping[str, int]) -> Usage | None:
    try:
        return MessageUsage.model_validate(counted).usage()
    except ValidationError:
        return None


def _spoken(
    content: list[Json], reason: str | None, usage: Usage | None, listening: StreamListener, left_out: tuple[str, ...]
) -> Spoken:
    if reason is None:
        raise interrupted_answer()
    # What was cut before it was signed cannot be sent back.
    kept = [each for each in content if each.get("type") in _THOUGHTS and (each.get("signature") or each.get("data"))]
    return Spoken(
        text=listening.text,
        thinking=listening.thinking,
        blocks=json.dumps(kept, ensure_ascii=False) if kept else "",
        stop=_STOPS.get(reason, Stop.LIMIT),
        usage=usage,
        left_out=left_out,
    )
