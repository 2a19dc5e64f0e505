"""Who can be talked to: the real app over a platform in memory, or a model with one plain prompt and the whole chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from pydantic import BaseModel

from adapters.evaluation.platform import EvaluationPlatform
from bot.app import App, build_app
from bot.clock import TurnedClock
from bot.config import (
    AccessSection,
    PodcastSection,
    Settings,
    StorageSection,
    VoiceSection,
)
from bot.facts import spoken_facts
from bot.kinds import made
from bot.platforms import PLATFORMS
from bot.sections import LimitsSection, TimersSection
from core.contracts.messages import Say, SendDocument
from core.contracts.ports import Clock, Prompt, Tier
from core.contracts.sandbox import Sandbox
from core.contracts.tools import Readers
from core.contracts.turn import Interview
from core.conversation.phases.consent import AGREE
from core.evaluation.people import SimulatedPerson
from core.evaluation.talk import CallFigures
from core.inbox.gate import Policy
from core.llm.build import ManagedModel
from core.store.call_rows import every_call
from core.store.store import MemoryStore, Store

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""When every talk begins: a Monday, by day."""
LOOK = timedelta(hours=6)
"""So often the program looks at what is due while somebody is away."""
_PAUSE = 0.01
_EAGER = 2_000
"""So often the loop is let go round before it is waited for by the clock."""
MakeModel = Callable[[Store, Clock], ManagedModel]


class Interviewer(Protocol):
    """Somebody who can be talked to. Each call returns what was said since the one before, as (text, is a file)."""

    async def begin(self) -> tuple[Sequence[tuple[str, bool]], Sequence[tuple[str, bool]]]:
        """What was said before the interview, and how it began."""

    async def hear(self, says: Sequence[str]) -> Sequence[tuple[str, bool]]:
        """What follows from words and commands that come one right after another."""

    async def away(self, span: timedelta) -> Sequence[tuple[str, bool]]:
        """What is said while the person is gone."""

    async def calls(self) -> tuple[CallFigures, ...]:
        """What the model was given so far."""


class Raconteur:
    """The app as it is built for production, with nothing of anybody's real data."""

    def __init__(
        self, kind: str, app: App, platform: EvaluationPlatform, clock: TurnedClock, person: SimulatedPerson
    ) -> None:
        self._kind = kind
        self._app = app
        self._platform = platform
        self._clock = clock
        self._person = person
        self._read = 0

    async def begin(self) -> tuple[Sequence[tuple[str, bool]], Sequence[tuple[str, bool]]]:
        await self.hear(["/start"])
        await self.hear([self._person.name])
        agree = next((choice for choice in self._platform.choices() if AGREE in choice.data), None)
        before = len(self._platform.said)
        if agree is not None:
            await self._platform.press(agree)
            await self._settled()
        if self._kind == "podcast" and self._person.episode is not None:
            await self.hear([self._person.episode.text])
            choices = self._platform.choices()
            before = len(self._platform.said)
            if len(choices) >= self._person.episode.style:
                await self._platform.press(choices[self._person.episode.style - 1])
            await self._settled()
        self._read = before
        return self._since(0, before), self._new()

    async def hear(self, says: Sequence[str]) -> Sequence[tuple[str, bool]]:
        for text in says:
            await self._platform.write(text)
            if text.startswith("/"):
                await self._settled()
        await self._settled()
        return self._new()

    async def away(self, span: timedelta) -> Sequence[tuple[str, bool]]:
        left = span
        while left > timedelta():
            self._clock.turn(min(left, LOOK))
            left -= LOOK
            await self._app.tick()
            await self._settled()
        return self._new()

    async def press(self, label: str) -> Sequence[tuple[str, bool]]:
        """Press the button of this name under the newest message; what follows from it."""
        choice = next((each for each in self._platform.choices() if each.label.casefold() == label), None)
        if choice is not None:
            await self._platform.press(choice)
            await self._settled()
        return self._new()

    def document(self, ending: str) -> str:
        """The newest document of such a name; empty where none was sent."""
        sent = (each for each in reversed(self._platform.said) if isinstance(each, SendDocument))
        return next((each.body.decode() for each in sent if each.name.endswith(ending)), "")

    async def calls(self) -> tuple[CallFigures, ...]:
        return await _figures(self._app.store)

    def _new(self) -> Sequence[tuple[str, bool]]:
        found = self._since(self._read, len(self._platform.said))
        self._read = len(self._platform.said)
        return found

    def _since(self, first: int, end: int) -> Sequence[tuple[str, bool]]:
        said = self._platform.said[first:end]
        return [(s.text, False) if isinstance(s, Say) else (s.name, True) for s in said]

    async def _settled(self) -> None:
        """Return when nothing is under way that the person would wait for."""
        app = self._app
        engines = (app.desk_engine, app.delivery_engine, app.chore_engine)
        for _ in range(_EAGER):
            if all(engine.idle for engine in engines):
                return
            await asyncio.sleep(0)
        while not all(engine.idle for engine in engines):  # noqa: ASYNC110 - the engines have no bell for being idle
            await asyncio.sleep(_PAUSE)


