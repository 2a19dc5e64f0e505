"""The bot is killed at every step of a turn, again and again over one interview, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from core.interviews.life_story import LifeStory
from core.session import QUESTIONS, EntryKind, Record
from core.store.records import overviews, record
from core.store.store import SqliteStore
from core.words import say
from tests.crash.bot_process import STEPS
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received, User

ROOT = Path(__file__).parents[2]
AGREE = say("en", "button-agree")
KILLS = int(os.environ.get("RACONTEUR_KILLS", "200"))
MOST = 200
"""Kills that fit into one interview: not every life reaches the next question."""


class Interviewee:
    """Answers every question that was not seen before, as soon as it is there, sometimes in two messages."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.told: list[str] = []
        self.seen: Counter[str] = Counter()
        self.questions: list[str] = []

    def read(self, message: Received) -> bool:
        """React to a message; True when the interview has ended."""
        self.seen[message.text] += 1
        if self.seen[message.text] > 1:
            return False
        if message.file_name:
            return True
        if AGREE in message.labels:
            self.user.press(AGREE)
        if "Skip" in message.labels:
            self.questions.append(message.text)
            number = len(self.questions)
            self._tell(f"Answer {number}, with a few words of its own.")
            if number % 5 == 0:
                self._tell(f"And one more thing to answer {number}.")
        return False

    def _tell(self, text: str) -> None:
        self.told.append(text)
        self.user.send(text)


async def _converse(user: User, person: Interviewee) -> None:
    async with asyncio.timeout(240):
        while not person.read(await user.next_message()):
            pass


async def _record(database: Path) -> Record:
    store = SqliteStore(str(database))
    try:
        session = (await store.read(overviews))[0].session
        return (await store.read(lambda c: record(c, session.id)))[0]
    finally:
        await store.close()


@pytest.mark.timeout(300)
async def test_killed_at_every_step_nothing_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    async with FakeBotApi() as api:
        arguments = [str(database), api.url, api.token, "seed", str(KILLS)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.crash.bot_process",
            *arguments,
            cwd=ROOT,
            start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        user = api.user(7, "Anna")
        person = Interviewee(user)
        user.send("/interview life-story")
        try:
            await _converse(user, person)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = await process.communicate()
        assert api.violations == []
    deaths = Counter(line for line in output.decode().splitlines() if line in STEPS)
    whole = await _record(database)
    _nothing_lost(whole, person)
    _nothing_twice(whole, person, deaths)
    assert set(deaths) == set(STEPS)
    assert deaths.total() >= min(KILLS, MOST)


def _nothing_lost(whole: Record, person: Interviewee) -> None:
    answers = [e.text for e in whole.entries if e.kind is EntryKind.ANSWER]
    assert answers == person.told
    asked = [e.question_id for e in whole.entries if e.kind is EntryKind.QUESTION]
    assert asked == [place.question.id for place in LifeStory().scripts.speak("en").places]


def _nothing_twice(whole: Record, person: Interviewee, deaths: Counter[str]) -> None:
    questions = [e for e in whole.entries if e.kind in QUESTIONS]
    assert len(questions) == len(person.questions)
    repeated = sum(count - 1 for count in person.seen.values())
    # A message is in flight at the end of a life only when that life ended between sending and writing it down.
    assert repeated <= deaths.total()
    assert max(person.seen.values()) <= 1 + deaths["sent"]
