"""A notice to everybody: whatever happens on the way, it reaches each person once at most, and nobody who may not be
written to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import time, timedelta

import pytest
import sqlalchemy as sa
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.contracts.errors import Stale, TryLater
from core.contracts.messages import Receipt
from core.contracts.notices import NoticeAudience
from core.features.announcements.notice_rows import (
    SPACING,
    NoticeState,
    announcement_by_id,
    announcement_tally,
    audience,
    forget_oldest,
    join_lists,
    newest_announcements,
    notice_message_key,
)
from core.features.announcements.notices import AnnounceDeed, AnnouncementStage, AnnouncementTally
from core.features.announcements.sending import (
    Advanced,
    advance_sending,
    note_refusal,
    notices_in_progress,
    return_to_list,
    withdraw_hindered,
)
from core.store.access import deny_person
from core.store.arrivals import set_reachable
from core.store.claims import LEASE, LETTERS, Claim
from core.store.erasing import erase_person
from core.store.letter_hooks import SendingMoment
from core.store.outbox import WaitingMessage, addresses_with_letters, mark_dead, mark_sent, put_letter, take_letter
from core.store.pruning import KEPT
from core.store.schema import addresses, announced, announcements, outbox, persons
from core.store.store import Connection, MemoryStore, Store
from core.timing.rules import QuietHours
from tests.fakes.effort import tries
from tests.fakes.stores import count, letter
from tests.features.announcements.announcing_kit import (
    HOW,
    NOON,
    RULES,
    N,
    address_of,
    claim_at,
    put_begun,
    put_person,
    take_deed,
)

SLEEP = QuietHours(time(22), time(8))
PEOPLE = 6


class World:
    """A store with people in it, a courier that is told what becomes of each letter, and what people have read."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.now = NOON
        self.read: Counter[str] = Counter()
        self.lives = 1
        self.asleep: set[str] = set()
        self.barred: set[str] = set()

    async def do(self, unit: Callable[[Connection], object]) -> None:
        await self.store.write(unit)

    @property
    def claim(self) -> Claim:
        return claim_at(self.now, f"app.{self.lives}")

    @property
    def moment(self) -> SendingMoment:
        return SendingMoment(rules=RULES, now=self.now, once=False)

    async def step(self) -> None:
        await self.do(lambda c: advance_sending(c, self.claim, N, HOW))

    async def deliver(self, outcome: str) -> None:
        """What waits for each address is sent, or not, as `outcome` has it."""
        for address in await self.store.read(lambda c: addresses_with_letters(c, self.claim)):
            waiting = await self.store.write(lambda c, a=address: take_letter(c, a, self.claim))  # type: ignore[misc]
            if waiting is None:
                continue
            kept = await self.store.write(lambda c, w=waiting: withdraw_hindered(c, w, self.moment))  # type: ignore[misc]
            if not kept:
                await self._sent(waiting, outcome)

    async def _sent(self, waiting: WaitingMessage, outcome: str) -> None:
        now = self.now.timestamp()
        if outcome in {"sent", "died after"}:
            self.read[waiting.outgoing.key.rpartition("/")[2]] += 1
        if outcome == "sent":
            await self.do(lambda c: mark_sent(c, waiting.id, Receipt(ref="1"), now=now))
        elif outcome == "refused":
            await self.do(lambda c: note_refusal(c, waiting, TryLater("wait", after=30.0), now))
        elif outcome == "lost":
            await self.do(lambda c: return_to_list(c, waiting, NoticeState.UNSURE))
        elif outcome == "dead":
            await self.do(lambda c: mark_dead(c, waiting.id, now=now, error="rejected"))

    def die(self) -> None:
        """The process ends, and another one takes over when its claims have ended."""
        self.lives += 1
        self.now += timedelta(seconds=LEASE + 1)

    async def wish(self, person: int, *, none: bool) -> None:
        its = persons.c.id == f"p{person}"
        await self.do(lambda c: c.execute(persons.update().where(its).values(no_notices=none)))
        (self.barred.add if none else self.barred.discard)(f"p{person}")

    async def reachable(self, person: int, at: float | None) -> None:
        await self.do(lambda c: set_reachable(c, address_of(person), unreachable_at=at))

    async def delete(self, person: int) -> None:
        await self.do(lambda c: erase_person(c, f"p{person}"))
        self.barred.add(f"p{person}")

    async def deny(self, person: int) -> None:
        await self.do(lambda c: deny_person(c, f"here:{person}", now=self.now.timestamp()))
        self.barred.add(f"p{person}")

    async def take(self, deed: AnnounceDeed) -> None:
        with suppress(Stale):
            await self.do(lambda c: take_deed(c, deed, self.now))


