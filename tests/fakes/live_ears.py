"""What follows people on a page in a test: real ears, whose engine knows sounds and no words."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.contracts.errors import HearingError
from core.contracts.live_hearing import SpeechSoFar
from core.contracts.messages import Address
from core.contracts.ports import Recording
from core.features.transcription.local import LocalTranscriber


@dataclass(slots=True)
class LiveEars:
    """A `LiveHearing`."""

    transcriber: LocalTranscriber
    speaks: bool = False
    """Questions can be read aloud."""
    talking: set[Address] = field(default_factory=set)
    fails: bool = False
    """Hearing words so far fails."""

    @property
    def is_waiting(self) -> bool:
        return False

    @property
    def is_ready(self) -> bool:
        return True

    async def follow(self, recording: str, piece: bytes) -> SpeechSoFar:
        return await self.transcriber.follow(recording, piece, max_seconds=600.0)

    async def unfollow(self, recording: str) -> None:
        await self.transcriber.unfollow(recording)

    async def words_so_far(self, address: Address, audio: bytes) -> str:
        if self.fails:
            raise HearingError("it fails")
        order = Recording(audio=audio, person=address.chat, language="en", max_seconds=600.0, is_partial=True)
        return (await self.transcriber.hear(order)).text

    async def begin_talk(self, address: Address) -> bool:
        self.talking.add(address)
        return self.speaks

    def end_talk(self, address: Address) -> None:
        self.talking.discard(address)
