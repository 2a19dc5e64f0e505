"""`core.contracts.ports.Transcriber` with a worker process of its own on this machine.

People take turns, a piece (28 s of speech at most) at a time. The worker is watched: when it dies or takes much longer
over a piece than it should, it is replaced, and the recording it was at goes on where it was, once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

import structlog

from core.contracts.errors import (
    AudioTooLong,
    HearingBusy,
    HearingError,
    HearingFailed,
    HearingUnavailable,
    LanguageUnheard,
)
from core.contracts.live_hearing import SpeechSoFar
from core.contracts.ports import Clock, HearingCapabilities, HearingProgress, Recognised, Recording
from core.features.transcription.engines import MODULES, require, thread_count
from core.features.transcription.following import SpeechFollowing
from core.features.transcription.hearing_messages import (
    LONGEST_MESSAGE,
    REPLIES,
    Done,
    Drop,
    HeardPiece,
    HearingRefused,
    HearingStep,
    Load,
    Open,
    Reply,
    Request,
    WorkerReady,
)
from core.features.transcription.worker_environment import as_error, worker_environment
from core.processes.fair_queue import FairQueue
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost, WorkerProcess
from core.timing.clock import with_timeout

log = structlog.get_logger()
T = TypeVar("T")

Link = WorkerProcess[Reply]
TRIES = 2
PIECE_SECONDS = 28.0
_UNSPACED = frozenset({"ja", "lo", "my", "th", "yue", "zh"})
"""Languages that put no space between sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingOptions:
    engine: str = "whisper"
    """A key of `engines.MODULES`."""
    model: str = "base"
    folder: Path
    """Where the weights are."""
    waiting: int = 64
    """Recordings in the line, over all people."""
    waiting_of_one: int = 16
    load_seconds: float = 300.0
    """For reading the model from the disk."""
    least_seconds: float = 60.0
    times_its_length: float = 15.0
    """A piece may take `least_seconds`, and its length this many times: so often it is looked at, at the worst."""


@dataclass(eq=False, slots=True, kw_only=True)
class _Job:
    number: int
    recording: Recording
    outcome: Recognised | HearingError | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    texts: list[str] = field(default_factory=list)
    language: str = ""
    """As it was detected, once it was."""
    settled: float = 0.0
    speech_seconds: float = 0.0
    doubtful: bool = False
    hearing: HearingProgress = field(default_factory=lambda: HearingProgress(ahead=0, done=0.0))
    begun: bool = False
    held_by: Link | None = None
    """The worker that has it open."""
    failures: int = 0

    @property
    def person(self) -> str:
        return self.recording.person

    @property
    def words(self) -> str:
        return ("" if self.language in _UNSPACED else " ").join(self.texts)

    def tell(self, *, ahead: int, done: float) -> None:
        hearing = HearingProgress(ahead=ahead, done=max(done, self.hearing.done), words=self.words)
        if hearing != self.hearing:
            self.hearing = hearing
            self.news.set()

    def end(self, outcome: Recognised | HearingError) -> None:
        self.outcome = outcome
        self.news.set()

    def order(self) -> Open:
        given = self.recording
        return Open(
            job=self.number,
            path=str(given.audio) if isinstance(given.audio, Path) else None,
            language=self.language or given.language,
            among=() if self.language else given.among,
            names=given.names,
            declared_seconds=given.declared_seconds,
            max_seconds=given.max_seconds,
            from_second=self.settled,
            is_partial=given.is_partial,
        )

    def take(self, piece: HeardPiece) -> None:
        if piece.speech_seconds:
            self.language = piece.language
        if piece.text:
            self.texts.append(piece.text)
        self.settled = piece.settled
        self.speech_seconds += piece.speech_seconds
        self.doubtful = self.doubtful or piece.doubtful
        if piece.last:
            heard = Recognised(
                text=self.words,
                doubtful=self.doubtful,
                language=piece.language,
                seconds=piece.seconds,
                speech_seconds=self.speech_seconds,
            )
            self.end(heard)


