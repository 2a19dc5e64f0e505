"""Ears that a test plays itself: what is spoken is heard when the test says so, in any order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from core.contracts.messages import Say, Style
from core.contracts.ports import HearingCapabilities, HearingProgress, Recognised, Recording
from core.contracts.session import Status
from core.store.recording_rows import WAITING, StoredRecording, recording_of_event, save_heard, save_unheard
from core.store.store import Connection, Queue, Wake
from tests.fakes.app import Running, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson
from tests.fakes.waiting import PATIENCE, until


class _Deaf:
    """A `Transcriber` that never comes to an end."""

    async def warm_up(self) -> HearingCapabilities:
        return HearingCapabilities(languages=frozenset({"en", "ru"}), device="cpu", progress=True)

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        await asyncio.Event().wait()
        raise AssertionError("it never ends")

    async def close(self) -> None:
        """Nothing is held."""


@dataclass(slots=True)
class Listening:
    """A running app and its ears."""

    r: Running
    _spoken: list[str] = field(default_factory=list)

    async def speak(
        self, person: FakePerson, *, seconds: float = 5.0, position: int | None = None, sent_earlier: float = 0.0
    ) -> str:
        """Hand in a voice note; its event id."""
        event = f"voice:{len(self._spoken)}"
        self._spoken.append(event)
        before, person.sent_earlier = person.sent_earlier, sent_earlier
        await person.speak(event.encode(), seconds=seconds, event=event, position=position)
        person.sent_earlier = before
        return event

    async def hear(
        self, event: str, text: str, *, seconds: float = 5.0, audio: str = "", doubtful: bool = False
    ) -> None:
        """The words of a note, now; of one that could not be heard before, late. `audio`: the name of its kept file."""
        now = self.r.clock.now().timestamp()

        def unit(c: Connection) -> str | None:
            return save_heard(
                c,
                self._row(c, event),
                Recognised(text=text, language="en", seconds=seconds, speech_seconds=seconds, doubtful=doubtful),
                file=audio,
                keep=bool(audio),
                now=now,
            )

        await self._settle(unit)

    async def fail(self, event: str, trouble: str) -> None:
        """It cannot be heard."""
        await self._settle(lambda c: save_unheard(c, self._row(c, event), trouble=trouble, due_at=None))

    async def say(self, person: FakePerson, text: str, **values: Any) -> str:
        """A note that is heard at once; its event id."""
        event = await self.speak(person, **values)
        await self.hear(event, text)
        return event

    async def row(self, event: str) -> StoredRecording | None:
        return await self.r.store.read(lambda c: recording_of_event(c, event))

    async def waiting(self) -> list[str]:
        """The notes that are not heard yet."""
        rows = [await self.row(event) for event in self._spoken]
        return [row.event_id for row in rows if row is not None and row.state == WAITING]

    async def settled(self) -> None:
        """Return when nothing is being handled any more but what is spoken."""
        app = self.r.app
        engines = (app.engine(Queue.DESK), app.engine(Queue.DELIVERY), app.engine(Queue.CHORES))
        await until(lambda: not any(engine.serving for engine in engines))

    @staticmethod
    def _row(c: Connection, event: str) -> StoredRecording:
        found = recording_of_event(c, event)
        assert found is not None
        return found

    async def _settle(self, unit: Callable[[Connection], str | None]) -> None:
        def wakes(person: str | None) -> list[Wake]:
            return [] if person is None else [Wake(Queue.DESK, person)]

        await self.r.store.write(unit, wake=wakes)


@asynccontextmanager
async def listening(**values: Any) -> AsyncIterator[Listening]:
    """As `running`, with ears that the test plays."""
    async with running(transcriber=_Deaf(), **values) as r:
        yield Listening(r)


class Scene:
    """One person with ears to play, and a clock that moves on with what they do."""

    def __init__(self, transcription: Listening, person: FakePerson, clock: ManualClock) -> None:
        self.transcription, self.r, self.person, self.clock = transcription, transcription.r, person, clock

    async def later(self, seconds: float = 60) -> None:
        self.clock.advance(seconds)
        await self.transcription.settled()

    async def write(self, *texts: str) -> None:
        for text in texts:
            await self.later()
            await self.person.write(text)
            await self.transcription.settled()

    async def speak(self, seconds: float = 5.0) -> str:
        await self.later()
        event = await self.transcription.speak(self.person, seconds=seconds)
        await self.transcription.settled()
        return event

    async def hear(self, event: str, text: str, *, audio: str = "") -> None:
        await self.later()
        await self.transcription.hear(event, text, audio=audio)
        await self.transcription.settled()

    async def say(self, *texts: str) -> None:
        for text in texts:
            await self.hear(await self.speak(), text)

    async def fail(self, event: str, trouble: str) -> None:
        await self.transcription.fail(event, trouble)
        await self.transcription.settled()

    async def press(self, *labels: str) -> None:
        for label in labels:
            await self.later()
            await self.person.press(label)
            await self.transcription.settled()

    async def delete(self, ref: str) -> None:
        await self.later()
        await self.person.delete(ref)
        await self.transcription.settled()

    async def past_failures(self) -> None:
        """As `settled`, where the desk waits before it tries again."""
        engines = (self.r.app.engine(Queue.DESK), self.r.app.engine(Queue.DELIVERY))
        async with asyncio.timeout(PATIENCE):
            while any(engine.serving for engine in engines):
                self.clock.advance(60)
                await asyncio.sleep(0)

    def new(self, count: int) -> list[str]:
        """The newest messages."""
        return self.person.said[-count:]

    def quotes(self) -> list[str]:
        """What was shown as heard, in order."""
        found = []
        for message in self.person.received:
            if isinstance(message.saying, Say) and message.saying.spans and message.saying.choices:
                span = message.saying.spans[-1]
                if span.style is Style.QUOTE:
                    found.append(message.saying.text[span.start : span.end])
        return found

    async def status(self, number: int = 0) -> Status:
        return (await self.r.sessions())[number].status


@asynccontextmanager
async def scene(**values: Any) -> AsyncIterator[Scene]:
    clock = ManualClock()
    async with listening(clock=clock, **values) as transcription:
        person = await transcription.r.beginning()
        await transcription.settled()
        yield Scene(transcription, person, clock)
