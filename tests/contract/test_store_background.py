"""Background work and money: what is due, what it may look at, and what may still be spent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.chore import ChoreResult
from core.contracts.commits import AskForChore, Commit, KeepNotes, Mark, Revise
from core.contracts.errors import BudgetSpent
from core.contracts.messages import Address
from core.contracts.session import Entry, KeptPart, Note
from core.features.chamber.chamber_rows import put_run
from core.store.call_rows import StoredLedger, settle_abandoned_calls
from core.store.changes import commit
from core.store.chore_rows import (
    CHARACTERS,
    Chore,
    ask_for_chore,
    changed_entries,
    defer_chore,
    due_chore,
    due_keys,
    give_up_chore,
    save_chore_result,
    unread_answers,
)
from core.store.records import load_record
from core.store.schema import calls, spending
from core.store.store import Connection, Store
from tests.fakes.chamber import new_run, setup
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import HERE, NOW, answer, append, begin, claim_at, edit, new_session, question, stored


async def _chore(store: Store, name: str = "notes", *, now: float = NOW) -> Chore:
    chore = await store.read(lambda c: due_chore(c, "s1", name, now=now))
    assert chore is not None
    return chore


async def _asked(store: Store, *entries: Entry) -> Chore:
    """A session with these entries and the chore `notes` asked for."""
    await store.write(lambda c: append(c, begin(c), entries, effects=(AskForChore("notes"),)))
    return await _chore(store)


# --- chores -------------------------------------------------------------------------------------------------------


async def test_a_chore_is_due_from_its_time_on(store: Store) -> None:
    await store.write(begin)
    await store.write(lambda c: ask_for_chore(c, "s1", "notes", due_at=NOW))
    assert await store.read(lambda c: due_keys(c, claim_at(NOW - 1))) == []
    assert await store.read(lambda c: due_chore(c, "s1", "notes", now=NOW - 1)) is None
    assert await store.read(lambda c: due_keys(c, claim_at(NOW))) == ["s1/notes"]
    assert await store.read(lambda c: due_chore(c, "s1", "another", now=NOW)) is None


async def test_those_due_longest_come_first(store: Store) -> None:
    await store.write(begin)
    for n, due_at in enumerate((NOW - 1, NOW - 3, NOW - 2)):
        await store.write(partial(ask_for_chore, session_id="s1", name=f"c{n}", due_at=due_at))
    assert await store.read(lambda c: due_keys(c, claim_at(NOW))) == ["s1/c1", "s1/c2", "s1/c0"]


async def test_since_when_a_chore_waits_is_kept_until_it_waits_for_another(store: Store) -> None:
    chore = await _asked(store)
    since = []
    for n, reason in enumerate(("hearing", "hearing", "insights")):
        since.append(chore.waits_since({reason}, NOW + n))
        await store.write(partial(defer_chore, chore=chore, due_at=NOW + n, reason=reason, since=since[-1]))
        chore = await _chore(store, now=NOW + n)
    assert since == [NOW, NOW, NOW + 2]
    assert chore.waits_since({"hearing"}, NOW + 9) == NOW + 9


async def test_what_was_asked_for_again_is_not_given_up_with_the_round_before(store: Store) -> None:
    chore = await _asked(store)
    await store.write(lambda c: ask_for_chore(c, "s1", "notes", due_at=NOW))
    await store.write(lambda c: give_up_chore(c, chore, now=NOW, error="model-refused"))
    assert (await _chore(store)).attempts == 0


# --- what a chore looks at ----------------------------------------------------------------------------------------


async def _whole_walk(store: Store, watermark: int = 0) -> list[list[int]]:
    """Look again and again until nothing is new; the entries of each run."""
    runs: list[list[int]] = []
    while True:
        changed, reached = await store.read(partial(changed_entries, session_id="s1", watermark=watermark))
        if reached == watermark:
            return runs
        assert reached > watermark
        runs.append([e.seq for e in changed])
        watermark = reached


async def test_all_words_are_looked_at_once_and_in_order(store: Store) -> None:
    told = [question(1), *(answer(n, 1, f"{n} " + "word " * 600) for n in range(2, 30))]
    await _asked(store, *told)
    runs = await _whole_walk(store)
    assert [seq for run in runs for seq in run] == list(range(1, 30))
    assert len(runs) > 5
    sizes = {e.seq: len(e.text) for e in told}
    assert all(sum(sizes[seq] for seq in run) <= CHARACTERS for run in runs)


@pytest.mark.parametrize("place", [2, 3, 4])
async def test_one_answer_larger_than_a_run_holds_nothing_up(store: Store, place: int) -> None:
    told = [answer(n, 1, "x" * (CHARACTERS * 3 if n == place else 10)) for n in range(2, 5)]
    await _asked(store, question(1), *told)
    runs = await _whole_walk(store)
    assert [seq for run in runs for seq in run] == [1, 2, 3, 4]


async def test_very_many_short_answers_come_in_several_runs(store: Store) -> None:
    await _asked(store, question(1), *(answer(n, 1, "a") for n in range(2, 1_003)))
    runs = await _whole_walk(store)
    assert [seq for run in runs for seq in run] == list(range(1, 1_003))
    assert len(runs) > 1


async def test_an_edit_brings_its_entry_again_with_all_its_words(store: Store) -> None:
    await _asked(store, question(1), answer(2, 1, "blue"), answer(3, 1))
    _, seen = await store.read(lambda c: changed_entries(c, "s1", 0))
    assert await store.read(lambda c: changed_entries(c, "s1", seen)) == ((), seen)
    change = Commit(person_id="p1", effects=(Revise("s1", 2, edit("green")),))
    await store.write(lambda c: commit(c, change, now=NOW))
    changed, reached = await store.read(lambda c: changed_entries(c, "s1", seen))
    assert [[r.text for r in e.revisions] for e in changed] == [["blue", "green"]]
    assert reached > seen


async def test_entries_under_stale_notes_come_too(store: Store) -> None:
    chore = await _asked(store, question(1), answer(2, 1), answer(3, 1), answer(4, 1))
    _, seen = await store.read(lambda c: changed_entries(c, "s1", 0))
    known = ChoreResult(
        notes=(Note(key="door", value="blue", entries=(2, 4)), Note(key="age", value="80", entries=(3,)))
    )
    await store.write(lambda c: save_chore_result(c, chore, known, watermark=seen, again=True, now=NOW))
    change = Commit(person_id="p1", effects=(Revise("s1", 4, edit("green")),))
    await store.write(lambda c: commit(c, change, now=NOW))
    changed, reached = await store.read(lambda c: changed_entries(c, "s1", seen))
    assert [e.seq for e in changed] == [2, 4]
    changed, again = await store.read(lambda c: changed_entries(c, "s1", reached))
    assert ([e.seq for e in changed], again) == ([2, 4], reached)


async def test_what_a_chore_keeps_back_takes_nothing_from_what_is_kept_back(store: Store) -> None:
    chore = await _asked(store, question(1), answer(2, 1, "a b"), answer(3, 1, "c d"))
    session = (await store.read(lambda c: load_record(c, "s1")))[0].session
    whole = Commit(person_id="p1", session=session, effects=(Mark(seq=3, kept_back=True),))
    await store.write(lambda c: commit(c, whole, now=NOW))
    for passage in ("a", "b"):
        found = ChoreResult(kept_back=tuple(KeptPart(seq=seq, passages=(passage,)) for seq in (1, 2, 3)))
        await store.write(partial(save_chore_result, chore=chore, result=found, watermark=None, again=True, now=NOW))
    record, _ = await store.read(lambda c: load_record(c, "s1"))
    marks = [(entry.kept_back, entry.kept_passages) for entry in record.entries]
    assert marks == [(False, ()), (True, ("a", "b")), (True, ())], "what is ours is never kept back"


# --- what a chore found -------------------------------------------------------------------------------------------


async def _digest(store: Store) -> tuple[dict[str, str], str, int, dict[str, str]]:
    whole, _ = await store.read(lambda c: load_record(c, "s1"))
    notes = {n.key: n.value + ("?" if n.stale else "") for n in whole.digest.notes}
    return notes, whole.digest.summary, whole.digest.watermark, whole.findings


async def test_notes_are_added_replaced_and_dropped(store: Store) -> None:
    chore = await _asked(store, question(1), answer(2, 1))
    revision = (await store.read(lambda c: load_record(c, "s1")))[0].session.revision
    first = ChoreResult(notes=(Note(key="a", value="1"), Note(key="b", value="1")), summary="S1", finding="F1")
    await store.write(lambda c: save_chore_result(c, chore, first, watermark=2, again=True, now=NOW))
    second = ChoreResult(notes=(Note(key="b", value="2"), Note(key="c", value="2")), dropped=("a", "nothing"))
    await store.write(lambda c: save_chore_result(c, chore, second, watermark=5, again=True, now=NOW))
    assert await _digest(store) == ({"b": "2", "c": "2"}, "S1", 5, {"notes": "F1"})
    await store.write(
        lambda c: save_chore_result(c, chore, ChoreResult(summary="S3"), watermark=7, again=True, now=NOW)
    )
    last = ChoreResult(summary="S2", finding="F2")
    await store.write(lambda c: save_chore_result(c, chore, last, watermark=None, again=False, now=NOW))
    assert await _digest(store) == ({"b": "2", "c": "2"}, "S3", 7, {"notes": "F2"})
    assert await store.read(lambda c: due_keys(c, claim_at(NOW))) == []
    assert (await store.read(lambda c: load_record(c, "s1")))[0].session.revision == revision


async def test_of_two_notes_of_one_key_the_later_is_kept(store: Store) -> None:
    chore = await _asked(store, question(1), answer(2, 1))
    result = ChoreResult(notes=(Note(key="door", value="blue"), Note(key="door", value="green")))
    await store.write(lambda c: save_chore_result(c, chore, result, watermark=2, again=False, now=NOW))
    assert (await _digest(store))[0] == {"door": "green"}


async def test_a_note_on_words_that_were_edited_meanwhile_is_stale(store: Store) -> None:
    chore = await _asked(store, question(1), answer(2, 1, "blue"), answer(3, 1, "80 years"))
    _, seen = await store.read(lambda c: changed_entries(c, "s1", 0))
    change = Commit(person_id="p1", effects=(Revise("s1", 2, edit("green")),))
    await store.write(lambda c: commit(c, change, now=NOW))
    known = ChoreResult(notes=(Note(key="door", value="blue", entries=(2,)), Note(key="age", value="80", entries=(3,))))
    await store.write(lambda c: save_chore_result(c, chore, known, watermark=seen, again=False, now=NOW))
    assert (await _digest(store))[0] == {"door": "blue?", "age": "80"}


# --- what comes with a turn ---------------------------------------------------------------------------------------


async def _learn(store: Store, answers: tuple[Entry, ...], value: str, *, summary: str | None = None) -> None:
    """Commit a turn whose books have read its answers."""
    result = ChoreResult(notes=(Note(key="door", value=value, entries=(answers[-1].seq,)),), summary=summary)
    await store.write(lambda c: append(c, stored(c), answers, effects=(KeepNotes(result),)))


async def _left(store: Store) -> tuple[list[str], set[int]]:
    """The chores that are due, and the person's messages that the books have not read."""
    due = await store.read(lambda c: due_keys(c, claim_at(NOW)))
    return due, set(await store.read(lambda c: unread_answers(c, "s1")))


