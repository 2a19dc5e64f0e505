"""The migrations on PostgreSQL: they end where the schema is, one at a time, and the newest program is known."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bot.database import (
    ONE_AT_A_TIME,
    REVISION,
    check_database,
    database_revision,
    lock_database,
    migration_config,
    prepare_database,
    prepare_database_direct,
    run_migrations,
)
from core.contracts.errors import AlreadyRunning, ConfigurationError
from core.store.database_url import Server
from core.store.postgres import postgres_engine
from core.store.records import load_record, put_record
from core.store.reports import read_snapshot, write_direct
from core.store.schema import metadata
from tests.fakes.postgres import bare_database
from tests.fakes.records import small_record, small_scripts

_COLUMNS = """
    SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public'
"""
_INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
_CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
"""


@pytest.fixture
def server() -> Iterator[Server]:
    with bare_database() as found:
        yield found


def objects(server: Server) -> set[tuple[object, ...]]:
    """Every column, index and constraint as the database itself describes it."""
    engine = postgres_engine(server.url)
    with closing(engine.connect()) as connection:
        found = {tuple(row) for each in (_COLUMNS, _INDEXES, _CONSTRAINTS) for row in connection.exec_driver_sql(each)}
    engine.dispose()
    return {row for row in found if "alembic_version" not in str(row)}


def test_a_fresh_database_is_exactly_what_the_schema_says(server: Server) -> None:
    assert database_revision(server) is None
    with pytest.raises(ConfigurationError, match="older Raconteur"):
        check_database(server)
    prepare_database(server)
    check_database(server)
    engine = postgres_engine(server.url)
    with closing(engine.connect()) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    with bare_database() as plain:
        engine = postgres_engine(plain.url)
        metadata.create_all(engine)
        engine.dispose()
        assert objects(server) == objects(plain)


def test_whoever_starts_meanwhile_waits_and_finds_it_done(server: Server) -> None:
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with psycopg.connect(server.plain_url, autocommit=True) as other, ThreadPoolExecutor(1) as pool:
        other.execute("SELECT pg_advisory_lock(%s)", (ONE_AT_A_TIME,))
        migrating = pool.submit(run_migrations, server)
        while other.execute(waits).fetchone() == (0,):
            assert not migrating.done()
        assert database_revision(server) is None
        other.execute("SELECT pg_advisory_unlock(%s)", (ONE_AT_A_TIME,))
        migrating.result()
    assert database_revision(server) == REVISION


def test_everything_can_be_taken_down_again(server: Server) -> None:
    prepare_database(server)
    told = small_record()
    marked = tuple(e.model_copy(update={"asides": (e.text,)} if e.ref else {}) for e in told.entries)
    write_direct(server, lambda c: put_record(c, told.model_copy(update={"entries": marked}), small_scripts()))
    downgrade(server, "0008")
    prepare_database(server)
    whole, _ = read_snapshot(server, lambda c: load_record(c, small_record().session.id))
    assert [(e.text, e.asides) for e in whole.entries] == [(e.text, ()) for e in told.entries]
    downgrade(server, "base")
    assert objects(server) == set()


def test_a_newer_one_is_left_alone(server: Server) -> None:
    prepare_database(server)
    engine = postgres_engine(server.url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for refuse in (prepare_database, check_database, prepare_database_direct):
        with pytest.raises(ConfigurationError, match="newer Raconteur"):
            refuse(server)


def test_the_seat_is_held_by_one_and_free_when_that_one_has_left(server: Server) -> None:
    with lock_database(server):
        with pytest.raises(AlreadyRunning, match="Another Raconteur is running"):
            lock_database(server)
        with pytest.raises(ConfigurationError, match="older Raconteur"):
            prepare_database_direct(server)
    prepare_database_direct(server)
    lock_database(server).release()


def test_a_server_that_does_not_answer_is_one_sentence() -> None:
    away = Server("postgresql+psycopg://me:geheim@127.0.0.1:1/raconteur")
    for refuse in (prepare_database, lock_database, check_database, prepare_database_direct):
        with pytest.raises(ConfigurationError, match=r"storage\.url: the database raconteur on 127\.0\.0\.1") as caught:
            refuse(away)
        assert "geheim" not in str(caught.value)
        assert "\n" not in str(caught.value)


def downgrade(server: Server, to: str) -> None:
    engine = postgres_engine(server.url)
    with closing(engine.connect()) as connection:
        command.downgrade(migration_config(connection), to)
    engine.dispose()
