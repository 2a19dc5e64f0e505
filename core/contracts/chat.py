"""The port for a conversation of roles: free text comes back, and what the model thought beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import BaseModel


class ChatRole(StrEnum):
    """Whose line it is, as seen by the model that is asked."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    role: ChatRole
    text: str
    blocks: str = ""
    """What the model's provider sent with this line beside its words, such as signed thinking, as JSON that is handed
    back unchanged to the same provider (`ChatReply.blocks`). Of the model's own lines alone; empty for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One request. `lines` begin and end with the user's, and the roles alternate."""

    purpose: str
    """For the ledger: "prime", "candidate", "judge"; for an interview as `Prompt.purpose`."""
    system: str
    lines: tuple[ChatLine, ...]
    max_tokens: int = 2_000
    temperature: float | None = None
    """As the provider counts it; None: as the model does by itself."""
    seed: int | None = None
    """Where a provider takes one."""
    session_id: str | None = None
    """The run that pays for it."""
    timeout: float = 300.0
    """Seconds for the whole answer."""
    schema: type[BaseModel] | None = None
    """The form of the answer, which is JSON then; None for free text."""
    effort: Literal["low"] | None = None
    """How long the model thinks, where a provider can be told that; None: as the model does by itself."""
    is_last_repeated: bool = True
    """The next request of this conversation has the last line too, so that caching it is worth while."""


class Stop(StrEnum):
    """Why a reply ends where it does."""

    END = "end"
    LIMIT = "limit"
    """Cut at the limit of tokens."""
    REFUSED = "refused"
    """By the model or its service, before or in the midst of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a reply as it comes in."""

    text: str
    thinking: bool = False
    """Of the provider's own thinking, not of the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    text: str
    thinking: str = ""
    """The provider's own thinking blocks in plain words, blank lines between them."""
    blocks: str = ""
    """As `ChatLine.blocks`."""
    stop: Stop = Stop.END
    model: str = ""
    """As it was asked for."""
    input_tokens: int = 0
    """Those read from a cache included."""
    output_tokens: int = 0
    cost_micros: int = 0
    latency_ms: int = 0
    left_out: tuple[str, ...] = ()
    """Parameters that were asked for and that the service does not take, as in ("temperature",)."""


def ignore_piece(_: Piece) -> None:
    """Ignore a piece of a reply."""


def ignore_request_start() -> None:
    """Ignore that a request has begun."""


class ChatModel(Protocol):
    """A model that one speaks with."""

    async def say(
        self,
        request: ChatRequest,
        *,
        heard: Callable[[Piece], None] = ignore_piece,
        begun: Callable[[], None] = ignore_request_start,
    ) -> ChatReply:
        """Return one reply, by one request. `heard` is called on the event loop with each piece of it.

        `begun` is called before, when it has its turn among the requests of a minute: until then nothing is spent.

        Raises ModelError: `ModelUnavailable` for what may pass, with `retry_after` as the service said it, whatever
        that is. Pieces of a reply that breaks off are no reply: who heard them hears the next from its beginning.
        """

    async def warm_up(self) -> None:
        """Load what the first request needs."""

    async def close(self) -> None:
        """Settle what is open, and close the connections."""
