"""The needs of core from outside, as protocols. Everything here can be replaced by a fake in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from core.contracts.giving import Giving
from core.contracts.live_hearing import LiveHearing
from core.contracts.messages import Address, Incoming, Outgoing, Receipt
from core.contracts.page_feature import PageFeature
from core.contracts.page_lines import ShownBook
from core.contracts.page_menu import PersonMenus
from core.contracts.welcome import Welcome

Answer = TypeVar("Answer", bound=BaseModel)


class Clock(Protocol):
    """Time, injected: no code in core asks the machine for it in any other way."""

    def now(self) -> datetime:
        """Return the present moment, aware and in UTC."""

    def monotonic(self) -> float:
        """Return seconds that never run backwards, for measuring latency."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftLine:
    """A line of `Platform.listening` that a process which died has left in a chat."""

    chat: str
    message: str
    """The platform's id of it."""
    language: str
    """Of the bot's words to whoever reads there."""


class LineBook(Protocol):
    """Remembers which lines stand in chats, so that none stays there when the process dies. Raises StorageError."""

    async def stands(self, address: Address, message: str) -> None:
        """Note that a line was put there."""

    async def gone(self, address: Address, message: str) -> None:
        """Note that it was taken away, or never can be."""

    async def left(self, platform: str) -> Sequence[LeftLine]:
        """Return what stands on a platform, as far as it is known."""


class Inbox(Protocol):
    """Where an adapter hands in what it received."""

    @property
    def lines(self) -> LineBook:
        """Return the book for the adapter's lines of `Platform.listening`."""

    @property
    def shown(self) -> ShownBook:
        """Return the book for an adapter that keeps itself what stands in its chats."""

    @property
    def welcome(self) -> Welcome | None:
        """Return what a page shows somebody before they begin; None: they are greeted in the chat."""

    @property
    def pages(self) -> Sequence[PageFeature]:
        """Return the pages that features add to a page of our own."""

    @property
    def menus(self) -> PersonMenus | None:
        """Return what tells a page the commands that are of use now; None: it shows all of its own list."""

    @property
    def live(self) -> LiveHearing | None:
        """Return what follows people on a page while they speak; None where nothing does."""

    @property
    def giving(self) -> Giving | None:
        """Return what makes gifts on a page, and opens them; None where there are none."""

    async def accept(self, incoming: Incoming) -> None:
        """Keep the event; an event seen before changes nothing, and of a stranger nothing is stored.

        Returns after the commit: only then may the platform be told. Raises StorageError when it could not be kept.
        """

    async def seen(self, platform: str) -> Mapping[str, str]:
        """Return the newest position kept of each known chat, as the adapter wrote it; with `history`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    most: int
    """Under one message; what is more the adapter puts under further ones, in their order."""
    label: int
    """UTF-16 units on one; words that are longer are said in the text, and the button has a number."""
    editors: bool = False
    """One can open an editor (`Choice.editor`); where none can, those that would are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """The abilities of a platform. Core degrades to what is there; it never asks for more and never raises."""

    text_limit: int
    """UTF-16 units in one message; the adapter splits longer ones itself."""
    file_limit: int
    """Bytes in one document."""
    fetch_limit: int
    """Bytes in a file of a person that can be had."""
    buttons: Buttons
    speaks: bool = False
    """The person can hear what the interviewer says (`SendVoice`); where not, it is passed over."""
    edits: bool
    """The person can change a message that was sent."""
    in_browser: bool = False
    """It is a page of our own: features can add pages to it, and transcripts come as PDF unless the operator wants
    otherwise."""
    history: bool = False
    """What was written while nobody listened can be read later: the program remembers how far each chat was kept."""
    once: bool = False
    """A message that is sent again under the same key, after a crash, is not shown twice."""
    pace: int = 5
    """Messages a second of which nobody waits for any, at most: well below what the platform bears."""
    overhears: bool = False
    """The line of a listening has room for what has been heard so far."""
    carrier: str
    """The company that carries the messages and so can see them; empty where nothing leaves the machine."""


class ListeningLine(Protocol):
    """The line that a person sees while their recording is listened to, or while they watch something go on."""

    @property
    def lost(self) -> bool:
        """Return whether it could not be shown and is not tried any more: whoever still wants one begins another."""

    def show(self, text: str) -> None:
        """Put these words in its place. Never blocks and never raises; the newest words win."""


class Platform(Protocol):
    """A place where people talk. One folder in `adapters` for each."""

    name: str
    capabilities: Capabilities

    async def run(self, inbox: Inbox) -> None:
        """Receive until cancelled, whatever the network does. Raises ConfigurationError where the operator must act."""

    async def send(self, message: Outgoing) -> Receipt:
        """Deliver one message; raises a DeliveryError (`TryLater`, `Unreachable`, `TooLarge`, `Rejected`)."""

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        """Fetch a file that a person sent, of `limit` bytes at most; raises a DeliveryError (such as `TooLarge`)."""

    def listening(self, address: Address) -> AbstractAsyncContextManager[ListeningLine]:
        """Show a line that says how far the listening is, changed in place, gone with the context. Never raises.

        It is no message of the interview: it is in no outbox and no transcript.
        """

    def typing(self, address: Address) -> AbstractAsyncContextManager[None]:
        """Show that the interviewer is thinking for as long as the context lasts. Never raises."""

    async def forget(self, address: Address) -> None:
        """Remove what the adapter itself keeps of this chat. Never raises."""


@runtime_checkable
class WebhookPlatform(Protocol):
    """A platform that posts what people do to an address, behind which several processes may stand."""

    async def receive(self, inbox: Inbox) -> None:
        """Take in what is posted, until cancelled, in a process that does not speak with the platform (yet).

        Returns at once where nothing is posted, or it cannot be received here. Never raises.
        """


