"""The operator's list, read beside the engine without the store: what is on it, in which order, and what is wanted."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.errors import StorageError
from core.contracts.messages import Address
from core.contracts.session import Person, Record, Status
from core.interviews.podcast.sources.material import Episode, Origin, Source
from core.store.beside import revision, snapshot
from core.store.call_rows import StoredLedger
from core.store.finding_rows import put_finding
from core.store.listing import Listed, ListFilter, fitting, listed, script_set
from core.store.reports import write_beside
from core.store.schema import outbox, recordings
from core.store.store import Connection, SqliteStore
from tests.fakes.command_line import keep
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import BEGAN, Conversation, record_of, small_scripts

ANNA, BORIS, CLARA = "a" * 16, "b" * 16, "c" * 16


def _whole(session_id: str, name: str, status: Status, *, kind: str = "life-story", hours: int = 0) -> Record:
    talk = Conversation()
    talk.answer("A blue door.", talk.ask("What do you remember?"))
    whole = record_of(talk, name=name, status=status)
    person = Person.model_copy(whole.person, update={"id": f"p-{name}"})
    changes = {
        "id": session_id,
        "person_id": person.id,
        "kind": kind,
        "address": Address(platform="telegram", chat=session_id[:1]),
        "touched_at": BEGAN + timedelta(hours=hours),
    }
    return whole.model_copy(update={"person": person, "session": whole.session.model_copy(update=changes)})


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "it's 100% mine?" / "raconteur.db"
    path.parent.mkdir()
    keep(
        path,
        (_whole(ANNA, "Анна Ильинична", Status.PAUSED, hours=1), small_scripts()),
        (_whole(BORIS, "Boris", Status.COMPLETED, kind="podcast", hours=3), small_scripts()),
        (_whole(CLARA, "Clara", Status.COMPLETED, hours=2), small_scripts()),
    )
    source = Source(episode=Episode(title="Better sleep", show="The Long Night"), origin=Origin.TITLE)
    write_beside(path, lambda c: put_finding(c, BORIS, "source", source.model_dump_json(), now=1.0))
    return path


def _found(database: Path, wanted: ListFilter | None = None, limit: int = -1) -> list[Listed]:
    with snapshot(database) as c:
        return list(listed(c, wanted or ListFilter(), limit=limit))


def _ids(database: Path, wanted: ListFilter) -> set[str]:
    with snapshot(database) as c:
        found = {each.session.id for each in listed(c, wanted)}
        assert fitting(c, wanted) == len(found)
    return found


def test_the_list_begins_with_what_was_touched_last_and_has_an_end(database: Path) -> None:
    assert [each.session.id for each in _found(database)] == [BORIS, CLARA, ANNA]
    assert [each.session.id for each in _found(database, limit=2)] == [BORIS, CLARA]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (ListFilter(status=Status.COMPLETED), {BORIS, CLARA}),
        (ListFilter(kind="podcast"), {BORIS}),
        (ListFilter(kind="life-story", status=Status.COMPLETED), {CLARA}),
        (ListFilter(person="иЛЬИН"), {ANNA}),
        (ListFilter(person="p-Boris"), {BORIS}),
        (ListFilter(person="telegram:c"), {CLARA}),
        (ListFilter(person="%"), set()),
        (ListFilter(kind="' OR 1=1 --"), set()),
    ],
)
def test_what_is_wanted_is_found_and_nothing_else(database: Path, wanted: ListFilter, ids: set[str]) -> None:
    assert _ids(database, wanted) == ids


def test_each_session_has_its_calls_and_its_troubles(database: Path) -> None:
    async def call() -> None:
        store = SqliteStore(str(database))
        ledger = StoredLedger(store, Budget(), ManualClock())
        for session_id, cost in ((CLARA, 30), (CLARA, 12), (None, 1_000)):
            number = await ledger.reserve(Call(purpose="notes", model="m", session_id=session_id, reserved_micros=50))
            spent = Settlement(outcome="ok", cost_micros=cost, input_tokens=7, output_tokens=2)
            await ledger.settle(number, spent)
        await store.close()

    def trouble(c: Connection) -> None:
        letter = {
            "platform": "telegram",
            "chat": "c",
            "language": "en",
            "payload": "{}",
            "created_at": 1,
            "attempts": 1,
        }
        for key, dead_at in (("1", 1.0), ("2", 1.0), ("3", None)):
            c.execute(outbox.insert(), {**letter, "attempts": 1, "key": key, "session_id": CLARA, "dead_at": dead_at})
        voice = {
            "platform": "telegram", "chat": "c", "file_ref": "f", "media_type": "", "audio": "", "trouble": "silent",
            "attempts": 1, "created_at": 1.0, "person_id": "p-Clara", "session_id": CLARA,
        }  # fmt: skip
        c.execute(recordings.insert(), {**voice, "event_id": "e1", "state": "unheard"})
        c.execute(recordings.insert(), {**voice, "event_id": "e2", "state": "heard"})

    asyncio.run(call())
    write_beside(database, trouble)
    _, clara, anna = _found(database)
    assert (clara.calls, clara.cost_micros, clara.input_tokens, clara.output_tokens) == (2, 42, 14, 4)
    assert (clara.undeliverable, clara.unheard) == (2, 1)
    assert (anna.calls, anna.cost_micros, anna.undeliverable, anna.unheard) == (0, 0, 0, 0)


def test_a_finding_that_is_damaged_does_not_hide_the_list(database: Path) -> None:
    write_beside(database, lambda c: put_finding(c, BORIS, "source", "no JSON", now=1.0))
    assert _found(database)[0].about == ""


def test_looking_changes_nothing_and_makes_no_file(database: Path, tmp_path: Path) -> None:
    with snapshot(database) as c:
        assert script_set(c, small_scripts().digest) == small_scripts()
        assert script_set(c, "of nobody") is None
    with pytest.raises(StorageError, match="cannot be read"), snapshot(database) as c:
        c.execute("DELETE FROM sessions")
    with pytest.raises(StorageError):
        revision(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