async def test_what_a_turn_learns_is_kept_and_read_no_more(store: Store) -> None:
    await store.write(lambda c: append(c, begin(c), [question(1)]))
    await _learn(store, (answer(2, 1), question(3)), "blue", summary="S1")
    await _learn(store, (answer(4, 3), question(5)), "green")
    assert (await _digest(store))[:2] == ({"door": "green"}, "S1"), "no summary leaves the one that there is"
    assert await _left(store) == ([], set())


async def test_a_turn_does_not_pass_over_what_was_not_read_before_it(store: Store) -> None:
    await store.write(lambda c: append(c, begin(c), [question(1), answer(2, 1)]))
    await _learn(store, (answer(3, 1),), "blue")
    assert (await _digest(store))[0] == {"door": "blue"}
    assert await _left(store) == (["s1/books"], {2, 3})
    chore = await _chore(store, "books")
    _, reached = await store.read(partial(changed_entries, session_id="s1", watermark=0))
    await store.write(lambda c: save_chore_result(c, chore, ChoreResult(), watermark=reached, again=False, now=NOW))
    await _learn(store, (answer(4, 1),), "green")
    assert await _left(store) == ([], set())


async def test_words_that_were_changed_are_read_again(store: Store) -> None:
    await store.write(lambda c: append(c, begin(c), [question(1)]))
    await _learn(store, (answer(2, 1),), "blue")
    change = Commit(person_id="p1", effects=(Revise("s1", 2, edit("green")),))
    await store.write(lambda c: commit(c, change, now=NOW))
    assert (await _left(store))[1] == {2}
    assert (await _digest(store))[0] == {"door": "blue?"}
    await _learn(store, (answer(3, 1),), "red")
    assert (await _left(store))[0] == ["s1/books"]