OUTCOMES = ("sent", "refused", "lost", "dead", "died before", "died after")
Deed = Callable[[World], Awaitable[object]]


async def _deliver(world: World, outcome: str) -> None:
    """Letters go out, by day and to nobody who may not get any."""
    before = world.read.copy()
    await world.deliver(outcome)
    told = {person for person in world.read if world.read[person] > before[person]}
    assert not told & world.barred
    if SLEEP.covers(world.now, RULES.zone):
        assert not told & world.asleep
    if outcome.startswith("died"):
        world.die()


async def _wait(world: World, seconds: int) -> None:
    world.now += timedelta(seconds=seconds)


async def _die(world: World) -> None:
    world.die()


def _deeds() -> st.SearchStrategy[Deed]:
    one = st.integers(0, PEOPLE - 1)
    return st.one_of(
        st.sampled_from(OUTCOMES).map(lambda outcome: lambda w: _deliver(w, outcome)),
        st.sampled_from((1, 30, 3_600, 36_000)).map(lambda seconds: lambda w: _wait(w, seconds)),
        st.tuples(one, st.booleans()).map(lambda p: lambda w: w.wish(p[0], none=p[1])),
        st.tuples(one, st.sampled_from((None, 1.0))).map(lambda p: lambda w: w.reachable(*p)),
        one.map(lambda person: lambda w: w.delete(person)),
        one.map(lambda person: lambda w: w.deny(person)),
        st.sampled_from((AnnounceDeed.STOP, AnnounceDeed.GO_ON)).map(lambda deed: lambda w: w.take(deed)),
        st.just(_die),
    )


@settings(max_examples=tries(15, soak=2_000), deadline=None)
@given(deeds=st.lists(_deeds(), max_size=20), asleep=st.sets(st.integers(0, PEOPLE - 1)))
@example(deeds=[lambda w: _wait(w, 36_000), lambda w: _deliver(w, "sent")], asleep={*range(PEOPLE)})
def test_each_person_is_told_once_at_most_and_nobody_against_their_wish(deeds: list[Deed], asleep: set[int]) -> None:
    async def lived() -> None:
        world = World()
        world.asleep = {f"p{number}" for number in asleep}
        for number in range(PEOPLE):
            hours = str(SLEEP) if number in asleep else "off"
            await world.do(lambda c, n=number, h=hours: put_person(c, n, quiet_hours=h))  # type: ignore[misc]
        await world.do(put_begun)
        for deed in deeds:
            await world.step()
            await deed(world)
        await _to_its_end(world)
        assert set(world.read.values()) <= {1}
        await world.store.close()

    asyncio.run(lived())


async def _to_its_end(world: World) -> None:
    """Let it end, all being well from now on; then the figures are as people have read it."""
    await world.take(AnnounceDeed.GO_ON)
    for turn in range(24):
        await world.step()
        await _deliver(world, "sent")
        world.now += timedelta(seconds=SPACING if turn < 8 else 3_600)
    found = await world.store.read(lambda c: announcement_by_id(c, N))
    assert found is not None
    assert found.stage is AnnouncementStage.DONE
    gone = await world.store.read(lambda c: announcement_tally(c, N))
    states = await world.store.read(lambda c: {row.person_id: row.state for row in c.execute(_STATES)})
    sent = {person for person, state in states.items() if state == NoticeState.SENT.value}
    assert gone.waiting == 0
    assert sent <= world.read.keys()
    assert len(world.read.keys() & states.keys() - sent) <= gone.unsure + gone.failed


_STATES = sa.select(announced.c.person_id, announced.c.state)


# --- one by one -------------------------------------------------------------------------------------------------------


