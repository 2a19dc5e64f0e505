"""Taking what was deleted out of a database of PostgreSQL's, which keeps it until its rows are vacuumed."""

from __future__ import annotations

from sqlalchemy.engine import Engine

from core.store.schema import metadata

_NOW = "SELECT pg_current_xact_id()::xid::text"
_SEEN_BY_OTHERS = """
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) > age(%(then)s::xid) LIMIT 1
"""


def vacuum_deleted(engine: Engine) -> bool:
    """Free the place of deleted rows, so that nothing leads to them any more and others are written over them. Blocks.

    False while somebody still reads what was there before. Beside those who write and read, whom it does not hold up.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        then = connection.exec_driver_sql(_NOW).scalar_one()
        for table in metadata.sorted_tables:
            connection.exec_driver_sql(f"VACUUM (SKIP_LOCKED) {table.name}")
        return connection.exec_driver_sql(_SEEN_BY_OTHERS, {"then": then}).first() is None
