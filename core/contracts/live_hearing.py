"""Hearing somebody while they speak: when they have finished, and the words so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from core.contracts.messages import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechSoFar:
    """What a recording holds up to now, in seconds."""

    seconds: float
    """The length of what was decoded."""
    speech: float
    """How much of it is speech."""
    silence: float
    """The time since somebody spoke last; since the beginning where nobody has spoken yet."""


@runtime_checkable
class FollowsSpeech(Protocol):
    """A `Transcriber` that can follow recordings while they are still being spoken."""

    @property
    def is_supplied(self) -> bool:
        """Return whether everything that hearing needs is there."""

    async def follow(self, recording: str, piece: bytes, *, max_seconds: float) -> SpeechSoFar:
        """Take the next piece of the recording with this name, and tell what it holds up to now.

        Raises HearingError; the recording then has to be followed again from its first piece.
        """

    async def unfollow(self, recording: str) -> None:
        """Forget a recording; one that is not followed changes nothing."""


class SpokenQuestions(Protocol):
    """Reads questions aloud to people who talk hands free, whatever they have asked for otherwise."""

    async def begin_talk(self, address: Address) -> bool:
        """Speak the open question in this chat, and those that follow; return whether they can be spoken."""

    def end_talk(self, address: Address) -> None:
        """Go back to what the person has asked for."""


class LiveHearing(Protocol):
    """What a page needs for an interview that is spoken hands free."""

    @property
    def is_waiting(self) -> bool:
        """Return whether recordings will be heard here, but not before what hears them is complete."""

    @property
    def is_ready(self) -> bool:
        """Return whether recordings are followed and heard in this process now."""

    async def follow(self, recording: str, piece: bytes) -> SpeechSoFar:
        """Take the next piece of a recording. Raises HearingError; it then has to be followed from its first piece."""

    async def unfollow(self, recording: str) -> None:
        """Forget a recording."""

    async def words_so_far(self, address: Address, audio: bytes) -> str:
        """Return what is heard in the beginning of a recording that still goes on.

        Empty where that is nothing, where it fails, and where others wait to be heard.
        """

    async def begin_talk(self, address: Address) -> bool:
        """Speak the open question in this chat, and those that follow; return whether they can be spoken."""

    def end_talk(self, address: Address) -> None:
        """Speak no more questions in this chat than the person has asked for otherwise."""
