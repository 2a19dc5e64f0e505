"""Voices as the operator sees them: what the doctor says, what could not be heard, and having it heard again."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.store.reports import write_direct
from core.store.schema import recordings
from core.store.store import Connection
from tests.fakes.command_line import keep, raconteur
from tests.fakes.records import small_record, small_scripts

NASTY = "trouble\x1b[2J"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """With one interview, and recordings: heard, unheard in it, and unheard beside it."""
    path = tmp_path / "data" / "raconteur.db"
    whole = small_record()
    keep(path, (whole, small_scripts()))
    row = {
        "person_id": whole.person.id, "platform": "terminal", "chat": "1", "size": 9, "media_type": "audio/ogg",
        "created_at": 1.0, "attempts": 1, "due_at": None, "audio": "", "seconds": 42.0, "session_id": None, "seq": None,
    }  # fmt: skip
    rows = [
        {"event_id": "e1", "file_ref": "f1", "state": "heard", "trouble": ""},
        {
            "event_id": "e2",
            "file_ref": "f2",
            "state": "unheard",
            "trouble": "truncated",
            "session_id": whole.session.id,
        },
        {"event_id": "e3", "file_ref": "f3", "state": "unheard", "trouble": NASTY},
    ]

    def put(c: Connection) -> None:
        c.execute(recordings.insert(), [row | more for more in rows])

    write_direct(path, put)
    return path


def states(database: Path) -> dict[str, tuple[str, bool]]:
    """The state of each recording, and whether it is due."""

    def read(c: Connection) -> dict[str, tuple[str, bool]]:
        return {row.event_id: (row.state, row.due_at is not None) for row in c.execute(recordings.select())}

    return write_direct(database, read)


# --- having it heard again ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("database")
def test_what_could_not_be_heard_is_listed_with_its_reason(tmp_path: Path) -> None:
    ended = raconteur("rehear", folder=tmp_path)
    lines = ended.out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["r2", "r3"]
    assert f"session {small_record().session.id}" in lines[0]
    assert "42 s: it breaks off" in lines[0]
    assert "no session" in lines[1]
    assert "\x1b" not in ended.out


@pytest.mark.usefixtures("database")
def test_an_interview_shows_what_of_it_was_not_heard(tmp_path: Path) -> None:
    shown = raconteur("show", small_record().session.id, folder=tmp_path).out
    assert "Not heard\n  r2: 1970-01-01 00:00, 42 s: it breaks off; not fetched\n" in shown
    assert "r3" not in shown
    listed = raconteur("sessions", folder=tmp_path).out
    assert "unheard" in listed
    assert "1 recording" not in raconteur("doctor", folder=tmp_path).out
    assert (
        "! Recordings: 2 recordings could not be turned into text, and are kept"
        in raconteur("doctor", folder=tmp_path).out
    )


@pytest.mark.parametrize(("which", "again"), [("r3", "e3"), ("session", "e2")])
def test_one_recording_or_all_of_an_interview_is_heard_again(
    which: str, again: str, tmp_path: Path, database: Path
) -> None:
    before = states(database)
    ended = raconteur("rehear", small_record().session.id if which == "session" else which, folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("1 recording will be transcribed again")
    assert states(database) == before | {again: ("waiting", True)}


@pytest.mark.parametrize("which", ["r1", "r99", "r9999999999999999999", "nobody", "r"])
def test_what_is_not_there_is_said_and_changes_nothing(which: str, tmp_path: Path, database: Path) -> None:
    before = states(database)
    ended = raconteur("rehear", which, folder=tmp_path)
    assert ended.code == 2
    assert len(ended.err.splitlines()) == 1
    assert states(database) == before
