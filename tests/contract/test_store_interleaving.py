"""Several processes write into one PostgreSQL at once, whatever and in whatever order: what each goes by stays true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import BudgetSpent
from core.contracts.messages import Address, Receipt
from core.contracts.page_lines import FreshLine
from core.store import page_rows
from core.store.call_rows import StoredLedger
from core.store.claims import Claim
from core.store.outbox import WaitingMessage, mark_sent, put_letter, take_following, take_letter
from core.store.postgres import PostgresStore
from core.store.schema import mailbox, outbox, persons, spending
from core.store.store import Connection
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.postgres import ABSENT, postgres_database, server
from tests.fakes.stores import HERE, NOW, arrive, event, letter

pytestmark = pytest.mark.skipif(server() is None, reason=ABSENT)
PROCESSES = 3
CHATS = ("1", "2")
OFTEN = settings(max_examples=tries(6, soak=300), deadline=None)
WHO = st.integers(0, PROCESSES - 1)
Step = Callable[[PostgresStore], Awaitable[object]]
Behind = Callable[[Connection, int], Sequence[int]]


@asynccontextmanager
async def processes() -> AsyncIterator[list[PostgresStore]]:
    with postgres_database() as url:
        made = [PostgresStore(url) for _ in range(PROCESSES)]
        try:
            yield made
        finally:
            await asyncio.gather(*(store.close() for store in made))


async def at_once(stores: Sequence[PostgresStore], steps: Sequence[tuple[int, Step]]) -> None:
    """Each process takes its own steps one after the other, beside the others."""

    async def take(number: int) -> None:
        for who, step in steps:
            if who == number:
                await step(stores[who])

    await asyncio.gather(*(take(number) for number in range(len(stores))))


def there(chat: str) -> Address:
    return Address(platform="here", chat=chat)


# --- what somebody goes by who has seen everything up to a number -----------------------------------------------------


async def _seen(
    store: PostgresStore, behind: Callable[[Connection, int], Sequence[int]], over: asyncio.Event
) -> set[int]:
    """What shows itself behind the greatest number that was seen, looked at again and again."""
    seen: set[int] = set()
    while True:
        last = over.is_set()
        seen |= set(await store.read(partial(_behind, behind, max(seen, default=0))))
        if last:
            return seen


def _behind(behind: Behind, number: int, c: Connection) -> Sequence[int]:
    return behind(c, number)


def _mail_behind(c: Connection, number: int) -> Sequence[int]:
    found = sa.select(mailbox.c.id).where(mailbox.c.person_id == "p1", mailbox.c.id > number)
    return c.execute(found).scalars().all()


def _letters_behind(c: Connection, number: int) -> Sequence[int]:
    found = sa.select(outbox.c.id).where(outbox.c.chat == HERE.chat, outbox.c.id > number)
    return c.execute(found).scalars().all()


def _lines_behind(c: Connection, number: int) -> Sequence[int]:
    return [line.moved for line in page_rows.lines_since(c, HERE, number, 1_000)]


def _mail(number: int) -> Step:
    return lambda store: store.write(lambda c: arrive(c, event(f"e{number}")))


def _letter(number: int) -> Step:
    return lambda store: store.write(lambda c: put_letter(c, letter(f"k{number}"), now=NOW))


def _line(number: int) -> Step:
    line = FreshLine(key=f"k{number}", at=datetime.fromtimestamp(NOW, UTC), body="{}")
    return lambda store: store.write(lambda c: page_rows.show_line(c, HERE, line))


KINDS = {"mail": (_mail, _mail_behind), "letters": (_letter, _letters_behind), "lines": (_line, _lines_behind)}


@given(who=st.lists(WHO, min_size=2, max_size=24), kind=st.sampled_from(sorted(KINDS)))
@OFTEN
def test_whoever_looks_behind_what_they_have_seen_sees_everything(who: list[int], kind: str) -> None:
    make, behind = {
        "mail": (_mail, _mail_behind),
        "letters": (_letter, _letters_behind),
        "lines": (_line, _lines_behind),
    }[kind]

    async def through() -> None:
        async with processes() as stores:
            await stores[0].write(lambda c: arrive(c, event("hello")))
            over = asyncio.Event()
            looking = asyncio.ensure_future(_seen(stores[0], behind, over))
            await at_once(stores, [(each, make(number)) for number, each in enumerate(who)])
            over.set()
            seen = await looking
            assert seen == set(await stores[0].read(lambda c: behind(c, 0)))
            assert len(seen) == len(who) + (kind == "mail")

    asyncio.run(through())


# --- the ledger -------------------------------------------------------------------------------------------------------


@given(calls=st.lists(st.tuples(WHO, st.integers(1, 40), st.booleans()), min_size=2, max_size=16))
@OFTEN
def test_a_budget_is_never_overdrawn_and_the_sums_are_those_of_the_calls(calls: list[tuple[int, int, bool]]) -> None:
    async def through() -> None:
        async with processes() as stores:
            ledgers = {
                id(store): StoredLedger(store, Budget(day_micros=100), ManualClock(), f"app.{n}")
                for n, store in enumerate(stores)
            }
            held: dict[int, int] = {}
            refused: list[int] = []

            def step(micros: int, *, ends: bool) -> Step:
                async def run(store: PostgresStore) -> None:
                    ledger = ledgers[id(store)]
                    try:
                        number = await ledger.reserve(
                            Call(purpose="p", model="m", session_id=None, reserved_micros=micros)
                        )
                    except BudgetSpent:
                        refused.append(micros)
                        return
                    held[number] = micros
                    if ends:
                        await ledger.settle(number, Settlement(outcome="ok", cost_micros=micros // 2))
                        held[number] = micros // 2

                return run

            await at_once(stores, [(who, step(micros, ends=ends)) for who, micros, ends in calls])
            spent = await stores[0].read(lambda c: c.execute(sa.select(sa.func.sum(spending.c.micros))).scalar() or 0)
            assert int(spent) == sum(held.values()) <= 100
            if not any(ends for _, _, ends in calls):
                assert all(micros + sum(held.values()) > 100 for micros in refused)

    asyncio.run(through())


# --- the outbox -------------------------------------------------------------------------------------------------------


def _put(number: int, chat: str) -> Step:
    return lambda store: store.write(lambda c: put_letter(c, letter(f"k{number}", address=there(chat)), now=NOW))


class _Senders:
    """Each process sends as the worker does: it goes on with what stands behind what it has sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, int]] = []

    def empty(self, who: int, chat: str) -> Step:
        claim = Claim(f"app.{who}", NOW)

        async def run(store: PostgresStore) -> None:
            found = await store.write(lambda c: take_letter(c, there(chat), claim))
            while found is not None:
                self.sent.append((chat, found.id))
                found = await store.write(partial(_settle, row=found.id, chat=chat, claim=claim))

        return run


