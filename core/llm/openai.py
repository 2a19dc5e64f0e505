"""Chat completions of any server that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, Together and the like.

Where an answer must follow a schema, the prompt contains it too, for servers that ignore it; what one rejects is left
out step by step, and not tried again as long as the process lives.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, NonNegativeInt

from core.contracts.ports import Clock, Prompt
from core.llm.dialect import Dialect
from core.llm.failures import translate_sdk_errors
from core.llm.json_schema import provider_schema
from core.llm.provider import Completion, Ending, SdkProvider, Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam
    from openai.types.chat.completion_create_params import ResponseFormat

_ENDINGS = {"stop": Ending.COMPLETE, "content_filter": Ending.REFUSED}
_NO_KEY = "none"
CONNECT_SECONDS = 5.0


_SCHEMA = "json_schema"
_OBJECT = "json_object"
_LIMIT = "max_tokens"
_OPTIONAL = {
    # Newer models of OpenAI want the limit under another name.
    _LIMIT: "max_completion_tokens",
    # Models that think refuse to be told how freely to word things.
    "temperature": "temperature",
}
_FORMS = {
    # How the form of the answer is asked for, from the strictest on.
    _SCHEMA: "",
    _OBJECT: "",
}


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None

    def ending(self) -> Ending:
        # Some servers leave the reason out; their answer shows by itself whether it is whole.
        return Ending.REFUSED if self.message.refusal else _ENDINGS.get(self.finish_reason or "stop", Ending.TRUNCATED)


class _PromptDetails(BaseModel):
    cached_tokens: NonNegativeInt | None = None


class TokensUsed(BaseModel):
    prompt_tokens: NonNegativeInt = 0
    completion_tokens: NonNegativeInt = 0
    prompt_tokens_details: _PromptDetails | None = None

    def usage(self) -> Usage:
        details = self.prompt_tokens_details
        cached = min(self.prompt_tokens, (details and details.cached_tokens) or 0)
        return Usage(
            input_tokens=self.prompt_tokens - cached, cached_tokens=cached, output_tokens=self.completion_tokens
        )


class _Reply(BaseModel):
    """What is read of an answer. The SDK's own types let through whatever a server sends."""

    choices: list[_Choice] = Field(min_length=1)
    usage: TokensUsed | None = None

    def completion(self) -> Completion:
        choice = self.choices[0]
        counted = self.usage
        return Completion(
            text=choice.message.content or "", ending=choice.ending(), usage=counted.usage() if counted else None
        )


class OpenAIProvider(SdkProvider["AsyncOpenAI"]):
    """A `Provider`. Without a key a placeholder is sent, because the SDK insists on one."""

    def __init__(self, *, clock: Clock, api_key: str = "", base_url: str | None = None) -> None:
        super().__init__(lambda: connect(api_key, base_url))
        self._clock = clock
        self._dialect = Dialect()

    async def complete(self, prompt: Prompt, schema: type[BaseModel] | None, model: str) -> Completion:
        client = await self.client()
        from openai import APIStatusError, OpenAIError

        async def send(without: frozenset[str]) -> bytes:
            return await self._send(client, prompt, schema, model, without)

        optional = _OPTIONAL if schema is None else _OPTIONAL | _FORMS
        with translate_sdk_errors(APIStatusError, OpenAIError, self._clock):
            body = await self._dialect.speak(send, APIStatusError, optional)
            return _Reply.model_validate_json(body).completion()

    async def _send(
        self, client: AsyncOpenAI, prompt: Prompt, schema: type[BaseModel] | None, model: str, without: frozenset[str]
    ) -> bytes:
        from openai import Timeout, omit

        limit = self.output_limit(prompt)
        new_limit = _LIMIT in without
        free = prompt.temperature is not None and "temperature" not in without
        instructions = [prompt.system] if prompt.system else []
        if schema is not None:
            form = json.dumps(provider_schema(schema), ensure_ascii=False)
            instructions.append(f"Answer with one JSON object and nothing else. It follows this JSON schema:\n{form}")
        messages: list[ChatCompletionMessageParam] = []
        if instructions:
            messages.append({"role": "system", "content": "\n\n".join(instructions)})
        for line in prompt.conversation:
            if line.role == "user":
                messages.append({"role": "user", "content": line.text})
            else:
                messages.append({"role": "assistant", "content": line.text})
        response = await client.chat.completions.with_raw_response.create(
            model=model,
            messages=[*messages, {"role": "user", "content": prompt.user}],
            max_tokens=omit if new_limit else limit,
            max_completion_tokens=limit if new_limit else omit,
            temperature=prompt.temperature if free else omit,
            response_format=omit if schema is None else _response_format(schema, without) or omit,
            timeout=Timeout(prompt.timeout, connect=CONNECT_SECONDS),
        )
        return response.content


def connect(api_key: str, base_url: str | None) -> AsyncOpenAI:
    from openai import AsyncOpenAI

    # The SDK's retries sleep for as long as the server says; ours have a cap.
    return AsyncOpenAI(api_key=api_key or _NO_KEY, base_url=base_url or "https://api.openai.com/v1", max_retries=0)


def _response_format(schema: type[BaseModel], without: frozenset[str]) -> ResponseFormat | None:
    if _SCHEMA not in without:
        name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.__name__)[:64]
        return {"type": "json_schema", "json_schema": {"name": name, "schema": provider_schema(schema), "strict": True}}
    return {"type": "json_object"} if _OBJECT not in without else None
