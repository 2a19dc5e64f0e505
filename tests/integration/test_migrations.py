"""The migrations end where the schema is, lose nothing on the way, and refuse what they do not know."""

from __future__ import annotations

import re
import shutil
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.database import (
    MIGRATIONS,
    REVISION,
    check_database,
    lock_database,
    migration_config,
    prepare_database,
    prepare_database_direct,
    run_migrations,
)
from core.contracts.errors import AlreadyRunning, ConfigurationError
from core.contracts.messages import position_of
from core.contracts.session import EntryKind, Record
from core.store.arrivals import kept_positions
from core.store.records import load_record, put_record
from core.store.schema import addresses, entries, metadata, outbox, page_keys
from core.store.store import sqlite_engine
from tests.fakes.records import small_record, small_scripts
from tests.fakes.stores import NOW

NEXT = '''
"""A later migration that makes the table of people anew, as SQLite has to."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "the newest"


def upgrade():
    with op.batch_alter_table("persons", recreate="always") as batch:
        batch.add_column(sa.Column("shoe_size", sa.Integer()))


def downgrade():
    pass
'''
BREAKS = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "the newest"


def upgrade():
    op.execute("DELETE FROM notes")
    op.execute("DELETE FROM there_is_no_such_table")


def downgrade():
    pass
"""

INDEX = ("told_index", *(f"told_index_{part}" for part in ("config", "data", "idx")))
"""Of words to be searched by: its tables are FTS5's own."""
OTHERS = ("alembic_version", "sqlite_sequence")
# Commas that are not inside parentheses, and the outermost parentheses themselves.
_CLAUSES = re.compile(r", (?![^()]*\))| \( | ?\)$")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "raconteur.db"


def objects(database: Path) -> dict[str, list[str]]:
    """Every table and index with the clauses that made it, in whatever order these came."""
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        rows = connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
    engine.dispose()
    return {
        row.name: sorted(_CLAUSES.split(" ".join(row.sql.split()).replace(" , ", ", ")))
        for row in rows
        if row.name not in OTHERS
    }


def put(database: Path) -> None:
    whole = small_record()
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection, connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        put_record(connection, whole, small_scripts())
    engine.dispose()


def later(tmp_path: Path, text: str) -> Path:
    """The migrations of a later version."""
    folder = tmp_path / "migrations 100%"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_later.py").write_text(text.replace("the newest", REVISION))
    return folder


def test_a_fresh_database_is_exactly_what_the_schema_says(database: Path, tmp_path: Path) -> None:
    prepare_database(database)
    plain = tmp_path / "plain.db"
    engine = sqlite_engine(str(plain))
    metadata.create_all(engine)
    engine.dispose()
    assert objects(database) == objects(plain)
    assert any("AUTOINCREMENT" in clause for clause in objects(database)["revisions"])


def test_alembic_finds_nothing_to_change(database: Path) -> None:
    prepare_database(database)
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        opts = {"compare_type": True, "compare_server_default": True, "include_name": lambda n, *_: n not in INDEX}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_newest_revision_is_known_without_alembic(database: Path) -> None:
    prepare_database(database)
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        heads = ScriptDirectory.from_config(migration_config(connection)).get_heads()
    engine.dispose()
    assert heads == [REVISION]


def test_preparing_twice_changes_nothing(database: Path) -> None:
    prepare_database(database)
    put(database)
    before = objects(database)
    prepare_database(database)
    assert objects(database) == before
    assert words(database) == words_of_the_record()


def test_everything_can_be_taken_down_again(database: Path) -> None:
    prepare_database(database)
    downgrade(database, "base")
    assert objects(database) == {}
    prepare_database(database)
    check_database(database)


def test_only_the_owner_can_read_it(database: Path) -> None:
    prepare_database(database)
    assert database.stat().st_mode & 0o777 == 0o600
    assert database.parent.stat().st_mode & 0o777 == 0o700
    with lock_database(database):
        assert Path(f"{database}.lock").stat().st_mode & 0o777 == 0o600


