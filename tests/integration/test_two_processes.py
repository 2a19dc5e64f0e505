"""Two apps on one database serve the same people: nothing is done twice, and what one leaves the other takes over."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa

from core.contracts.errors import Rejected
from core.contracts.messages import Voice
from core.contracts.session import EntryKind
from core.store.claims import LEASE
from core.store.records import load_record
from core.store.schema import chores, outbox, persons
from core.store.store import Connection, Queue
from tests.fakes.app import Running, held_model, running, thinking_model
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import every_session, new_database
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import until

PEOPLE = 5
TURNS = 6


class Pair:
    """Two apps on one database, with a clock for both and a platform and a model for each."""

    def __init__(self, clock: ManualClock, one: Running, other: Running) -> None:
        self.clock = clock
        self.apps = (one, other)

    def sides(self, chat: str) -> tuple[FakePerson, FakePerson]:
        """One person, as each app meets them."""
        first, second = (app.platform.person(chat) for app in self.apps)
        return first, second

    async def tick(self) -> None:
        for each in self.apps:
            await each.app.tick()

    async def settled(self) -> None:
        """Return when neither has anything to do, whoever has to do it."""
        for _ in range(3):
            for each in self.apps:
                await each.settled()
            await self.tick()
        for each in self.apps:
            await each.settled()

    async def until_said(self, chat: str, text: str) -> None:
        async with asyncio.timeout(60):
            while not any(text in said for side in self.sides(chat) for said in side.said):
                await self.tick()
                # Whoever waited in vain for the other's commit tries again.
                self.clock.advance(0.1)

    async def until_said_by(self, side: FakePerson, text: str) -> None:
        await side.platform.until(lambda: any(text in said for said in side.said))

    @property
    def sent(self) -> list[str]:
        """The keys of all that was sent by either, with the chat."""
        return [f"{m.address.chat} {m.key}" for each in self.apps for m in each.platform.sent]


@asynccontextmanager
async def pair(folder: Path, *models: ScriptedModel) -> AsyncIterator[Pair]:
    clock, path = ManualClock(), new_database(folder)
    one, other = (FakePlatform(clock, first=first) for first in (1, 1_000_000))
    # Positions of one chat rise, whichever app it is met by.
    other._positions, other._events = one._positions, one._events
    kinds = {"plain": PlainInterview(questions=TURNS + 2)}
    first, second = models or (_model(), _model())
    async with (
        running(clock=clock, store=store_at(path), platform=one, kinds=kinds, model=first, seat="a") as a,
        running(clock=clock, store=store_at(path), platform=other, kinds=kinds, model=second, seat="b") as b,
    ):
        yield Pair(clock, a, b)


def _model() -> ScriptedModel:
    return ScriptedModel(lambda prompt, _schema: Reply(words=f"{prompt.purpose} {prompt.user}"))


async def test_the_same_people_are_served_by_both_and_nothing_is_done_twice(tmp_path: Path) -> None:
    chance = random.Random("both")
    models = _model(), _model()
    async with pair(tmp_path, *models) as p:
        chats = [str(n) for n in range(1, PEOPLE + 1)]
        await asyncio.gather(*(chance.choice(p.sides(chat)).begin("plain") for chat in chats))
        for n in range(TURNS):
            await asyncio.gather(*(chance.choice(p.sides(chat)).write(f"{chat}: answer {n}") for chat in chats))
            for chat in chats:
                await p.until_said(chat, f"Question {n + 2} in en?")
        await p.settled()
        store = p.apps[0].store
        assert [key for key, count in Counter(p.sent).items() if count > 1] == []
        for session in await store.read(every_session):
            whole, _ = await store.read(lambda c, s=session: load_record(c, s.id))  # type: ignore[misc]
            told = [e.text for e in whole.entries if e.kind is EntryKind.ANSWER]
            assert told == [f"{session.address.chat}: answer {n}" for n in range(TURNS)]
            questions = [e.question_id for e in whole.entries if e.kind is EntryKind.QUESTION]
            assert questions == [f"q{n}" for n in range(1, TURNS + 2)]
        assert await store.read(_left) == (0, 0)
        thought = Counter(prompt.user for model in models for prompt in model.prompts if prompt.purpose == "talk")
        # What one process thinks on ground that the other moves is thought again, and kept once.
        assert max(thought.values()) <= 2
        assert len(thought) == PEOPLE * TURNS
        assert all(model.calls["talk"] for model in models), "both had something to do"


def _left(c: Connection) -> tuple[int, int]:
    """Messages and chores that are not done."""
    letters = c.execute(sa.select(sa.func.count()).where(outbox.c.sent_at.is_(None), outbox.c.dead_at.is_(None)))
    return letters.scalar_one(), c.execute(sa.select(sa.func.count()).select_from(chores)).scalar_one()


async def test_while_one_thinks_the_other_leaves_the_mailbox_alone(tmp_path: Path) -> None:
    first, second = thinking_model(), _model()
    async with pair(tmp_path, first, second) as p:
        here, there = p.sides("1")
        await here.begin("plain")
        await here.write("Slowly.")
        await first.begun(1, "talk")
        for _ in range(10):  # longer than a claim, which is renewed while the thinking goes on
            p.clock.advance(LEASE / 3)
            await p.apps[0].app.renew()
            await p.tick()
            await p.apps[1].settled()
        await there.write("/status")
        await p.apps[1].settled()
        assert (second.calls["talk"], there.received) == (0, [])
        first.gate.set()
        await p.until_said("1", "Question 2 in en?")
        await p.settled()
        assert (first.calls["talk"], second.calls["talk"]) == (1, 0)
        assert max(Counter(p.sent).values()) == 1


async def test_who_was_away_for_longer_than_its_claim_writes_nothing(tmp_path: Path) -> None:
    first, second = thinking_model(), _model()
    async with pair(tmp_path, first, second) as p:
        here, there = p.sides("1")
        await here.begin("plain")
        await here.write("Slowly.")
        await first.begun(1, "talk")
        p.clock.advance(LEASE)  # and nobody renews
        await p.apps[1].app.tick()
        await p.until_said_by(there, "Question 2 in en?")
        await p.apps[1].settled()
        before = await p.apps[0].record()
        first.gate.set()
        await p.settled()
        assert await p.apps[0].record() == before
        assert all("Question 2" not in said for said in here.said)
        await there.write("Fast.")
        await p.until_said_by(there, "Question 3 in en?")


async def test_a_message_is_sent_by_one_at_a_time_and_may_be_in_doubt(tmp_path: Path) -> None:
    async with pair(tmp_path) as p:
        here, there = p.sides("1")
        await here.begin("plain")
        here.platform.hold.clear()
        await here.write("/help")
        await p.apps[0].desk_settled()
        await p.apps[1].app.tick()
        await p.apps[1].settled()
        assert there.received == []
        p.clock.advance(LEASE)
        await p.apps[1].app.tick()
        await p.apps[1].settled()
        assert [message.doubt is not None for message in there.received] == [True]
        here.platform.trouble = lambda _: Rejected("It came too late.")
        here.platform.hold.set()
        await p.settled()
        (row,) = await p.apps[0].store.read(lambda c: c.execute(sa.select(outbox).where(outbox.c.in_doubt)).all())
        owner = p.apps[1].app.runtime.owner
        assert (row.dead_at, row.claimed_by) == (None, owner), "who comes back writes nothing over it"


async def test_a_chore_is_taken_over_only_when_its_claim_has_ended(tmp_path: Path) -> None:
    first = held_model("notes", respond=lambda _p, _s: Reply(words="first"))
    second = ScriptedModel(lambda _p, _s: Reply(words="second"))
    async with pair(tmp_path, first, second) as p:
        here, _ = p.sides("1")
        await here.begin("plain")
        await here.write("One.")
        await first.begun(1, "notes")
        await p.apps[1].app.tick()
        await p.apps[1].settled()
        assert second.calls["notes"] == 0
        p.clock.advance(LEASE)
        await p.apps[1].app.tick()
        await p.apps[1].settled()
        assert second.calls["notes"] == 1
        first.gate.set()
        await p.settled()
        assert [note.value for note in (await p.apps[0].record()).digest.notes] == ["second"]


async def test_at_its_start_one_leaves_alone_what_the_other_is_at(tmp_path: Path) -> None:
    clock, path = ManualClock(), new_database(tmp_path)
    async with running(clock=clock, store=store_at(path), seat="a") as a:
        person = await a.beginning()
        a.platform.hold.clear()
        await person.write("One.")
        await a.desk_settled()
        async with running(clock=clock, store=store_at(path), platform=FakePlatform(clock, first=100), seat="b") as b:
            await b.settled()
            assert b.platform.sent == []
            a.platform.hold.set()
            await a.settled()
        assert {message.doubt for message in a.platform.sent} == {None}


async def test_whatever_is_only_in_memory_may_be_lost_at_any_moment(tmp_path: Path) -> None:
    clock, path, chance = ManualClock(), new_database(tmp_path), random.Random("forgetful")
    store, lost = store_at(path), 0
    async with running(clock=clock, store=store, kinds={"plain": PlainInterview(questions=9)}) as r:
        app = r.app
        engines = (
            app.engine(Queue.DESK),
            app.engine(Queue.DELIVERY),
            app.engine(Queue.CHORES),
            app.engine(Queue.TRANSCRIPTION),
        )

        async def forget() -> None:
            """As a process that dies and comes back, but for its connections."""
            nonlocal lost
            lost += 1
            app.desk._failures.clear()
            tasks = [task for engine in engines for task in engine._tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        person = await r.beginning()
        for n in range(8):
            await person.write(f"Answer {n}.")
            for _ in range(chance.randrange(12)):
                await asyncio.sleep(0)
            await forget()
            async with asyncio.timeout(20):
                while not any(f"Question {n + 2} " in said for said in person.said):
                    await app.tick()
                    await asyncio.sleep(0)
        await r.settled()
        await app.tick()
        await r.settled()
        answers = [e.text for e in (await r.record()).entries if e.kind is EntryKind.ANSWER]
        assert answers == [f"Answer {n}." for n in range(8)]
        assert await store.read(_left) == (0, 0)
        assert lost == 8


async def test_who_waits_for_a_recording_keeps_nobody_from_going_on() -> None:
    ears = FakeTranscriber()
    gate = ears.gate(b"spoken")
    async with running(seat="worker-1", transcriber=ears) as r:
        anna = await r.beginning()
        note = Voice(file_ref=r.platform.keep(b"spoken"), seconds=0.01, size=6, media_type="audio/ogg")
        await anna.tell(note)
        await ears.begun(b"spoken")
        await until(lambda: r.app.engine(Queue.DESK).idle)
        assert await r.store.read(lambda c: c.execute(sa.select(persons.c.claimed_by)).scalar_one()) is None
        gate.set()
        await anna.next_where("Question 2")
