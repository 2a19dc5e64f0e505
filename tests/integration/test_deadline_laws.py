"""Whatever somebody does over months, and whenever the process dies: what the deadlines promise holds."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import settings as laws
from hypothesis import strategies as st

from bot.config import AccessSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy
from core.contracts.session import Status
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.months import Months

EXAMPLES = int(os.environ.get("RACONTEUR_HISTORIES", tries(8, soak=200)))
"""Histories that are tried; each is some months long."""
SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN), timers=TimersSection(time_zone="UTC"))
REMINDER, ASIDE = "quiet moment", "aside"
DAY = timedelta(days=1)

STEPS = st.one_of(
    st.sampled_from(["answer", "/pause", "/resume", "/skip", "/now", "/cadence daily 19:00", "/cadence off"]),
    st.tuples(st.just("wait"), st.integers(1, 60 * 24 * 45)),
    st.tuples(st.sampled_from(["restart", "die at the deadline"]), st.integers(0, 60 * 24 * 20)),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that the person did."""

    at: datetime
    what: str


class History:
    """Lives through steps, and remembers what the person did."""

    def __init__(self, life: Months) -> None:
        self.life = life
        self.deeds: list[Deed] = []
        self.away: list[tuple[datetime, datetime]] = []

    async def live(self, steps: list[str | tuple[str, int]]) -> None:
        self.person = await self.life.r.beginning()
        await self.life.r.settled()
        self._did("begin")
        for number, step in enumerate(steps):
            match step:
                case "answer":
                    await self._does(f"Answer {number}.")
                case str():
                    await self._does(step)
                case ("wait", minutes):
                    await self.life.passes(timedelta(minutes=minutes))
                case ("restart", minutes):
                    await self._gone_for(minutes)
                case (_, minutes):
                    await self._dies_at_the_deadline(minutes)

    async def _does(self, what: str) -> None:
        self.life.clock.advance(1)  # so that it is later than what came before
        await self.life.says(self.person, what)
        self._did(what)

    def _did(self, what: str) -> None:
        self.deeds.append(Deed(self.life.clock.now(), what))

    async def _gone_for(self, minutes: int) -> None:
        left = self.life.clock.now()
        await self.life.restart(away=timedelta(minutes=minutes))
        self.away.append((left, self.life.clock.now()))
        await self.life.tick()

    async def _dies_at_the_deadline(self, minutes: int) -> None:
        """The timers have rung, and nobody has served them yet."""
        self.life.clock.advance(minutes * 60.0)
        await self.life.ring_and_die()
        await self._gone_for(0)

    def before(self, moment: datetime) -> Deed:
        """The last deed before a moment that moved the interview."""
        return [deed for deed in self.deeds if deed.at <= moment and not deed.what.startswith("/cadence")][-1]


def holds(history: History) -> None:
    sent = history.life.sent()
    reminders = [message for message in sent if REMINDER in message.text]
    questions = Counter(message.text.splitlines()[-1] for message in reminders)
    assert all(count == 1 for count in questions.values()), "two reminders for one question"
    for reminder in reminders:
        assert 9 <= reminder.at.hour < 21, "in quiet hours"
        last = history.before(reminder.at)
        assert last.what != "/pause", "after a pause"
        assert reminder.at - last.at >= DAY, "too early"
    for message in (message for message in sent if ASIDE in message.text):
        assert 9 <= message.at.hour < 21, "in quiet hours"
    asides = Counter(history.before(m.at) for m in sent if ASIDE in m.text)
    assert all(count == 1 for count in asides.values()), "put aside twice"


async def put_aside_in_the_end(history: History) -> None:
    """A long silence ends in one such line, unless the interview was over before."""
    before = len(history.life.platform.sent)
    aside = (await history.life.session()).status
    await history.life.passes(80 * DAY)
    session = await history.life.session()
    lines = [message for message in history.life.sent(before) if ASIDE in message.text]
    if aside in {Status.COMPLETED, Status.ABANDONED}:
        assert not lines
    else:
        assert len(lines) == 1
        assert session.status is Status.ABANDONED


@laws(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=14))
async def test_the_promises_of_the_deadlines(steps: list[str | tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Months(Path(folder), SETTINGS, kinds={"plain": PlainInterview(questions=40)}) as life:
            history = History(life)
            await history.live(steps)
            await put_aside_in_the_end(history)
            holds(history)
            answers = [text for _, told in await life.r.told() for text in told]
            assert answers == [deed.what for deed in history.deeds if deed.what.startswith("Answer")], "words are lost"
