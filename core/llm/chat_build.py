"""From the settings of one side to a `ChatModel`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.contracts.calls import Ledger
from core.contracts.errors import ConfigurationError
from core.contracts.own_class import load_own_class
from core.contracts.ports import Clock
from core.llm.anthropic_chat import AnthropicChat
from core.llm.chat_provider import ChatProvider
from core.llm.connections import check_connection, silence_sdk_logs
from core.llm.failures import CHAT_KEYS
from core.llm.metered_chat import MeteredChat
from core.llm.openai_chat import OpenAIChat
from core.llm.pace import Paces
from core.llm.prices import Price, PriceTable

_OURS = frozenset(
    {
        "model",
        "messages",
        "system",
        "max_tokens",
        "max_completion_tokens",
        "temperature",
        "seed",
        "stream",
        "stream_options",
        "n",
    }
)
"""Parameters that are set elsewhere, or that would cost more than is reserved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """A model and how it is reached."""

    provider: Literal["openai", "anthropic", "custom"]
    model: str
    api_key: str = field(default="", repr=False)
    base_url: str | None = None
    client: str = ""
    """Of `custom` alone: "package.module:Class"."""
    requests_per_minute: float | None = None
    stream: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further parameters for the body of each request."""
    price: Price | None = None
    """None: that of the model's name in the table that is given."""


def build_chat(
    settings: ChatSettings,
    *,
    ledger: Ledger,
    clock: Clock,
    paces: Paces,
    prices: Mapping[str, Price],
    keep_prompts: bool = True,
) -> MeteredChat:
    """The model of these settings; connects to nothing and imports no SDK yet. Raises ConfigurationError."""
    check_chat(settings)
    silence_sdk_logs()
    return MeteredChat(
        provider=_provider(settings, clock),
        model=settings.model,
        ledger=ledger,
        clock=clock,
        price=settings.price or PriceTable(prices).of(settings.model),
        pace=paces.of(
            settings.provider,
            settings.client,
            settings.base_url or "",
            settings.api_key,
            settings.model,
            per_minute=settings.requests_per_minute,
        ),
        keep_prompts=keep_prompts,
    )


def check_chat(settings: ChatSettings) -> None:
    """Raises ConfigurationError for settings that cannot work, without importing anything."""
    if not settings.model:
        raise ConfigurationError("model is empty; name the model to ask.")
    if settings.client and settings.provider != "custom":
        raise ConfigurationError('client is for the provider "custom" alone; leave it out.')
    if settings.provider == "custom" and not settings.base_url and not settings.client:
        raise ConfigurationError('base_url is empty; the provider "custom" needs one, or a client.')
    needs_key = settings.provider == "anthropic" or (settings.provider == "openai" and not settings.base_url)
    if needs_key and not settings.api_key:
        raise ConfigurationError("api_key is empty; this service asks nobody without one.")
    check_connection(settings.api_key, settings.base_url, CHAT_KEYS)
    taken = sorted(_OURS & settings.extra.keys())
    if taken:
        raise ConfigurationError(f"extra.{taken[0]} is set by the program; use the key of its own, or leave it out.")


def _provider(settings: ChatSettings, clock: Clock) -> ChatProvider:
    key, url, stream, extra = settings.api_key, settings.base_url, settings.stream, settings.extra
    if settings.client:
        own: ChatProvider = load_own_class(
            "client",
            settings.client,
            ("say", "warm_up", "close"),
            "clock, api_key, base_url, stream and extra",
            clock=clock,
            api_key=key,
            base_url=url,
            stream=stream,
            extra=extra,
        )
        return own
    made = AnthropicChat if settings.provider == "anthropic" else OpenAIChat
    return made(clock=clock, api_key=key, base_url=url, stream=stream, extra=extra)
