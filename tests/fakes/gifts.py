"""A gift and a family around it, with the whole app and a clock that is turned."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.config import AccessSection, Settings, VoiceSection
from bot.sections import TimersSection
from core.contracts.messages import Say
from core.contracts.ports import Transcriber
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.store.store import Store
from tests.fakes.app import Running, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel, new_question
from tests.fakes.platform import FakePerson, FakePlatform

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""A Monday."""
SETTINGS = Settings(
    access=AccessSection(admins=("fake:1",)),
    timers=TimersSection(time_zone="UTC"),
    voice=VoiceSection(keep_audio=True),
)
"""Masha runs the bot; nobody else may come in without an invitation."""
GARDEN = "The garden behind our house in Kazan, and the smell of apples."
GRACE = timedelta(minutes=11)
_CODE = re.compile(r"[Tt]he code is ([\w-]{16})")


@dataclass(slots=True, kw_only=True)
class Around:
    """Masha, who gives; Nina, who tells; Petya and Lena, who may come."""

    r: Running
    clock: ManualClock
    language: str = "en"

    masha: FakePerson = field(init=False)
    nina: FakePerson = field(init=False)
    petya: FakePerson = field(init=False)
    lena: FakePerson = field(init=False)

    def __post_init__(self) -> None:
        for chat, name in zip("1234", ("Masha", "Nina", "Petya", "Lena"), strict=True):
            person = self.r.platform.person(chat, name=name, language=self.language)
            setattr(self, name.lower(), person)

    def word(self, key: str, **values: str | float) -> str:
        return say(self.language, key, **{"reader": "Masha", "minutes": 10, **values})

    async def writes(self, person: FakePerson, *texts: str) -> list[str]:
        """What somebody reads after each message was handled."""
        before = len(person.said)
        await self.r.handled(*(person.write(text) for text in texts))
        return person.said[before:]

    async def presses(self, person: FakePerson, key: str, **values: str | float) -> list[str]:
        """The same for the button with these words."""
        before = len(person.said)
        await self.r.handled(person.press(self.word(key, **values)))
        return person.said[before:]

    async def passes(self, span: timedelta = GRACE) -> None:
        """Let time go by, and have all that is due then happen."""
        self.clock.advance(span.total_seconds())
        for _ in range(3):
            await self.r.app.tick()
            await self.r.settled()

    def code(self, person: FakePerson) -> str:
        """Of the newest invitation that somebody was given."""
        return next(found[1] for text in reversed(person.said) if (found := _CODE.search(text)))

    async def gives(self, name: str = "Grandma Nina", *questions: str, rhythm: str = "once") -> str:
        """Masha puts a gift together; the code of its link."""
        await self.writes(self.masha, f"/gift {name}")
        await self.presses(self.masha, "language-name")
        await self.presses(self.masha, f"button-gift-{rhythm}")
        code = self.code(self.masha)
        await self.writes(self.masha, *questions)
        await self.presses(self.masha, "button-gift-done")
        return code

    async def opens(self, code: str, leave: str = "button-leave-yes") -> list[str]:
        """Nina opens it, agrees, and says what may go to the family; what she reads last."""
        await self.writes(self.nina, f"/start {code}")
        await self.presses(self.nina, "button-agree")
        return await self.presses(self.nina, leave)

    async def invites(self, person: FakePerson) -> None:
        """A moment later Nina has somebody else come in, and hears of it with her next question."""
        self.clock.advance(1)
        await self.writes(self.nina, "/family")
        await self.presses(self.nina, "button-family-add")
        await self.writes(person, f"/start {self.code(self.nina)}")

    def buttons(self, person: FakePerson) -> list[str]:
        return [choice.label for choice in _newest(person).choices]


def _newest(person: FakePerson) -> Say:
    return next(m.saying for m in reversed(person.received) if isinstance(m.saying, Say))


@asynccontextmanager
async def family(
    *,
    language: str = "en",
    store: Store | None = None,
    settings: Settings = SETTINGS,
    clock: ManualClock | None = None,
    platform: FakePlatform | None = None,
    transcriber: Transcriber | None = None,
    recordings: Path | None = None,
    model: ScriptedModel | None = None,
) -> AsyncIterator[Around]:
    clock = clock or ManualClock(START)
    async with running(
        kinds={"life-story": LifeStory()},
        model=model or ScriptedModel(talk=new_question),
        settings=settings,
        clock=clock,
        store=store,
        platform=platform,
        transcriber=transcriber,
        recordings=recordings,
    ) as r:
        yield Around(r=r, clock=clock, language=language)
