"""From the operator's settings to a `LanguageModel`, or to none at all: every interview has an offline way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from core.contracts.calls import Ledger
from core.contracts.errors import ConfigurationError, ModelAbsent
from core.contracts.ports import Answer, Clock, LanguageModel, Prompt, Tier
from core.llm.anthropic import AnthropicProvider
from core.llm.connections import check_connection, silence_sdk_logs
from core.llm.failures import LLM_KEYS
from core.llm.metered import MeteredModel
from core.llm.openai import OpenAIProvider
from core.llm.prices import Price


class OfflineModel:
    """The `LanguageModel` of an operator without one."""

    offline = True

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        raise ModelAbsent("No language model is configured; set llm.provider to ask one.")

    async def write(self, prompt: Prompt) -> str:
        raise ModelAbsent("No language model is configured; set llm.provider to ask one.")

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """The section `llm` of the configuration, but for the budgets, which the ledger keeps."""

    provider: Literal["offline", "anthropic", "openai"] = "offline"
    model: str = ""
    fast_model: str = ""
    """Empty for the same as `model`."""
    base_url: str | None = None
    """Another server than the provider's own."""
    api_key: str = field(default="", repr=False)
    prices: Mapping[str, Price] = field(default_factory=dict)
    """By model name."""
    keep_prompts: bool = True
    """Keep prompts and answers in the ledger."""
    keep_whole: bool = False
    """As for `MeteredModel`."""


class ManagedModel(LanguageModel, Protocol):
    """A `LanguageModel` with a life of its own."""

    async def warm_up(self) -> None:
        """Import the SDK in a thread; worth a background task once the start is done."""

    async def close(self) -> None:
        """Settle what is open and close the connections."""


def build_model(settings: ModelSettings, ledger: Ledger, clock: Clock) -> ManagedModel:
    """The model of these settings; connects to nothing and imports no SDK yet. Raises ConfigurationError."""
    if settings.provider == "offline":
        return OfflineModel()
    if not settings.model:
        raise ConfigurationError("llm.model is empty; name the model to ask.")
    if settings.provider == "anthropic" and not settings.api_key:
        raise ConfigurationError('llm.api_key is empty; set it, or set llm.provider to "offline".')
    check_connection(settings.api_key, settings.base_url, LLM_KEYS)
    silence_sdk_logs()
    provider = AnthropicProvider if settings.provider == "anthropic" else OpenAIProvider
    return MeteredModel(
        provider=provider(clock=clock, api_key=settings.api_key, base_url=settings.base_url),
        models={Tier.MAIN: settings.model, Tier.FAST: settings.fast_model or settings.model},
        ledger=ledger,
        clock=clock,
        prices=settings.prices,
        keep_prompts=settings.keep_prompts,
        keep_whole=settings.keep_whole,
    )
