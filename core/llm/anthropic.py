"""Anthropic's Messages API through its official SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from pydantic import BaseModel, NonNegativeInt

from core.contracts.ports import Clock, Prompt
from core.llm.failures import error_message, in_our_words
from core.llm.json_schema import provider_schema
from core.llm.provider import Completion, Ending, SdkProvider, Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types import OutputConfigParam, TextBlockParam

log = structlog.get_logger()

_ENDINGS = {"end_turn": Ending.COMPLETE, "stop_sequence": Ending.COMPLETE, "refusal": Ending.REFUSED}
CONNECT_SECONDS = 5.0


class _Block(BaseModel):
    type: str
    text: str = ""


class MessageUsage(BaseModel):
    input_tokens: NonNegativeInt
    output_tokens: NonNegativeInt
    cache_read_input_tokens: NonNegativeInt | None = None
    cache_creation_input_tokens: NonNegativeInt | None = None

    def usage(self) -> Usage:
        return Usage(
            input_tokens=self.input_tokens,
            cached_tokens=self.cache_read_input_tokens or 0,
            written_tokens=self.cache_creation_input_tokens or 0,
            output_tokens=self.output_tokens,
        )


class _Reply(BaseModel):
    """What is read of an answer. The SDK's own types let through whatever a proxy sends."""

    content: list[_Block]
    stop_reason: str | None = None
    usage: MessageUsage | None = None

    def completion(self) -> Completion:
        return Completion(
            text="".join(block.text for block in self.content if block.type == "text"),
            ending=_ENDINGS.get(self.stop_reason or "", Ending.TRUNCATED),
            usage=self.usage.usage() if self.usage else None,
        )


class AnthropicProvider(SdkProvider["AsyncAnthropic"]):
    """A `Provider`. The answer is taken raw and read elsewhere, so that a bad one still tells what it cost."""

    def __init__(self, *, api_key: str, clock: Clock, base_url: str | None = None) -> None:
        super().__init__(lambda: connect(api_key, base_url))
        self._clock = clock
        self._without_effort: set[str] = set()

    async def complete(self, prompt: Prompt, schema: type[BaseModel], model: str) -> Completion:
        client = await self.client()
        from anthropic import AnthropicError, APIStatusError, BadRequestError

        with in_our_words(APIStatusError, AnthropicError, self._clock):
            try:
                body = await self._send(client, prompt, schema, model)
            except BadRequestError as error:
                if not self._drop_effort(error.body, model):
                    raise
                body = await self._send(client, prompt, schema, model)
            return _Reply.model_validate_json(body).completion()

    async def _send(self, client: AsyncAnthropic, prompt: Prompt, schema: type[BaseModel], model: str) -> bytes:
        from anthropic import Timeout

        response = await client.messages.with_raw_response.create(
            model=model,
            max_tokens=self.output_limit(prompt),
            system=[cached(prompt.system)] if prompt.system else [],
            messages=[{"role": "user", "content": _content(prompt)}],
            output_config=self._output_config(schema, model),
            timeout=Timeout(prompt.timeout, connect=CONNECT_SECONDS),
        )
        return await response.read()

    def _output_config(self, schema: type[BaseModel], model: str) -> OutputConfigParam:
        config: OutputConfigParam = {"format": {"type": "json_schema", "schema": provider_schema(schema)}}
        if model not in self._without_effort:
            config["effort"] = "low"
        return config

    def _drop_effort(self, body: object, model: str) -> bool:
        """Whether a rejected request should be sent again without effort, which older models do not know."""
        if model in self._without_effort or "effort" not in error_message(body):
            return False
        self._without_effort.add(model)
        log.info("llm.effort_unknown", model=model)
        return True


def _content(prompt: Prompt) -> list[TextBlockParam]:
    """The transcript in blocks that are the same again at the next turn, cached up to the last of them."""
    *before, last = prompt.transcript or ("",)
    blocks: list[TextBlockParam] = [{"type": "text", "text": piece} for piece in before]
    if last:
        blocks.append(cached(last))
    return [*blocks, {"type": "text", "text": prompt.user}]


def cached(text: str) -> TextBlockParam:
    """A block that ends what is the same from turn to turn."""
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral", "ttl": "5m"}}


def connect(api_key: str, base_url: str | None) -> AsyncAnthropic:
    from anthropic import AsyncAnthropic

    # The SDK's retries sleep for as long as the server says; ours have a cap.
    return AsyncAnthropic(api_key=api_key, base_url=base_url or "https://api.anthropic.com", max_retries=0)
