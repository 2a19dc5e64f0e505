"""Conversations over chat completions, with any server that speaks OpenAI's protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from core.contracts.chat import ChatRequest, Stop
from core.llm.chat_provider import (
    Spoken,
    StreamListener,
    interrupted_answer,
    is_unstreamed,
    line_text,
    translate_stream_errors,
)
from core.llm.openai import CONNECT_SECONDS, TokensUsed, connect
from core.llm.provider import Interrupted, Usage
from core.llm.sdk_chat import SdkChat

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Json = dict[str, Any]

_PATH = "/chat/completions"
_UNFINISHED = frozenset({"length", "tool_calls", "function_call"})
_BROKEN = frozenset({"abort", "error", "insufficient_system_resource"})
"""What servers say whose answer is not as the model would have ended it: vLLM, OpenRouter, DeepSeek."""
_LIMIT, _TEMPERATURE, _SEED, _COUNTING, _STREAM = "max_tokens", "temperature", "seed", "stream_options", "stream"


class _Part(BaseModel):
    """A part of a message of Mistral's: a text, or a thought with the texts of which it is made."""

    text: str = ""
    thinking: list[_Part] = []


class _Words(BaseModel):
    """A message, or a piece of one."""

    content: str | list[_Part] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    """The same by its other name; some servers send both."""

    def thought(self) -> str:
        parts = self.content if isinstance(self.content, list) else []
        inside = "".join(each.text for part in parts for each in part.thinking)
        return self.reasoning_content or self.reasoning or inside

    def said(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""


class _Choice(BaseModel):
    message: _Words
    finish_reason: str | None = None


class _Whole(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: TokensUsed | None = None


class _Change(BaseModel):
    index: int = 0
    delta: _Words = _Words()
    finish_reason: str | None = None


class _Chunk(BaseModel):
    choices: list[_Change]
    usage: TokensUsed | None = None


class _Hearing:
    """An answer as it is put together."""

    def __init__(self, listening: StreamListener) -> None:
        self.listening = listening
        self.reason: str | None = None
        self._usage: Usage | None = None
        self._refused = False

    def take(self, words: _Words, reason: str | None) -> None:
        self.reason = reason or self.reason
        self._refused = self._refused or bool(words.refusal)
        self.listening.think(words.thought())
        self.listening.say(words.said())

    def count(self, used: TokensUsed | None) -> None:
        """Some servers have zeros in each piece, and count at the end."""
        if used is not None and used.prompt_tokens + used.completion_tokens > 0:
            self._usage = used.usage()

    def spoken(self, left_out: tuple[str, ...]) -> Spoken:
        if self.reason is None and not self._refused:
            raise interrupted_answer()
        return Spoken(
            text=self.listening.text,
            thinking=self.listening.thinking,
            stop=self._stop(),
            usage=self._usage,
            left_out=left_out,
        )

    def _stop(self) -> Stop:
        if self._refused or self.reason == "content_filter":
            return Stop.REFUSED
        if self.reason in _BROKEN:
            raise Interrupted("The model service broke off its answer.")
        return Stop.LIMIT if self.reason in _UNFINISHED else Stop.END


class OpenAIChat(SdkChat["AsyncOpenAI"]):
    """A `ChatProvider` for one model. Without a key a placeholder is sent, because the SDK insists on one."""

    def _connect(self, api_key: str, base_url: str | None) -> AsyncOpenAI:
        return connect(api_key, base_url)

    def _errors(self) -> tuple[Any, type[Exception]]:
        from openai import APIStatusError, OpenAIError

        return APIStatusError, OpenAIError

    def _optional(self, request: ChatRequest) -> Mapping[str, str]:
        """Return what may be left out, in the order in which a rejection is searched for it: one word is in another."""
        optional = {_LIMIT: "max_completion_tokens"}
        if request.temperature is not None:
            optional[_TEMPERATURE] = "temperature"
        if request.seed is not None:
            optional[_SEED] = "seed"
        if self._stream:
            optional |= {_COUNTING: "stream_options", _STREAM: "stream"}
        return optional

    async def _send(
        self, client: AsyncOpenAI, request: ChatRequest, model: str, without: frozenset[str], listening: StreamListener
    ) -> Spoken:
        from httpx2 import Response
        from openai import AsyncStream, OpenAIError, Timeout

        lines = [{"role": line.role.value, "content": line_text(line)} for line in request.lines]
        system = [{"role": "system", "content": request.system}] if request.system.strip() else []
        limit = "max_completion_tokens" if _LIMIT in without else "max_tokens"
        wanted = {_TEMPERATURE: request.temperature, _SEED: request.seed}
        given = {name: value for name, value in wanted.items() if value is not None}
        left_out = tuple(name for name in given if name in without)
        body: Json = {**self._extra, "model": model, "messages": [*system, *lines], limit: request.max_tokens}
        body |= {name: value for name, value in given.items() if name not in without}
        timeout = Timeout(request.timeout, connect=CONNECT_SECONDS)
        if not self._stream or _STREAM in without:
            answer = await client.post(_PATH, cast_to=Response, body=body, options={"timeout": timeout})
            return _from_whole(answer.content, _Hearing(listening), left_out)
        counting = {} if _COUNTING in without else {"stream_options": {"include_usage": True}}
        async with await client.post(
            _PATH,
            cast_to=object,
            body=body | counting | {"stream": True},
            options={"timeout": timeout},
            stream=True,
            stream_cls=AsyncStream[object],
        ) as stream:
            if is_unstreamed(stream.response.headers):
                return _from_whole(await stream.response.aread(), _Hearing(listening), left_out)
            with translate_stream_errors(OpenAIError, listening):
                return await _from_stream(aiter(stream), _Hearing(listening), left_out)


def _from_whole(answer: bytes, hearing: _Hearing, left_out: tuple[str, ...]) -> Spoken:
    whole = _Whole.model_validate_json(answer)
    hearing.count(whole.usage)
    # Some servers leave the reason out, and what is here is whole by its length.
    hearing.take(whole.choices[0].message, whole.choices[0].finish_reason or "stop")
    return hearing.spoken(left_out)


async def _from_stream(chunks: AsyncIterator[object], hearing: _Hearing, left_out: tuple[str, ...]) -> Spoken:
    async for each in chunks:
        chunk = _Chunk.model_validate(each)
        hearing.listening.begun = True
        hearing.count(chunk.usage)
        for part in chunk.choices:
            if part.index == 0:
                hearing.take(part.delta, part.finish_reason)
    return hearing.spoken(left_out)
