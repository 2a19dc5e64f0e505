"""Chat completions of any server that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, Together and the like.

The schema always stands in the prompt too, for servers that ignore it; what one rejects is left out step by step, and
not tried again as long as the process lives.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import structlog
from pydantic import BaseModel, Field, NonNegativeInt

from core.contracts.ports import Clock, Prompt
from core.llm.failures import error_code, error_message, in_our_words
from core.llm.json_schema import provider_schema
from core.llm.provider import Completion, Ending, SdkProvider, Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam
    from openai.types.chat.completion_create_params import ResponseFormat

log = structlog.get_logger()

_ENDINGS = {"stop": Ending.COMPLETE, "content_filter": Ending.REFUSED}
_REJECTED = frozenset({400, 422})
_NOT_ABOUT_FORM = frozenset({"content_filter", "content_policy_violation", "context_length_exceeded"})
_NO_KEY = "none"
_CONNECT_SECONDS = 5.0


class JsonForm(StrEnum):
    """How the form of the answer is asked for, from the strictest on."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PROMPT = "prompt"


_LOOSER = {JsonForm.SCHEMA: JsonForm.OBJECT, JsonForm.OBJECT: JsonForm.PROMPT}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dialect:
    """What a server takes."""

    form: JsonForm = JsonForm.SCHEMA
    new_limit: bool = False
    """The limit of tokens is called `max_completion_tokens`, as newer models of OpenAI want it."""
    temperature: bool = True
    """It may be told how freely to word things; models that think refuse that."""

    def after(self, body: object) -> _Dialect | None:
        """What to try when a request was rejected with this body; None when nothing is left to try."""
        if error_code(body) in _NOT_ABOUT_FORM:
            return None
        said = error_message(body)
        if not self.new_limit and "max_completion_tokens" in said:
            return replace(self, new_limit=True)
        if self.temperature and "temperature" in said:
            return replace(self, temperature=False)
        looser = _LOOSER.get(self.form)
        return replace(self, form=looser) if looser else None


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


class _Usage(BaseModel):
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
    usage: _Usage | None = None

    def completion(self) -> Completion:
        choice = self.choices[0]
        counted = self.usage
        return Completion(
            text=choice.message.content or "", ending=choice.ending(), usage=counted.usage() if counted else None
        )


class OpenAIProvider(SdkProvider["AsyncOpenAI"]):
    """A `Provider`. Without a key a placeholder is sent, because the SDK insists on one."""

    def __init__(self, *, clock: Clock, api_key: str = "", base_url: str | None = None) -> None:
        super().__init__(lambda: _connect(api_key, base_url))
        self._clock = clock
        self._dialect = _Dialect()

    async def complete(self, prompt: Prompt, schema: type[BaseModel], model: str) -> Completion:
        client = await self.client()
        from openai import APIStatusError, OpenAIError

        with in_our_words(APIStatusError, OpenAIError, self._clock):
            body = await self._send_understood(client, prompt, schema, model)
            return _Reply.model_validate_json(body).completion()

    async def _send_understood(self, client: AsyncOpenAI, prompt: Prompt, schema: type[BaseModel], model: str) -> bytes:
        """The body of the answer, in the first dialect that the server takes; a rejection costs no tokens."""
        from openai import APIStatusError

        dialect = self._dialect
        while True:
            try:
                body = await self._send(client, prompt, schema, model, dialect)
            except APIStatusError as error:
                simpler = dialect.after(error.body) if error.status_code in _REJECTED else None
                if simpler is None:
                    raise
                dialect = simpler
            else:
                self._remember(dialect)
                return body

    async def _send(
        self, client: AsyncOpenAI, prompt: Prompt, schema: type[BaseModel], model: str, dialect: _Dialect
    ) -> bytes:
        from openai import Timeout, omit

        limit = self.output_limit(prompt)
        response = await client.chat.completions.with_raw_response.create(
            model=model,
            messages=_messages(prompt, schema),
            max_tokens=omit if dialect.new_limit else limit,
            max_completion_tokens=limit if dialect.new_limit else omit,
            temperature=prompt.temperature if dialect.temperature and prompt.temperature is not None else omit,
            response_format=omit if dialect.form is JsonForm.PROMPT else _response_format(dialect.form, schema),
            timeout=Timeout(prompt.timeout, connect=_CONNECT_SECONDS),
        )
        return response.content

    def _remember(self, dialect: _Dialect) -> None:
        """Only what was accepted: a request that failed in every dialect was wrong for another reason."""
        if dialect != self._dialect:
            self._dialect = dialect
            log.info("llm.dialect", form=dialect.form.value, new_limit=dialect.new_limit, free=dialect.temperature)


def _connect(api_key: str, base_url: str | None) -> AsyncOpenAI:
    from openai import AsyncOpenAI

    # The SDK's retries sleep for as long as the server says; ours have a cap.
    return AsyncOpenAI(api_key=api_key or _NO_KEY, base_url=base_url or "https://api.openai.com/v1", max_retries=0)


def _messages(prompt: Prompt, schema: type[BaseModel]) -> list[ChatCompletionMessageParam]:
    form = json.dumps(provider_schema(schema), ensure_ascii=False)
    asked = f"Answer with one JSON object and nothing else. It follows this JSON schema:\n{form}"
    return [
        {"role": "system", "content": f"{prompt.system}\n\n{asked}" if prompt.system else asked},
        {"role": "user", "content": "\n".join((*prompt.transcript, prompt.user))},
    ]


def _response_format(form: JsonForm, schema: type[BaseModel]) -> ResponseFormat:
    if form is JsonForm.OBJECT:
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", schema.__name__)[:64]
    return {"type": "json_schema", "json_schema": {"name": name, "schema": provider_schema(schema), "strict": True}}
