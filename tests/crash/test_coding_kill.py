"""A bot that is killed at each step of a run loses no code, runs all of it, and asks about each piece once."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from core.contracts.session import QUESTIONS, Record, Status
from core.interviews.technical.code_submissions import CODE, RUN, CodeSubmission, RunSeen, stored_finding
from core.languages.messages import say
from core.store.records import load_record
from core.store.store import SqliteStore
from tests.crash.coding_process import QUESTIONS as OURS
from tests.crash.coding_process import STEPS, main
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received as InTelegram
from tests.fakes.bot_api_people import User
from tests.fakes.discord_server import FakeDiscord, Person
from tests.fakes.discord_server import Received as InDiscord
from tests.fakes.effort import only_in_a_soak, tries
from tests.fakes.forked import living
from tests.fakes.stores import every_session
from tests.fakes.technical import EXERCISES, fence

DATABASE = "raconteur.db"
ROUNDS = tries(1, soak=3)


class Candidate:
    """Reacts to what was not seen before, and hands in another version after each question about the one before."""

    def __init__(self, anna: User | Person) -> None:
        self.anna = anna
        self.seen: Counter[str] = Counter()
        self.sent: list[str] = []
        self._versions: list[str] = []

    async def converse(self) -> None:
        async with asyncio.timeout(120):
            while not self._read(await self.anna.next_message()):
                pass

    def _read(self, message: InTelegram | InDiscord) -> bool:
        """True when the report is there."""
        self.seen[message.text] += 1
        if message.file_name.endswith("report.md"):
            return True
        if self.seen[message.text] > 1:
            return False
        # In words: what is pressed in Discord while no bot is there leads nowhere.
        for label in (say("en", "button-agree"), say("en", "technical-begin")):
            if label in message.labels:
                self.anna.send(label)
        if "Question 1 of" in message.text:
            self.anna.send("I built an invoicing service, and decided to put a queue before it.")
        if "Start with this:" in message.text:
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


async def _record(folder: Path) -> Record:
    store = SqliteStore(str(folder / DATABASE))
    try:
        (session,) = await store.read(every_session)
        return (await store.read(lambda c: load_record(c, session.id)))[0]
    finally:
        await store.close()


@pytest.mark.timeout(200)
async def test_killed_at_each_step_of_a_run(tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        candidate = Candidate(api.user(7, "Anna"))
        candidate.anna.send("/interview technical")
        deaths = await _killed(tmp_path, candidate, api.token, "telegram", api.url)
        assert api.violations == []
    _nothing_lost(await _record(tmp_path), candidate, deaths)


@pytest.mark.timeout(200)
@only_in_a_soak
async def test_killed_at_each_step_of_a_run_over_discord(tmp_path: Path) -> None:
    async with FakeDiscord() as server:
        candidate = Candidate(server.user("Anna"))

        async def begin() -> None:
            await server.until_connected()
            candidate.anna.send("/interview technical")

        begun = asyncio.create_task(begin())
        deaths = await _killed(tmp_path, candidate, server.token, "discord", server.api_url, server.gateway_url)
        await begun
        assert server.violations == []
    _nothing_lost(await _record(tmp_path), candidate, deaths)


async def _killed(folder: Path, candidate: Candidate, *where: str) -> Counter[str]:
    """Have the interview held by a bot that dies at each step; how often it died where."""
    steps = folder / "steps"
    with living(steps, main, str(folder / DATABASE), ROUNDS, *where):
        await candidate.converse()
    return Counter(line for line in steps.read_text().splitlines() if line in STEPS)


def _nothing_lost(whole: Record, candidate: Candidate, deaths: Counter[str]) -> None:
    assert deaths == dict.fromkeys(STEPS, ROUNDS)
    assert whole.session.status is Status.COMPLETED
    numbers = range(1, len(OURS) + 1)
    codes = [stored_finding(whole.findings, CODE, n, CodeSubmission) for n in numbers]
    assert [fence(code.source) for code in codes if code is not None] == [f"{each[:-3]}```" for each in candidate.sent]
    runs = [stored_finding(whole.findings, RUN, n, RunSeen) for n in numbers]
    assert [run.solved for run in runs if run is not None] == [False, False, True]
    # Each is asked about once, and nothing is said more often than a message was in flight when a life ended.
    asked = [entry.text for entry in whole.entries if entry.kind in QUESTIONS]
    assert [text for text in asked if text in OURS.values()] == list(OURS.values())
    assert [e.text for e in whole.entries if e.text.startswith("```")] == candidate.sent
    # "I have your code" is said of each of the three.
    repeated = sum(count - 1 for text, count in candidate.seen.items() if text != say("en", "technical-got-code"))
    assert repeated <= deaths.total()
