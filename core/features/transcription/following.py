"""The program's side of the process that follows recordings while they are spoken."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from core.contracts.errors import HearingError, HearingUnavailable
from core.contracts.live_hearing import SpeechSoFar
from core.contracts.ports import Clock
from core.features.transcription.following_messages import (
    FOLLOWING_REPLIES,
    LONGEST_MESSAGE,
    Follow,
    FollowedSpeech,
    FollowingReply,
    FollowingRequest,
    Unfollow,
)
from core.features.transcription.hearing_messages import HearingRefused
from core.features.transcription.worker_environment import as_error, worker_environment
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost, WorkerProcess
from core.timing.clock import with_timeout

PATIENCE = 20.0
"""Seconds for one piece; the first one also waits for the process to load what it needs."""
log = structlog.get_logger()


class SpeechFollowing:
    """Follows recordings in a process of its own, which begins with the first of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._link: WorkerProcess[FollowingReply] | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    @property
    def worker_pid(self) -> int | None:
        """Return the process that follows, for tests that kill it."""
        return self._link.pid if self._link is not None else None

    async def follow(self, recording: str, piece: bytes, *, max_seconds: float) -> SpeechSoFar:
        """Take the next piece of a recording. Raises HearingError."""
        reply = await self._ask(Follow(recording=recording, max_seconds=max_seconds), piece)
        if not isinstance(reply, FollowedSpeech):
            raise HearingUnavailable("what follows speech said something out of turn")
        return SpeechSoFar(seconds=reply.seconds, speech=reply.speech, silence=reply.silence)

    async def unfollow(self, recording: str) -> None:
        if self._link is None:
            return
        # What is lost is gone with its process.
        with suppress(HearingError):
            await self._ask(Unfollow(recording=recording))

    async def close(self) -> None:
        self._closed = True
        async with self._turn:
            await self._end()

    async def _ask(self, request: FollowingRequest, body: bytes = b"") -> FollowingReply:
        async with self._turn:
            if self._closed:
                raise HearingUnavailable("the interviewer is stopping")
            try:
                link = await self._running()
                reply, _ = await with_timeout(self._clock, PATIENCE, link.ask(request, body))
            except (WorkerLost, TimeoutError, OSError) as error:
                await self._end()
                log.warning("following-failed", how=str(error) or "it hung")
                raise HearingUnavailable("what follows speech has failed") from error
            except asyncio.CancelledError:
                # A reply that nobody takes would be taken for the next one.
                await self._end()
                raise
            if isinstance(reply, Broke):
                await self._end()
                log.warning("following-failed", how=reply.error)
                raise HearingUnavailable(f"what follows speech has failed ({reply.error})")
            if isinstance(reply, HearingRefused):
                raise as_error(reply)
            return reply

    async def _running(self) -> WorkerProcess[FollowingReply]:
        if self._link is None or not self._link.alive:
            await self._end()
            kind = WorkerKind(
                module="core.features.transcription.following_worker",
                replies=FOLLOWING_REPLIES,
                longest_message=LONGEST_MESSAGE,
                environment=worker_environment(),
            )
            self._link = await WorkerProcess.start(kind)
        return self._link

    async def _end(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            await link.end()
