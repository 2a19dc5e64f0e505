"""Creates the database, migrates it, and keeps it to one process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from core.contracts.errors import AlreadyRunning, ConfigurationError, StorageError
from core.store import direct
from core.store.database_url import Database, Server, database_exists
from core.store.direct_server import NO_DRIVER

if TYPE_CHECKING:
    from alembic.config import Config
    from filelock import FileLock
    from sqlalchemy import Connection

    from core.store.seats import Seat

APP = "app"
"""The seat of the process that does everything."""
REVISION = "0022"
"""The newest migration; a database that is there already needs nothing done."""
MIGRATIONS = Path(__file__).parent.parent / "migrations"
ONE_AT_A_TIME = 7_272_266_887_831
"""Names the lock that whoever migrates a database on a server holds; any number that nobody else uses."""


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can look into. Raises ConfigurationError."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise _unwritable(folder, error) from None


def lock_database(database: Database) -> FileLock | Seat:
    """Hold the data for this process; raises AlreadyRunning. The lock goes with the process, however that ends."""
    if isinstance(database, Server):
        try:
            from core.store.seats import Seat
        except ImportError:
            raise ConfigurationError(f"storage.url: {NO_DRIVER}") from None
        held = Seat(database, APP)
        try:
            if held.take():
                return held
        except StorageError as error:
            raise ConfigurationError(f"storage.url: {error}") from None
        raise AlreadyRunning(f"Another Raconteur is running on {database}; stop that one first.")
    return lock_file(database)


def lock_file(database: Path) -> FileLock:
    from filelock import FileLock, Timeout

    make_folder(database.parent)
    held = FileLock(f"{database}.lock", timeout=0, mode=0o600)
    try:
        held.acquire()
    except Timeout:
        raise AlreadyRunning(
            f"Another Raconteur is running on {database.parent}; stop that one first, or give this one another "
            "storage.data_dir."
        ) from None
    except OSError as error:
        raise _unwritable(database.parent, error) from None
    return held


def prepare_database(database: Database) -> None:
    """Make the folder and the file, and run the migrations that are missing. Blocks; call it before the event loop.

    Only for who holds the lock. Raises ConfigurationError.
    """
    if not isinstance(database, Server):
        make_folder(database.parent)
        try:
            database.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise _unwritable(database.parent, error) from None
    if database_revision(database) != REVISION:
        run_migrations(database)


def prepare_database_direct(database: Database) -> None:
    """Prepare the database for a command; while an engine runs, which has prepared it, only check it."""
    try:
        with lock_database(database):
            prepare_database(database)
    except AlreadyRunning:
        check_database(database)


def check_database(database: Database) -> None:
    """Raises ConfigurationError unless the database is there and at the revision that this program knows."""
    if not database_exists(database):
        raise ConfigurationError(f"There is no database at {database} yet; `raconteur run` creates it.")
    found = database_revision(database)
    if found is None or found < REVISION:
        raise ConfigurationError(f"{database} was made by an older Raconteur; `raconteur run` brings it up to date.")
    if found != REVISION:
        raise _too_new(database)


def database_revision(database: Database) -> str | None:
    """Return the migration that the database is at; None for an empty one. Raises ConfigurationError."""
    found = revision_or_unfinished(database)
    if found == direct.UNFINISHED:
        raise ConfigurationError(
            f"{database} holds an unfinished move; run the same `raconteur migrate-storage` again to continue it."
        )
    return found


def revision_or_unfinished(database: Database) -> str | None:
    """Return the revision like `database_revision`, or `UNFINISHED` for the target of a move that was broken off."""
    try:
        return direct.migration_of(database)
    except StorageError as error:
        if isinstance(database, Server):
            raise ConfigurationError(f"storage.url: {error}") from None
        raise ConfigurationError(f"{database} cannot be used as the database: {error.__cause__}.") from None


def run_migrations(database: Database, to: str = "head", *, scripts: Path = MIGRATIONS) -> None:
    """Run the migrations. Imports Alembic only here: it takes a third of a second."""
    import sqlalchemy as sa
    from alembic import command
    from alembic.util.exc import CommandError

    from core.store.direct_server import driver_message
    from core.store.opening import engine_of

    engine = engine_of(database)
    try:
        with closing(engine.connect()) as connection:
            command.upgrade(migration_config(connection, scripts), to)
    except CommandError:
        raise _too_new(database) from None
    except sa.exc.DBAPIError as error:
        raise ConfigurationError(
            f"{database} could not be brought up to date, and is as it was: {driver_message(error.orig or error)}."
        ) from None
    finally:
        engine.dispose()


def migration_config(connection: Connection, scripts: Path = MIGRATIONS) -> Config:
    """Return what Alembic needs to know to work on this connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["lock"] = ONE_AT_A_TIME
    return config


def _too_new(database: Database) -> ConfigurationError:
    return ConfigurationError(f"{database} was made by a newer Raconteur; update this one, or choose another data_dir.")


def _unwritable(folder: Path, error: OSError) -> ConfigurationError:
    return ConfigurationError(f"storage.data_dir: {folder} cannot be written: {error.strerror}.")
