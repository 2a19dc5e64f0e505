"""An app that lives through weeks in a moment: the clock is turned, things fall due, the process comes and goes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.config import AccessSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy
from core.contracts.messages import Say
from core.contracts.ports import LanguageModel
from core.contracts.session import Record, Session
from core.contracts.turn import Interview, Turn, TurnContext
from core.store.reports import import_session
from core.store.store import Queue, Unit
from core.store.timers import due_sessions
from tests.fakes.app import OPEN, Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.records import small_scripts
from tests.fakes.stores import new_database

TICK = 20.0
START = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""A Monday."""


def settings(**timers: object) -> Settings:
    """Everybody may come in, and it is the time of UTC; `timers` are values of that section."""
    section = TimersSection.model_validate({"time_zone": "UTC"} | timers)
    return Settings(access=AccessSection(policy=Policy.OPEN), timers=section)


class DistressInterview(PlainInterview):
    """One in which the word "help" shows distress."""

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        if situation.answer == "help":
            return Turn(state=situation.session.state, notice="I am sorry.", distress=True)
        return await super().answer(situation, model)


@dataclass(slots=True)
class Sent:
    """A message with the moment at which it went out."""

    at: datetime
    text: str
    labels: tuple[str, ...]


@dataclass(slots=True)
class Months:
    """Begin with `async with Months(folder) as life`."""

    folder: Path
    settings: Settings = OPEN
    model: ScriptedModel | None = None
    kinds: Mapping[str, Interview] | None = None
    start: datetime = START
    clock: ManualClock = field(init=False)
    platform: FakePlatform = field(init=False)
    path: str = field(init=False)
    r: Running = field(init=False)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def __aenter__(self) -> Months:
        self.clock = ManualClock(self.start)
        self.platform = FakePlatform(self.clock)
        self.path = new_database(self.folder)
        await self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    async def begin(self) -> None:
        """Start the process on the same database."""
        self.platform.up.clear()
        self.r = await self._stack.enter_async_context(
            running(
                store=store_at(self.path),
                clock=self.clock,
                platform=self.platform,
                settings=self.settings,
                model=self.model,
                kinds=self.kinds,
            )
        )
        await self.r.settled()

    async def end(self) -> None:
        await self._stack.aclose()

    async def ring_and_die(self) -> int:
        """The timers ring, and the process is gone before anybody has served them; how many rang."""
        self.r.store.on_wake(Queue.DESK, lambda _keys: None)
        return await self.r.app.timekeeper.sweep()

    async def restart(self, *, away: timedelta = timedelta()) -> None:
        """End the process, and start it again after a while."""
        await self.end()
        self.clock.advance(away.total_seconds())
        await self.begin()

    async def tick(self) -> None:
        await self.r.app.tick()
        await self.r.settled()

    async def passes(self, span: timedelta) -> None:
        """Let time go by; the clock is looked at as often as something becomes due."""
        until = self.clock.now() + span
        while (moment := await self._next_due()) is not None and moment <= until:
            # Between two looks a third of a minute goes by.
            self.clock.advance(max(0.0, (moment - self.clock.now()).total_seconds()) + TICK)
            await self.tick()
        self.clock.advance(max(0.0, (until - self.clock.now()).total_seconds()))
        await self.tick()

    async def until(self, moment: datetime) -> None:
        await self.passes(moment - self.clock.now())

    async def _next_due(self) -> datetime | None:
        far = (self.clock.now() + timedelta(days=4_000)).timestamp()
        due = await self.r.store.read(lambda c: due_sessions(c, now=far))
        return min((datetime.fromtimestamp(d.due_at, UTC) for d in due), default=None)

    async def session(self, number: int = 0) -> Session:
        return (await self.r.sessions())[number]

    async def says(self, person: FakePerson, *texts: str) -> str:
        """Write, and wait until nothing is under way any more; so with each. What is said last."""
        return await self.r.says(person, *texts)

    def sent(self, since: int = 0) -> list[Sent]:
        """What went out, files by their names."""
        found = []
        for message, receipt in list(zip(self.platform.sent, self.platform.receipts, strict=True))[since:]:
            saying = message.saying
            assert receipt.sent_at is not None
            if isinstance(saying, Say):
                found.append(Sent(receipt.sent_at, saying.text, tuple(c.label for c in saying.choices)))
            else:
                found.append(Sent(receipt.sent_at, saying.name, ()))
        return found

    async def takes_in(self, whole: Record) -> None:
        """An interview is imported while the process runs."""
        now = self.clock.now().timestamp()
        await self.r.store.write(lambda c: import_session(c, whole, small_scripts(), now=now))

    async def someone(self) -> FakePerson:
        """Somebody who has just read the first question, with nothing under way any more."""
        person = await self.r.beginning()
        await self.r.settled()
        return person

    def writes_when_a_timer_looks(self, person: FakePerson, text: str) -> None:
        """Somebody writes after a timer has read their session, and before it does what is due."""
        read, written = self.r.store.read, False

        async def reading(unit: Unit[Any]) -> Any:
            nonlocal written
            found = await read(unit)
            if isinstance(found, Session) and not written:
                written = True
                await person.write(text)
            return found

        self.r.store.read = reading  # type: ignore[method-assign]  # until the process ends
