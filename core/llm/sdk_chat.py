"""What conversations over an SDK have in common: one client, what the server does not take, errors in our words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from core.contracts.chat import ChatRequest
from core.contracts.ports import Clock
from core.llm.chat_provider import Heard, Spoken, StreamListener
from core.llm.dialect import Dialect
from core.llm.failures import CHAT_KEYS, translate_sdk_errors
from core.llm.provider import Sdk, SdkClient


class SdkChat(SdkClient[Sdk], ABC):
    """A `ChatProvider` for one model."""

    def __init__(
        self,
        *,
        clock: Clock,
        api_key: str = "",
        base_url: str | None = None,
        stream: bool = True,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """`extra`: further parameters of each request, as the service documents them."""
        super().__init__(lambda: self._connect(api_key, base_url))
        self._clock = clock
        self._stream = stream
        self._extra = dict(extra or {})
        self._dialect = Dialect()

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        client = await self.client()
        rejection, failure = self._errors()

        async def send(without: frozenset[str]) -> Spoken:
            return await self._send(client, request, model, without, StreamListener(heard))

        with translate_sdk_errors(rejection, failure, self._clock, CHAT_KEYS, self._extra):
            return await self._dialect.speak(send, rejection, self._optional(request))

    @abstractmethod
    def _connect(self, api_key: str, base_url: str | None) -> Sdk:
        """The SDK's client. Loads the SDK."""

    @abstractmethod
    def _errors(self) -> tuple[Any, type[Exception]]:
        """What the SDK raises for an answer with a bad status, and for whatever goes wrong."""

    @abstractmethod
    def _optional(self, request: ChatRequest) -> Mapping[str, str]:
        """What may be left out, as `Dialect.speak` takes it."""

    @abstractmethod
    async def _send(
        self, client: Sdk, request: ChatRequest, model: str, without: frozenset[str], listening: StreamListener
    ) -> Spoken:
        """One request without what is named, and the reading of its answer."""
