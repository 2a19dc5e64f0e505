"""Deleting while something is under way, the farewell after it, and a process that dies in between."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.messages import Address, Outgoing, Receipt, Say, SendDocument
from core.delivery.delivery_worker import SCRUB_WAIT, SCRUBS
from core.jobs.housekeeping import EVERY
from core.store.schema import addresses, mailbox, persons
from core.words import say
from tests.fakes.app import Running, running, until
from tests.fakes.deleting import DELETE, NAME, SECRET, delete, found, life, nobody, runtime
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import count

# --- whatever is under way ----------------------------------------------------------------------------------------


async def test_an_answer_that_is_being_thought_about_is_dropped(tmp_path: Path) -> None:
    async with runtime(tmp_path) as (r, provider):
        person = await r.beginning(name=NAME)
        provider.held = frozenset({"decision"})
        await person.write(f"{SECRET}, at last")
        await provider.begun("decision", 1)
        await person.write(f"{SECRET}, and more")
        await provider.begun("decision", 2)
        await delete(person)
        assert await person.next() == say("en", "deleted")
        provider.gate.set()
        await r.settled()
        assert await nobody(r)
        assert found(tmp_path, SECRET) == []


async def test_words_that_were_not_handled_yet_go_with_everything_else(tmp_path: Path) -> None:
    async with runtime(tmp_path) as (r, provider):
        person = await r.beginning(name=NAME)
        await person.says("/delete")
        provider.held = frozenset({"decision"})
        await asyncio.gather(person.write(f"{SECRET}, just now"), person.press(DELETE))
        assert await person.next() == say("en", "deleted")
        provider.gate.set()
        await r.settled()
        assert await nobody(r)
        assert found(tmp_path, SECRET) == []


@pytest.mark.parametrize(("purpose", "command"), [("notes", "/status"), ("reflection-economist", "/done")])
async def test_background_work_that_is_under_way_ends_quietly(
    tmp_path: Path, purpose: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with runtime(tmp_path) as (r, provider):
        person = await r.beginning(name=NAME)
        provider.held = frozenset({purpose})
        await person.says(f"{SECRET}, at last")
        await person.write(command)
        await provider.begun(purpose, 1)
        await r.desk_settled()
        person.read = len(person.received)
        await person.write("/delete")
        await person.platform.until(lambda: say("en", "delete-sure") in person.said[-1])
        await person.press(DELETE)
        await person.platform.until(lambda: person.said[-1] == say("en", "deleted"))
        provider.gate.set()
        await r.settled()
        assert await nobody(r)
        assert found(tmp_path, SECRET) == []
    output = capsys.readouterr().out
    assert "chore-over" in output
    assert "error" not in output


class Dawdling(FakePlatform):
    """Says when it has begun to send a file."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.sending = asyncio.Event()

    async def send(self, message: Outgoing) -> Receipt:
        if isinstance(message.saying, SendDocument):
            self.sending.set()
        return await super().send(message)


@pytest.mark.parametrize(
    "error", [None, Unreachable("Gone."), TooLarge("Too large."), Rejected("No."), TryLater("Busy.")]
)
async def test_a_letter_that_is_on_its_way_leaves_nothing(tmp_path: Path, error: DeliveryError | None) -> None:
    """Whatever the platform says of it after its row is gone."""
    clock = ManualClock()
    platform = Dawdling(clock)
    async with runtime(tmp_path, clock=clock, platform=platform) as (r, _):
        person = await r.beginning(name=NAME)
        await person.says(f"{SECRET}, at last")
        await person.says("/delete")
        await r.settled()
        platform.hold.clear()
        platform.trouble = lambda message: error if isinstance(message.saying, SendDocument) else None
        await person.write("/transcript")
        await platform.sending.wait()
        await person.press(DELETE)
        await r.desk_settled()
        platform.hold.set()
        await platform.until(lambda: person.said[-1] == say("en", "deleted"))
        await r.settled()
        assert await nobody(r)
        assert found(tmp_path, SECRET) == []


# --- the farewell -------------------------------------------------------------------------------------------------


def _farewell_fails(*errors: DeliveryError) -> Callable[[Outgoing], DeliveryError | None]:
    left = list(errors)

    def trouble(message: Outgoing) -> DeliveryError | None:
        farewell = isinstance(message.saying, Say) and message.saying.text == say("en", "deleted")
        return left.pop(0) if left and farewell else None

    return trouble


