"""Moving everything between SQLite and PostgreSQL: whole, both ways, gone on with after a kill, or refused."""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.database import REVISION, check_database, database_revision, lock_database, prepare_database
from core.contracts.errors import AlreadyRunning, ConfigurationError, StorageError
from core.store import storage_migration
from core.store.database_url import LOCK_SPACE, Database, Server
from core.store.opening import engine_of
from core.store.schema import calls, entries, metadata, persons, scripts
from core.store.storage_migration import COMPARING, MOVING, Progress, move_database
from tests.fakes import postgres
from tests.fakes.command_line import keep
from tests.fakes.effort import tries
from tests.fakes.filled import Rows, fill, rows
from tests.fakes.forked import lived
from tests.integration.cli_kit import run

pytestmark = pytest.mark.usefixtures("command_line")
TOTAL = 3 * len(metadata.sorted_tables)
STEP = tries(30, soak=2)
"""Rows from one place at which a move is cut short to the next."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "raconteur.db"
    keep(path)
    with writing(path) as c:
        fill(c)
    return path


@pytest.fixture
def server() -> Iterator[Server]:
    with postgres.bare_database() as found:
        yield found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of two rows, so that each table has two."""
    monkeypatch.setattr(storage_migration, "BATCH", 2)
    monkeypatch.setattr(storage_migration, "FILES", 2)


@contextmanager
def writing(database: Database) -> Iterator[Connection]:
    engine = engine_of(database)
    with engine.begin() as c:
        yield c
    engine.dispose()


def everything(database: Database) -> Rows:
    with writing(database) as c:
        return rows(c)


def quietly(_what: str, _done: int, _total: int) -> None:
    """Nobody looks."""


class Stopped(Exception):
    """By the test."""


def stopping_behind(wanted: int) -> Progress:
    """Ends the move before it has brought more rows than that, or all of them."""

    def progress(what: str, done: int, _total: int) -> None:
        if what == COMPARING or done > wanted:
            raise Stopped

    return progress


def killed_behind(wanted: int, source: Path, target: Path) -> None:
    """What a process does that is killed on the way."""
    storage_migration.BATCH = storage_migration.FILES = 2

    def progress(_what: str, done: int, _total: int) -> None:
        if done > wanted:
            os.kill(os.getpid(), signal.SIGKILL)

    move_database(source, target, REVISION, progress=progress)


# --- whole --------------------------------------------------------------------------------------------------------


def test_everything_goes_there_and_comes_back(source: Path, server: Server, tmp_path: Path) -> None:
    before, bytes_before = everything(source), source.read_bytes()
    there = run("migrate-storage", str(source.parent), server.url)
    assert there.exit_code == 0, there.exception
    assert f"{TOTAL} rows in {len(metadata.sorted_tables)} tables" in there.output
    assert everything(server) == before
    assert source.read_bytes() == bytes_before
    back = run("migrate-storage", server.url, str(tmp_path / "back"))
    assert back.exit_code == 0, back.exception
    assert everything(tmp_path / "back" / "raconteur.db") == before
    for database in (server, tmp_path / "back" / "raconteur.db"):
        check_database(database)
        assert database_revision(database) == REVISION


def test_no_number_is_given_out_twice(source: Path, server: Server, tmp_path: Path) -> None:
    """Of each table 1000 was the last, and its row is gone."""
    back = tmp_path / "back.db"
    keep(back)
    prepare_database(server)
    move_database(source, server, REVISION, progress=quietly)
    move_database(server, back, REVISION, progress=quietly)
    for database in (server, back):
        with writing(database) as c:
            call = {each.name: each.default or "" for each in calls.c if isinstance(each.type, sa.Text)}
            numbers = {each.name: 0 for each in calls.c if isinstance(each.type, sa.Integer | sa.Double)}
            del numbers["id"]
            [number] = c.execute(calls.insert(), call | numbers).inserted_primary_key or ()
            assert number == 1001


def test_the_character_nul_is_left_out_and_said(source: Path, server: Server) -> None:
    with writing(source) as c:
        c.execute(persons.update().where(persons.c.name != "").values(name="A\0n\0na"))
    shown = run("migrate-storage", str(source), server.url)
    assert shown.exit_code == 0, shown.exception
    assert "2 texts in persons.name held the character NUL" in shown.output
    with writing(server) as c:
        assert c.execute(sa.select(persons.c.name).where(persons.c.name != "").distinct()).scalars().all() == ["Anna"]


