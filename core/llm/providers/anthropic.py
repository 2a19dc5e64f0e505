"""Anthropic's Messages API. Bodies are made and read here; its SDK connects and cuts the stream."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, NonNegativeInt, ValidationError

from core.contracts.chat import ChatRequest, ChatRole, Stop
from core.llm.chat_provider import Interrupted, Spoken, StreamListener, Usage, line_text, provider_schema
from core.llm.sdk_client import SEED, SIGNED, TEMPERATURE, Json, ReplyReader, SdkClient

_STOPS = {"end_turn": Stop.END, "stop_sequence": Stop.END, "refusal": Stop.REFUSED}
_THOUGHTS = frozenset({"thinking", "redacted_thinking"})
_EFFORT = "effort"
_CACHED: Json = {"cache_control": {"type": "ephemeral", "ttl": "5m"}}
"""In a block that ends what the next request repeats."""


class _Tokens(BaseModel):
    input_tokens: NonNegativeInt | None = None
    cache_read_input_tokens: NonNegativeInt | None = None
    cache_creation_input_tokens: NonNegativeInt | None = None
    output_tokens: NonNegativeInt | None = None


class _WholeCount(_Tokens):
    input_tokens: NonNegativeInt
    output_tokens: NonNegativeInt


class _Counted(BaseModel):
    usage: _Tokens | None = None

    def counted(self) -> dict[str, int]:
        return self.usage.model_dump(exclude_none=True) if self.usage else {}


class _Delta(BaseModel):
    text: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


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
    usage: _WholeCount | None = None


class AnthropicClient(SdkClient):
    sdk, failure, path = "anthropic", "AnthropicError", "/v1/messages"
    never_sent = frozenset({SEED})

    def connect(self, api_key: str, base_url: str | None) -> Any:
        from anthropic import AsyncAnthropic

        return AsyncAnthropic(api_key=api_key, base_url=base_url or "https://api.anthropic.com", max_retries=0)

    def optional(self, request: ChatRequest) -> Mapping[str, str]:
        optional = {}
        if request.effort is not None:
            # Older models know no effort.
            optional[_EFFORT] = "effort"
        if request.temperature is not None:
            # Newer ones may not be told a temperature.
            optional[TEMPERATURE] = "temperature"
        if any(line.blocks for line in request.lines):
            # Another model than the one that signed them, or one that does not think.
            optional[SIGNED] = "signature"
        return optional

    def body(self, request: ChatRequest, model: str, without: frozenset[str]) -> Json:
        if request.is_last_repeated:
            # Up to the user's line before the last, the cache was written at the request before; now up to the last.
            cached = {n for n, line in enumerate(request.lines) if line.role is ChatRole.USER}
            cached = set(sorted(cached)[-2:])
        else:
            cached = {len(request.lines) - 2}
        messages: list[Json] = []
        for number, line in enumerate(request.lines):
            words = {"type": "text", "text": line_text(line), **(_CACHED if number in cached else {})}
            is_signed = line.role is ChatRole.ASSISTANT and SIGNED not in without
            before = _thoughts(line.blocks) if is_signed else []
            messages.append({"role": line.role.value, "content": [*before, words]})
        body: Json = {"model": model, "max_tokens": request.max_tokens, "messages": messages}
        if request.system.strip():
            body["system"] = [{"type": "text", "text": request.system, **_CACHED}]
        if request.temperature is not None and TEMPERATURE not in without:
            body["temperature"] = request.temperature
        config: Json = {}
        if request.schema is not None:
            config["format"] = {"type": "json_schema", "schema": provider_schema(request.schema)}
        if request.effort is not None and _EFFORT not in without:
            config["effort"] = request.effort
        return body | {"output_config": config} if config else body

    def reader(self, listening: StreamListener) -> ReplyReader:
        return _Reader(listening)


def _thoughts(blocks: str) -> list[Json]:
    """Return the thinking that stood before a line; nothing where the line is another service's."""
    try:
        read = json.loads(blocks or "[]")
    except ValueError:
        return []
    known = isinstance(read, list) and all(isinstance(each, dict) and each.get("type") in _THOUGHTS for each in read)
    return read if known else []


class _Reader:
    """A `ReplyReader`."""

    def __init__(self, listening: StreamListener) -> None:
        self._listening = listening
        self._blocks: dict[int, Json] = {}
        self._counted: dict[str, int] = {}
        self._reason: str | None = None

    def read(self, body: bytes) -> None:
        whole = _Whole.model_validate_json(body)
        self._reason = whole.stop_reason
        self._counted = whole.usage.model_dump(exclude_none=True) if whole.usage else {}
        for number, block in enumerate(whole.content):
            self._open(number, block)

    def take(self, event: object) -> None:
        read = _Event.model_validate(event)
        match read.type:
            case "message_start":
                self._counted |= read.message.counted()
                # The output tokens it tells are a beginning, and no count.
                self._counted.pop("output_tokens", None)
            case "content_block_start":
                self._open(read.index, read.content_block)
            case "content_block_delta":
                block = self._blocks.setdefault(read.index, {})
                delta = read.delta
                if block.get("type") == "thinking":
                    self._listening.think(delta.thinking)
                    block["thinking"] = str(block.get("thinking", "")) + delta.thinking
                    block["signature"] = delta.signature or block.get("signature", "")
                elif block.get("type") == "text":
                    self._listening.say(delta.text)
            case "message_delta":
                self._counted |= read.counted()
                self._reason = read.delta.stop_reason or self._reason

    def spoken(self, left_out: tuple[str, ...]) -> Spoken:
        if self._reason is None:
            raise Interrupted("The model service ended its answer before it was whole.")
        try:
            counted = _WholeCount.model_validate(self._counted)
        except ValidationError:
            usage = None
        else:
            usage = Usage(
                input_tokens=counted.input_tokens,
                cached_tokens=counted.cache_read_input_tokens or 0,
                written_tokens=counted.cache_creation_input_tokens or 0,
                output_tokens=counted.output_tokens,
            )
        thoughts = [block for block in self._blocks.values() if block.get("type") in _THOUGHTS]
        # A thought that was cut before it was signed cannot be sent back.
        kept = [block for block in thoughts if block.get("signature") or block.get("data")]
        return Spoken(
            text=self._listening.text,
            thinking=self._listening.thinking,
            blocks=json.dumps(kept, ensure_ascii=False) if kept else "",
            stop=_STOPS.get(self._reason, Stop.LIMIT),
            usage=usage,
            left_out=left_out,
        )

    def _open(self, number: int, block: Json) -> None:
        """Begin a block, with whatever words it already has."""
        self._blocks[number] = dict(block)
        if block.get("type") == "thinking":
            self._listening.new_thought()
            self._listening.think(str(block.get("thinking", "")))
        elif block.get("type") == "text":
            self._listening.say(str(block.get("text", "")))