# --- money --------------------------------------------------------------------------------------------------------


def _call(micros: int = 10, session_id: str | None = "s1") -> Call:
    return Call(purpose="talk", model="m", session_id=session_id, reserved_micros=micros, prompt="words")


async def _spent(store: Store) -> dict[str, int]:
    return await store.read(lambda c: {row.scope: row.micros for row in c.execute(spending.select())})


async def test_a_call_holds_its_money_until_it_is_settled(store: Store) -> None:
    await store.write(begin)
    ledger = StoredLedger(store, Budget(), ManualClock())
    number = await ledger.reserve(_call(100))
    assert await _spent(store) == {"day:2026-01-01": 100, "session:s1": 100}
    settlement = Settlement(
        outcome="ok", input_tokens=5, cached_tokens=2, output_tokens=3, cost_micros=40, latency_ms=9, answer="yes"
    )
    await ledger.settle(number, settlement)
    await ledger.settle(number, settlement)
    await ledger.settle(number + 1, settlement)
    assert await _spent(store) == {"day:2026-01-01": 40, "session:s1": 40}
    row = await store.read(lambda c: c.execute(calls.select()).one())
    assert (row.id, row.outcome, row.reserved_micros, row.cost_micros, row.prompt, row.answer) == (
        number, "ok", 100, 40, "words", "yes",
    )  # fmt: skip
    assert (row.input_tokens, row.cached_tokens, row.output_tokens, row.latency_ms) == (5, 2, 3, 9)