# --- language models ----------------------------------------------------------------------------------------------


class Tier(StrEnum):
    MAIN = "main"
    """Asks the questions and writes what a person reads."""
    FAST = "fast"
    """Notes and summaries, in the background."""


@dataclass(frozen=True, slots=True)
class PromptLine:
    """One message of a conversation, as a model gets it."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One request to a model. Whatever a person wrote in it is delimited and escaped by `core.text.quoting`."""

    purpose: str
    """For the ledger: "talk", "books", "reflection-economist"."""
    system: str
    """The part that stays the same from turn to turn; providers cache it."""
    user: str
    """The part of this turn."""
    conversation: tuple[PromptLine, ...] = ()
    """Messages that come before `user` and only grow from turn to turn; providers cache them. Never the same role twice
    running; begins with the user's."""
    tier: Tier = Tier.MAIN
    max_tokens: int = 1_000
    session_id: str | None = None
    timeout: float = 60.0
    """Seconds for everything, retries included."""
    temperature: float | None = None
    """How freely it words things, 0 to 1, where a provider can be told that; None: as the model does by itself."""


class LanguageModel(Protocol):
    """A model that writes a message, or fills in a schema."""

    @property
    def offline(self) -> bool:
        """Return whether no model is configured, so that nobody waits for one."""

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """Return one structured answer. Raises ModelError and nothing else (but cancellation)."""

    async def write(self, prompt: Prompt) -> str:
        """Return one message in plain text, stripped. Raises ModelError and nothing else (but cancellation)."""


# --- voices -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    audio: bytes | Path
    """The file as it came, in any container. A path is better for long ones: it is read piece by piece."""
    person: str
    """Whose it is: people take turns at being heard."""
    language: str
    """ISO 639-1 code of the interview's language; it is taken for granted unless `among` says otherwise."""
    among: tuple[str, ...] = ()
    """For a first answer: languages that it may be in. One of them is taken when the model is at least half sure."""
    names: str = ""
    """Names and places that may be spoken, for their spelling."""
    declared_seconds: float | None = None
    """The length that the platform stated; a much shorter recording was cut off on its way."""
    max_seconds: float = 900.0
    is_partial: bool = False
    """Its speaker has not finished. What is heard is kept in memory until the whole is, which then goes quicker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognised:
    text: str
    """Empty when nothing was said."""
    doubtful: bool = False
    """Somebody spoke in a place of it, and these may not be their words, or not all of them."""
    language: str
    seconds: float
    """The length of the recording, counted while it was decoded."""
    speech_seconds: float
    """How much of it is speech."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingProgress:
    """How far it is."""

    ahead: int
    """Other people whose turn comes before; 0 as soon as it has begun."""
    done: float
    """From 0 to 1; never falls."""
    words: str = field(default="", repr=False)
    """What has been heard so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingCapabilities:
    """The abilities of a transcriber, known after `warm_up`."""

    languages: frozenset[str]
    device: str
    """`cpu` or `cuda`."""
    progress: bool


class Transcriber(Protocol):
    """Turns recordings into words, one at a time, with turns between people."""

    async def warm_up(self) -> HearingCapabilities:
        """Be ready, so that the first recording need not wait. Raises HearingError."""

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        """Return the words; `progress` is called on the event loop at each change. Raises only HearingError.

        Cancelling gives up the recording after the piece that is being heard.
        """

    async def close(self) -> None:
        """Stop hearing; what waits raises HearingUnavailable."""


@runtime_checkable
class Supplied(Protocol):
    """A port that may lack something when the program starts, which can be fetched."""

    async def supply(self, then: Callable[[], Awaitable[None]]) -> None:
        """Fetch it, again and again until it is there, then await `then`; do neither where nothing is lacking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """Words as sound."""

    audio: bytes = field(repr=False)
    """OGG with Opus, mono."""
    seconds: float
    waveform: bytes = field(repr=False)
    """How loud it is from beginning to end, 256 bytes at most, for platforms that draw it."""


class Synthesizer(Protocol):
    """Turns words into sound, one text at a time."""

    @property
    def languages(self) -> frozenset[str]:
        """Return the ISO 639 codes of the languages that it can speak."""

    async def speak(self, text: str, language: str) -> Speech:
        """Return words fit to be spoken, without markup and links, as sound. Raises SpeakingError and nothing else."""

    async def forget(self) -> None:
        """Keep no copy of anything that was spoken. Raises OSError."""

    async def close(self) -> None:
        """Stop speaking; what waits raises SpeakingUnavailable."""


# --- the engine ---------------------------------------------------------------------------------------------------


Bell = asyncio.Event
"""Rings when something new has come for the key that is being worked on."""
Drain = Callable[[str, Bell], Awaitable[None]]


class Engine(Protocol):
    """Serves keys (people, addresses, chores) side by side, each by one task at a time, here or in other processes.

    A wake-up only says where to look: the truth is in the tables.
    """

    @property
    def idle(self) -> bool:
        """Return whether this process serves nobody, nor has anybody to wake."""

    @property
    def serving(self) -> list[str]:
        """Return the keys that this process is at."""

    def wake(self, keys: Iterable[str]) -> None:
        """Look for work at these keys. Never blocks; a wake-up during a drain makes it run once more."""

    def find(self, keys: Iterable[str]) -> None:
        """Wake those of the keys that nobody here serves, as they were found in the tables."""

    async def run(self, drain: Drain) -> None:
        """Serve wake-ups until cancelled: `drain(key, bell)` never runs twice at once for a key."""
