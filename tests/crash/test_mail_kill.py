"""Three weeks of letters with a bot that is killed at every step: each answer arrives once, with its own question."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.contracts.session import EntryKind
from core.languages.messages import say
from core.store.schema import mailbox
from core.store.store import SqliteStore
from tests.crash.bot_process import STEPS
from tests.crash.mail_process import DistantClock, main
from tests.crash.test_kill import _record
from tests.fakes.effort import tries
from tests.fakes.forked import living
from tests.fakes.mail_people import Correspondent, SeenMail
from tests.fakes.mail_server import FakeProvider

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""A Monday."""
EVERY = timedelta(days=tries(7, soak=1))
CADENCE = tries("/cadence Mondays at 9:00", soak="/cadence every day at 9:00")
QUESTIONS_ASKED = tries(4, soak=22)
"""One at the beginning, and those of three weeks."""
KILLS = tries(len(STEPS), soak=12 * len(STEPS))
AGREE, SKIP = (say("en", f"button-{name}") for name in ("agree", "skip"))


class Pen:
    """Somebody who answers each question with a letter, and then waits for the next one's day."""

    def __init__(self, anna: Correspondent, clock: DistantClock) -> None:
        self.anna = anna
        self.clock = clock
        self.told: list[str] = []
        self.asked: list[SeenMail] = []
        self.seen: Counter[str] = Counter()
        self.turned_at = -1

    async def correspond(self) -> None:
        while not self.read(await self.anna.next_message()):
            pass

    def read(self, seen: SeenMail) -> bool:
        """React to a mail; True when the last question has come."""
        key = str(seen.mail["Message-ID"])
        self.seen[key] += 1
        if self.seen[key] > 1:
            return False
        if AGREE in seen.labels:
            self.anna.press(AGREE)
        elif SKIP in seen.labels:
            self.asked.append(seen)
            if len(self.asked) == QUESTIONS_ASKED:
                return True
            if len(self.asked) == 1:
                self.anna.send(CADENCE)
            number = len(self.asked)
            self.told.append(f"Answer {number}, with a few words of its own.")
            self.anna.reply(f"{self.told[-1]}\n\n-- \nAnna, Lindenweg 3", to=seen)
        elif "ask you the next question" in seen.text and self.turned_at < len(self.told):
            self.turned_at = len(self.told)
            self.clock.turn(EVERY)
        return False


@pytest.mark.timeout(600)
async def test_three_weeks_of_letters_survive_every_death(tmp_path: Path) -> None:
    database, file = tmp_path / "raconteur.db", tmp_path / "clock"
    file.write_text(str((START - datetime.now(UTC)).total_seconds()))
    clock = DistantClock(file)
    steps = database.with_suffix(".steps")
    async with FakeProvider.serving() as provider:
        provider.now = clock.now
        anna = Correspondent(provider)
        pen = Pen(anna, clock)
        with living(steps, main, str(database), str(file), "seed", KILLS, json.dumps(provider.settings())):
            anna.write_first("Hello, I was told to write here.")
            await anna.next_message()
            anna.send("/interview life-story")
            async with asyncio.timeout(500):
                await pen.correspond()
                while len(steps.read_text().splitlines()) < KILLS:
                    # The remaining deaths come with one more letter each.
                    pen.told.append(f"And {len(pen.told)} more.")
                    anna.reply(pen.told[-1], to=pen.asked[-1])
                    await anna.next_message()
                await provider.until_read()
                await _until_answered(database, pen.told)
        assert provider.violations == []
    deaths = Counter(line for line in steps.read_text().splitlines() if line in STEPS)
    assert set(deaths) == set(STEPS)
    whole = await _record(database)
    answers = [entry.text for entry in whole.entries if entry.kind is EntryKind.ANSWER]
    assert answers == pen.told, "each answer once, in order, without what was quoted and signed"
    assert clock.now() - START >= timedelta(days=21)
    store = SqliteStore(str(database))
    events = await store.read(lambda c: c.execute(mailbox.select()).all())
    await store.close()
    assert len({row.event_id for row in events}) == len(events)
    repeated = sum(count - 1 for count in pen.seen.values())
    assert repeated <= deaths.total(), "a repeat has the Message-ID of the first, and comes only after a death"


async def _until_answered(database: Path, told: list[str]) -> None:
    while True:
        whole = await _record(database)
        if [entry.text for entry in whole.entries if entry.kind is EntryKind.ANSWER][-1:] == told[-1:]:
            return
        await asyncio.sleep(0.3)
