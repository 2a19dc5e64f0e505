"""Chat completions of any server that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, Together and the like.

Where an answer must follow a schema, the prompt contains it too, for servers that ignore it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field, NonNegativeInt

from core.contracts.chat import ChatRequest, Stop
from core.llm.chat_provider import Interrupted, Spoken, StreamListener, Usage, line_text, provider_schema
from core.llm.sdk_client import SEED, STREAM, TEMPERATURE, Json, ReplyReader, SdkClient

_UNFINISHED = frozenset({"length", "tool_calls", "function_call"})
_BROKEN = frozenset({"abort", "error", "insufficient_system_resource"})
"""What vLLM, OpenRouter and DeepSeek give as the reason where the model would not have ended the answer there."""
_LIMIT, _COUNTING, _SCHEMA, _OBJECT = "max_tokens", "stream_options", "json_schema", "json_object"


class _Part(BaseModel):
    """A part of a message of Mistral's: a text, or a thought with the texts of which it is made."""

    text: str = ""
    thinking: list[_Part] = []


class _Words(BaseModel):
    """A message, or a piece of one."""

    content: str | list[_Part] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None  # the same by its other name; some servers send both

    def thought(self) -> str:
        parts = self.content if isinstance(self.content, list) else []
        inside = "".join(each.text for part in parts for each in part.thinking)
        return self.reasoning_content or self.reasoning or inside

    def said(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""


class _PromptDetails(BaseModel):
    cached_tokens: NonNegativeInt | None = None


class _Tokens(BaseModel):
    prompt_tokens: NonNegativeInt = 0
    completion_tokens: NonNegativeInt = 0
    prompt_tokens_details: _PromptDetails | None = None


class _Choice(BaseModel):
    message: _Words
    finish_reason: str | None = None


class _Whole(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


class _Change(BaseModel):
    index: int = 0
    delta: _Words = _Words()
    finish_reason: str | None = None


class _Chunk(BaseModel):
    choices: list[_Change]
    usage: _Tokens | None = None


class OpenAIClient(SdkClient):
    """Sends a placeholder where there is no key, because the SDK insists on one."""

    sdk, failure, path = "openai", "OpenAIError", "/chat/completions"

    def connect(self, api_key: str, base_url: str | None) -> Any:
        from openai import AsyncOpenAI

        return AsyncOpenAI(api_key=api_key or "none", base_url=base_url or "https://api.openai.com/v1", max_retries=0)

    def optional(self, request: ChatRequest) -> Mapping[str, str]:
        # A rejection is searched for these words in this order, because one word is in another.
        # Newer models of OpenAI want the limit under another name.
        optional = {_LIMIT: "max_completion_tokens"}
        if request.temperature is not None:
            # Models that think refuse to be told how freely to word things.
            optional[TEMPERATURE] = "temperature"
        if request.seed is not None:
            optional[SEED] = "seed"
        if self._stream:
            optional |= {_COUNTING: "stream_options", STREAM: "stream"}
        if request.schema is not None:
            # How the form of the answer is asked for, from the strictest on.
            optional |= {_SCHEMA: "", _OBJECT: ""}
        return optional

    def body(self, request: ChatRequest, model: str, without: frozenset[str]) -> Json:
        instructions = [request.system] if request.system.strip() else []
        given: Json = {TEMPERATURE: request.temperature, SEED: request.seed}
        if request.schema is not None:
            schema = provider_schema(request.schema)
            form = json.dumps(schema, ensure_ascii=False)
            instructions.append(f"Answer with one JSON object and nothing else. It follows this JSON schema:\n{form}")
            if _SCHEMA not in without:
                name = re.sub(r"[^A-Za-z0-9_-]", "_", request.schema.__name__)[:64]
                json_schema = {"name": name, "schema": schema, "strict": True}
                given["response_format"] = {"type": "json_schema", "json_schema": json_schema}
            elif _OBJECT not in without:
                given["response_format"] = {"type": "json_object"}
        system = [{"role": "system", "content": "\n\n".join(instructions)}] if instructions else []
        lines = [{"role": line.role.value, "content": line_text(line)} for line in request.lines]
        limit = "max_completion_tokens" if _LIMIT in without else "max_tokens"
        body: Json = {"model": model, "messages": [*system, *lines], limit: request.max_tokens}
        return body | {name: value for name, value in given.items() if value is not None and name not in without}

    def stream_options(self, without: frozenset[str]) -> Json:
        return {} if _COUNTING in without else {"stream_options": {"include_usage": True}}

    def reader(self, listening: StreamListener) -> ReplyReader:
        return _Reader(listening)


class _Reader:
    """A `ReplyReader`."""

    def __init__(self, listening: StreamListener) -> None:
        self._listening = listening
        self._reason: str | None = None
        self._usage: Usage | None = None
        self._refused = False

    def read(self, body: bytes) -> None:
        whole = _Whole.model_validate_json(body)
        self._count(whole.usage)
        # Some servers leave the reason out, and an answer that came at once is whole by its length.
        self._take(whole.choices[0].message, whole.choices[0].finish_reason or "stop")

    def take(self, event: object) -> None:
        chunk = _Chunk.model_validate(event)
        self._count(chunk.usage)
        for part in chunk.choices:
            if part.index == 0:
                self._take(part.delta, part.finish_reason)

    def spoken(self, left_out: tuple[str, ...]) -> Spoken:
        if self._refused or self._reason == "content_filter":
            stop = Stop.REFUSED
        elif self._reason is None:
            raise Interrupted("The model service ended its answer before it was whole.")
        elif self._reason in _BROKEN:
            raise Interrupted("The model service broke off its answer.")
        else:
            stop = Stop.LIMIT if self._reason in _UNFINISHED else Stop.END
        return Spoken(
            text=self._listening.text,
            thinking=self._listening.thinking,
            stop=stop,
            usage=self._usage,
            left_out=left_out,
        )

    def _take(self, words: _Words, reason: str | None) -> None:
        self._reason = reason or self._reason
        self._refused = self._refused or bool(words.refusal)
        self._listening.think(words.thought())
        self._listening.say(words.said())

    def _count(self, used: _Tokens | None) -> None:
        """Take the last count that says something: some servers have zeros in each piece, and count at the end."""
        if used is None or used.prompt_tokens + used.completion_tokens == 0:
            return
        details = used.prompt_tokens_details
        cached = min(used.prompt_tokens, (details and details.cached_tokens) or 0)
        self._usage = Usage(
            input_tokens=used.prompt_tokens - cached, cached_tokens=cached, output_tokens=used.completion_tokens
        )