def test_who_was_known_before_is_known_after(database: Path) -> None:
    database.parent.mkdir()
    run_migrations(database, "0003")
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        connection.exec_driver_sql("INSERT INTO persons VALUES ('p', '', 'en', 'new', 1.0, '', '', '', '', '')")
        connection.exec_driver_sql("INSERT INTO addresses VALUES ('there', '1', 'p', 'Anna', NULL, '7')")
    prepare_database(database)
    with closing(engine.connect()) as connection:
        (row,) = connection.execute(addresses.select()).all()
        assert (row.chat, row.sender_id, row.reached) == ("1", "7", None)
        assert kept_positions(connection, "there") == {}
    engine.dispose()


def test_what_was_told_before_there_were_marks_has_none(database: Path) -> None:
    prepare_database(database)
    put(database)
    downgrade(database, "0006")
    assert "kept_back" not in str(objects(database)["entries"])
    prepare_database(database)
    assert words(database) == words_of_the_record()
    assert {(entry.asides, entry.kept_back) for entry in stored(database).entries} == {((), False)}


def test_what_was_kept_back_before_there_were_passages_is_kept_back_whole(database: Path) -> None:
    prepare_database(database)
    put(database)
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        kept = entries.update().where(entries.c.seq == 3)
        connection.execute(kept.values(kept_back=True, kept_passages='["And the smell"]'))
        connection.commit()
    downgrade(database, "0018")
    assert "kept_passages" not in str(objects(database)["entries"])
    prepare_database(database)
    marks = {(entry.seq, entry.kept_back, entry.kept_passages) for entry in stored(database).entries if entry.kept_back}
    assert marks == {(3, True, ())}
    assert words(database) == words_of_the_record()
    engine.dispose()


def test_what_was_taken_for_an_aside_is_part_of_its_answer_again(database: Path) -> None:
    prepare_database(database)
    put(database)
    downgrade(database, "0014")
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        marked = entries.update().where(entries.c.seq.in_([3, 4]))
        connection.execute(marked.values(asides='["A blue door."]', kept_back=True))
    prepare_database(database)
    with closing(engine.connect()) as connection:
        assert set(connection.execute(sa.select(entries.c.asides)).scalars()) == {"[]"}
        connection.execute(marked.values(asides='["And the smell"]'))
    assert [entry.seq for entry in stored(database).entries if entry.kept_back] == [3, 4]
    downgrade(database, "0014")
    prepare_database(database)
    assert words(database) == words_of_the_record()
    engine.dispose()


def test_keys_of_the_page_are_good_for_another_year(database: Path) -> None:
    prepare_database(database)
    put(database)
    downgrade(database, "0015")
    engine = sqlite_engine(str(database))
    old = sa.table("page_keys", *(sa.column(name) for name in ("digest", "platform", "chat", "created_at")))
    with closing(engine.connect()) as connection:
        here = connection.execute(sa.select(addresses.c.platform, addresses.c.chat)).first()
        assert here is not None
        connection.execute(old.insert().values(digest="d", platform=here.platform, chat=here.chat, created_at=NOW))
    prepare_database(database)
    with closing(engine.connect()) as connection:
        row = connection.execute(sa.select(page_keys)).one()
    assert (row.seen_at, row.device) == (NOW, "")
    assert row.expires_at > time.time() + 300 * 86_400
    engine.dispose()


def test_where_chats_stand_is_a_text_afterwards_and_a_number_before(database: Path) -> None:
    big, small = 1_400_000_000_000_000_000, 9
    database.parent.mkdir()
    run_migrations(database, "0008")
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        for name, seen in (("p", big), ("q", small), ("r", None)):
            person = "INSERT INTO persons VALUES (?, '', 'en', 'new', 1.0, '', '', '', '', '', NULL, NULL)"
            connection.exec_driver_sql(person, (name,))
            address = "INSERT INTO addresses VALUES ('there', ?, ?, 'Anna', NULL, '7', ?)"
            connection.exec_driver_sql(address, (name, name, seen))
        connection.exec_driver_sql("INSERT INTO last_seen VALUES ('there', 'gone', ?)", (small,))
        for key, position in (("a", small), ("b", 0), ("c", None)):
            connection.exec_driver_sql(
                "INSERT INTO outbox (key, platform, chat, language, payload, created_at, attempts, position)"
                " VALUES (?, 'there', 'p', 'en', '{}', 1.0, 0, ?)",
                (key, position),
            )
    before = objects(database)
    prepare_database(database)
    with closing(engine.connect()) as connection:
        kept = {"p": position_of(big), "q": position_of(small), "gone": position_of(small)}
        assert kept_positions(connection, "there") == kept
        places = connection.execute(sa.select(outbox.c.place).order_by(outbox.c.id)).scalars().all()
        assert places == [position_of(small), None, None]
        connection.execute(addresses.update().where(addresses.c.chat == "q").values(reached=position_of(big + 1)))
    downgrade(database, "0008")
    assert objects(database) == before
    with closing(engine.connect()) as connection:
        seen_then = connection.exec_driver_sql("SELECT seen FROM addresses ORDER BY chat").scalars().all()
        assert seen_then == [big, big + 1, None]
        assert connection.exec_driver_sql("SELECT position FROM last_seen").scalars().all() == [small]
    engine.dispose()