def _settle(c: Connection, row: int, chat: str, claim: Claim) -> WaitingMessage | None:
    mark_sent(c, row, Receipt(ref="r", position=""), now=NOW)
    return take_following(c, there(chat), claim)


STEPS = st.lists(st.tuples(WHO, st.sampled_from(CHATS), st.booleans()), min_size=2, max_size=20)


@given(steps=STEPS)
@OFTEN
def test_each_letter_is_sent_by_one_and_those_of_a_chat_in_their_order(steps: list[tuple[int, str, bool]]) -> None:
    async def through() -> None:
        senders = _Senders()
        async with processes() as stores:
            todo = [
                (who, senders.empty(who, chat) if sends else _put(number, chat))
                for number, (who, chat, sends) in enumerate(steps)
            ]
            await at_once(stores, todo)
            await at_once(stores, [(0, senders.empty(9, chat)) for chat in CHATS])
            rows = await stores[0].read(lambda c: c.execute(sa.select(outbox.c.chat, outbox.c.id)).all())
            assert sorted(senders.sent) == sorted((row.chat, row.id) for row in rows)
            for chat in CHATS:
                numbers = [number for where, number in senders.sent if where == chat]
                assert numbers == sorted(numbers)

    asyncio.run(through())


# --- strangers --------------------------------------------------------------------------------------------------------


@given(who=st.lists(WHO, min_size=2, max_size=12))
@OFTEN
def test_a_stranger_who_writes_to_several_is_one_person(who: list[int]) -> None:
    async def through() -> None:
        async with processes() as stores:
            steps = [(each, _met(number)) for number, each in enumerate(who)]
            await at_once(stores, steps)
            people = await stores[0].read(lambda c: c.execute(sa.select(persons.c.id)).scalars().all())
            owners = await stores[0].read(lambda c: c.execute(sa.select(mailbox.c.person_id)).scalars().all())
            assert list(owners) == list(people) * len(who)

    asyncio.run(through())


def _met(number: int) -> Step:
    return lambda store: store.write(lambda c: arrive(c, event(f"e{number}"), person_id=f"p{number}"))
