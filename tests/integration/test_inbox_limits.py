"""What one person may bring: what is over it is not kept, they are told so once, and nothing else is touched."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import timedelta

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import settings as laws
from hypothesis import strategies as st

from bot.config import AccessSection, LimitsSection, LlmSection, Settings
from core.access.gate import HOUR, MINUTE, Gate, InboxLimits, Policy
from core.contracts.errors import StorageError
from core.contracts.messages import Attachment, Text, Voice
from core.inbox.reception import Reception
from core.languages.messages import say
from core.store.rows import load_incoming
from core.store.schema import mailbox, usage
from core.store.store import Connection, MemoryStore, Result, Unit, Wakes
from tests.fakes.app import Running, running
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import count

PER_MINUTE = 30


class FullDisk(MemoryStore):
    """A store that keeps nothing while it is full."""

    full = False

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        if self.full:
            raise StorageError("The disk is full.")
        return await super().write(unit, wake)


def _limited(**limits: int) -> Settings:
    return Settings(
        access=AccessSection(policy=Policy.OPEN, allowed=("fake:1",)),
        limits=LimitsSection(**{"messages_per_minute": PER_MINUTE, "megabytes_per_day": 1} | limits),
    )


async def _words(r: Running) -> list[str]:
    return [text for _, texts in await r.told() for text in texts]


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_flood_is_refused_once_and_what_came_before_is_answered(language: str) -> None:
    clock = ManualClock()
    async with running(settings=_limited(), clock=clock) as r:
        person = await r.beginning(language=language)
        clock.advance(MINUTE)
        await r.settled()
        for n in range(PER_MINUTE + 20):
            await person.write(f"Line {n}.")
        await r.settled()
        assert await _words(r) == [f"Line {n}." for n in range(PER_MINUTE)]
        assert person.said.count(say(language, "limit-pace")) == 1
        clock.advance(MINUTE)
        await r.says(person, "And I go on.")
        assert (await _words(r))[-1] == "And I go on."
        assert await r.store.read(lambda c: c.execute(sa.select(usage.c.refused)).scalars().all()) == [20]


async def test_a_burst_of_short_lines_loses_nothing(r: Running, person: FakePerson) -> None:
    for n in range(100):
        await person.write(f"Line {n}.")
    await r.settled()
    assert await _words(r) == [f"Line {n}." for n in range(100)]


async def test_one_who_floods_holds_up_nobody_else() -> None:
    async with running(settings=_limited()) as r:
        anna, bert = await r.beginning("1"), await r.beginning("2", name="Bert")
        for n in range(2 * PER_MINUTE):
            await anna.write(f"Line {n}.")
        await r.handled(bert.write("I was born by the sea."))
        assert bert.said[-1].endswith("Question 2 in en?")


async def test_a_message_that_comes_twice_is_neither_counted_nor_refused() -> None:
    async with running(settings=_limited()) as r:
        person = await r.beginning()
        await person.tell(Text(text="Once."), event="fake:once")
        for _ in range(2 * PER_MINUTE):
            await person.tell(Text(text="Once."), event="fake:once")
        await r.settled()
        assert await _words(r) == ["Once."]
        assert say("en", "limit-pace") not in person.said


async def test_what_could_not_be_kept_takes_up_no_room() -> None:
    clock, store = ManualClock(), FullDisk()
    async with running(settings=_limited(), clock=clock, store=store) as r:
        person = await r.beginning()
        await r.settled()
        clock.advance(MINUTE)
        store.full = True
        for _ in range(PER_MINUTE):
            with pytest.raises(StorageError):
                await person.write("Not kept.")
        store.full = False
        await r.says(person, "Kept.")
        assert await _words(r) == ["Kept."]


# --- a day --------------------------------------------------------------------------------------------------------


async def test_a_file_that_the_day_has_no_room_for_is_not_fetched() -> None:
    clock = ManualClock()
    async with running(settings=_limited(), clock=clock) as r:
        person = await r.beginning()
        clock.advance(2 * HOUR)
        await r.settled()
        await r.handled(person.speak("first", size=600_000))
        for _ in range(3):
            await person.speak("second", size=600_000)
            await person.tell(Attachment(file_ref="third", name="a.txt", size=600_000))
        await r.settled()
        assert "first" in r.platform.fetched
        assert not {"second", "third"} & set(r.platform.fetched)
        assert person.said.count(say("en", "limit-day-file", hours=22)) == 1
        await r.says(person, "I can still write.")
        clock.advance(HOUR)
        await r.handled(person.speak("fourth", size=600_000))
        assert person.said[-1] == say("en", "limit-day-file", hours=21)
        clock.advance(22 * HOUR)
        await r.handled(person.speak("fifth", size=600_000))
        assert "fifth" in r.platform.fetched


async def test_what_is_too_large_for_any_day_is_said_to_be() -> None:
    async with running(settings=_limited()) as r:
        person = await r.beginning()
        await r.handled(person.speak("film", size=1_000_001))
        assert person.said[-1] == say("en", "limit-never")
        assert r.platform.fetched == []


async def test_words_that_the_day_has_no_room_for_are_refused() -> None:
    clock = ManualClock()
    async with running(settings=_limited(), clock=clock) as r:
        person = await r.beginning()
        await r.handled(person.speak("first", size=999_999))
        assert await r.says(person, "There is no room for this.") == say("en", "limit-day", hours=24)
        assert await r.says(person, "/help") != say("en", "limit-day", hours=24)


async def test_what_a_day_holds_is_known_after_a_restart_too() -> None:
    clock, store = ManualClock(), MemoryStore()
    for n in range(2):
        reception = Reception(
            store=store, gate=Gate(policy=Policy.OPEN), clock=clock, platforms={}, new_id=lambda: "p1", owner="test.me",
            limits=InboxLimits(bytes_per_day=10),
        )  # fmt: skip
        platform = FakePlatform(clock, first=1 + 10 * n)
        platform.inbox = reception
        await platform.person().write("six by")
    assert await store.read(lambda c: count(c, mailbox)) == 1
    await store.close()


async def test_everything_deleted_leaves_no_figure() -> None:
    async with running(settings=_limited()) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        assert await r.store.read(lambda c: count(c, usage)) == 1
        await r.handled(person.write("/delete"), person.press("Delete everything"))
        assert await r.store.read(lambda c: count(c, usage)) == 0


async def test_limits_can_be_switched_off_and_hold_nobody_at_the_keyboard() -> None:
    off = _limited(messages_per_minute=0, megabytes_per_day=0)
    for settings, name in ((off, "fake"), (_limited(), "terminal")):
        clock = ManualClock()
        async with running(settings=settings, clock=clock, platform=FakePlatform(clock, name)) as r:
            person = await r.beginning()
            for n in range(3 * PER_MINUTE):
                await person.write(f"Line {n}.")
            await r.handled(person.speak("film", size=2_000_000))
            assert (await _words(r))[: 3 * PER_MINUTE] == [f"Line {n}." for n in range(3 * PER_MINUTE)]
            assert "film" in r.platform.fetched


# --- a law --------------------------------------------------------------------------------------------------------

SENT = st.tuples(
    st.sampled_from([0.0, 1.0, 20.0, 61.0, 30_000.0]),
    st.integers(0, 12),
    st.sampled_from(["text", "voice", "again"]),
)
ROOM = InboxLimits(messages_per_minute=4, bytes_per_day=40)


@laws(max_examples=tries(15, soak=500))
@given(st.lists(SENT, max_size=40))
def test_whatever_is_sent_what_fits_is_kept_in_order_and_no_more(sent: list[tuple[float, int, str]]) -> None:
    with asyncio.Runner() as runner:
        runner.run(_holds(sent))


async def _holds(sent: list[tuple[float, int, str]]) -> None:
    clock, store = ManualClock(), MemoryStore()
    platform = FakePlatform(clock)
    platform.inbox = Reception(
        store=store,
        gate=Gate(policy=Policy.OPEN),
        clock=clock,
        platforms={},
        new_id=lambda: "p1",
        owner="test.me",
        limits=ROOM,
    )
    person = platform.person()
    expected: list[str] = []
    minute: deque[float] = deque()
    closed_until, bytes_used, day = 0.0, 0, ""
    for number, (gap, size, kind) in enumerate(sent):
        clock.advance(gap)
        now = clock.now()
        if kind == "again" and expected:
            await person.tell(Text(text="It came once more."), event=expected[size % len(expected)])
            continue
        content = Voice(file_ref="f", size=size) if kind == "voice" else Text(text="x" * size)
        await person.tell(content, event=f"fake:new-{number}")
        if now.date().isoformat() != day:
            day, bytes_used = now.date().isoformat(), 0
        while minute and minute[0] <= (now - timedelta(seconds=MINUTE)).timestamp():
            minute.popleft()
        # A message is sent a microsecond after its moment in the fake, so the clock's own moment counts.
        if now.timestamp() < closed_until:
            continue
        if len(minute) >= ROOM.messages_per_minute:
            closed_until = now.timestamp() + MINUTE
            continue
        if bytes_used + size > ROOM.bytes_per_day:
            continue
        minute.append(now.timestamp())
        bytes_used += size
        expected.append(f"fake:new-{number}")
    kept = await store.read(_kept)
    await store.close()
    assert kept == expected


def _kept(c: Connection) -> list[str]:
    payloads = c.execute(mailbox.select().order_by(mailbox.c.id))
    return [load_incoming(row.payload).event_id for row in payloads]


# --- money --------------------------------------------------------------------------------------------------------


def test_a_person_may_cost_half_of_a_day_unless_it_is_said() -> None:
    def budget(**limits: float) -> float | None:
        settings = Settings(limits=LimitsSection.model_validate(limits), llm=LlmSection(day_budget=10))
        return None if settings.person_budget is None else float(settings.person_budget)

    assert (budget(), budget(money_per_day=2.5), budget(money_per_day=0)) == (5.0, 2.5, None)
    assert Settings().person_budget is None
