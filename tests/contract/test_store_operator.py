"""What the operator's page reads: pages of the list, the pulse of a session, the ledger, figures by day, and keys."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.calls import Budget, Settlement
from core.contracts.commits import Commit, Revise
from core.contracts.messages import Address
from core.contracts.operator_desk import Sought
from core.contracts.session import Counters, Session, Status
from core.store.access import access_list, invited_kind, put_invite, withdraw_invite
from core.store.call_rows import StoredLedger
from core.store.changes import commit
from core.store.figures_by_day import DAYS, operator_figures
from core.store.operator_rows import (
    CALLS,
    PAGE,
    drop_key,
    exchange_link,
    is_operator_key,
    ledger_page,
    listed_sessions,
    number_of_sessions,
    put_operator_link,
    search_session_ids,
    session_counts,
    session_pulse,
)
from core.store.schema import entries, persons
from core.store.store import Connection, MemoryStore, Store
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import AT, NOW, answer, append, begin, edit, letter, new_session, question, stored
from tests.fakes.told import call_of


def add(c: Connection, number: int, *, name: str = "", **more: Any) -> Session:
    where = Address(platform="here", chat=str(number))
    made = new_session(f"s{number:04}", person_id=f"p{number:04}", address=where, **more)
    held = begin(c, made, event_id=f"hello-{number}")
    if name:
        c.execute(persons.update().where(persons.c.id == made.person_id).values(name=name))
    return held


def walked(c: Connection, sought: Sought) -> list[str]:
    """All pages behind one another."""
    found: list[str] = []
    behind = sought.behind
    while True:
        wanted = Sought(status=sought.status, kind=sought.kind, words=sought.words, behind=behind)
        ids, behind = search_session_ids(c, wanted)
        found += ids
        assert len(ids) <= PAGE
        if behind is None:
            return found


# --- the list ---------------------------------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=130))
async def test_pages_behind_one_another_are_all_sessions_once_the_newest_first(moments: list[int]) -> None:
    """Also where many were touched at the same moment."""
    store = MemoryStore()

    def unit(c: Connection) -> None:
        for number, minutes in enumerate(moments):
            add(c, number, touched_at=AT - timedelta(minutes=minutes))

    await store.write(unit)
    found = await store.read(lambda c: walked(c, Sought()))
    expected = sorted(range(len(moments)), key=lambda n: (-moments[n], n), reverse=True)
    assert found == [f"s{number:04}" for number in expected]
    await store.close()


async def test_a_page_goes_on_where_the_one_before_ended(store: Store) -> None:
    def unit(c: Connection) -> None:
        for number in range(PAGE + 1):
            add(c, number, touched_at=AT + timedelta(minutes=number))

    await store.write(unit)
    first, behind = await store.read(lambda c: search_session_ids(c, Sought()))
    await store.write(lambda c: add(c, 999, touched_at=AT + timedelta(days=1)))
    second, _ = await store.read(lambda c: search_session_ids(c, Sought(behind=behind)))
    assert (len(first), second) == (PAGE, ["s0000"])


async def test_a_search_finds_names_in_any_case_addresses_and_beginnings_of_ids(store: Store) -> None:
    def unit(c: Connection) -> None:
        for number, name in enumerate(["Анна Петровна", "Hannah", "", "Bob"]):
            add(c, number, name=name, kind="podcast" if name == "Bob" else "life-story")

    await store.write(unit)

    def found(c: Connection, **more: Any) -> list[str]:
        return walked(c, Sought(**more))

    def look(c: Connection) -> None:
        assert found(c, words="анна") == ["s0000"]
        assert found(c, words="hANN") == ["s0001"]
        assert found(c, words="here:2") == ["s0002"]
        assert found(c, words="s0003") == ["s0003"]
        assert found(c, words="7") == []
        assert found(c, kind="podcast") == ["s0003"]
        assert found(c, kind="podcast", words="anna") == []
        assert found(c, status=Status.PAUSED) == []
        assert number_of_sessions(c) == 4

    await store.read(look)


async def test_a_search_walks_on_through_many_that_do_not_fit(store: Store) -> None:
    def unit(c: Connection) -> None:
        for number in range(3 * 500 // 2):
            add(c, number, name="Zoe" if number == 3 else "Bob", touched_at=AT + timedelta(seconds=number))

    await store.write(unit)
    assert await store.read(lambda c: walked(c, Sought(words="zoe"))) == ["s0003"]


async def test_a_row_has_its_name_its_cost_and_its_troubles(store: Store) -> None:
    def unit(c: Connection) -> None:
        held = add(c, 1, name="Maria")
        append(c, held, [question(1)], letters=(letter("s0001/q", session_id=held.id, seq=1),))
        c.exec_driver_sql("UPDATE outbox SET dead_at = 1")

    await store.write(unit)
    ledger = StoredLedger(store, Budget(), ManualClock())
    await ledger.settle(await ledger.reserve(call_of("s0001")), Settlement(outcome="ok", cost_micros=30, answer="a"))
    [(session, name, about, figures)] = await store.read(lambda c: listed_sessions(c, ["s0001", "gone"]))
    assert (session.id, name, about, figures) == ("s0001", "Maria", "", {"cost": 30, "dead": 1, "unheard": 0})
    assert await store.read(lambda c: session_counts(c, [])) == {}


# --- one of them ------------------------------------------------------------------------------------------------------


async def test_every_change_of_a_session_changes_its_pulse(store: Store) -> None:
    def changes(c: Connection) -> list[str]:
        held = add(c, 1)
        seen = [session_pulse(c, held.id)]
        append(c, held, [question(1), answer(2, 1, "told")])
        seen.append(session_pulse(c, held.id))
        commit(c, Commit(person_id="p0001", effects=(Revise(held.id, 2, edit("better")),)), now=NOW)
        seen.append(session_pulse(c, held.id))
        commit(c, Commit(person_id="p0001", session=stored(c, held.id)), now=NOW)
        return [*seen, session_pulse(c, held.id), session_pulse(c, "gone")]

    seen = await store.write(changes)
    assert len(set(seen)) == len(seen)
    assert seen[-1] == ""


async def test_the_ledger_is_read_in_pages_in_the_order_of_the_calls(store: Store) -> None:
    await store.write(lambda c: add(c, 1) and None)
    ledger = StoredLedger(store, Budget(), ManualClock())
    for number in range(CALLS + 3):
        call = await ledger.reserve(call_of("s0001", f"prompt {number}"))
        await ledger.settle(call, Settlement(outcome="ok", cost_micros=1, answer=f"answer {number}"))
    first = await store.read(lambda c: ledger_page(c, "s0001", 0))
    assert first.behind is not None
    second = await store.read(lambda c: ledger_page(c, "s0001", first.behind or 0))
    prompts = [each.prompt for each in (*first.calls, *second.calls)]
    assert prompts == [f"prompt {number}" for number in range(CALLS + 3)]
    assert second.behind is None
    assert second.calls[-1].answer == f"answer {CALLS + 2}"


# --- figures ----------------------------------------------------------------------------------------------------------


async def test_figures_by_day_are_those_that_a_person_would_count(store: Store) -> None:
    counters = [Counters(questions=n) for n in (1, 1, 3)]

    def unit(c: Connection) -> None:
        for number, counted in enumerate(counters):
            status = Status.ABANDONED if number < 2 else Status.ACTIVE
            held = add(c, number, status=status, counters=counted, open_question=1)
            append(c, held, [question(1), answer(2, 1, "told")])
        c.execute(entries.update().where(entries.c.session_id == "s0000").values(at=NOW - 86_400))
        c.exec_driver_sql("INSERT INTO spending (scope, micros) VALUES ('day:2026-05-03', 70)")

    await store.write(unit)
    found = await store.read(lambda c: operator_figures(c, now=NOW))
    today, before = date(2026, 5, 4), date(2026, 5, 3)
    assert len(found.answers) == len(found.costs) == DAYS
    assert found.answers[-2:] == ((before, 1), (today, 2))
    assert found.costs[-2:] == ((before, 70), (today, 0))
    assert {s: n for s, n in found.states.items() if n} == {Status.ABANDONED: 2, Status.ACTIVE: 1}
    [course] = found.courses
    assert (course.kind, course.reached) == ("life-story", (3, 1, 1))
    assert [number for _, number in course.rests] == [2]


async def test_an_empty_house_has_figures_too(store: Store) -> None:
    found = await store.read(lambda c: operator_figures(c, now=NOW))
    assert (sum(n for _, n in found.answers), found.waits, found.courses) == (0, (), ())


# --- doors ------------------------------------------------------------------------------------------------------------


async def test_a_withdrawn_invitation_lets_nobody_in_and_tells_where_it_led(store: Store) -> None:
    def unit(c: Connection) -> tuple[bool, bool]:
        put_invite(c, "d", kind="podcast", uses=3, expires_at=None, now=NOW)
        [there] = access_list(c, now=NOW).invites
        return withdraw_invite(c, there.digest), withdraw_invite(c, "d")

    assert await store.write(unit) == (True, False)
    assert await store.read(lambda c: access_list(c, now=NOW).invites) == ()
    assert await store.read(lambda c: invited_kind(c, "d")) == "podcast"


async def test_a_link_opens_once_and_a_cookie_until_it_ends(store: Store) -> None:
    def unit(c: Connection) -> list[bool]:
        put_operator_link(c, "link", now=NOW, until=NOW + 60)
        return [
            is_operator_key(c, "link", now=NOW),
            exchange_link(c, "cookie", "mine", now=NOW, until=NOW + 900),
            exchange_link(c, "link", "cookie", now=NOW + 61, until=NOW + 900),
            exchange_link(c, "link", "cookie", now=NOW, until=NOW + 900),
            exchange_link(c, "link", "other", now=NOW, until=NOW + 900),
            is_operator_key(c, "cookie", now=NOW + 899),
            is_operator_key(c, "cookie", now=NOW + 900),
            exchange_link(c, "cookie", "more", now=NOW, until=NOW + 900),
        ]

    assert await store.write(unit) == [False, False, False, True, False, True, False, False]
    await store.write(lambda c: drop_key(c, "cookie"))
    assert not await store.read(lambda c: is_operator_key(c, "cookie", now=NOW))
