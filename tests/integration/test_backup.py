"""A backup beside a running bot: whole, consistent, in nobody's way, and good to start from."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from bot.backup import Backup, back_up
from bot.clock import SystemClock
from bot.database import REVISION, database_revision, lock_database, prepare_database, run_migrations
from core.contracts.errors import ConfigurationError, StorageError
from core.contracts.session import QUESTIONS
from core.store.copies import read_copy_contents
from core.store.records import load_record
from core.store.reports import read_snapshot
from core.store.schema import sessions
from core.store.store import Connection, SqliteStore, sqlite_engine
from tests.fakes.app import Running, running
from tests.fakes.command_line import environment, keep, raconteur
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.records import small_record, small_scripts

TODAY = date(2026, 11, 21)
CHATS = tries(30, soak=100)
ANSWERS = 4


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """One finished interview."""
    path = tmp_path / "data" / "raconteur.db"
    keep(path, (small_record(), small_scripts()))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


def backed_up(database: Path, file: Path, *, replace: bool = False) -> Backup:
    return back_up(database, file, today=TODAY, replace=replace)


def test_what_is_not_in_the_copy_is_told_with_its_place(tmp_path: Path, database: Path, folder: Path) -> None:
    ended = raconteur("backup", str(folder), folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert f"recordings and photos, which are in {database.parent / 'recordings'}" in ended.out


# --- while people write -------------------------------------------------------------------------------------------


async def _tells(r: Running, chat: int) -> None:
    """Somebody who answers every question, each answer with its number."""
    person = await r.beginning(str(chat))
    for number in range(ANSWERS):
        await person.says(_answer(chat, number))


def _answer(chat: int, number: int) -> str:
    return f"chat {chat} answer {number}"


async def _answers_in(database: Path) -> dict[str, list[str]]:
    """What each chat has told, with everything checked that has to hold at any moment."""

    def unit(c: Connection) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for row in c.execute(sessions.select()):
            whole, _ = load_record(c, row.id)
            assert [e.seq for e in whole.entries] == list(range(1, whole.session.last_seq + 1))
            asked = {e.seq for e in whole.entries if e.kind in QUESTIONS}
            assert all(e.answers in asked for e in whole.entries if e.answers is not None)
            assert whole.session.open_question in asked
            assert whole.session.counters.answers == sum(e.answers is not None for e in whole.entries)
            found[row.chat] = [e.text for e in whole.entries if e.answers is not None]
        return found

    return read_snapshot(database, unit)


async def test_backups_while_a_hundred_chats_write(tmp_path: Path, folder: Path) -> None:
    """Each holds of every chat what it had told up to one moment, without gaps; and nobody's words are lost."""
    database = tmp_path / "raconteur.db"
    keep(database)
    interview = PlainInterview(questions=ANSWERS + 2)
    made: list[Backup] = []
    async with running(store=SqliteStore(str(database)), kinds={"plain": interview}) as r:
        telling = asyncio.gather(*(_tells(r, chat) for chat in range(CHATS)))
        while not telling.done():
            made.append(await asyncio.to_thread(backed_up, database, folder / f"{len(made)}.db"))
        await telling
        await r.settled()
    everything = {str(chat): [_answer(chat, number) for number in range(ANSWERS)] for chat in range(CHATS)}
    assert await _answers_in(database) == everything
    told_in = [await _answers_in(backup.file) for backup in made]
    for backup, told in zip(made, told_in, strict=True):
        assert backup.interviews == len(told)
        assert backup.answers == sum(map(len, told.values()))
        assert read_copy_contents(backup.file).problems == ()
        assert all(texts == everything[chat][: len(texts)] for chat, texts in told.items())
    assert any(0 < backup.answers < CHATS * ANSWERS for backup in made), "one of them fell between the answers"
    assert [b.answers for b in made] == sorted(b.answers for b in made)


async def test_the_bot_goes_on_from_a_backup(tmp_path: Path, folder: Path) -> None:
    """Stop, put the file in the database's place, start: /resume asks the open question, and the story goes on."""
    database = tmp_path / "raconteur.db"
    keep(database)
    async with running(store=SqliteStore(str(database))) as r:
        person = await r.beginning()
        await person.says("It was a blue door.")
        await r.settled()  # it is written down that the question was sent
        made = await asyncio.to_thread(backed_up, database, folder)
        await person.says("This was told after the backup.")
    restored = tmp_path / "elsewhere" / "data" / "raconteur.db"
    restored.parent.mkdir(parents=True)
    made.file.rename(restored)
    prepare_database(restored)
    # The platform has gone on counting.
    platform = FakePlatform(SystemClock(), first=1_000)
    async with running(store=SqliteStore(str(restored)), platform=platform) as r:
        again = FakePerson(r.platform, "1", "Anna", "en")
        assert "Good to have you back" in await again.says("/resume")
        await again.says("And a green one.")
        told = [text for _, texts in await r.told() for text in texts]
    assert told == ["It was a blue door.", "And a green one."]


# --- the file -----------------------------------------------------------------------------------------------------


