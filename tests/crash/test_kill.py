"""The bot is killed at every step of a turn, again and again over one interview, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record
from core.languages.messages import say
from core.store.database_url import Database
from core.store.opening import store_on
from core.store.records import load_record
from tests.crash.bot_process import STEPS, main
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.effort import tries
from tests.fakes.forked import living
from tests.fakes.places import free_port
from tests.fakes.postgres import bare_database
from tests.fakes.stores import every_session

AGREE, FINISH, SKIP = (say("en", f"button-{name}") for name in ("agree", "done", "skip"))
ENOUGH = tries(25, soak=105)
"""Questions after which the person finishes."""
KILLS = int(os.environ.get("RACONTEUR_KILLS", tries(len(STEPS), soak=200)))
KILLS_ELSEWHERE = min(KILLS, tries(len(STEPS), soak=25))
"""Of each of the other tests: whoever connects to a gateway again takes longer than one who polls."""
MOST = 200
"""Kills that fit into one interview: not every life reaches the next question."""


class Message(Protocol):
    """What the person sees of a message, on whatever platform."""

    @property
    def text(self) -> str: ...

    @property
    def labels(self) -> tuple[str, ...]: ...

    @property
    def file_name(self) -> str: ...


class Chat(Protocol):
    """The person's side of a fake platform."""

    def send(self, text: str, /) -> int: ...

    async def next_message(self) -> Message: ...


class Interviewee:
    """Answers every question that was not seen before, as soon as it is there, sometimes in two messages; then ends."""

    def __init__(self, chat: Chat, agree: Callable[[], object]) -> None:
        self.chat = chat
        self.agree = agree
        self.told: list[str] = []
        self.seen: Counter[str] = Counter()
        self.questions: list[str] = []
        self.finishing: list[str] = []
        """What was asked when they had told enough."""

    def read(self, message: Message) -> bool:
        """React to a message; True when the interview has ended."""
        self.seen[message.text] += 1
        if self.seen[message.text] > 1:
            return False
        if message.file_name:
            return True
        if AGREE in message.labels:
            self.agree()
        if FINISH in message.labels or (SKIP in message.labels and len(self.questions) == ENOUGH):
            self.finishing.append(message.text)
            self.chat.send("/done")
        elif SKIP in message.labels:
            self.questions.append(message.text)
            number = len(self.questions)
            self._tell(f"Answer {number}, with a few words of its own.")
            if number % 5 == 0:
                self._tell(f"And one more thing to answer {number}.")
        return False

    async def converse(self) -> None:
        async with asyncio.timeout(240):
            while not self.read(await self.chat.next_message()):
                pass

    def _tell(self, text: str) -> None:
        self.told.append(text)
        self.chat.send(text)


async def _record(database: Database) -> Record:
    store = store_on(database)
    try:
        (session,) = await store.read(every_session)
        return (await store.read(lambda c: load_record(c, session.id)))[0]
    finally:
        await store.close()


async def _killed(
    database: Path, person: Interviewee, begin: Callable[[], Awaitable[object]], kills: int, *where: str, kept: str = ""
) -> Counter[str]:
    """Have the interview held by a bot that dies again and again; at which steps it died, and how often."""
    steps = database.with_suffix(".steps")
    with living(steps, main, str(database), kept or str(database), "seed", kills, *where):
        await begin()
        await person.converse()
    return Counter(line for line in steps.read_text().splitlines() if line in STEPS)


@pytest.mark.timeout(300)
async def test_killed_at_every_step_nothing_is_lost(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    async with FakeBotApi() as api:
        anna = api.user(7, "Anna")
        person = Interviewee(anna, lambda: anna.press(AGREE))

        async def begin() -> None:
            anna.send("/interview life-story")

        deaths = await _killed(database, person, begin, KILLS, api.token, "telegram", api.url)
        assert api.violations == []
    whole = await _record(database)
    _nothing_lost(whole, person)
    _nothing_twice(whole, person, deaths)
    assert set(deaths) == set(STEPS)
    assert deaths.total() >= min(KILLS, MOST)


@pytest.mark.timeout(300)
async def test_killed_beside_a_server_that_keeps_everything_nothing_is_lost(tmp_path: Path) -> None:
    with bare_database() as server:
        async with FakeBotApi() as api:
            anna = api.user(7, "Anna")
            person = Interviewee(anna, lambda: anna.press(AGREE))

            async def begin() -> None:
                anna.send("/interview life-story")

            where = (api.token, "telegram", api.url)
            place = tmp_path / "raconteur.db"
            deaths = await _killed(place, person, begin, KILLS_ELSEWHERE, *where, kept=server.url)
            assert api.violations == []
        whole = await _record(server)
    _nothing_lost(whole, person)
    _nothing_twice(whole, person, deaths)
    assert set(deaths) == set(STEPS)


@pytest.mark.timeout(300)
async def test_killed_behind_a_webhook_nothing_is_lost(tmp_path: Path) -> None:
    database, port = tmp_path / "raconteur.db", free_port()
    async with FakeBotApi() as api:
        api.postman.behind = [f"http://127.0.0.1:{port}"]
        anna = api.user(7, "Anna")
        person = Interviewee(anna, lambda: anna.press(AGREE))

        async def begin() -> None:
            anna.send("/interview life-story")

        deaths = await _killed(database, person, begin, KILLS_ELSEWHERE, api.token, "webhook", api.url, str(port))
        assert api.violations == []
    whole = await _record(database)
    _nothing_lost(whole, person)
    _nothing_twice(whole, person, deaths)
    assert set(deaths) == set(STEPS)


@pytest.mark.parametrize("remembers", [True, False], ids=["nonces are honoured", "nonces are forgotten"])
@pytest.mark.timeout(300)
async def test_killed_over_discord_nothing_is_lost_or_said_twice(tmp_path: Path, *, remembers: bool) -> None:
    database = tmp_path / "raconteur.db"
    async with FakeDiscord() as server:
        if not remembers:
            server.world.nonce_memory = 0.0
        anna = server.user("Anna")
        # A button that is pressed while no bot is there leads nowhere; words are found in the chat's history.
        person = Interviewee(anna, lambda: anna.send("I agree"))

        async def begin() -> None:
            await server.until_connected()
            anna.send("/interview life-story")

        where = (server.token, "discord", server.api_url, server.gateway_url)
        deaths = await _killed(database, person, begin, KILLS_ELSEWHERE, *where)
        assert server.violations == []
    whole = await _record(database)
    _nothing_lost(whole, person)
    assert {text: count for text, count in person.seen.items() if count > 1} == {}
    assert set(deaths) == set(STEPS)
    assert deaths.total() >= min(KILLS_ELSEWHERE, MOST)


def _nothing_lost(whole: Record, person: Interviewee) -> None:
    answers = [e for e in whole.entries if e.kind is EntryKind.ANSWER]
    assert [e.text for e in answers] == person.told
    for entry, seen in zip(_asked(whole), [*person.questions, *person.finishing], strict=True):
        assert entry.text in seen
    noted = {seq for note in whole.digest.notes for seq in note.entries}
    assert noted == {e.seq for e in answers}, "the books have read every answer"


def _asked(whole: Record) -> list[Entry]:
    return [e for e in whole.entries if e.kind in QUESTIONS]


def _nothing_twice(whole: Record, person: Interviewee, deaths: Counter[str]) -> None:
    repeated = sum(count - 1 for count in person.seen.values())
    # A message is in flight at the end of a life only when that life ended between sending and writing it down.
    assert repeated <= deaths.total()
    assert max(person.seen.values()) <= 1 + deaths["sent"]
