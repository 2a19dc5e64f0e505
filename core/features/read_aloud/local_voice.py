"""`core.contracts.ports.Synthesizer` with a worker process of its own on this machine.

One text at a time, in the order in which they came. A process that dies, or takes longer than it may, is replaced, and
its text tried once more; one that has nothing to do for a while ends, and gives its memory back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from core.contracts.errors import LanguageUnspoken, SpeakingFailed, SpeakingUnavailable
from core.contracts.ports import Clock, Speech
from core.contracts.script import primary_language
from core.features.read_aloud.catalogue import InstalledVoice, voice_for
from core.features.read_aloud.kept_sounds import KeptSounds
from core.features.read_aloud.speaking_messages import LONGEST_REPLY, LONGEST_SOUND, REPLIES, Reply, Utter, Uttered
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost, WorkerProcess
from core.timing.clock import with_timeout

log = structlog.get_logger()
SECONDS: Final = 60.0
"""For one text, the loading of the voice included."""
IDLE_SECONDS: Final = 600.0
LONGEST: Final = 4_000
"""Characters of one text."""
_MOST_WAITING: Final = 64
_TRIES: Final = 2


class LocalSynthesizer:
    """A `Synthesizer`; nothing runs before the first text."""

    def __init__(
        self,
        voices: Sequence[InstalledVoice],
        *,
        clock: Clock,
        kept: KeptSounds | None = None,
        module: str = "core.features.read_aloud.speaking_worker",
    ) -> None:
        """`voices`: the better ones first. `module` is for tests: the dotted name of one in the worker's place."""
        self._voices = tuple(voices)
        self._clock = clock
        self._kept = kept
        # onnxruntime reports to its maker from the moment that it is loaded; only this keeps it from that.
        environment = {"ORT_DISABLE_TELEMETRY": "1", "OMP_NUM_THREADS": "1"}
        self._kind = WorkerKind(
            module=module,
            replies=REPLIES,
            longest_message=LONGEST_REPLY,
            longest_body=LONGEST_SOUND,
            environment=environment,
        )
        self._link: WorkerProcess[Reply] | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._rest: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def languages(self) -> frozenset[str]:
        return frozenset().union(*(voice.languages for voice in self._voices))

    @property
    def worker_pid(self) -> int | None:
        """Return the worker's process, for figures and for tests that kill it."""
        return self._link.pid if self._link is not None else None

    async def speak(self, text: str, language: str) -> Speech:
        voice = voice_for(language, self._voices)
        if voice is None:
            raise LanguageUnspoken(f"no voice here speaks {language!r}")
        if len(text) > LONGEST:
            raise SpeakingFailed(f"a text of {len(text)} characters is too long to be spoken")
        if self._closed or self._waiting >= _MOST_WAITING:
            raise SpeakingUnavailable("the interviewer is stopping" if self._closed else "too much waits to be spoken")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._spoken(text, primary_language(language), voice)
        finally:
            self._waiting -= 1

    async def forget(self) -> None:
        if self._kept is not None:
            async with self._turn:
                await asyncio.to_thread(self._kept.clear)

    async def close(self) -> None:
        self._closed = True
        self._stay()
        await self._end()

    async def _spoken(self, text: str, language: str, voice: InstalledVoice) -> Speech:
        kept = self._kept
        if kept is not None:
            found = await asyncio.to_thread(kept.find, text, language, voice.mark)
            if found is not None:
                return found
        self._stay()
        try:
            speech = await self._tried(Utter(module=voice.module, text=text, language=language))
        finally:
            self._stay()
            if self._link is not None and not self._closed:
                self._rest = asyncio.create_task(self._end_idle(), name="speaking-idle")
        if kept is not None:
            await asyncio.to_thread(kept.keep, text, language, voice.mark, speech)
        return speech

    async def _tried(self, request: Utter) -> Speech:
        how = ""
        for number in range(1, _TRIES + 1):
            link = await self._ready()
            try:
                reply, sound = await with_timeout(self._clock, SECONDS, link.ask(request))
            except (WorkerLost, TimeoutError) as error:
                how = str(error) or "it hung"
                await self._end()
            except BaseException:
                await self._end()
                raise
            else:
                if isinstance(reply, Uttered) and sound:
                    return Speech(audio=sound, seconds=reply.seconds, waveform=reply.loudness)
                if not isinstance(reply, Broke):
                    raise SpeakingFailed("there is no sound in these words")
                how = reply.error
                await self._end()
            log.warning("speaking-failed", how=how, failures=number, characters=len(request.text))
        raise SpeakingFailed(f"the worker failed over this text {_TRIES} times ({how})")

    async def _ready(self) -> WorkerProcess[Reply]:
        if self._closed:
            raise SpeakingUnavailable("the interviewer is stopping")
        if self._link is not None and self._link.alive:
            return self._link
        await self._end()
        try:
            self._link = await WorkerProcess.start(self._kind)
        except OSError as error:
            raise SpeakingUnavailable(f"what speaks cannot be started ({type(error).__name__})") from error
        return self._link

    async def _end(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            await link.end()

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    async def _end_idle(self) -> None:
        await self._clock.sleep(IDLE_SECONDS)
        async with self._turn:
            self._rest = None
            await self._end()
