"""Follows people on a page while they speak: `core.contracts.live_hearing.LiveHearing`."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.errors import HearingUnavailable
from core.contracts.live_hearing import FollowsSpeech, SpeechSoFar, SpokenQuestions
from core.contracts.messages import Address
from core.contracts.ports import Transcriber
from core.conversation.context import Runtime
from core.jobs.recordings import Transcription
from core.store.mailbox_rows import person_at


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsFreeHearing:
    """A `LiveHearing` with what this process hears and speaks by."""

    runtime: Runtime
    transcription: Transcription
    transcriber: Transcriber | None
    hears: bool
    """This process is one that hears recordings."""

    @property
    def is_waiting(self) -> bool:
        return isinstance(self.transcriber, FollowsSpeech) and not self.transcriber.is_supplied

    @property
    def is_ready(self) -> bool:
        return self.hears and isinstance(self.transcriber, FollowsSpeech) and self.transcriber.is_supplied

    async def follow(self, recording: str, piece: bytes) -> SpeechSoFar:
        if not isinstance(self.transcriber, FollowsSpeech):
            raise HearingUnavailable("nothing follows speech here")
        return await self.transcriber.follow(recording, piece, max_seconds=self.runtime.voice.max_seconds)

    async def unfollow(self, recording: str) -> None:
        if isinstance(self.transcriber, FollowsSpeech):
            await self.transcriber.unfollow(recording)

    async def words_so_far(self, address: Address, audio: bytes) -> str:
        person = await self.runtime.store.read(lambda c: person_at(c, address))
        return "" if person is None else await self.transcription.words_so_far(person.id, audio)

    async def begin_talk(self, address: Address) -> bool:
        speaking: SpokenQuestions | None = self.runtime.services.get(SpokenQuestions)
        return speaking is not None and await speaking.begin_talk(address)

    def end_talk(self, address: Address) -> None:
        speaking: SpokenQuestions | None = self.runtime.services.get(SpokenQuestions)
        if speaking is not None:
            speaking.end_talk(address)
