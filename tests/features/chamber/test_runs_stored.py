"""Runs of the chamber in the store: who may write in one, what is kept of it, and what is left when it goes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import BudgetSpent, NotFound, Stale
from core.contracts.messages import Address
from core.features.chamber import chamber_rows as rows
from core.features.chamber.messages import SideNote, Speaker, Utterance
from core.features.chamber.runs import RunStatus, WholeRun, Why
from core.store.call_rows import StoredLedger, settle_lost_calls
from core.store.claims import LEASE, Claim, take_over
from core.store.codec import to_datetime
from core.store.outbox import put_letter
from core.store.schema import (
    calls,
    documents,
    outbox,
    run_notes,
    run_scores,
    run_watchers,
    runs,
    spending,
    usage,
    utterances,
)
from core.store.store import Connection, MemoryStore, Store, Unit
from tests.fakes.chamber import AT, every_run, hold_run, new_run, setup
from tests.fakes.chamber_runs import kept_runs, said_by
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import HERE, NOW, arrive, count, event
from tests.fakes.told import damage, erase, file_letter

ME, OTHER = Claim("app.me", NOW), Claim("cli.other", NOW)
FIRST = said_by(Speaker.PRIME, 1, "Where were you born?", full="<thinking>Gently.</thinking>Where were you born?")
SECOND = said_by(Speaker.CANDIDATE, 2, "In Riga.")
NOTE = SideNote(at=AT, seq=1, speaker=Speaker.PRIME, kind="failed", text="It was overloaded.")
THERE = Address(platform="there", chat="2")


async def begun(store: Store, run_id: str = "r1", *, claim: Claim | None = ME, **more: Any) -> None:
    await store.write(lambda c: hold_run(c, new_run(setup(), run_id, **more), claim))


async def hear(store: Store, said: Utterance, *notes: SideNote, claim: Claim = ME, spent: float = 1.0) -> None:
    await store.write(lambda c: rows.save_utterance(c, claim, "r1", said, notes, spent=spent))


# --- a run and what is said in it -------------------------------------------------------------------------------------


@settings(max_examples=tries(25, soak=500))
@given(kept=kept_runs())
def test_a_run_comes_back_as_it_was_kept(kept: WholeRun) -> None:
    run = replace(kept.run, why=None, ended_at=None, address=HERE, spent_seconds=0.0)

    async def through() -> None:
        store = MemoryStore()
        await store.write(lambda c: hold_run(c, run, ME))
        for said in kept.said:
            notes = [note for note in kept.notes if note.seq == said.seq]
            await store.write(partial(rows.save_utterance, claim=ME, run_id=run.id, said=said, notes=notes, spent=0.0))
        behind = [note for note in kept.notes if note.seq > len(kept.said)]
        await store.write(lambda c: rows.save_side_notes(c, ME, run.id, behind))
        found = await store.read(
            lambda c: (rows.run_by_id(c, run.id), rows.utterances_of(c, run.id), rows.notes_of(c, run.id))
        )
        touched = to_datetime(NOW) if kept.said else run.touched_at
        assert found == (replace(run, touched_at=touched), kept.said, kept.notes)
        await store.close()

    asyncio.run(through())


async def test_what_is_said_is_kept_with_its_notes_or_not_at_all(store: Store) -> None:
    await begun(store)
    assert await store.write(lambda c: rows.mark_speaker_asked(c, ME, "r1", Speaker.PRIME, may_stop=True))
    run = await store.read(lambda c: rows.run_by_id(c, "r1"))
    assert run is not None
    assert run.asking is Speaker.PRIME
    await hear(store, FIRST, NOTE, spent=2.5)
    run = await store.read(lambda c: rows.run_by_id(c, "r1"))
    assert run is not None
    assert (run.asking, run.spent_seconds) == (None, 2.5)
    for wrong in (FIRST, replace(SECOND, seq=3)):
        with pytest.raises(Stale):
            await hear(store, wrong, replace(NOTE, text="of what was not kept"))
    assert await store.read(lambda c: rows.utterances_of(c, "r1")) == (FIRST,)
    assert await store.read(lambda c: rows.notes_of(c, "r1")) == (NOTE,)


# --- whose it is ------------------------------------------------------------------------------------------------------


def of_the_driver(claim: Claim) -> dict[str, Unit[Any]]:
    """All that whoever holds a run writes in it."""
    return {
        "ask": lambda c: rows.mark_speaker_asked(c, claim, "r1", Speaker.PRIME, may_stop=True),
        "hear": lambda c: rows.save_utterance(c, claim, "r1", FIRST, (NOTE,), spent=1.0),
        "note": lambda c: rows.save_side_notes(c, claim, "r1", (NOTE,)),
        "settle": lambda c: rows.settle_run(c, claim, "r1", RunStatus.PAUSED, Why.FAILED, spent=1.0),
    }


async def _everything(store: Store) -> list[Any]:
    tables = (runs, utterances, run_notes, run_scores, run_watchers)
    return await store.read(lambda c: [[tuple(row) for row in c.execute(table.select())] for table in tables])


@pytest.mark.parametrize("step", of_the_driver(ME))
async def test_who_does_not_hold_a_run_writes_nothing_in_it(store: Store, step: str) -> None:
    await begun(store, claim=OTHER)
    before = await _everything(store)
    with pytest.raises(Stale):
        await store.write(of_the_driver(ME)[step])
    assert await _everything(store) == before
    await store.write(of_the_driver(OTHER)[step])
    assert await _everything(store) != before


@pytest.mark.parametrize("step", of_the_driver(ME))
async def test_in_a_run_that_was_deleted_nothing_is_written(store: Store, step: str) -> None:
    await begun(store)
    assert await store.write(lambda c: rows.erase_run(c, "r1"))
    with pytest.raises(NotFound):
        await store.write(of_the_driver(ME)[step])


async def test_nobody_watches_or_scores_a_run_that_was_deleted(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.write(lambda c: rows.watch_run(c, "r1", HERE, "en"))
    with pytest.raises(NotFound):
        await store.write(lambda c: rows.put_scores(c, "r1", "judge", "{}", now=NOW))
    assert not await store.write(lambda c: rows.erase_run(c, "r1"))


async def test_a_run_waits_for_somebody_when_its_claim_is_over(store: Store) -> None:
    await begun(store, address=HERE)
    await begun(store, "of-the-command-line", claim=None)

    def waiting(claim: Claim) -> Unit[tuple[str, ...]]:
        return lambda c: rows.waiting_runs(c, claim)

    later = Claim("cli.other", NOW + LEASE)
    assert await store.read(waiting(OTHER)) == ()
    assert await store.read(waiting(ME)) == ("r1",)
    assert await store.read(waiting(later)) == ("r1",)
    assert not await store.write(lambda c: rows.RUNS.take(c, OTHER, "r1"))
    assert await store.write(lambda c: rows.RUNS.take(c, later, "r1"))
    with pytest.raises(Stale):
        await hear(store, FIRST)
    await hear(store, FIRST, claim=later)


async def test_a_process_takes_over_the_runs_of_its_seat_and_leaves_the_others(store: Store) -> None:
    await begun(store, "mine", claim=Claim("app.dead", NOW), address=HERE)
    await begun(store, "theirs", claim=OTHER, address=HERE)
    await store.write(lambda c: take_over(c, ME, "app"))
    assert await store.read(lambda c: rows.waiting_runs(c, ME)) == ("mine",)


# --- stopping and going on --------------------------------------------------------------------------------------------


async def test_a_wish_to_stop_is_heard_where_it_may_stop_and_gone_after_it(store: Store) -> None:
    await begun(store)

    def ask(*, may_stop: bool) -> Unit[bool]:
        return lambda c: rows.mark_speaker_asked(c, ME, "r1", Speaker.CANDIDATE, may_stop=may_stop)

    assert await store.write(lambda c: rows.request_stop(c, "r1"))
    assert await store.write(ask(may_stop=False))
    assert not await store.write(ask(may_stop=True))
    await store.write(lambda c: rows.settle_run(c, ME, "r1", RunStatus.PAUSED, Why.STOPPED, spent=4.0))
    run = await store.read(lambda c: rows.run_by_id(c, "r1"))
    assert run is not None
    assert (run.status, run.why, run.stop_wanted, run.ended_at) == (RunStatus.PAUSED, Why.STOPPED, False, None)
    assert not await store.write(lambda c: rows.request_stop(c, "r1"))
    assert await store.write(lambda c: rows.continue_run(c, "r1", now=NOW))
    assert not await store.write(lambda c: rows.continue_run(c, "r1", now=NOW))
    # Nobody holds it until somebody takes it.
    with pytest.raises(Stale):
        await store.write(ask(may_stop=True))
    assert await store.write(lambda c: rows.RUNS.take(c, OTHER, "r1"))


async def test_a_run_that_has_ended_does_not_go_on(store: Store) -> None:
    await begun(store)
    await store.write(lambda c: rows.settle_run(c, ME, "r1", RunStatus.ENDED, Why.TURNS, spent=4.0))
    assert not await store.write(lambda c: rows.continue_run(c, "r1", now=NOW))
    assert await store.read(lambda c: rows.waiting_runs(c, ME)) == ()
    run = await store.read(lambda c: rows.run_by_id(c, "r1"))
    assert run is not None
    assert run.ended_at == AT


# --- lists, watchers, scores ------------------------------------------------------------------------------------------


async def test_runs_are_listed_by_when_they_were_touched_and_in_their_series(store: Store) -> None:
    await store.write(lambda c: arrive(c, event("hello")))
    for number, (name, seconds, person) in enumerate((("a", 2, "p1"), ("b", 3, None), ("c", 1, "p1")), start=1):
        more = {"series": "s", "number": 4 - number, "person_id": person, "at": to_datetime(NOW + seconds)}
        await begun(store, name, **more)
    assert [run.id for run in await store.read(every_run)] == ["b", "a", "c"]
    assert [run.id for run in await store.read(lambda c: rows.runs_in_series(c, "s"))] == ["c", "b", "a"]


async def test_a_chat_watches_once_and_until_it_stops(store: Store) -> None:
    await begun(store)
    for address, language in ((HERE, "en"), (HERE, "ru"), (THERE, "ru")):
        await store.write(partial(rows.watch_run, run_id="r1", address=address, language=language))
    assert await store.read(lambda c: rows.watchers_of(c, "r1")) == {HERE: "en", THERE: "ru"}
    assert await store.write(lambda c: rows.stop_watching(c, "r1", HERE))
    assert not await store.write(lambda c: rows.stop_watching(c, "r1", HERE))
    assert await store.read(lambda c: rows.watchers_of(c, "r1")) == {THERE: "ru"}


async def test_a_judge_has_the_scores_that_it_gave_last(store: Store) -> None:
    await begun(store)
    for judge, body in (("b", "1"), ("a", "2"), ("b", "3")):
        await store.write(partial(rows.put_scores, run_id="r1", judge=judge, body=body, now=NOW))
    assert await store.read(lambda c: rows.scores_of(c, "r1")) == {"a": "2", "b": "3"}


# --- what it costs ----------------------------------------------------------------------------------------------------


def call(run_id: str = "r1") -> Call:
    return Call(purpose="prime", model="m", session_id=run_id, reserved_micros=50, reserved_tokens=10, prompt="words")


@pytest.mark.parametrize("owner", ["p1", None])
async def test_the_ledger_knows_a_run_and_takes_nothing_of_its_owners_allowance(
    store: Store, owner: str | None
) -> None:
    await store.write(lambda c: arrive(c, event("hello")))
    await begun(store, person_id=owner)
    ledger = StoredLedger(store, Budget(session_micros=80, person_micros=10), ManualClock(), "app.me")
    number = await ledger.reserve(call())
    with pytest.raises(BudgetSpent) as spent:
        await ledger.reserve(call())
    assert spent.value.scope == "session"
    await ledger.settle(number, Settlement(outcome="ok", cost_micros=20))
    sums = await store.read(lambda c: {row.scope: row.micros for row in c.execute(spending.select())})
    assert sums["session:r1"] == 20
    assert await store.read(lambda c: sum(row.micros for row in c.execute(usage.select()))) == 0


async def test_of_a_run_that_was_deleted_the_figures_stay_and_no_word(store: Store) -> None:
    await begun(store)
    ledger = StoredLedger(store, Budget(), ManualClock(), "app.me")
    number = await ledger.reserve(call())
    await store.write(lambda c: rows.watch_run(c, "r1", HERE, "en"))
    await store.write(lambda c: rows.put_scores(c, "r1", "judge", "{}", now=NOW))
    await hear(store, FIRST, NOTE)
    assert await store.write(lambda c: rows.erase_run(c, "r1"))
    await ledger.settle(number, Settlement(outcome="ok", cost_micros=1, answer="words"))
    with pytest.raises(NotFound):
        await ledger.reserve(call())
    assert not any(await _everything(store))
    left = await store.read(lambda c: c.execute(calls.select()).one())
    assert (left.session_id, left.prompt, left.answer, left.outcome, left.cost_micros) == (None, "", "", "lost", 50)
    scopes = await store.read(lambda c: c.execute(sa.select(spending.c.scope)).scalars().all())
    assert [scope for scope in scopes if "r1" in scope] == []
    assert await store.read(damage) == []


async def test_what_a_dead_process_had_asked_is_settled_when_the_run_is_taken(store: Store) -> None:
    await begun(store)
    await begun(store, "r2")
    dead, living = (StoredLedger(store, Budget(), ManualClock(), owner) for owner in ("cli.dead", "app.me"))
    for ledger, run_id in ((dead, "r1"), (living, "r1"), (dead, "r2")):
        await ledger.reserve(call(run_id))
    await store.write(lambda c: settle_lost_calls(c, "r1", "app.me"))
    found = await store.read(
        lambda c: c.execute(sa.select(calls.c.outcome, calls.c.cost_micros).order_by(calls.c.id)).all()
    )
    assert [tuple(row) for row in found] == [("lost", 50), ("pending", 0), ("pending", 0)]


async def test_who_has_everything_deleted_has_no_run_and_watches_none(store: Store) -> None:
    await store.write(lambda c: arrive(c, event("hello")))
    await begun(store, "theirs", person_id="p1")
    await begun(store, "another's")
    ledger = StoredLedger(store, Budget(), ManualClock(), "app.me")
    for run_id in ("theirs", "another's"):
        await ledger.reserve(call(run_id))
        for address in (HERE, THERE):
            await store.write(partial(rows.watch_run, run_id=run_id, address=address, language="en"))
    # Told to somebody else who watched it.
    await store.write(
        lambda c: put_letter(c, file_letter(rows.run_message_key("theirs", "1"), "words", THERE, None), now=NOW)
    )
    await erase(store, "p1", HERE)
    assert await store.read(lambda c: c.execute(sa.select(outbox.c.key)).scalars().all()) == ["p1/farewell"]
    assert [run.id for run in await store.read(every_run)] == ["another's"]
    assert await store.read(lambda c: rows.watchers_of(c, "another's")) == {THERE: "en"}
    assert await store.read(lambda c: c.execute(sa.select(calls.c.prompt).order_by(calls.c.id)).scalars().all()) == [
        "",
        "words",
    ]


async def test_what_was_said_in_a_chat_about_a_run_goes_with_it(store: Store) -> None:
    await begun(store)
    for key in (rows.run_message_key("r1", "ended"), rows.run_message_key("r10", "ended"), "another"):
        await store.write(partial(_put_file, key=key))
    assert await store.write(lambda c: rows.erase_run(c, "r1"))
    left = await store.read(lambda c: c.execute(sa.select(outbox.c.key).order_by(outbox.c.id)).scalars().all())
    assert left == [rows.run_message_key("r10", "ended"), "another"]
    assert await store.read(lambda c: count(c, documents)) == 2


def _put_file(c: Connection, key: str) -> None:
    put_letter(c, file_letter(key, "words", HERE, None), now=NOW)


# --- old ones ---------------------------------------------------------------------------------------------------------


async def _is_there(store: Store, run_id: str) -> bool:
    return await store.read(lambda c: rows.run_by_id(c, run_id)) is not None


async def test_old_runs_are_those_that_rest(store: Store) -> None:
    for name, seconds, status in (
        ("running", 0, RunStatus.RUNNING),
        ("paused", 0, RunStatus.PAUSED),
        ("ended", 1, RunStatus.ENDED),
        ("young", 5, RunStatus.ENDED),
    ):
        await begun(store, name, claim=None, at=to_datetime(NOW + seconds), status=status)

    def retire(c: Connection) -> bool:
        return rows.erase_oldest_run(c, NOW + 5)

    left = []
    for _ in range(3):
        more = await store.write(retire)
        there = [name for name in ("running", "paused", "ended", "young") if await _is_there(store, name)]
        left.append((more, *there))
    assert left == [
        (True, "running", "ended", "young"),
        (True, "running", "young"),
        (False, "running", "young"),
    ]
    assert await store.read(lambda c: count(c, runs)) == 2