async def test_the_outbox_holds_no_more_of_it_than_goes_in_a_second(store: Store) -> None:
    for number in range(5):
        await store.write(lambda c, n=number: put_person(c, n))  # type: ignore[misc]
    await store.write(put_begun)
    await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    assert await store.read(lambda c: count(c, outbox)) == HOW.paces["here"]
    assert await store.read(lambda c: announcement_tally(c, N)) == AnnouncementTally(waiting=5)


async def test_behind_what_waits_of_interviews_nothing_of_it_is_put(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    await store.write(put_begun)
    for number in range(2):
        await store.write(lambda c, n=number: put_letter(c, letter(f"q{n}", address=address_of(9)), now=0.0))  # type: ignore[misc]
    await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    done = await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    assert done.woken == ()
    await store.write(lambda c: c.execute(outbox.delete()))
    done = await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    assert done.woken == (address_of(1),)


async def test_a_platform_that_asks_to_wait_is_waited_for(store: Store) -> None:
    for number in range(3):
        await store.write(lambda c, n=number: put_person(c, n))  # type: ignore[misc]
    await store.write(put_begun)
    claim = claim_at(NOON)
    for _ in range(2):
        done = await store.write(lambda c: advance_sending(c, claim, N, HOW))
    first = done.woken[0] if done.woken else address_of(0)
    waiting = await store.write(lambda c: take_letter(c, first, claim))
    assert waiting is not None
    await store.write(lambda c: c.execute(outbox.delete().where(outbox.c.id != waiting.id)))
    await store.write(lambda c: note_refusal(c, waiting, TryLater("wait", after=30.0), claim.now))
    done = await store.write(lambda c: advance_sending(c, claim, N, HOW))
    assert done.woken == ()
    later = replace(claim, now=claim.now + 31)
    done = await store.write(lambda c: advance_sending(c, later, N, HOW))
    assert len(done.woken) == 2


async def test_while_one_process_sends_it_no_other_does(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    await store.write(put_begun)
    mine, other = claim_at(NOON), claim_at(NOON, "app.2")
    assert (await store.write(lambda c: advance_sending(c, mine, N, HOW))).again is not None
    assert await store.write(lambda c: advance_sending(c, other, N, HOW)) == Advanced()
    assert await store.read(lambda c: notices_in_progress(c, other)) == []
    late = replace(other, now=other.now + LEASE)
    assert await store.read(lambda c: notices_in_progress(c, late)) == [N]


async def test_who_came_after_it_was_sent_does_not_get_it(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    await store.write(put_begun)
    await store.write(lambda c: put_person(c, 2, created_at=NOON.timestamp() + 1))
    for _ in range(4):
        await store.write(lambda c: advance_sending(c, claim_at(NOON + timedelta(seconds=5)), N, HOW))
    assert await store.read(lambda c: announcement_tally(c, N)) == AnnouncementTally(waiting=1)


async def test_two_notices_do_not_come_at_once(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    for number in ("n1", "n2"):
        await store.write(lambda c, n=number: put_begun(c, number=n))  # type: ignore[misc]
    claim = claim_at(NOON)

    async def both(claim: Claim) -> int:
        woken = 0
        for _ in range(2):
            for number in ("n1", "n2"):
                done = await store.write(lambda c, n=number: advance_sending(c, claim, n, HOW))  # type: ignore[misc]
                woken += len(done.woken)
            await store.write(lambda c: c.execute(outbox.update().values(sent_at=claim.now)))
        return woken

    assert await both(claim) == 1
    assert await both(replace(claim, now=claim.now + 61)) == 1


async def test_of_several_chats_it_is_the_one_where_they_were_last(store: Store) -> None:
    def unit(c: Connection) -> None:
        put_person(c, 1)
        there = {"platform": "there", "chat": "7", "person_id": "p1", "sender_name": "", "sender_id": "7"}
        c.execute(addresses.insert(), there)
        put_begun(c)

    await store.write(unit)
    how = replace(HOW, paces={"here": 2, "there": 2})
    for _ in range(2):
        done = await store.write(lambda c: advance_sending(c, claim_at(NOON), N, how))
    assert done.woken in {(address_of(1),), ()}
    assert await store.read(lambda c: count(c, outbox)) == 1


async def test_it_is_forgotten_a_while_after_its_end_and_one_on_its_way_never(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    await store.write(put_begun)
    await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    await store.write(lambda c: forget_oldest(c, NOON.timestamp() + KEPT + 1))
    assert len(await store.read(lambda c: newest_announcements(c, limit=5))) == 1
    await store.write(lambda c: take_deed(c, AnnounceDeed.STOP))
    await store.write(lambda c: forget_oldest(c, NOON.timestamp() + KEPT + 1))
    assert await store.read(lambda c: (count(c, announcements), count(c, announced))) == (0, 0)


@pytest.mark.parametrize("deed", [AnnounceDeed.SEND, AnnounceDeed.DROP, AnnounceDeed.GO_ON])
async def test_what_does_not_fit_how_it_is_is_refused(store: Store, deed: AnnounceDeed) -> None:
    await store.write(put_begun)
    with pytest.raises(Stale):
        await store.write(lambda c: take_deed(c, deed))


async def test_a_hold_of_letters_is_let_go_of_when_it_is_stopped(store: Store) -> None:
    """What is being sent just now is not taken back; all the rest is."""
    for number in (1, 2):
        await store.write(lambda c, n=number: put_person(c, n))  # type: ignore[misc]
    await store.write(put_begun)
    for _ in range(2):
        await store.write(lambda c: advance_sending(c, claim_at(NOON), N, HOW))
    waiting = await store.write(lambda c: take_letter(c, address_of(1), claim_at(NOON)))
    assert waiting is not None
    await store.write(lambda c: take_deed(c, AnnounceDeed.STOP))
    assert await store.read(lambda c: count(c, outbox)) == 1
    assert await store.write(lambda c: LETTERS.renew(c, claim_at(NOON), waiting.id))


REACHED = {NoticeState.PUT, NoticeState.SENT, NoticeState.UNSURE}


@pytest.mark.parametrize("goes", [None, *NoticeState])
@pytest.mark.parametrize("stays", [None, *NoticeState])
async def test_two_persons_who_become_one_are_on_a_list_once(
    store: Store, stays: NoticeState | None, goes: NoticeState | None
) -> None:
    def unit(c: Connection) -> list[tuple[str, str, bool]]:
        put_person(c, 1)
        put_person(c, 2)
        put_begun(c)
        for number, state in ((1, stays), (2, goes)):
            if state is not None:
                _listed(c, number, state)
        join_lists(c, "p1", "p2")
        letters = set(c.execute(sa.select(outbox.c.key)).scalars())
        rows = c.execute(announced.select()).all()
        return [(row.person_id, row.state, notice_message_key(N, row.person_id) in letters) for row in rows]

    found = await store.write(unit)
    if stays is None and goes is None:
        assert found == []
        return
    [(person, state, has_letter)] = found
    assert person == "p1"
    assert (NoticeState(state) in REACHED) == bool({stays, goes} & REACHED)
    assert has_letter == (NoticeState(state) in {NoticeState.PUT, NoticeState.SENT, NoticeState.FAILED})


def _listed(c: Connection, number: int, state: NoticeState) -> None:
    """Somebody on a list, with the letter that goes with how they are there."""
    row = {"announcement_id": N, "person_id": f"p{number}", "platform": "here", "state": state.value}
    c.execute(announced.insert(), row | {"attempts": 0, "looks": 0})
    if state in {NoticeState.PUT, NoticeState.SENT, NoticeState.FAILED}:
        put_letter(c, letter(notice_message_key(N, f"p{number}"), address=address_of(number)), now=0.0)
        ended = {NoticeState.SENT: {"sent_at": 1.0}, NoticeState.FAILED: {"dead_at": 1.0}}.get(state)
        if ended:
            c.execute(outbox.update().where(outbox.c.key == notice_message_key(N, f"p{number}")).values(**ended))


async def test_a_circle_that_nobody_knows_has_nobody_in_it(store: Store) -> None:
    await store.write(lambda c: put_person(c, 1))
    circle = NoticeAudience(name="of another version", number=2)
    found = await store.read(lambda c: audience(c, {"here"}, RULES, NOON, circle=circle))
    everybody = await store.read(lambda c: audience(c, {"here"}, RULES, NOON))
    assert (found.people, everybody.people) == (0, 1)
