"""`/delete`: one question, and then nothing of the person is anywhere, whatever is under way."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from core.commands.privacy import GOOD_FOR
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.messages import Address, Edit, Outgoing, Press, Receipt, Say, SendDocument, Text
from core.contracts.session import EntryKind
from core.delivery.delivery_worker import SCRUB_WAIT, SCRUBS
from core.jobs.housekeeping import EVERY
from core.languages.messages import say
from core.store.schema import addresses, mailbox, persons, tallies
from tests.fakes.app import Running, running, until
from tests.fakes.deleting import DELETE, KEEP, NAME, OTHERS, SECRET, delete, found, heard, life, nobody, runtime
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.spoken import keep, unheard
from tests.fakes.stores import count

# --- the question -------------------------------------------------------------------------------------------------


async def test_it_asks_what_would_go_and_how_to_have_it_first(r: Running, person: FakePerson) -> None:
    question = await person.says("We lived by the river.", "/delete")
    assert "one interview with 1 answer" in question
    assert "/export" in question
    assert "can’t be undone" in question
    assert person.labels == [DELETE, KEEP]
    assert await person.presses(KEEP) == say("en", "delete-kept")
    assert [e.text for e in (await r.record()).entries if e.kind is EntryKind.ANSWER] == ["We lived by the river."]
    assert r.platform.forgotten == []


async def test_it_asks_in_the_language_of_the_person(r: Running) -> None:
    person = await r.beginning(language="ru")
    assert "1 интервью" in await person.says("/delete")
    assert await person.presses("Удалить всё") == say("ru", "deleted")


async def test_somebody_who_has_told_nothing_can_be_forgotten_too(r: Running) -> None:
    person = r.platform.person()
    await person.says("/start")
    await delete(person)
    assert "/export" not in person.said[-1]
    assert await person.next() == say("en", "deleted")
    await r.settled()
    assert await nobody(r)


@pytest.mark.parametrize("argument", ["yes", "everything", "=keep", "1767225600", "Delete everything"])
async def test_nothing_that_is_typed_behind_the_command_is_enough(argument: str) -> None:
    async with running(clock=ManualClock()) as r:
        person = await r.beginning()
        assert say("en", "delete-sure") in await person.says(f"/delete {argument}")
        assert len(await r.sessions()) == 1


async def test_an_old_button_asks_again() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await person.says("/delete")
        old = person.button(DELETE)
        clock.advance((GOOD_FOR + timedelta(seconds=1)).total_seconds())
        await person.tell(Press(data=old.data))
        assert say("en", "delete-sure") in await person.next()
        assert len(await r.sessions()) == 1
        clock.advance(GOOD_FOR.total_seconds())
        assert await person.presses(DELETE) == say("en", "deleted")


async def test_a_button_from_before_they_began_anew_asks_again() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await delete(person)
        await person.next()
        old = person.button(DELETE)
        clock.advance(60)
        await r.beginning()
        person.read = len(person.received)
        await person.tell(Press(data=old.data))
        assert say("en", "delete-sure") in await person.next()
        assert len(await r.sessions()) == 1


@pytest.mark.parametrize("data", ["delete~abc", "delete~99999999999999999999999", "delete", "delete~=agree"])
async def test_a_button_that_is_none_of_ours_asks(data: str, person: FakePerson) -> None:
    await person.tell(Press(data=data))
    assert say("en", "delete-sure") in await person.next()


# --- nothing is left ----------------------------------------------------------------------------------------------


async def _first_of(r: Running, person: FakePerson) -> int:
    """The number of somebody's first session among all that there are."""
    return [s.address for s in await r.sessions()].index(person.address)


async def test_nothing_is_found_in_any_file_while_it_still_runs(tmp_path: Path) -> None:
    async with runtime(tmp_path) as (r, _):
        other = await life(r, "2", "Boris", OTHERS)
        person = await life(r, "1", NAME, SECRET)
        recordings = [
            await keep(r, f"{SECRET}, spoken".encode(), number=await _first_of(r, person)),
            await unheard(r, f"{SECRET}, mumbled".encode(), number=await _first_of(r, person)),
        ]
        others = await keep(r, f"{OTHERS}, spoken".encode(), number=await _first_of(r, other))
        await person.write("/export")
        await heard(r, person)
        assert set(recordings) < set(found(tmp_path, SECRET))
        assert "raconteur.db-wal" in found(tmp_path, SECRET)
        assert found(tmp_path, NAME)
        await delete(person)
        assert await person.next() == say("en", "deleted")
        await r.settled()
        assert found(tmp_path, SECRET) == []
        assert found(tmp_path, NAME) == []
        assert found(tmp_path, say("en", "deleted")[:30]) == []
        assert found(tmp_path, OTHERS) == ["raconteur.db", others]
        assert r.platform.forgotten == [person.address]
        assert "Plain en" in await other.says("/status")
        assert {s.person_id for s in await r.sessions()} == {(await r.record()).person.id}
    assert found(tmp_path, SECRET) == []


async def test_the_count_is_all_that_is_kept(r: Running, person: FakePerson) -> None:
    await delete(person)
    await person.next()
    await r.settled()
    assert await nobody(r)
    rows = await r.store.read(lambda c: {row.name: row.number for row in c.execute(tallies.select())})
    assert rows == {"deleted-people": 1, "deleted-sessions": 1}


async def test_somebody_who_writes_again_is_a_stranger(r: Running, person: FakePerson) -> None:
    await person.says("/name Aglaya")
    await delete(person)
    await person.next()
    assert say("en", "ask-name") in await person.says("Hello")
    assert await r.sessions() == []


async def test_what_the_platform_delivers_again_brings_nothing_back(r: Running, person: FakePerson) -> None:
    ref = await person.write("We lived by the river.")
    await person.next()
    shown = int(r.platform.receipts[-1].position)
    await delete(person)
    await person.next()
    await person.tell(Text(text="We lived by the river."), position=int(ref), ref=ref)
    await person.tell(Edit(ref=ref, text="We lived by a lake."), position=int(ref), ref=ref)
    await r.handled(person.tell(Press(data=person.button(DELETE).data), position=shown))
    assert await nobody(r)


# --- whatever is under way ----------------------------------------------------------------------------------------


async def test_an_answer_that_is_being_thought_about_is_dropped(tmp_path: Path) -> None:
    async with runtime(tmp_path) as (r, provider):
        person = await r.beginning(name=NAME)
        provider.held = frozenset({"talk"})
        await person.write(f"{SECRET}, at last")
        await provider.begun("talk", 1)
        await person.write(f"{SECRET}, and more")
        await provider.begun("talk", 2)
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
        provider.held = frozenset({"talk"})
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
        await person.says(f"{SECRET}, at last", "/delete")
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


async def test_somebody_who_reads_the_file_delays_the_farewell(tmp_path: Path) -> None:
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
async def test_the_farewell_of_a_process_that_died_is_said_at_the_next_start(
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
