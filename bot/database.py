"""The database file: made, brought up to date, and kept to one process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout

from core.errors import AlreadyRunning, ConfigurationError
from core.store.store import sqlite_engine

REVISION = "0001"
"""The newest migration; a database that is there already needs nothing done."""


def prepare(database: Path) -> None:
    """Make the folder and the file, and run the migrations that are missing. Blocks; call it before the event loop."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        database.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(f"storage.data_dir: {database.parent} cannot be written: {error.strerror}.") from None
    engine = sqlite_engine(str(database))
    try:
        with closing(engine.connect()) as connection:
            if _revision(connection) == REVISION:
                return
    finally:
        engine.dispose()
    migrate(database)


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def migrate(database: Path, to: str = "head") -> None:
    """Run the migrations. Imports Alembic only here: it takes a third of a second."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    engine = sqlite_engine(str(database))
    try:
        with closing(engine.connect()) as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError as error:
        raise ConfigurationError(f"{database} was made by a newer Raconteur: {error}.") from None
    finally:
        engine.dispose()


def lock(database: Path) -> FileLock:
    """Hold the data for this process; raises AlreadyRunning. The lock goes with the process, however that ends."""
    held = FileLock(f"{database}.lock", timeout=0, mode=0o600)
    try:
        held.acquire()
    except Timeout:
        raise AlreadyRunning(
            f"Another Raconteur is running on {database.parent}; stop that one first, or give this one another "
            "storage.data_dir."
        ) from None
    return held