def test_a_backup_is_one_file_that_only_its_owner_reads(database: Path, folder: Path) -> None:
    made = backed_up(database, folder / "с пробелом %41?#.db")
    assert (made.interviews, made.answers, made.size) == (1, 3, made.file.stat().st_size)
    assert list(folder.iterdir()) == [made.file]
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert database_revision(made.file) == REVISION


def test_into_a_folder_it_goes_under_the_day(database: Path, folder: Path) -> None:
    assert backed_up(database, folder).file == folder / "raconteur-2026-11-21.db"


def test_what_was_deleted_is_not_in_it(database: Path, folder: Path) -> None:
    connection = sqlite3.connect(database)
    for pragma in ("secure_delete=OFF", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    for statement in ("UPDATE revisions SET text = 'PLANTED ' || text", "DELETE FROM sessions"):
        connection.execute(statement)
        connection.commit()
    connection.close()
    assert b"PLANTED" in database.read_bytes()
    assert b"PLANTED" not in backed_up(database, folder).file.read_bytes()


def test_one_of_an_older_version_can_be_made_before_an_update(tmp_path: Path, folder: Path) -> None:
    database = tmp_path / "raconteur.db"
    run_migrations(database, "0001")
    assert database_revision(backed_up(database, folder).file) == "0001"


def test_a_file_that_is_there_is_replaced_only_when_asked(database: Path, folder: Path) -> None:
    target = folder / "kept.db"
    target.write_bytes(b"something precious")
    with pytest.raises(ConfigurationError, match="--force"):
        backed_up(database, target)
    assert target.read_bytes() == b"something precious"
    assert backed_up(database, target, replace=True).interviews == 1
    assert read_copy_contents(target).sessions == 1


# --- what cannot be -----------------------------------------------------------------------------------------------


def test_the_database_is_never_its_own_backup(database: Path, folder: Path) -> None:
    (folder / "link.db").symlink_to(database)
    os.link(database, folder / "hard.db")
    before = database.read_bytes()
    own = [database, Path(f"{database}-wal"), Path(f"{database}.lock"), folder / "link.db", folder / "hard.db"]
    for target in own:
        with pytest.raises(ConfigurationError, match="is the database itself"):
            backed_up(database, target, replace=True)
    assert database.read_bytes() == before


def test_a_backup_that_is_in_use_is_not_replaced(database: Path, folder: Path) -> None:
    """The log that lies beside it would be taken for a part of the new file, and spoil it."""
    target = backed_up(database, folder / "old.db").file
    Path(f"{target}-wal").write_bytes(b"x")
    with pytest.raises(ConfigurationError, match=r"old\.db-wal is there"):
        backed_up(database, target, replace=True)


def test_only_a_file_is_replaced(database: Path) -> None:
    with pytest.raises(ConfigurationError, match="not a file that can be replaced"):
        backed_up(database, Path(os.devnull), replace=True)
    assert not Path(os.devnull).is_file()


def test_there_has_to_be_a_folder_and_a_database(database: Path, folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="There is no folder"):
        backed_up(database, folder / "nowhere" / "b.db")
    with pytest.raises(ConfigurationError, match="There is no database"):
        backed_up(folder / "nothing.db", folder / "b.db")
    (folder / "empty.db").touch()
    with pytest.raises(ConfigurationError, match="nothing to copy"):
        backed_up(folder / "empty.db", folder / "b.db")
    assert [path.name for path in folder.iterdir()] == ["empty.db"]


def test_of_a_damaged_database_no_backup_is_made(database: Path, folder: Path) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:40_000] + b"\xff" * 60_000 + whole[100_000:])
    with pytest.raises((StorageError, ConfigurationError), match=r"malformed|damaged"):
        backed_up(database, folder / "b.db")
    assert list(folder.iterdir()) == []


def test_what_hangs_on_nothing_is_damage_too(database: Path, folder: Path) -> None:
    engine = sqlite_engine(str(database))
    with engine.connect() as c:
        c.exec_driver_sql("PRAGMA foreign_keys=OFF")
        c.exec_driver_sql("DELETE FROM persons")
    engine.dispose()
    with pytest.raises(StorageError, match="a row of sessions belongs to none of persons"):
        backed_up(database, folder / "b.db")
    assert list(folder.iterdir()) == []


def _tiny_files() -> None:
    # A disk that is full after this much, for one process.
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_full_disk_is_one_sentence_and_leaves_nothing(database: Path, folder: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "backup", str(folder / "b.db")],
        cwd=database.parent.parent,
        env=environment(),
        capture_output=True,
        preexec_fn=_tiny_files,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == b""
    (line,) = ended.stderr.decode().splitlines()
    assert "was not copied" in line
    assert list(folder.iterdir()) == []


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_says_where_how_large_and_what_is_in_it(database: Path) -> None:
    ended = raconteur("backup", "b.db", folder=database.parent.parent)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("b.db: ")
    assert "1 interview with 3 answers" in ended.out
    again = raconteur("backup", "b.db", folder=database.parent.parent)
    assert (again.code, again.out) == (2, "")
    assert "--force" in again.err
    assert raconteur("backup", "b.db", "--force", folder=database.parent.parent).code == 0


def test_the_command_works_beside_a_running_bot(database: Path) -> None:
    with lock_database(database):
        assert raconteur("backup", "b.db", folder=database.parent.parent).code == 0