def test_an_earlier_answer_stands_in_the_chat_of_its_interview(database: Path) -> None:
    prepare_database(database)
    put(database)
    downgrade(database, "0011")
    before = objects(database)
    prepare_database(database)
    whole = stored(database)
    answers = [entry.address for entry in whole.entries if entry.kind is EntryKind.ANSWER]
    assert answers
    assert set(answers) == {whole.session.address}
    assert {entry.address for entry in whole.entries if entry.kind is not EntryKind.ANSWER} == {None}
    assert words(database) == words_of_the_record()
    downgrade(database, "0011")
    assert objects(database) == before


def test_making_a_table_anew_deletes_nothing_that_refers_to_it(database: Path, tmp_path: Path) -> None:
    prepare_database(database)
    put(database)
    run_migrations(database, scripts=later(tmp_path, NEXT))
    assert any("shoe_size" in clause for clause in objects(database)["persons"])
    assert words(database) == words_of_the_record()


def test_a_migration_that_fails_leaves_everything_as_it_was(database: Path, tmp_path: Path) -> None:
    prepare_database(database)
    put(database)
    with pytest.raises(ConfigurationError, match="is as it was"):
        run_migrations(database, scripts=later(tmp_path, BREAKS))
    check_database(database)
    assert words(database) == words_of_the_record()


def test_a_database_of_a_newer_version_is_left_alone(database: Path, tmp_path: Path) -> None:
    prepare_database(database)
    run_migrations(database, scripts=later(tmp_path, NEXT))
    for refuse in (prepare_database, check_database, prepare_database_direct):
        with pytest.raises(ConfigurationError, match="newer Raconteur") as caught:
            refuse(database)
        assert "\n" not in str(caught.value)


def test_an_empty_database_asks_for_a_run(database: Path) -> None:
    with pytest.raises(ConfigurationError, match="no database"):
        check_database(database)
    database.parent.mkdir()
    database.touch()
    with pytest.raises(ConfigurationError, match="older Raconteur"):
        check_database(database)


def test_what_is_no_database_is_said_to_be_none(database: Path) -> None:
    database.parent.mkdir()
    database.write_text("Dear diary, this is a letter and no database, however long one looks at it." * 20)
    with pytest.raises(ConfigurationError, match="cannot be used as the database") as caught:
        prepare_database(database)
    assert "diary" not in str(caught.value)


def test_a_second_copy_is_told_so(database: Path) -> None:
    with lock_database(database), pytest.raises(AlreadyRunning, match="Another Raconteur is running"):
        lock_database(database)


def test_beside_a_running_engine_nothing_is_migrated(database: Path) -> None:
    with lock_database(database):
        database.touch()
        with pytest.raises(ConfigurationError, match="older Raconteur"):
            prepare_database_direct(database)
    prepare_database_direct(database)
    check_database(database)


def test_a_data_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("a file")
    for refuse in (prepare_database, lock_database):
        with pytest.raises(ConfigurationError, match=r"storage\.data_dir"):
            refuse(in_the_way / "raconteur.db")


def downgrade(database: Path, revision: str) -> None:
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        command.downgrade(migration_config(connection), revision)
    engine.dispose()


def stored(database: Path) -> Record:
    engine = sqlite_engine(str(database))
    with closing(engine.connect()) as connection:
        whole, _ = load_record(connection, small_record().session.id)
    engine.dispose()
    return whole


def words(database: Path) -> list[str]:
    return [revision.text for entry in stored(database).entries for revision in entry.revisions]


def words_of_the_record() -> list[str]:
    return [revision.text for entry in small_record().entries for revision in entry.revisions]
