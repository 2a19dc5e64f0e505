"""Anthropic's Messages API through its official SDK."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pydantic import BaseModel, NonNegativeInt

from core.contracts.ports import Clock, Prompt
from core.llm.dialect import Dialect
from core.llm.failures import translate_sdk_errors
from core.llm.json_schema import provider_schema
from core.llm.provider import Completion, Ending, SdkProvider, Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types import MessageParam, OutputConfigParam, TextBlockParam

_EFFORT, _TEMPERATURE = "effort", "temperature"
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
        self._dialects: defaultdict[str, Dialect] = defaultdict(Dialect)
        """By the model: older ones know no effort, and newer ones may not be told a temperature."""

    async def complete(self, prompt: Prompt, schema: type[BaseModel] | None, model: str) -> Completion:
        client = await self.client()
        from anthropic import AnthropicError, APIStatusError

        async def send(without: frozenset[str]) -> bytes:
            return await self._send(client, prompt, schema, model, without)

        optional = (_EFFORT,) if prompt.temperature is None else (_EFFORT, _TEMPERATURE)
        with translate_sdk_errors(APIStatusError, AnthropicError, self._clock):
            body = await self._dialects[model].speak(send, APIStatusError, {name: name for name in optional})
            return _Reply.model_validate_json(body).completion()

    async def _send(
        self,
        client: AsyncAnthropic,
        prompt: Prompt,
        schema: type[BaseModel] | None,
        model: str,
        without: frozenset[str],
    ) -> bytes:
        from anthropic import Timeout, omit

        free = prompt.temperature is not None and _TEMPERATURE not in without
        config: OutputConfigParam = {}
        if schema is not None:
            config["format"] = {"type": "json_schema", "schema": provider_schema(schema)}
        if _EFFORT not in without:
            config["effort"] = "low"
        messages: list[MessageParam] = []
        for number, line in enumerate(prompt.conversation, start=1):
            is_last = number == len(prompt.conversation)
            block: TextBlockParam = cached_block(line.text) if is_last else {"type": "text", "text": line.text}
            if line.role == "user":
                messages.append({"role": "user", "content": [block]})
            else:
                messages.append({"role": "assistant", "content": [block]})
        response = await client.messages.with_raw_response.create(
            model=model,
            max_tokens=self.output_limit(prompt),
            system=[cached_block(prompt.system)] if prompt.system else [],
            messages=[*messages, {"role": "user", "content": prompt.user}],
            output_config=config or omit,
            extra_body={_TEMPERATURE: prompt.temperature} if free else None,
            timeout=Timeout(prompt.timeout, connect=CONNECT_SECONDS),
        )
        return await response.read()


def cached_block(text: str) -> TextBlockParam:
    """A block that ends what is the same from turn to turn."""
    return {"type": "text", "text": text, "cache_control": {"type": "ephemeral", "ttl": "5m"}}


def connect(api_key: str, base_url: str | None) -> AsyncAnthropic:
    from anthropic import AsyncAnthropic

    # The SDK's retries sleep for as long as the server says; ours have a cap.
    return AsyncAnthropic(api_key=api_key, base_url=base_url or "https://api.anthropic.com", max_retries=0)
