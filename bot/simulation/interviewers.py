"""The interviewer to try: the real app over a platform in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from adapters.simulation.platform import SimulationPlatform
from bot.app import App, build_app
from bot.clock import TurnedClock
from bot.config import AccessSection, PodcastSection, Settings
from bot.facts import interviewer_privacy_facts
from bot.kinds import build_kinds
from bot.platforms import PLATFORMS
from bot.sections import LimitsSection, StorageSection, TimersSection, VoiceSection
from core.access.gate import Policy
from core.contracts.messages import Choice, Say, SendDocument, SendVoice
from core.contracts.ports import Clock
from core.contracts.sandbox import Sandbox
from core.contracts.session import Status
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.conversation.phases.consent import AGREE
from core.delivery.fitting import fit_buttons
from core.llm.build import ManagedModel
from core.simulation.people import PlayedEpisode, SimulatedPerson
from core.simulation.talks import CallFigures
from core.store.call_rows import every_call
from core.store.spoken_rows import newest_spoken, newest_status, spoken_after, spoken_before
from core.store.store import MemoryStore, Queue, Store

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""The moment at which every talk begins: a Monday, by day."""
LOOK = timedelta(hours=6)
"""The time between two looks at what is due while somebody is away."""
_PAUSE = 0.01
_EAGER = 2_000
"""The number of times that the loop may go round before it is waited for by the clock."""
MakeModel = Callable[[Store, Clock], ManagedModel]
Heard = Sequence[tuple[str, bool]]
"""The messages of an interviewer since the last time, as (text, is the name of a file)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialVisitor:
    """A person as a program plays them on the way into an interview."""

    name: str
    language: str
    operator: str = ""
    """The person who set the bot up for them."""
    episode: PlayedEpisode | None = None
    """The subject of a talk about a podcast."""
    about: str = ""
    """Their words about themselves before a technical interview; they may be empty."""

    @classmethod
    def of(cls, person: SimulatedPerson) -> TrialVisitor:
        return cls(name=person.name, language=person.language, operator=person.operator, episode=person.episode)


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The place where an interview is kept, and the moment at which it continues."""

    store: Store
    folder: Path
    """For recordings and whatever else is no row."""
    now: datetime = START


class Interviewer(Protocol):
    """Somebody who can be talked to."""

    async def begin(self) -> tuple[Heard, Heard]:
        """Return what was said before the interview, and how it began."""

    async def hear(self, words: Sequence[str]) -> Heard:
        """Return what follows from words that come one right after another."""

    async def obey(self, command: str) -> Heard:
        """Return what follows from a command such as "/pause"."""

    async def away(self, span: timedelta) -> Heard:
        """Return what is said while the person is gone."""

    async def calls(self) -> tuple[CallFigures, ...]:
        """Return what the model was given so far."""


