"""Delivery of what may have been delivered already, and of files that are too large."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
import sqlalchemy as sa

from core.contracts.commits import OutboxMessage
from core.contracts.errors import DeliveryError, TooLarge, TryLater
from core.contracts.messages import Doubt, Outgoing, Say, SendDocument, Text
from core.languages.messages import say
from core.store.outbox import next_letter, put_letter
from core.store.rows import to_datetime
from core.store.schema import outbox
from core.store.store import Connection, MemoryStore, Queue, Wake
from tests.fakes.app import Running, running, until
from tests.fakes.deleting import delete
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import Fillable, store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import HERE, arrive, event, letter, new_database


class _Held(asyncio.Event):
    """Tells when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    async def wait(self) -> Literal[True]:
        self.reached.set()
        return await super().wait()


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def _once(error: DeliveryError, words: str = "") -> Callable[[Outgoing], DeliveryError | None]:
    """This error, for the first message that has these words."""
    left = [error]

    def raised(message: Outgoing) -> DeliveryError | None:
        text = message.saying.text if isinstance(message.saying, Say) else ""
        return left.pop() if left and words in text else None

    return raised


async def test_what_was_certainly_never_delivered_is_in_no_doubt() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _once(TryLater("Busy.", after=5))
        await person.write("/help")
        await clock.sleepers(1)
        clock.advance(5)
        await person.next()
        assert {message.doubt for message in r.platform.sent} == {None}


async def test_after_a_lost_answer_it_is_told_behind_which_message_to_look() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await r.beginning("2")
        last, decided = r.platform.receipts[r.platform.sent.index(person.received[-1])], clock.now()
        r.platform.trouble = _once(TryLater("The connection was cut.", after=5, maybe_delivered=True))
        await person.write("/help")
        await clock.sleepers(1)
        clock.advance(5)
        await person.next()
        assert r.platform.sent[-1].doubt == Doubt(after=last.ref, since=decided)
        await person.says("/status")
        assert r.platform.sent[-1].doubt is None


@pytest.mark.parametrize("ahead", [timedelta(), timedelta(hours=3), -timedelta(hours=3)])
async def test_who_answers_before_it_is_known_they_were_asked_has_answered(ahead: timedelta) -> None:
    """However wrong this machine's clock is."""
    clock, theirs = ManualClock(LONG_AGO + ahead), ManualClock(LONG_AGO)
    async with running(clock=clock, platform=FakePlatform(theirs)) as r:
        person = await r.beginning()
        await person.says("One.")
        r.platform.trouble = _once(TryLater("The connection was cut.", after=5, maybe_delivered=True))
        await person.write("Two.")
        await until(lambda: 5.0 in clock.asked)
        theirs.advance(1)
        await person.write("Three.")
        await r.desk_settled()
        clock.advance(5)
        await person.next()
        await r.settled()
        assert [answers for _, answers in await r.told()] == [["One."], ["Two."], ["Three."], []]


async def test_what_is_sent_at_another_try_is_on_its_way_too() -> None:
    """Whoever has it before the platform says so, and answers at once, has answered it."""
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        await person.says("One.")
        r.platform.trouble = _once(TryLater("Busy.", after=5))
        await person.write("Two.")
        await until(lambda: 5.0 in clock.asked)
        r.platform.hold = held = _Held()
        clock.advance(5)
        await held.reached.wait()
        await person.tell(Text(text="Three."), position=1_000)
        await r.desk_settled()
        held.set()
        await person.hears(2)
        assert [answers for _, answers in await r.told()] == [["One."], ["Two."], ["Three."], []]


async def test_what_was_sent_and_could_not_be_written_down_is_not_sent_again() -> None:
    clock, store = ManualClock(), Fillable()
    async with running(clock=clock, store=store) as r:
        person = await r.beginning()

        def fills(_message: Outgoing) -> None:
            store.refuses = 4
            r.platform.trouble = lambda _: None

        r.platform.trouble = fills
        await person.write("/help")
        for _ in range(4):
            await clock.sleepers(1)
            clock.advance(30)
        await r.settled()
        assert len(person.said) == 2
        await r.says(person, "/status")
        assert len(person.said) == 3
        assert {message.doubt for message in r.platform.sent} == {None}


async def test_after_a_crash_what_was_on_its_way_is_in_doubt(tmp_path: Path) -> None:
    clock, path = ManualClock(), new_database(tmp_path)
    async with running(clock=clock, store=store_at(path)) as r:
        person = await r.beginning()
        last = r.platform.receipts[-1].ref
        decided = clock.now()
        r.platform.hold.clear()
        await person.write("One.")
        await r.desk_settled()
    async with running(clock=clock, store=store_at(path), platform=FakePlatform(clock, first=100)) as r:
        await until(lambda: r.platform.sent != [])
        assert r.platform.sent[0].doubt == Doubt(after=last, since=decided)


async def test_the_last_word_has_nothing_to_look_behind() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        cut = TryLater("The connection was cut.", after=5, maybe_delivered=True)
        r.platform.trouble = _once(cut, say("en", "deleted"))
        decided = clock.now()
        await delete(person)
        await clock.sleepers(1)
        clock.advance(5)
        assert await person.next() == say("en", "deleted")
        assert r.platform.sent[-1].doubt == Doubt(after="", since=decided)