@pytest.mark.parametrize("error", [Unreachable("Gone."), Rejected("No.")])
async def test_a_farewell_that_cannot_be_said_is_not_kept(error: DeliveryError, r: Running, person: FakePerson) -> None:
    r.platform.trouble = _farewell_fails(error)
    await delete(person)
    await until(lambda: r.platform.forgotten == [person.address])
    await r.settled()
    assert await nobody(r)


async def test_a_farewell_that_has_to_wait_takes_nothing_from_who_began_anew() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _farewell_fails(TryLater("Busy.", after=60))
        await delete(person)
        await clock.sleepers(1)
        await person.write("Hello")
        await r.desk_settled()
        clock.advance(60)
        assert await person.next() == say("en", "deleted")
        assert say("en", "ask-name") in await person.next()
        await r.settled()
        assert r.platform.forgotten == [person.address]
        assert await r.store.read(lambda c: [count(c, t) for t in (persons, addresses, mailbox)]) == [1, 1, 1]


async def test_somebody_who_reads_the_file_delays_the_farewell_and_not_the_deleting(tmp_path: Path) -> None:
    clock = ManualClock()
    async with runtime(tmp_path, clock=clock) as (r, _):
        person = await r.beginning(name=NAME)
        await person.says(f"{SECRET}, at last")
        await r.settled()
        with closing(sqlite3.connect(tmp_path / "raconteur.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM revisions").fetchall()
            await delete(person)
            for _ in range(SCRUBS):
                await clock.sleepers(1)
                clock.advance(SCRUB_WAIT)
            assert await person.next() == say("en", "deleted")
            for _ in range(SCRUBS):
                await clock.sleepers(1)
                clock.advance(SCRUB_WAIT)
            await r.settled()
            assert await nobody(r)
            assert found(tmp_path, SECRET) != []
        clock.advance(EVERY)
        await r.app.tick()
        assert found(tmp_path, SECRET) == []


# --- a process that dies ------------------------------------------------------------------------------------------


class Witness(FakePlatform):
    """Takes a picture of the folder at the moment at which a kill would leave it so, and holds the process there."""

    def __init__(self, clock: ManualClock, folder: Path, *, at: str) -> None:
        super().__init__(clock)
        self.seen = asyncio.Event()
        self._folder = folder
        self._at = at

    async def forget(self, address: Address) -> None:
        await super().forget(address)
        if self._at == "forgetting":
            await self._take()

    async def send(self, message: Outgoing) -> Receipt:
        farewell = isinstance(message.saying, Say) and message.saying.text == say("en", "deleted")
        if farewell and self._at == "sending":
            await self._take()
        receipt = await super().send(message)
        if farewell and self._at == "sent":
            await self._take()
        return receipt

    async def _take(self) -> None:
        shutil.copytree(self._folder / "house", self._folder / "killed")
        self.seen.set()
        await asyncio.Event().wait()


@pytest.mark.parametrize("at", ["forgetting", "sending", "sent"])
@pytest.mark.parametrize("ended", ["killed", "house"])
async def test_a_process_that_dies_before_the_farewell_says_it_at_the_next_start(
    tmp_path: Path, at: str, ended: str
) -> None:
    """`killed` as by SIGKILL, with the log as it lay there; `house` in peace."""
    (tmp_path / "house").mkdir()
    clock = ManualClock()
    witness = Witness(clock, tmp_path, at=at)
    async with runtime(tmp_path / "house", clock=clock, platform=witness) as (r, _):
        person = await life(r, "1", NAME, SECRET)
        await delete(person)
        await witness.seen.wait()
    assert bool(found(tmp_path / "killed", SECRET)) == (at == "forgetting")
    platform = FakePlatform(clock, first=100_000)
    async with runtime(tmp_path / ended, clock=clock, platform=platform) as (r, _):
        assert await platform.person("1").next() == say("en", "deleted")
        await r.settled()
        assert await nobody(r)
        assert platform.forgotten == [person.address]
        for words in (SECRET, NAME, say("en", "deleted")[:30]):
            assert found(tmp_path / ended, words) == []
