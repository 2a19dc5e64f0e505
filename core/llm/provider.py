"""What a service must do to be asked: the protocol between `MeteredModel` and the SDKs, which are loaded late."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeVar

from pydantic import BaseModel

from core.contracts.errors import ModelUnavailable
from core.contracts.ports import Prompt

THINKING_TOKENS: Final = 2_000
"""Room for the thoughts of models that have them, within the same limit as the answer."""


class Ending(StrEnum):
    COMPLETE = "complete"
    TRUNCATED = "truncated"
    """Cut at the limit of tokens, or for a reason that leaves it unfinished."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that a call took. The three kinds of prompt tokens do not overlap."""

    input_tokens: int = 0
    """Read afresh."""
    cached_tokens: int = 0
    """Read from the provider's cache."""
    written_tokens: int = 0
    """Read and written into the cache."""
    output_tokens: int = 0

    @property
    def prompt_tokens(self) -> int:
        return self.input_tokens + self.cached_tokens + self.written_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What came back, unread. `usage` is None where the server counts nothing."""

    text: str
    ending: Ending
    usage: Usage | None


class Interrupted(ModelUnavailable):
    """The request was sent and its end is unknown, so it may have cost as much as it could."""

    code = ModelUnavailable.code


class Provider(Protocol):
    """A service that completes prompts. It holds no budget, repeats nothing and reads no answer."""

    def output_limit(self, prompt: Prompt) -> int:
        """The most tokens that an answer can take, those of its thinking included."""

    async def complete(self, prompt: Prompt, schema: type[BaseModel] | None, model: str) -> Completion:
        """Send one request, with the JSON schema of `schema` as the form of the answer, or for plain text without one.

        Raises `ModelUnavailable` for what may pass, `ModelRefused`, and `ModelError` for what the operator must mend.
        No message of an error holds a key or a person's words.
        """

    async def warm_up(self) -> None:
        """Load what the first request needs; it would be loaded then anyway."""

    async def close(self) -> None:
        """Close the connections."""


class _Sdk(Protocol):
    async def close(self) -> None: ...


Sdk = TypeVar("Sdk", bound=_Sdk)


class SdkClient(Generic[Sdk]):
    """The client of an SDK, which takes a second or two to import: neither start nor loop may wait for it."""

    def __init__(self, make: Callable[[], Sdk]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: Sdk | None = None

    async def warm_up(self) -> None:
        await self.client()

    async def close(self) -> None:
        if self._made is not None:
            await self._made.close()

    async def client(self) -> Sdk:
        """The one client; a call that is cancelled meanwhile leaves it to the next."""
        return self._made if self._made is not None else await asyncio.to_thread(self._connected)

    def _connected(self) -> Sdk:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


class SdkProvider(SdkClient[Sdk]):
    """What the providers of a `LanguageModel` have in common."""

    def output_limit(self, prompt: Prompt) -> int:
        return prompt.max_tokens + THINKING_TOKENS


def encodable(text: str) -> str:
    """Half of a surrogate pair, which a platform may let through, cannot be sent and becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
