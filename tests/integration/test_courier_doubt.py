"""What may have been delivered already says so to the platform, with the place to look behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from core.contracts.errors import DeliveryError, TryLater
from core.contracts.messages import Doubt, Outgoing, Say
from core.store.changes import put_letter
from core.store.codec import moment
from core.store.outbox import next_letter
from core.store.schema import outbox
from core.store.store import Connection, MemoryStore, SqliteStore
from core.words import say
from tests.fakes.app import running, until
from tests.fakes.deleting import delete
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import HERE, arrive, event, letter, new_database

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


async def test_after_a_crash_what_was_on_its_way_is_in_doubt(tmp_path: Path) -> None:
    clock, path = ManualClock(), new_database(tmp_path)
    async with running(clock=clock, store=SqliteStore(path)) as r:
        person = await r.beginning()
        last = r.platform.receipts[-1].ref
        decided = clock.now()
        r.platform.hold.clear()
        await person.write("One.")
        await r.desk_settled()
    async with running(clock=clock, store=SqliteStore(path), platform=FakePlatform(clock, first=100)) as r:
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

    assert await store.write(unit) == Doubt(after="a", since=moment(LONG_AGO.timestamp() + 3))
    await store.close()