@pytest.mark.parametrize(("budget", "scope"), [(Budget(session_micros=25), "session"), (Budget(day_micros=25), "day")])
async def test_a_budget_is_never_passed_and_a_refusal_writes_nothing(store: Store, budget: Budget, scope: str) -> None:
    await store.write(begin)
    ledger = StoredLedger(store, budget, ManualClock())
    await ledger.reserve(_call(10))
    await ledger.reserve(_call(15))
    before = await _spent(store)
    with pytest.raises(BudgetSpent) as caught:
        await ledger.reserve(_call(1))
    assert caught.value.scope == scope
    assert await _spent(store) == before
    assert await store.read(lambda c: c.execute(sa.select(sa.func.count()).select_from(calls)).scalar()) == 2


async def test_one_person_leaves_something_for_the_others(store: Store) -> None:
    elsewhere = Address(platform="here", chat="2")
    for session_id, person, address in (("s1", "p1", HERE), ("s2", "p1", HERE), ("s3", "p2", elsewhere)):
        session = new_session(session_id, person_id=person, address=address)
        await store.write(partial(begin, session=session, event_id=session_id))
    clock = ManualClock()
    ledger = StoredLedger(store, Budget(person_micros=25), clock)
    first = await ledger.reserve(_call(10, "s1"))
    await ledger.reserve(_call(15, "s2"))
    with pytest.raises(BudgetSpent) as caught:
        await ledger.reserve(_call(1, "s1"))
    assert caught.value.scope == "person"
    await ledger.reserve(_call(25, "s3"))
    await ledger.settle(first, Settlement(outcome="ok", cost_micros=4))
    await ledger.reserve(_call(6, "s2"))
    clock.advance(86_400)
    late = await ledger.reserve(_call(20, "s1"))
    clock.advance(86_400)
    await ledger.reserve(_call(20, "s1"))
    await ledger.settle(late, Settlement(outcome="ok", cost_micros=0))
    with pytest.raises(BudgetSpent):
        await ledger.reserve(_call(6, "s2"))