async def test_what_was_never_delivered_or_has_no_id_is_nothing_to_look_behind() -> None:
    store = MemoryStore()

    def unit(c: Connection) -> Doubt | None:
        arrive(c, event("hello"))
        for number in range(4):
            put_letter(c, letter(f"k{number}"), now=LONG_AGO.timestamp() + number)
        rows = c.execute(sa.select(outbox.c.id).order_by(outbox.c.id)).scalars().all()
        became: tuple[dict[str, Any], ...] = (
            {"sent_at": 1.0, "ref": "a"},
            {"sent_at": 2.0, "ref": ""},
            {"dead_at": 3.0},
            {"in_doubt": True},
        )
        for row, values in zip(rows, became, strict=True):
            c.execute(outbox.update().where(outbox.c.id == row).values(values))
        waiting = next_letter(c, HERE)
        assert waiting is not None
        return waiting.outgoing.doubt

    assert await store.write(unit) == Doubt(after="a", since=to_datetime(LONG_AGO.timestamp() + 3))
    await store.close()


# --- files that are too large ----------------------------------------------------------------------------------------


LIMIT = 10_000
NOISE = bytes(random.Random(1).choices(b"abcdefghijklmnopqrstuvwxyz\n", k=4 * LIMIT))
"""Text that no ZIP makes small enough."""
WORDS = b"word after word\n" * LIMIT


async def _sent(r: Running, person: FakePerson, body: bytes, *, media_type: str = "text/markdown") -> None:
    """Put a file into the outbox, and a line behind it."""
    file = SendDocument(name="told.md", media_type=media_type, body=body, caption="All that was told.")
    letters = [
        OutboxMessage(key="file", address=person.address, saying=file, language="en"),
        OutboxMessage(key="behind", address=person.address, saying=Say(text="Behind it."), language="en"),
    ]

    def unit(c: Connection) -> None:
        for each in letters:
            put_letter(c, each, now=r.clock.now().timestamp())

    await r.store.write(unit, wake=[Wake(Queue.DELIVERY, str(person.address))])


def _limited(r: Running, limit: int = LIMIT, *, told: int = LIMIT) -> None:
    """Let the platform take files of `limit` bytes and say that it takes `told`."""

    def too_large(message: Outgoing) -> DeliveryError | None:
        saying = message.saying
        return TooLarge("No.") if isinstance(saying, SendDocument) and len(saying.body) > limit else None

    r.platform.trouble = too_large
    r.platform.capabilities = replace(r.platform.capabilities, file_limit=told)


async def _errors(r: Running) -> dict[str, str | None]:
    """What each letter of these tests died of; None for one that was sent."""

    def unit(c: Connection) -> dict[str, str | None]:
        rows = c.execute(sa.select(outbox).where(outbox.c.key.startswith("file") | (outbox.c.key == "behind")))
        return {row.key: row.error if row.dead_at is not None else None for row in rows if row.sent_at or row.dead_at}

    return await r.store.read(unit)


async def test_a_text_goes_in_parts_before_what_waits_behind_it(r: Running, person: FakePerson) -> None:
    _limited(r)
    await _sent(r, person, NOISE)
    await r.settled()
    assert b"".join(document.body for document in person.documents) == NOISE
    assert [document.name for document in person.documents][:2] == ["told-1-of-5.md", "told-2-of-5.md"]
    assert person.said[-1] == "Behind it."
    assert len({message.key for message in person.received}) == len(person.received)
    assert await _errors(r) == {"file": None, "behind": None}


async def test_what_gets_small_enough_goes_compressed(r: Running, person: FakePerson) -> None:
    _limited(r)
    await _sent(r, person, WORDS)
    await r.settled()
    assert person.said[-2:] == ["told.zip", "Behind it."]
    assert await _errors(r) == {"file": None, "behind": None}


async def test_after_a_failure_midway_the_same_goes_on_in_its_place() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        _limited(r)
        limited, failures = r.platform.trouble, [TryLater("Busy.", after=5)]

        def trouble(message: Outgoing) -> DeliveryError | None:
            return failures.pop() if failures and message.key.endswith("-2") else limited(message)

        r.platform.trouble = trouble
        await _sent(r, person, NOISE)
        await clock.sleepers(1)
        assert person.said[-1] == "told-1-of-5.md"
        clock.advance(5)
        await r.settled()
        files = [m for m in person.received if isinstance(m.saying, SendDocument)]
        # A platform that remembers the keys sends none of them again.
        assert files[0] == files[1]
        assert len({message.key for message in files}) == len(files) - 1
        assert b"".join(document.body for document in person.documents[1:]) == NOISE
        assert person.said[-1] == "Behind it."


@pytest.mark.parametrize("body", [NOISE, WORDS[:LIMIT]], ids=["large", "small"])
async def test_where_less_is_taken_than_was_told_it_is_tried_with_less(
    body: bytes, r: Running, person: FakePerson
) -> None:
    _limited(r, limit=len(body) - 1, told=2 * len(body))
    await _sent(r, person, body)
    await r.settled()
    assert person.documents
    assert max(len(document.body) for document in person.documents) <= len(body) // 2
    assert await _errors(r) == {"file": None, "behind": None}


@pytest.mark.parametrize(
    ("media_type", "limit"), [("application/zip", LIMIT), ("text/markdown", 100)], ids=["binary", "nothing-is-taken"]
)
async def test_where_nothing_helps_a_line_says_so(media_type: str, limit: int, r: Running, person: FakePerson) -> None:
    _limited(r, limit)
    await _sent(r, person, NOISE, media_type=media_type)
    await r.settled()
    assert person.documents == []
    assert person.said[-2:] == ["Behind it.", say("en", "error-too-large", name="told.md")]
    assert await _errors(r) == {"file": "too-large", "behind": None, "file/too-large": None}
