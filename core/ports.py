"""What core needs from outside, as protocols. Everything here can be replaced by a fake in tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

from pydantic import BaseModel

from core.messages import Address, Incoming, Outgoing, Receipt

Answer = TypeVar("Answer", bound=BaseModel)


class Clock(Protocol):
    """Time, injected: no code in core asks the machine for it in any other way."""

    def now(self) -> datetime:
        """The present moment, aware and in UTC."""

    def monotonic(self) -> float:
        """Seconds that never run backwards, for measuring latency."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Inbox(Protocol):
    """Where an adapter hands in what it received."""

    async def accept(self, incoming: Incoming) -> None:
        """Keep the event. Returns after it is committed, so that the platform may be told that it was received.

        An event seen before changes nothing. Raises StorageError when it could not be kept: then the platform must not
        be told. A sender whom the gate refuses is not stored, and the call returns normally.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a platform can show. Core degrades to what is there; it never asks for more and never raises."""

    text_limit: int
    """UTF-16 units in one message; the adapter splits longer ones itself."""
    file_limit: int
    """Bytes in one document."""
    buttons: bool
    edits: bool
    """The person can change a message that was sent."""
    carrier: str
    """The company that carries the messages and so can see them; empty where nothing leaves the machine."""


class Platform(Protocol):
    """A place where people talk. One folder in `adapters` for each."""

    name: str
    capabilities: Capabilities

    async def run(self, inbox: Inbox) -> None:
        """Receive until cancelled. Network trouble is retried inside.

        Raises ConfigurationError for what only the operator can mend.
        """

    async def send(self, message: Outgoing) -> Receipt:
        """Deliver one message; raises a DeliveryError (`TryLater`, `Unreachable`, `TooLarge`, `Rejected`)."""

    def typing(self, address: Address) -> AbstractAsyncContextManager[None]:
        """Show that the interviewer is thinking for as long as the context lasts. Never raises."""

    async def forget(self, address: Address) -> None:
        """Remove what the adapter itself keeps of this chat. Never raises."""


# --- language models ----------------------------------------------------------------------------------------------


class Tier(StrEnum):
    MAIN = "main"
    """Asks the questions and writes what a person reads."""
    FAST = "fast"
    """Notes and summaries, in the background."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One request to a model. Whatever a person wrote in it is delimited and escaped by `core.quoting`."""

    purpose: str
    """For the ledger: "decision", "notes", "reflection-economist"."""
    system: str
    """The part that stays the same from turn to turn; providers cache it."""
    user: str
    """The part of this turn."""
    tier: Tier = Tier.MAIN
    max_tokens: int = 1_000
    session_id: str | None = None
    timeout: float = 60.0
    """Seconds for everything, retries included."""


class LanguageModel(Protocol):
    """A model that fills in a schema."""

    @property
    def offline(self) -> bool:
        """True when no model is configured, so that nobody waits for one."""

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """One structured answer. Raises ModelError and nothing else (but cancellation)."""


# --- the engine ---------------------------------------------------------------------------------------------------


class Bell(Protocol):
    """Rings when something new has come for the key that is being worked on."""

    async def wait(self) -> None:
        """Return at the next ring since the last `clear`."""

    def clear(self) -> None:
        """Forget the rings so far."""


Drain = Callable[[str, Bell], Awaitable[None]]


class Engine(Protocol):
    """Serves keys (people, addresses, chores) side by side, each one at a time."""

    async def run(self, drain: Drain) -> None:
        """Serve wake-ups until cancelled: `drain(key, bell)` never runs twice at once for a key."""

    def wake(self, keys: Iterable[str]) -> None:
        """There may be work for these keys. Never blocks; a wake-up during a drain makes it run once more."""