class LocalTranscriber:
    """A `Transcriber`. Make it on the event loop that it shall live on; nothing runs before the first call."""

    def __init__(self, options: HearingOptions, *, clock: Clock, engine_module: str | None = None) -> None:
        """`engine_module` is for tests: the dotted name of a module that takes the engine's place."""
        self._options = options
        self._clock = clock
        self._module = engine_module or MODULES[options.engine]
        self._needs_packages = engine_module is None
        self._line: FairQueue[_Job] = FairQueue()
        self._numbers = count(1)
        self._abandoned: list[int] = []
        self._work = asyncio.Event()
        self._link: Link | None = None
        self._capabilities: HearingCapabilities | None = None
        self._starting = asyncio.Lock()
        self._server: asyncio.Task[None] | None = None
        self._closed = False
        self._following = SpeechFollowing(clock)

    @property
    def is_supplied(self) -> bool:
        return True

    @property
    def worker_pid(self) -> int | None:
        """Return the worker's process, for figures and for tests that kill it."""
        return self._link.pid if self._link is not None else None

    async def warm_up(self) -> HearingCapabilities:
        _, capabilities = await self._ready()
        return capabilities

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        self._admit(recording)
        job = _Job(number=next(self._numbers), recording=recording)
        self._line.join(job)
        self._work.set()
        if self._server is None or self._server.done():
            self._server = asyncio.create_task(self._serve(), name="transcription")
        self._tell_positions()
        try:
            while job.outcome is None:
                await job.news.wait()
                job.news.clear()
                if progress is not None and job.outcome is None:
                    progress(job.hearing)
        finally:
            self._line.leave(job)
            if job.outcome is None and job.begun:
                self._abandoned.append(job.number)
            self._work.set()
            self._tell_positions()
        if isinstance(job.outcome, HearingError):
            raise job.outcome
        return job.outcome

    async def follow(self, recording: str, piece: bytes, *, max_seconds: float) -> SpeechSoFar:
        return await self._following.follow(recording, piece, max_seconds=max_seconds)

    async def unfollow(self, recording: str) -> None:
        await self._following.unfollow(recording)

    async def close(self) -> None:
        self._closed = True
        await self._following.close()
        if self._server is not None:
            self._server.cancel()
            with suppress(asyncio.CancelledError):
                await self._server
        await self._end_worker()
        async with self._starting:
            await self._end_worker()
        self._give_up_all(HearingUnavailable("the interviewer is stopping"))

    # --- the line -------------------------------------------------------------------------------------------------

    def _admit(self, recording: Recording) -> None:
        """Raise a HearingError where it is clear from the beginning."""
        if self._closed:
            raise HearingUnavailable("the interviewer is stopping")
        declared = recording.declared_seconds
        if declared is not None and declared > recording.max_seconds:
            raise AudioTooLong(f"longer than {recording.max_seconds:.0f} s", limit=recording.max_seconds)
        options = self._options
        if len(self._line) >= options.waiting or self._line.count(recording.person) >= options.waiting_of_one:
            raise HearingBusy(f"{len(self._line)} recordings wait to be heard")

    def _tell_positions(self) -> None:
        for job in self._line:
            job.tell(ahead=0 if job.begun else self._line.ahead(job.person), done=0.0)

    def _give_up_all(self, error: HearingError) -> None:
        for job in list(self._line):
            self._line.leave(job)
            job.end(error)

    # --- serving --------------------------------------------------------------------------------------------------

    async def _serve(self) -> None:
        while True:
            await self._work.wait()
            try:
                await self._forget_abandoned()
                job = self._line.first()
                if job is not None:
                    await self._advance(job)
                elif not self._abandoned:
                    self._work.clear()
            except Exception as error:  # noqa: BLE001 - the task's boundary: a mistake of ours must not end all hearing
                log.error("hearing-broke", error=type(error).__name__)
                await self._end_worker()
                self._give_up_all(HearingUnavailable("a mistake of ours; the log has it"))

    async def _forget_abandoned(self) -> None:
        """Have the worker let go of recordings that nobody waits for."""
        jobs, self._abandoned = tuple(self._abandoned), []
        if jobs and self._link is not None and self._link.alive:
            try:
                await self._ask(self._link, Drop(jobs=jobs), seconds=self._options.least_seconds)
            except (WorkerLost, TimeoutError):
                await self._end_worker()

    async def _advance(self, job: _Job) -> None:
        try:
            link, capabilities = await self._ready()
        except HearingError as error:
            self._give_up_all(error)
            return
        job.begun = True
        self._tell_positions()
        try:
            reply = await self._next_piece(link, job, capabilities)
        except (WorkerLost, TimeoutError) as error:
            await self._end_worker()
            job.failures += 1
            how = str(error) if isinstance(error, WorkerLost) else "it hung"
            log.warning("hearing-failed", how=how, failures=job.failures, settled=round(job.settled))
            if job.failures >= TRIES:
                job.end(HearingFailed(f"the worker failed over this recording {TRIES} times ({how})"))
        except HearingError as error:
            job.end(error)
        else:
            job.take(reply)
            job.tell(ahead=0, done=reply.done)
        if job.outcome is not None:
            self._line.leave(job)
        self._line.had_a_turn(job.person)
        self._tell_positions()

    async def _next_piece(self, link: Link, job: _Job, capabilities: HearingCapabilities) -> HeardPiece:
        """Raises HearingError, WorkerLost or TimeoutError."""
        length = min(PIECE_SECONDS, job.recording.declared_seconds or PIECE_SECONDS)
        seconds = self._options.least_seconds + self._options.times_its_length * length
        if job.held_by is not link:
            if job.recording.language not in capabilities.languages:
                raise LanguageUnheard(f"{self._options.model} does not know {job.recording.language!r}")
            audio = job.recording.audio
            _expect(
                await self._ask(link, job.order(), audio if isinstance(audio, bytes) else b"", seconds=seconds), Done
            )
            job.held_by = link
        return _expect(await self._ask(link, HearingStep(job=job.number), seconds=seconds), HeardPiece)

    # --- the worker -----------------------------------------------------------------------------------------------

    async def _ready(self) -> tuple[Link, HearingCapabilities]:
        """Return a worker with its model loaded. Raises HearingError."""
        async with self._starting:
            if self._closed:
                raise HearingUnavailable("the interviewer is stopping")
            if self._link is not None and self._capabilities is not None and self._link.alive:
                return self._link, self._capabilities
            await self._end_worker()
            if self._needs_packages:
                require(self._options.engine)
            return await self._started()

    async def _started(self) -> tuple[Link, HearingCapabilities]:
        options = self._options
        load = Load(module=self._module, model=options.model, folder=str(options.folder), threads=thread_count())
        began = self._clock.monotonic()
        try:
            self._link = link = await start_hearing_worker()
            if self._closed:
                raise WorkerLost("the interviewer is stopping")
            ready = _expect(await self._ask(link, load, seconds=options.load_seconds), WorkerReady)
        except (WorkerLost, TimeoutError, OSError) as error:
            await self._end_worker()
            raise HearingUnavailable(f"the model {options.model} cannot be loaded ({error or 'too slow'})") from error
        except HearingError:
            await self._end_worker()
            raise
        self._capabilities = HearingCapabilities(languages=ready.languages, device=ready.device, progress=True)
        took = round(self._clock.monotonic() - began, 1)
        log.info("transcriber-ready", engine=options.engine, model=options.model, device=ready.device, seconds=took)
        return link, self._capabilities

    async def _end_worker(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            await link.end()

    async def _ask(self, link: Link, request: Request, body: bytes = b"", *, seconds: float) -> Reply:
        """Raises HearingError, WorkerLost or TimeoutError."""
        reply, _ = await with_timeout(self._clock, seconds, link.ask(request, body))
        if isinstance(reply, Broke):
            raise WorkerLost(reply.error)
        if isinstance(reply, HearingRefused):
            raise as_error(reply)
        return reply


def _expect(reply: Reply, kind: type[T]) -> T:
    if not isinstance(reply, kind):
        raise WorkerLost(f"it said {reply.kind!r} out of turn")
    return reply


# --- the worker's process ---------------------------------------------------------------------------------------------


async def start_hearing_worker() -> Link:
    """Start a worker without a model. Raises OSError."""
    kind = WorkerKind(
        module="core.features.transcription.hearing_worker",
        replies=REPLIES,
        longest_message=LONGEST_MESSAGE,
        environment=worker_environment(),
    )
    return await WorkerProcess.start(kind)