@asynccontextmanager
async def raconteur(
    kind: str,
    settings: Settings,
    person: SimulatedPerson,
    make_model: MakeModel,
    *,
    kinds: Mapping[str, Interview] | None = None,
    sandbox: Sandbox | None = None,
    readers: Readers | None = None,
) -> AsyncIterator[Raconteur]:
    """The app while it runs, for one person, in a database of its own that is gone afterwards.

    `kinds`, `sandbox`, `readers`: in the place of those of the settings.
    """
    clock = TurnedClock(START)
    platform = EvaluationPlatform(clock, name=person.name, language=person.language)
    store = MemoryStore()
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        clean = alone(settings, kind, person, Path(folder))
        app = build_app(
            clean,
            store=store,
            platforms=[platform],
            recordings=Path(folder) / "recordings",
            clock=clock,
            model=make_model(store, clock),
            kinds=kinds or made(clean, facts=spoken_facts(clean)),
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
            yield Raconteur(kind, app, platform, clock, person)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def alone(settings: Settings, kind: str, person: SimulatedPerson, folder: Path) -> Settings:
    """The operator's settings without anything that is kept, reached or restricted: only models and words are left."""
    return settings.model_copy(
        update={
            **{spec.name: spec.section() for spec in PLATFORMS},
            "storage": StorageSection(data_dir=folder),
            "access": AccessSection(policy=Policy.OPEN, operator=person.operator or settings.access.operator),
            "limits": LimitsSection(messages_per_minute=0, megabytes_per_day=0, money_per_day=Decimal(0)),
            "timers": TimersSection(time_zone="UTC"),
            "voice": VoiceSection(engine="off"),
            "podcast": PodcastSection(questions=settings.podcast.questions),
            "interviews": settings.interviews.model_copy(update={"enabled": (kind,)}),
        }
    )


class PlainMessage(BaseModel):
    """What a model says where nothing stands between it and the person."""

    message: str


class Plain:
    def __init__(self, prompt: str, person: SimulatedPerson, model: ManagedModel, store: Store) -> None:
        self._prompt = prompt
        self._person = person
        self._model = model
        self._store = store
        self._chat = f"(They have just come in. Their name is {person.name}.)"

    async def begin(self) -> tuple[Sequence[tuple[str, bool]], Sequence[tuple[str, bool]]]:
        return (), [await self._next()]

    async def hear(self, says: Sequence[str]) -> Sequence[tuple[str, bool]]:
        words = [text for text in says if not text.startswith("/")]
        for text in words:
            self._chat += f"\n\n{self._person.name}: {text}"
        # Nobody here knows commands.
        return [await self._next()] if words else ()

    async def away(self, span: timedelta) -> Sequence[tuple[str, bool]]:
        return ()

    async def calls(self) -> tuple[CallFigures, ...]:
        return await _figures(self._store)

    async def _next(self) -> tuple[str, bool]:
        prompt = Prompt(purpose="plain", system=self._prompt, user=self._chat, tier=Tier.MAIN)
        said = (await self._model.ask(prompt, PlainMessage)).message.strip()
        self._chat += f"\n\nYou: {said}"
        return said, False


@asynccontextmanager
async def plain(prompt: str, person: SimulatedPerson, make_model: MakeModel) -> AsyncIterator[Plain]:
    store = MemoryStore()
    model = make_model(store, TurnedClock(START))
    try:
        yield Plain(prompt, person, model, store)
    finally:
        await model.close()
        await store.close()


async def _figures(store: Store) -> tuple[CallFigures, ...]:
    found = await store.read(every_call)
    wanted = [field.name for field in fields(CallFigures)]
    return tuple(CallFigures(**{name: getattr(call, name) for name in wanted}) for call in found)
