"""A bot that is killed at each step of a run loses no code, runs all of it, and asks about each piece once."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from core.contracts.session import QUESTIONS, Record, Status
from core.interviews.technical.handed import CODE, RUN, HandedIn, RunSeen, kept
from core.store.records import record
from core.store.store import SqliteStore
from core.words import say
from tests.crash.coding_process import QUESTIONS as OURS
from tests.crash.coding_process import STEPS
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received, User
from tests.fakes.effort import tries
from tests.fakes.stores import every_session
from tests.fakes.technical import EXERCISES, fence

ROOT = Path(__file__).parents[2]
ROUNDS = tries(1, soak=3)


class Candidate:
    """Reacts to what was not seen before, and hands in another version after each question about the one before."""

    def __init__(self, anna: User) -> None:
        self.anna = anna
        self.seen: Counter[str] = Counter()
        self.sent: list[str] = []
        self._versions: list[str] = []

    async def converse(self) -> None:
        async with asyncio.timeout(120):
            while not self._read(await self.anna.next_message()):
                pass

    def _read(self, message: Received) -> bool:
        """True when the report is there."""
        self.seen[message.text] += 1
        if message.file_name.endswith("report.md"):
            return True
        if self.seen[message.text] > 1:
            return False
        for label in (say("en", "button-agree"), say("en", "technical-begin")):
            if label in message.labels:
                self.anna.press(label)
        if "Question 1 of" in message.text:
            self.anna.send("I built an invoicing service, and decided to put a queue before it.")
        if "Begin with this:" in message.text:
            exercise = next(each for each in EXERCISES.values() if each.texts["en"].title in message.text)
            codes = (*(f"def {exercise.function}(*a):\n    return '{n}'" for n in (1, 2)), exercise.reference.python)
            self._versions = [f"# {attempt}\n{code}" for attempt, code in zip(OURS, codes, strict=True)]
            self._hand_in()
        if any(question in message.text for question in OURS.values()):
            if len(self.sent) < len(self._versions):
                self._hand_in()
            else:
                self.anna.send("/done")
        return False

    def _hand_in(self) -> None:
        code = fence(self._versions[len(self.sent)])
        self.sent.append(code)
        self.anna.send(code)


async def _record(database: Path) -> Record:
    store = SqliteStore(str(database))
    try:
        (session,) = await store.read(every_session)
        return (await store.read(lambda c: record(c, session.id)))[0]
    finally:
        await store.close()


@pytest.mark.timeout(200)
async def test_killed_at_each_step_of_a_run(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    async with FakeBotApi() as api:
        candidate = Candidate(api.user(7, "Anna"))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.crash.coding_process", str(database), str(ROUNDS), api.token, "telegram", api.url),
            cwd=ROOT,
            start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            candidate.anna.send("/interview technical")
            await candidate.converse()
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = await process.communicate()
        assert api.violations == []
    deaths = Counter(line for line in output.decode().splitlines() if line in STEPS)
    assert deaths == dict.fromkeys(STEPS, ROUNDS)

    whole = await _record(database)
    assert whole.session.status is Status.COMPLETED
    numbers = range(1, len(OURS) + 1)
    codes = [kept(whole.findings, CODE, n, HandedIn) for n in numbers]
    assert [fence(code.source) for code in codes if code is not None] == [f"{each[:-3]}```" for each in candidate.sent]
    runs = [kept(whole.findings, RUN, n, RunSeen) for n in numbers]
    assert [run.solved for run in runs if run is not None] == [False, False, True]
    # Each is asked about once, and nothing is said more often than a message was in flight when a life ended.
    asked = [entry.text for entry in whole.entries if entry.kind in QUESTIONS]
    assert [text for text in asked if text in OURS.values()] == list(OURS.values())
    assert [e.text for e in whole.entries if e.text.startswith("```")] == candidate.sent
    # "I have your code" is said of each of the three.
    repeated = sum(count - 1 for text, count in candidate.seen.items() if text != say("en", "technical-got-code"))
    assert repeated <= deaths["sent"]
