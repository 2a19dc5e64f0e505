"""The operator's list, read beside the engine without the store: what is on it, in which order, and what is wanted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from core.contracts.errors import StorageError
from core.contracts.messages import Address
from core.contracts.session import Person, Record, Status
from core.interviews.podcast.sources.material import ContextOrigin, Episode, Source
from core.store.direct import migration_of, open_snapshot
from core.store.finding_rows import put_finding
from core.store.listing import Listed, ListFilter, bound_script_set, count_sessions, list_sessions
from core.store.reports import write_direct
from tests.fakes.command_line import keep
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
    source = Source(episode=Episode(title="Better sleep", show="The Long Night"), origin=ContextOrigin.TITLE)
    write_direct(path, lambda c: put_finding(c, BORIS, "source", source.model_dump_json(), now=1.0))
    return path


def _found(database: Path, wanted: ListFilter | None = None, limit: int = -1) -> list[Listed]:
    with open_snapshot(database) as c:
        return list(list_sessions(c, wanted or ListFilter(), limit=limit))


def _ids(database: Path, wanted: ListFilter) -> set[str]:
    with open_snapshot(database) as c:
        found = {each.session.id for each in list_sessions(c, wanted)}
        assert count_sessions(c, wanted) == len(found)
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


def test_a_finding_that_is_damaged_does_not_hide_the_list(database: Path) -> None:
    write_direct(database, lambda c: put_finding(c, BORIS, "source", "no JSON", now=1.0))
    assert _found(database)[0].about == ""


def test_looking_changes_nothing_and_makes_no_file(database: Path, tmp_path: Path) -> None:
    with open_snapshot(database) as c:
        assert bound_script_set(c, small_scripts().digest) == small_scripts()
        assert bound_script_set(c, "of nobody") is None
    with pytest.raises(StorageError, match="cannot be read"), open_snapshot(database) as c:
        c.execute("DELETE FROM sessions")
    with pytest.raises(StorageError):
        migration_of(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