async def test_a_limit_of_tokens_is_held_like_a_budget(store: Store) -> None:
    await store.write(begin)
    ledger = StoredLedger(store, Budget(session_tokens=1_000), ManualClock())
    large = replace(_call(0), reserved_tokens=600)
    first = await ledger.reserve(large)
    with pytest.raises(BudgetSpent) as caught:
        await ledger.reserve(large)
    assert caught.value.scope == "session"
    told = Settlement(outcome="ok", input_tokens=300, output_tokens=50, counted_tokens=350)
    await ledger.settle(first, told)
    await ledger.settle(await ledger.reserve(large), told)
    with pytest.raises(BudgetSpent):
        await ledger.reserve(large)
    assert await _spent(store) == {"tokens:s1": 700}
    lost = await ledger.reserve(replace(large, reserved_tokens=300))
    await store.write(lambda c: settle_abandoned_calls(c, claim_at(NOW), "test"))
    await ledger.settle(lost, told)
    assert await _spent(store) == {"tokens:s1": 1_000}, "nobody heard how it ended"
    await ledger.reserve(replace(large, session_id=None))


async def test_a_day_is_new_at_midnight_and_pays_for_its_own_calls(store: Store) -> None:
    clock = ManualClock()
    ledger = StoredLedger(store, Budget(day_micros=10), clock)
    number = await ledger.reserve(_call(10, session_id=None))
    clock.advance(86_400)
    await ledger.reserve(_call(10, session_id=None))
    await ledger.settle(number, Settlement(outcome="ok", cost_micros=4))
    assert await _spent(store) == {"day:2026-01-01": 4, "day:2026-01-02": 10}


async def test_a_run_of_the_chamber_pays_from_a_purse_of_its_own(store: Store) -> None:
    def both(c: Connection) -> None:
        begin(c)
        put_run(c, new_run(setup(), "r1", person_id="p1"))

    await store.write(both)
    budget = Budget(day_micros=25, person_micros=25)
    interviews, chamber = (StoredLedger(store, budget, ManualClock()) for _ in range(2))
    run = await chamber.reserve(_call(20, "r1"))
    assert await _spent(store) == {"chamber:2026-01-01": 20, "session:r1": 20}
    with pytest.raises(BudgetSpent, match=r"chamber.*\[chamber\]") as caught:
        await chamber.reserve(_call(10, "r1"))
    assert caught.value.scope == "day"
    await interviews.reserve(_call(25))
    await chamber.settle(run, Settlement(outcome="ok", cost_micros=5))
    await chamber.reserve(_call(20, "r1"))
    assert await _spent(store) == {
        "chamber:2026-01-01": 25, "session:r1": 25, "day:2026-01-01": 25, "session:s1": 25,
    }  # fmt: skip


async def test_many_at_once_never_pass_the_budget(store: Store) -> None:
    for session_id in ("s0", "s1"):
        await store.write(partial(begin, session=new_session(session_id), event_id=session_id))
    ledger = StoredLedger(store, Budget(session_micros=100, day_micros=150), ManualClock())
    wanted = [_call(10, f"s{n % 2}") for n in range(60)]
    results = await asyncio.gather(*(ledger.reserve(call) for call in wanted), return_exceptions=True)
    numbers = [r for r in results if isinstance(r, int)]
    refused = [r for r in results if isinstance(r, BudgetSpent)]
    assert (len(numbers), len(numbers) + len(refused)) == (15, 60)
    assert len(set(numbers)) == 15
    spent = await _spent(store)
    assert spent["day:2026-01-01"] == 150 == spent["session:s0"] + spent["session:s1"]
    await asyncio.gather(*(ledger.settle(n, Settlement(outcome="ok")) for n in numbers * 2))
    assert set((await _spent(store)).values()) == {0}


async def test_a_call_that_died_with_its_process_cost_what_was_held_for_it(store: Store) -> None:
    await store.write(begin)
    ledger = StoredLedger(store, Budget(), ManualClock())
    done = await ledger.reserve(_call(10))
    await ledger.settle(done, Settlement(outcome="ok", cost_micros=4))
    lost = await ledger.reserve(_call(10))
    await store.write(lambda c: settle_abandoned_calls(c, claim_at(NOW), "test"))
    await ledger.settle(lost, Settlement(outcome="ok", cost_micros=1))
    rows = await store.read(lambda c: {r.id: (r.outcome, r.cost_micros) for r in c.execute(calls.select())})
    assert rows == {done: ("ok", 4), lost: ("lost", 10)}
    assert await _spent(store) == {"day:2026-01-01": 14, "session:s1": 14}
