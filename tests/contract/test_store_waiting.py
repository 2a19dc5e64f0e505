"""What waits, as whoever watches is told it."""

from __future__ import annotations

from core.contracts.messages import Photo, Receipt, Voice
from core.features import NAMES
from core.store.outbox import mark_sent, put_letter
from core.store.schema import chores, errands, sessions, spending
from core.store.store import Connection, Store
from core.store.waiting import WaitingQueue, waiting_counts
from tests.fakes.stores import NOW, arrive, begin, event, letter

LATER = NOW + 40.0


def _queue(name: str, length: int = 0, oldest: float | None = None) -> WaitingQueue:
    return WaitingQueue(name=name, length=length, oldest=oldest)


EMPTY = {
    name: _queue(name) for name in ("desk", "delivery", "errands", "chores", "transcription", "photos", "deadlines")
}


async def _told(store: Store, *, now: float = LATER) -> dict[str, WaitingQueue]:
    waiting = await store.read(lambda c: waiting_counts(c, now))
    return {queue.name: queue for queue in waiting.queues}


async def test_nothing_waits_in_an_empty_database(store: Store) -> None:
    assert await _told(store) == EMPTY
    waiting = await store.read(lambda c: waiting_counts(c, NOW))
    assert (waiting.unheard_seconds, waiting.spent_micros) == (0.0, {"day": 0, "chamber": 0})


async def test_mail_waits_from_its_arrival_and_not_behind_what_is_to_be_heard(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("e1"), now=NOW + 5)
        arrive(c, event("e2"), now=NOW + 7)
        arrive(c, event("e3", Voice(file_ref="f", seconds=4.0, size=9, media_type="audio/ogg")), now=NOW + 2)
        arrive(c, event("e4", Voice(file_ref="g", seconds=None, size=9, media_type="audio/ogg")), now=NOW + 3)

    await store.write(unit)
    told = await _told(store)
    assert told["desk"] == _queue("desk", 2, NOW + 5)
    assert told["transcription"] == _queue("transcription", 2, NOW + 2)
    assert (await store.read(lambda c: waiting_counts(c, LATER))).unheard_seconds == 4.0


async def test_a_letter_waits_until_it_is_delivered(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("e1"))
        put_letter(c, letter("a"), now=NOW + 1)
        put_letter(c, letter("b"), now=NOW + 2)

    await store.write(unit)
    assert (await _told(store))["delivery"] == _queue("delivery", 2, NOW + 1)
    await store.write(lambda c: mark_sent(c, 1, Receipt(), now=NOW + 3))
    assert (await _told(store))["delivery"] == _queue("delivery", 1, NOW + 2)


async def test_what_is_due_later_does_not_wait(store: Store) -> None:
    def unit(c: Connection) -> None:
        session = begin(c)
        c.execute(sessions.update().values(due_at=NOW + 30))
        arrive(c, event("e5", Photo(file_ref="file-1")), now=NOW + 9)
        asked = {"platform": "here", "file_ref": "file-2", "most": 9, "trouble": ""}
        c.execute(errands.insert().values(id="1", asked_at=NOW + 4, **asked))
        c.execute(errands.insert().values(id="2", asked_at=NOW + 3, answered_at=NOW + 5, **asked))
        values = {"session_id": session.id, "round": 1, "attempts": 0}
        c.execute(chores.insert().values(name="notes", due_at=NOW + 20, **values))
        c.execute(chores.insert().values(name="readings", due_at=NOW + 50, **values))
        c.execute(chores.insert().values(name="given-up", due_at=NOW, dead_at=NOW, **values))

    await store.write(unit)
    told = await _told(store)
    assert told["chores"] == _queue("chores", 1, NOW + 20)
    assert told["errands"] == _queue("errands", 1, NOW + 4)
    assert told["deadlines"] == _queue("deadlines", 1, NOW + 30)
    if "photos" in NAMES:
        assert told["photos"] == _queue("photos", 1, NOW + 9)
    early = await _told(store, now=NOW + 10)
    assert (early["chores"].length, early["deadlines"].length) == (0, 0)


async def test_what_a_day_has_cost_is_told_by_purse(store: Store) -> None:
    def unit(c: Connection) -> None:
        for scope, micros in (("day:2026-05-04", 7), ("chamber:2026-05-04", 5), ("day:2026-05-03", 90)):
            c.execute(spending.insert().values(scope=scope, micros=micros))

    await store.write(unit)
    assert (await store.read(lambda c: waiting_counts(c, NOW))).spent_micros == {"day": 7, "chamber": 5}
