"""A `Transcriber` that reads the words in the file itself, or says what a test has told it to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from bot import features
from core.contracts.errors import HearingError, HearingUnavailable
from core.contracts.ports import HearingCapabilities, HearingProgress, Recognised, Recording
from tests.fakes.waiting import PATIENCE

EN = HearingCapabilities(languages=frozenset({"en", "ru"}), device="cpu", progress=True)


class FakeTranscriber:
    """Hears everything that comes, side by side; what is in a file is what was said."""

    def __init__(self) -> None:
        self.texts: dict[bytes, str] = {}
        """What is heard in a file, where that is not its own content."""
        self.troubles: dict[bytes, list[Exception]] = {}
        """What goes wrong with a file, the first time, the second time..."""
        self.missing: HearingError | None = None
        """Why nothing can be heard at all."""
        self.steps: dict[bytes, Sequence[HearingProgress]] = {}
        """How far it is, before each file's end."""
        self.seconds = 4.5
        self.doubts: set[bytes] = set()
        """Files in which a place is hard to hear."""
        self.gates: dict[bytes, asyncio.Event] = {}
        """A file is heard only when its gate is open; None of these: at once."""
        self.hears: Callable[[Recording, bytes], None] = lambda _recording, _audio: None
        """Called when a file has come."""
        self.calls: Counter[bytes] = Counter()
        self.recordings: list[Recording] = []
        """All that came, in order."""
        self.cancelled: Counter[bytes] = Counter()
        self.busy_with: Counter[str] = Counter()
        """Files of each person that are being heard now."""
        self.most_of_one = 0
        """So many of one person's at once, at most."""
        self.warmed = 0
        self.closed = False
        self._changed = asyncio.Condition()

    def gate(self, audio: bytes) -> asyncio.Event:
        """An event without which the file is not heard."""
        return self.gates.setdefault(audio, asyncio.Event())

    async def begun(self, audio: bytes, times: int = 1) -> None:
        """Return when a file has come so many times."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: self.calls[audio] >= times)

    async def warm_up(self) -> HearingCapabilities:
        self.warmed += 1
        if self.missing is not None:
            raise self.missing
        return EN

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        if self.closed:
            raise HearingUnavailable("It was closed.")
        if self.missing is not None:
            raise self.missing
        given = recording.audio
        audio = await asyncio.to_thread(given.read_bytes) if isinstance(given, Path) else given
        self.recordings.append(recording)
        self.busy_with[recording.person] += 1
        self.most_of_one = max(self.most_of_one, self.busy_with[recording.person])
        try:
            return await self._heard(recording, audio, progress)
        except asyncio.CancelledError:
            self.cancelled[audio] += 1
            raise
        finally:
            self.busy_with[recording.person] -= 1

    async def close(self) -> None:
        self.closed = True

    async def _heard(
        self, recording: Recording, audio: bytes, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        async with self._changed:
            self.calls[audio] += 1
            self._changed.notify_all()
        self.hears(recording, audio)
        for hearing in self.steps.get(audio, ()):
            if progress is not None:
                progress(hearing)
        if (gate := self.gates.get(audio)) is not None:
            await gate.wait()
        if troubles := self.troubles.get(audio):
            raise troubles.pop(0)
        text = self.texts.get(audio)
        return Recognised(
            text=audio.decode() if text is None else text,
            doubtful=audio in self.doubts,
            language=recording.language,
            seconds=self.seconds,
            speech_seconds=self.seconds,
        )


def hears_voices() -> bool:
    """Whether what hears is installed here."""
    there = features.hearing()
    return there is not None and there.is_installed("whisper")