class Raconteur:
    """The app as it is built for production, with nothing of anybody's real data.

    What it says is read from its outbox. Each thing that it hears has an `event` of the caller's own or, where that is
    empty, a number; what it has heard under one already changes nothing. So a caller that died goes on with the same.
    """

    def __init__(
        self, kind: str, app: App, platform: SimulationPlatform, clock: TurnedClock, visitor: TrialVisitor
    ) -> None:
        self._kind = kind
        self._app = app
        self._platform = platform
        self._clock = clock
        self._visitor = visitor
        self._events = map(str, itertools.count(1))
        self.read = 0
        """The row of the outbox up to which everything was returned."""

    @property
    def now(self) -> datetime:
        return self._clock.now()

    async def begin(self) -> tuple[Heard, Heard]:
        await self.obey("/start", "start")
        await self.hear([self._visitor.name], "name")
        last, choices = "agree", [choice for choice in await self._choices() if AGREE in choice.data]
        if self._kind == "podcast" and self._visitor.episode is not None:
            await self._press(choices, last)
            await self.hear([self._visitor.episode.text], "episode")
            last, choices = "style", list(await self._choices())[self._visitor.episode.style - 1 :]
        elif self._kind == "technical":
            await self._press(choices, last)
            if self._visitor.about:
                await self.hear([self._visitor.about], "about")
            last, choices = "ready", list(await self._choices())
        before = await self.newest()
        await self._press(choices, last)
        event = self._platform.event_id(last)
        # Where it was pressed by a process that died, what followed may be there already.
        arrived = await self._app.store.read(lambda c: spoken_before(c, event))
        self.read = 0
        early = await self._new(until=before if arrived is None else arrived)
        return early, await self._new()

    async def hear(self, words: Sequence[str], event: str = "") -> Heard:
        event = event or next(self._events)
        for number, text in enumerate(words):
            await self._platform.write(text, f"{event}.{number}")
        await self._settled()
        return await self._new()

    async def obey(self, command: str, event: str = "") -> Heard:
        await self._platform.command(command, event or next(self._events))
        await self._settled()
        return await self._new()

    async def away(self, span: timedelta) -> Heard:
        end = self._clock.now() + span
        while (left := end - self._clock.now()) > timedelta():
            self._clock.turn(min(left, LOOK))
            await self._app.tick()
            await self._settled()
        return await self._new()

    async def newest(self) -> int:
        """Return the last row of the outbox."""
        return await self._app.store.read(newest_spoken)

    async def status(self) -> Status | None:
        """Return how the interview stands; None before it has begun."""
        return await self._app.store.read(newest_status)

    async def documents(self) -> Sequence[SendDocument]:
        """Return all that were sent, the oldest first."""
        spoken = await self._app.store.read(lambda c: spoken_after(c, 0))
        return [each.saying for each in spoken if isinstance(each.saying, SendDocument)]

    async def document(self, ending: str) -> str:
        """Return the newest document of such a name; empty where none was sent."""
        sent = reversed(await self.documents())
        return next((each.body.decode() for each in sent if each.name.endswith(ending)), "")

    async def calls(self) -> tuple[CallFigures, ...]:
        return await call_figures(self._app.store)

    async def _press(self, choices: Sequence[Choice], event: str) -> None:
        """Press the first of some buttons, if there is one."""
        if choices:
            await self._platform.press(choices[0], event)
            await self._settled()

    async def _choices(self) -> Sequence[Choice]:
        """Return the buttons under the newest message."""
        newest = await self.newest()
        for each in await self._app.store.read(lambda c: spoken_after(c, newest - 1)):
            if isinstance(each.saying, Say):
                return self._shown(each.saying).choices
        return ()

    async def _new(self, *, until: int | None = None) -> Heard:
        spoken = await self._app.store.read(lambda c: spoken_after(c, self.read))
        found = [each for each in spoken if until is None or each.row <= until]
        self.read = found[-1].row if found else self.read
        sayings = [each.saying for each in found if not isinstance(each.saying, SendVoice)]
        return [(self._shown(s).text, False) if isinstance(s, Say) else (s.name, True) for s in sayings]

    def _shown(self, saying: Say) -> Say:
        return fit_buttons(saying, self._platform.capabilities.buttons)

    async def _settled(self) -> None:
        """Return when nothing is under way that the person would wait for."""
        app = self._app
        engines = [app.engine(room) for room in (Queue.DESK, Queue.DELIVERY, Queue.CHORES)]
        for _ in range(_EAGER):
            if all(engine.idle for engine in engines):
                return
            await asyncio.sleep(0)
        while not all(engine.idle for engine in engines):  # noqa: ASYNC110 - the engines have no bell for being idle
            await asyncio.sleep(_PAUSE)


@asynccontextmanager
async def raconteur_interviewer(
    kind: str,
    settings: Settings,
    visitor: TrialVisitor,
    make_model: MakeModel,
    *,
    home: Home | None = None,
    kinds: Mapping[str, Interview] | None = None,
    sandbox: Sandbox | None = None,
    readers: Readers | None = None,
) -> AsyncIterator[Raconteur]:
    """Run the app for one person.

    `home`: a database of its own, which is closed afterwards; None for one that is gone then. `kinds`, `sandbox`,
    `readers`: in the place of those of the settings.
    """
    with ExitStack() as stack:
        if home is None:
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            home = Home(store=MemoryStore(), folder=Path(folder))
        clock = TurnedClock(home.now)
        platform = SimulationPlatform(clock, name=visitor.name, language=visitor.language)
        clean = isolated_settings(settings, kind, visitor, home.folder)
        app = build_app(
            clean,
            store=home.store,
            platforms=[platform],
            recordings=home.folder / "recordings",
            clock=clock,
            model=make_model(home.store, clock),
            kinds=kinds or build_kinds(clean, facts=interviewer_privacy_facts(clean)),
            sandbox=sandbox,
            readers=readers,
        )
        task = asyncio.create_task(app.run())
        up = asyncio.create_task(platform.up())
        await asyncio.wait({task, up}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if task.done():
            task.result()
        try:
            yield Raconteur(kind, app, platform, clock, visitor)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def isolated_settings(settings: Settings, kind: str, visitor: TrialVisitor, folder: Path) -> Settings:
    """Return the operator's settings without anything kept, reached or restricted: only models and words are left."""
    return settings.model_copy(
        update={
            **{spec.name: spec.section() for spec in PLATFORMS},
            "storage": StorageSection(data_dir=folder),
            "access": AccessSection(policy=Policy.OPEN, operator=visitor.operator or settings.access.operator),
            "limits": LimitsSection(messages_per_minute=0, megabytes_per_day=0, money_per_day=Decimal(0)),
            "timers": TimersSection(time_zone="UTC"),
            "voice": VoiceSection(engine="off"),
            "podcast": PodcastSection(questions=settings.podcast.questions),
            "interviews": settings.interviews.model_copy(update={"enabled": (kind,)}),
        }
    )


async def call_figures(store: Store) -> tuple[CallFigures, ...]:
    found = await store.read(every_call)
    wanted = [field.name for field in fields(CallFigures)]
    return tuple(CallFigures(**{name: getattr(call, name) for name in wanted}) for call in found)