def test_what_is_in_the_log_of_a_process_that_was_killed_comes_too(source: Path, tmp_path: Path) -> None:
    engine = engine_of(source)
    with engine.connect() as still_open, still_open.begin():
        still_open.execute(scripts.insert(), {"digest": "late", "body": "not in the file yet"})
    with engine.connect() as still_open:
        still_open.exec_driver_sql("SELECT 1 FROM scripts")
        target = tmp_path / "other.db"
        keep(target)
        move_database(source, target, REVISION, progress=quietly)
    assert "late" in {row["digest"] for row in everything(target)["scripts"]}


# --- cut short ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
def test_cut_short_anywhere_it_goes_on_where_it_was(source: Path, tmp_path: Path) -> None:
    """Wherever it is stopped nobody can start on the target, no row comes twice, and the next try ends it."""
    target, there = tmp_path / "target.db", 0
    keep(target)
    while there < TOTAL:
        with pytest.raises(Stopped):
            move_database(source, target, REVISION, progress=stopping_behind(there + STEP))
        with pytest.raises(ConfigurationError, match="unfinished move"):
            check_database(target)
        before, there = there, sum(map(len, everything(target).values()))
        assert before < there <= before + STEP
    move_database(source, target, REVISION, progress=quietly)
    assert everything(target) == everything(source)


