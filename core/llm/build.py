"""From the operator's settings to models: of interviews, which have an offline way too, and of a conversation."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from core.contracts.calls import Ledger
from core.contracts.errors import ConfigurationError, ModelAbsent
from core.contracts.own_class import load_own_class
from core.contracts.ports import Answer, Clock, LanguageModel, Prompt, Tier
from core.llm.chat_provider import ChatProvider
from core.llm.metered import MeteredModel, Price, PriceTable
from core.llm.metered_chat import MeteredChat
from core.llm.pace import Paces
from core.llm.providers import OURS, PROVIDERS, ChatProviderName, InterviewProvider
from core.llm.sdk_client import CHAT_KEYS, LLM_KEYS, Keys


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

    provider: InterviewProvider = "offline"
    model: str = ""
    fast_model: str = ""  # empty for the same as `model`
    base_url: str | None = None  # another server than the provider's own
    api_key: str = field(default="", repr=False)
    prices: Mapping[str, Price] = field(default_factory=dict)  # by model name
    keep_prompts: bool = True  # keep prompts and answers in the ledger
    keep_whole: bool = False  # as for `MeteredProvider`


class ManagedModel(LanguageModel, Protocol):
    """A `LanguageModel` with a life of its own."""

    async def warm_up(self) -> None:
        """Import the SDK in a thread; worth a background task once the start is done."""

    async def close(self) -> None:
        """Settle what is open and close the connections."""


def build_model(settings: ModelSettings, ledger: Ledger, clock: Clock) -> ManagedModel:
    """Return the model of these settings; connects to nothing and imports no SDK yet. Raises ConfigurationError."""
    if settings.provider == "offline":
        return OfflineModel()
    service = PROVIDERS[settings.provider]
    if service.always_needs_key and not settings.api_key:
        raise ConfigurationError('llm.api_key is empty; set it, or set llm.provider to "offline".')
    _check_connection(settings.model, settings.api_key, settings.base_url, LLM_KEYS)
    _silence_sdk_logs()
    provider: ChatProvider = service.client_class(
        clock=clock, api_key=settings.api_key, base_url=settings.base_url, stream=False, keys=LLM_KEYS
    )
    return MeteredModel(
        provider=provider,
        models={Tier.MAIN: settings.model, Tier.FAST: settings.fast_model or settings.model},
        ledger=ledger,
        clock=clock,
        prices=settings.prices,
        keep_prompts=settings.keep_prompts,
        keep_whole=settings.keep_whole,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """A model of a conversation, and how it is reached."""

    provider: ChatProviderName
    model: str
    api_key: str = field(default="", repr=False)
    base_url: str | None = None
    client: str = ""  # of `custom` alone: "package.module:Class"
    requests_per_minute: float | None = None
    stream: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)  # further parameters for the body of each request
    price: Price | None = None  # none: that of the model's name in the table that is given


def build_chat(
    settings: ChatSettings,
    *,
    ledger: Ledger,
    clock: Clock,
    paces: Paces,
    prices: Mapping[str, Price],
    keep_prompts: bool = True,
) -> MeteredChat:
    """Return the model of these settings; connects to nothing and imports no SDK yet. Raises ConfigurationError."""
    check_chat(settings)
    _silence_sdk_logs()
    parts = {
        "clock": clock,
        "api_key": settings.api_key,
        "base_url": settings.base_url,
        "stream": settings.stream,
        "extra": settings.extra,
    }
    provider: ChatProvider
    if settings.client:
        methods, taken = ("say", "warm_up", "close"), "clock, api_key, base_url, stream and extra"
        provider = load_own_class("client", settings.client, methods, taken, **parts)
    else:
        # A server of one's own speaks OpenAI's protocol.
        name = "openai" if settings.provider == "custom" else settings.provider
        provider = PROVIDERS[name].client_class(**parts)
    connection = (settings.provider, settings.client, settings.base_url or "", settings.api_key, settings.model)
    return MeteredChat(
        provider=provider,
        model=settings.model,
        ledger=ledger,
        clock=clock,
        price=settings.price or PriceTable(prices).of(settings.model),
        pace=paces.of(*connection, per_minute=settings.requests_per_minute),
        keep_prompts=keep_prompts,
    )


def check_chat(settings: ChatSettings) -> None:
    """Raise ConfigurationError for settings that cannot work, without importing anything."""
    if settings.client and settings.provider != "custom":
        raise ConfigurationError('client is for the provider "custom" alone; leave it out.')
    if settings.provider == "custom" and not settings.base_url and not settings.client:
        raise ConfigurationError('base_url is empty; the provider "custom" needs one, or a client.')
    service = PROVIDERS.get(settings.provider)
    if service is not None and not settings.api_key and (service.always_needs_key or not settings.base_url):
        raise ConfigurationError("api_key is empty; this service asks nobody without one.")
    _check_connection(settings.model, settings.api_key, settings.base_url, CHAT_KEYS)
    if taken := sorted(OURS & settings.extra.keys()):
        raise ConfigurationError(f"extra.{taken[0]} is set by the program; use the key of its own, or leave it out.")


def _check_connection(model: str, api_key: str, base_url: str | None, keys: Keys) -> None:
    """Raise ConfigurationError for a model, a key or an address that cannot be one; the sentence shows no key."""
    if not model:
        raise ConfigurationError(f"{keys.model} is empty; name the model to ask.")
    if any(not 33 <= ord(character) <= 126 for character in api_key):
        raise ConfigurationError(f"{keys.api_key} holds a character that no key has; copy it again, without spaces.")
    if base_url is None:
        return
    try:
        address = urlsplit(base_url)
        is_web = address.scheme in {"http", "https"} and bool(address.hostname) and address.port != 0
    except ValueError:
        is_web = False
    if not is_web:
        raise ConfigurationError(f"{keys.base_url} is not a web address; it begins with http:// or https://.")


def _silence_sdk_logs() -> None:
    """Keep out the SDKs' logs at DEBUG: whole requests, and so what a person told."""
    for name in (*PROVIDERS, "httpx2", "httpcore2"):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.WARNING))
