"""The operator's figures: each is what a person would count by hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contracts.commits import Commit
from core.contracts.messages import Address, Command, Timer
from core.contracts.session import EntryKind, Session, Status, Timing
from core.contracts.turn import Occurrence
from core.store.changes import commit
from core.store.outbox import put_letter
from core.store.reports import recent_interviewees
from core.store.schema import calls, chores, outbox, spending
from core.store.statistics import Statistics, compute_statistics
from core.store.store import Connection, Store
from tests.fakes.stores import (
    AT,
    NOW,
    answer,
    arrive,
    begin,
    edit,
    event,
    letter,
    new_session,
    opened,
    question,
    revise,
)

DAY = 86_400.0


async def figures(store: Store, *, now: float = NOW, silence: timedelta = timedelta(days=30)) -> Statistics:
    return await store.read(lambda c: compute_statistics(c, now=now, silence=silence))


def session(number: int, *, silent_days: float = 0, **more: Any) -> Session:
    touched_at = AT - timedelta(days=silent_days)
    where = Address(platform="here", chat=str(number))
    return new_session(f"s{number}", person_id=f"p{number}", address=where, touched_at=touched_at, **more)


def add(c: Connection, made: Session, *, due_at: float | None = None, **more: Any) -> None:
    begin(c, made, event_id=f"hello-{made.id}", due_at=due_at, **more)


def told(c: Connection, number: int, *texts: str, kind: str = "life-story") -> None:
    """A session whose questions were answered with these texts."""
    made = session(number, kind=kind, last_seq=2 * len(texts))
    lines = [e for n, text in enumerate(texts) for e in (question(2 * n + 1), answer(2 * n + 2, 2 * n + 1, text))]
    add(c, made, entries=tuple(lines))


# --- how interviews end -------------------------------------------------------------------------------------------


async def test_an_empty_database_has_figures_too(store: Store) -> None:
    found = await figures(store)
    assert (found.people, found.total.begun, found.kinds) == (0, 0, ())
    assert found.total.completion_rate is found.total.break_off_rate is found.total.median_words is None
    assert (found.waits.number, found.waits.median_seconds, found.waits.longest) == (0, None, ())
    assert [day.cost_micros for day in found.days] == [0] * 7


async def test_sessions_are_counted_by_kind_and_state(store: Store) -> None:
    def unit(c: Connection) -> None:
        for number, (kind, status) in enumerate(
            [("life-story", s) for s in (*Status, Status.PAUSED)] + [("other", Status.COMPLETED)]
        ):
            add(c, session(number, kind=kind, status=status))

    await store.write(unit)
    found = await figures(store)
    life, other = found.kinds
    assert (life.kind, life.begun, life.active, life.paused, life.completed, life.abandoned) == (
        "life-story", 5, 1, 2, 1, 1,
    )  # fmt: skip
    assert (other.kind, other.begun, other.completed) == ("other", 1, 1)
    assert (found.total.begun, found.total.completed, found.people) == (6, 2, 6)


async def test_rates_are_of_what_is_over(store: Store) -> None:
    """Three finished, one left, one silent for too long; two that may go on count for neither side."""

    def unit(c: Connection) -> None:
        for number in range(3):
            add(c, session(number, status=Status.COMPLETED, silent_days=90))
        add(c, session(3, status=Status.ABANDONED, silent_days=90))
        add(c, session(4, status=Status.PAUSED, silent_days=31))
        add(c, session(5, status=Status.PAUSED, silent_days=29))
        add(c, session(6, status=Status.ACTIVE))

    await store.write(unit)
    total = (await figures(store)).total
    assert (total.silent, total.completion_rate, total.break_off_rate) == (1, 3 / 5, 2 / 5)
    total = (await figures(store, silence=timedelta(days=28))).total
    assert (total.silent, total.completion_rate, total.break_off_rate) == (2, 3 / 6, 3 / 6)


# --- answers ------------------------------------------------------------------------------------------------------


async def test_messages_to_one_question_are_one_answer_by_its_newest_words(store: Store) -> None:
    def unit(c: Connection) -> None:
        lines = (question(1), answer(2, 1, "one two", ref="m"), answer(3, 1, "three"), question(4), answer(5, 4, "no"))
        made = begin(c, new_session(last_seq=5), entries=lines)
        edits = ((2, edit("one two three four")), (5, edit("no", withdrawn=True)))
        commit(c, Commit(person_id="p1", session=made, effects=revise(made.id, *edits)), now=NOW)

    await store.write(unit)
    total = (await figures(store)).total
    assert (total.answers, total.words, total.median_words) == (1, 5, 5)


async def test_the_median_is_of_each_kind_and_of_all(store: Store) -> None:
    def unit(c: Connection) -> None:
        told(c, 1, "one", "one two three", "a b c d e f g")
        told(c, 2, "a b c d", "a b", kind="other")

    await store.write(unit)
    found = await figures(store)
    assert [(k.kind, k.answers, k.words, k.median_words) for k in found.kinds] == [
        ("life-story", 3, 11, 3),
        ("other", 2, 6, 3),
    ]
    assert (found.total.answers, found.total.words, found.total.median_words) == (5, 17, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Кошка спала на печи.", 4),
        ("  two words  ", 2),
        ("two  words", 2),
        ("a line\nand another", 4),
        ("a paragraph\n\nand another", 4),
        ("word", 1),
    ],
)
async def test_words_are_counted_as_people_write_them(store: Store, text: str, words: int) -> None:
    await store.write(lambda c: told(c, 1, text))
    assert (await figures(store)).total.words == words


_ANSWER = st.lists(st.text("abcдё.,", min_size=1, max_size=6), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=st.lists(_ANSWER, min_size=1, max_size=9))
async def test_words_and_their_median_are_those_of_python(tmp_path: Path, answers: list[str]) -> None:
    async with opened("memory", tmp_path) as fresh:
        await fresh.write(lambda c: told(c, 1, *answers))
        total = (await figures(fresh)).total
    counted = [len(text.split()) for text in answers]
    assert (total.answers, total.words, total.median_words) == (len(answers), sum(counted), median(counted))


# --- the interviewer ----------------------------------------------------------------------------------------------


async def test_messages_of_a_model_are_counted_by_what_became_of_them(store: Store) -> None:
    def unit(c: Connection) -> None:
        follow_up = question(3).model_copy(update={"kind": EntryKind.FOLLOW_UP})
        first = _logged("message-as-written", "message-asked-again-several", "message-asked-again-link", "skipped")
        made = begin(c, new_session(last_seq=3), entries=(question(1), answer(2, 1), follow_up), effects=first)
        again = _logged("message-asked-again-link", "message-stopped-link", "message-as-written")
        fell_back = (Occurrence(name="fell-back", detail="model-refused"),)
        commit(c, Commit(person_id="p1", session=made, effects=(*again, *fell_back)), now=NOW + 60)

    await store.write(unit)
    craft = (await figures(store)).craft
    assert (craft.asked, craft.as_written, craft.fell_back) == (2, 2, 1)
    assert (craft.asked_again, craft.stopped) == ({"link": 2, "several": 1}, {"link": 1})
    assert craft.fell_back_by == {"model-refused": 1}


def _logged(*names: str) -> tuple[Occurrence, ...]:
    return tuple(Occurrence(name=name) for name in names)


# --- money --------------------------------------------------------------------------------------------------------


async def test_costs_by_model_by_day_and_by_session(store: Store) -> None:
    def call(model: str, micros: int, outcome: str = "ok", number: int | None = 1) -> dict[str, Any]:
        plain = dict.fromkeys(("input_tokens", "cached_tokens", "output_tokens", "latency_ms", "reserved_micros"), 0)
        owner = None if number is None else f"s{number}"
        words = {"purpose": "talk", "prompt": "secret words", "answer": "secret words", "day": "2026-05-04"}
        row = {"session_id": owner, "model": model, "cost_micros": micros, "outcome": outcome, "at": NOW}
        return {**plain, **words, **row}

    def unit(c: Connection) -> None:
        for number in range(7):
            add(c, session(number))
            c.execute(spending.insert(), {"scope": f"session:s{number}", "micros": 10 * number})
        rows = [call("small", 5), call("large", 70), call("large", 0, "model-refused"), call("small", 2, number=None)]
        c.execute(calls.insert(), rows)
        for day, micros in (("2026-05-04", 40), ("2026-04-28", 30), ("2026-04-27", 1_000)):
            c.execute(spending.insert(), {"scope": f"day:{day}", "micros": micros})
        c.execute(spending.insert(), {"scope": "chamber:2026-05-04", "micros": 2})

    await store.write(unit)
    found = await figures(store)
    assert [(m.model, m.calls, m.failed, m.cost_micros) for m in found.models] == [
        ("large", 2, 1, 70),
        ("small", 2, 0, 7),
    ]
    assert [day.cost_micros for day in found.days] == [30, 0, 0, 0, 0, 0, 42]
    assert (found.days[0].day, found.days[-1].day) == ("2026-04-28", "2026-05-04")
    assert [(s.session_id, s.cost_micros) for s in found.dearest] == [(f"s{n}", 10 * n) for n in (6, 5, 4, 3, 2)]


# --- waiting ------------------------------------------------------------------------------------------------------


def waited(c: Connection, name: str, *, arrived: float, sent: float | None, **more: Any) -> None:
    """A message that arrived then, and what was said to it, sent then or still to be sent."""
    arrive(c, event(name, **more), now=arrived)
    put_letter(c, letter(f"{name}/turn", session_id="s1"), now=arrived)
    if sent is not None:
        c.execute(outbox.update().where(outbox.c.key == f"{name}/turn").values(sent_at=sent))


async def test_a_wait_runs_from_the_message_to_the_next_words(store: Store) -> None:
    def unit(c: Connection) -> None:
        begin(c)
        for seconds in range(1, 21):
            waited(c, f"e{seconds}", arrived=NOW - 1_000 * seconds, sent=NOW - 999 * seconds)
        waited(c, "long ago", arrived=NOW - 8 * DAY, sent=NOW)
        waited(c, "command", arrived=NOW - 500, sent=NOW, content=Command(name="skip"))
        waited(c, "timer", arrived=NOW - 500, sent=NOW, content=Timer(session_id="s1"))
        waited(c, "still", arrived=NOW - 500, sent=None)

    await store.write(unit)
    waits = (await figures(store)).waits
    assert (waits.number, waits.median_seconds, waits.p95_seconds) == (20, 10, 19)
    assert [wait.seconds for wait in waits.longest] == [20, 19, 18, 17, 16]
    assert (waits.longest[0].session_id, waits.longest[0].at) == ("s1", AT - timedelta(seconds=20_000))


async def test_what_waits_now_what_failed_and_what_was_given_up(store: Store) -> None:
    def unit(c: Connection) -> None:
        begin(c)
        arrive(c, event("later"), now=NOW + 5)
        put_letter(c, letter("a", session_id="s1"), now=NOW + 7)
        put_letter(c, letter("b", session_id="s1"), now=NOW)
        c.execute(outbox.update().where(outbox.c.key == "b").values(dead_at=NOW, error="rejected"))
        rows = [{"session_id": "s1", "round": 1, "due_at": NOW, "attempts": 8, "name": n} for n in ("notes", "other")]
        c.execute(chores.insert(), [{**rows[0], "dead_at": NOW}, {**rows[1], "dead_at": None}])

    await store.write(unit)
    found = await figures(store)
    assert (found.queue.unhandled, found.queue.unhandled_since) == (2, AT)
    assert (found.queue.unsent, found.queue.unsent_since) == (1, AT + timedelta(seconds=7))
    assert (found.undeliverable, found.given_up) == (1, 1)


async def test_what_is_due_in_the_next_day(store: Store) -> None:
    held = Timing(cadence="19:00", held_at=AT)

    def unit(c: Connection) -> None:
        add(c, session(1, timing=held), due_at=NOW + DAY - 1)
        add(c, session(2, timing=held), due_at=NOW + DAY + 1)
        add(c, session(3, status=Status.PAUSED, timing=held), due_at=NOW + 60)
        add(c, session(4), due_at=NOW - 60)
        add(c, session(5), due_at=NOW + 2 * DAY)
        add(c, session(6, status=Status.COMPLETED), due_at=NOW + 60)
        add(c, session(7, status=Status.ABANDONED), due_at=NOW + 60)
        add(c, session(8))

    await store.write(unit)
    upcoming = (await figures(store)).upcoming
    assert (upcoming.held, upcoming.held_soon) == (2, 1)
    assert (upcoming.reminders_soon, upcoming.endings_soon, upcoming.deletions_soon) == (1, 1, 2)


# --- who was here -------------------------------------------------------------------------------------------------


async def test_each_person_is_listed_once_the_last_one_first(store: Store) -> None:
    def unit(c: Connection) -> None:
        add(c, session(1, silent_days=3))
        add(c, session(2, silent_days=1))
        add(c, session(3, silent_days=2))
        again = new_session("s4", person_id="p1", address=Address(platform="here", chat="1"))
        add(c, again)

    await store.write(unit)
    found = await store.read(lambda c: recent_interviewees(c, limit=2))
    assert [(each.session.id, each.name) for each in found] == [("s4", "Maria"), ("s2", "Maria")]