def test_killed_on_the_way_it_goes_on_where_it_was(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    keep(target)
    assert lived(killed_behind, 30, source, target) == -signal.SIGKILL
    assert 0 < sum(map(len, everything(target).values())) < TOTAL
    refused = run("migrate-storage", str(tmp_path / "empty"), str(target))
    assert "There is no database" in str(refused.exception)
    with pytest.raises(ConfigurationError, match="unfinished move"):
        prepare_database(target)
    seen: list[tuple[str, int]] = []
    move_database(source, target, REVISION, progress=lambda what, done, _: seen.append((what, done)))
    assert seen[0][0] == MOVING
    assert everything(target) == everything(source)


@pytest.mark.usefixtures("small")
def test_cut_short_on_a_server_too(source: Path, server: Server) -> None:
    prepare_database(server)
    with pytest.raises(Stopped):
        move_database(source, server, REVISION, progress=stopping_behind(50))
    with pytest.raises(ConfigurationError, match="unfinished move"):
        check_database(server)
    assert run("migrate-storage", str(source), server.url).exit_code == 0
    assert everything(server) == everything(source)


@pytest.mark.usefixtures("small")
def test_what_was_written_meanwhile_is_noticed(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    keep(target)
    with pytest.raises(Stopped):
        move_database(source, target, REVISION, progress=stopping_behind(TOTAL))
    with writing(source) as c:
        c.execute(entries.update().values(kind="another"))
    with pytest.raises(StorageError, match=r"entries \(3 sent, 3 arrived\).*--anew"):
        move_database(source, target, REVISION, progress=quietly)
    with pytest.raises(ConfigurationError, match="unfinished move"):
        check_database(target)
    assert run("migrate-storage", "--anew", str(source), str(target)).exit_code == 0
    assert everything(target) == everything(source)


def test_an_unfinished_move_is_gone_on_with_from_its_own_source_alone(source: Path, tmp_path: Path) -> None:
    target, other = tmp_path / "target.db", tmp_path / "other.db"
    keep(target)
    keep(other)
    with pytest.raises(Stopped):
        move_database(source, target, REVISION, progress=stopping_behind(9))
    refused = run("migrate-storage", str(other), str(target))
    assert "from somewhere else" in str(refused.exception)
    assert run("migrate-storage", "--anew", str(other), str(target)).exit_code == 0
    assert everything(target) == everything(other)


# --- refused ------------------------------------------------------------------------------------------------------


def test_only_into_what_is_empty(source: Path, tmp_path: Path) -> None:
    full = tmp_path / "full.db"
    keep(full)
    with writing(full) as c:
        c.execute(scripts.insert(), {"digest": "theirs", "body": "b"})
    before = everything(full)
    for options in ((), ("--anew",)):
        refused = run("migrate-storage", *options, str(source), str(full))
        assert "is not empty (there are scripts)" in str(refused.exception)
    assert everything(full) == before
    assert "already" in str(run("migrate-storage", str(source), str(source.parent)).exception)


def test_not_while_somebody_is_at_work_on_either(source: Path, server: Server, tmp_path: Path) -> None:
    with lock_database(source):
        assert isinstance(run("migrate-storage", str(source), server.url).exception, AlreadyRunning)
    with lock_database(server):
        assert isinstance(run("migrate-storage", str(source), server.url).exception, AlreadyRunning)
    prepare_database(server)
    engine = engine_of(server)
    with engine.connect() as c:
        c.execute(sa.text("SELECT pg_try_advisory_lock(:space, hashtext('seat:worker-1'))"), {"space": LOCK_SPACE})
        refused = run("migrate-storage", server.url, str(tmp_path / "back"))
    engine.dispose()
    assert "stop all of its processes" in str(refused.exception)
    assert database_revision(server) == REVISION


def test_a_database_of_an_older_version_is_brought_up_to_date_first(source: Path, tmp_path: Path) -> None:
    with writing(source) as c:
        c.exec_driver_sql("UPDATE alembic_version SET version_num = '0012'")
    assert "older Raconteur" in str(run("migrate-storage", str(source), str(tmp_path / "new")).exception)
    assert not (tmp_path / "new").exists()


# --- what goes with it --------------------------------------------------------------------------------------------


def test_recordings_photos_and_runs_come_too(source: Path, tmp_path: Path) -> None:
    recording, photo = b"OggS", b"\xff\xd8"
    names = [f"recordings/{_name(recording)}.ogg", f"recordings/photos/{_name(photo)}.jpg"]
    (source.parent / "recordings" / "photos").mkdir(parents=True)
    for name, data in zip(names, (recording, photo), strict=True):
        (source.parent / name).write_bytes(data)
    (source.parent / "recordings" / ".half.part").write_bytes(b"half")
    (source.parent / "chamber" / "r1").mkdir(parents=True)
    (source.parent / "chamber" / "r1" / "raconteur.db").write_bytes(b"a run")
    target = tmp_path / "other"
    (target / "recordings").mkdir(parents=True)
    (target / names[0]).write_bytes(b"torn")
    shown = run("migrate-storage", str(source.parent), str(target))
    assert shown.exit_code == 0, shown.exception
    assert "3 files beside it" in shown.output
    assert (target / "chamber" / "r1" / "raconteur.db").read_bytes() == b"a run"
    assert [(target / name).read_bytes() for name in names] == [recording, photo]
    assert sorted(path.name for path in (target / "recordings").iterdir()) == [_name(recording) + ".ogg", "photos"]


def test_a_recording_that_is_damaged_ends_it_before_anybody_starts_there(source: Path, tmp_path: Path) -> None:
    damaged = source.parent / "recordings" / f"{_name(b'whole')}.ogg"
    damaged.parent.mkdir()
    damaged.write_bytes(b"torn")
    target = tmp_path / "other"
    assert "is damaged" in str(run("migrate-storage", str(source), str(target)).exception)
    with pytest.raises(ConfigurationError, match="unfinished move"):
        check_database(target / "raconteur.db")
    damaged.unlink()
    assert run("migrate-storage", str(source), str(target)).exit_code == 0


def _name(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_it_says_what_to_change(source: Path, server: Server, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[log]\n#url = "no"\n\n[storage]\ndata_dir = "data"\n#url = "sqlite:///x"\n')
    there = run("-c", str(config), "migrate-storage", server.url)
    assert there.exit_code == 0, there.exception
    assert f'in {config}, line 6: url = "{server.url}"' in there.output
    config.write_text(f'[storage]\nurl = "{server.url}"\n')
    back = run("-c", str(config), "migrate-storage", str(tmp_path / "back"))
    assert back.exit_code == 0, back.exception
    assert f"in {config}, line 2: take out url" in back.output
    assert f'in {config}, under [storage]: data_dir = "{tmp_path / "back"}"' in back.output


def test_no_password_is_shown(source: Path) -> None:
    url = "postgresql+psycopg://me:geh%40im@127.0.0.1:1/interviews"
    refused = run("migrate-storage", str(source), url)
    assert refused.exit_code != 0
    assert "127.0.0.1" in str(refused.exception)
    assert "geh" not in f"{refused.output}{refused.exception}"
