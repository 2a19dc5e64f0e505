"""Run the migrations on the connection that the caller hands in (`bot.database.run_migrations`)."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from core.store.schema import metadata


def run(connection: Connection) -> None:
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        # SQLite changes a table by making it again, and dropping the old one would delete every row that refers to it.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
    with context.begin_transaction():
        # The driver is in autocommit mode, so the transaction that SQLite needs is begun by hand, at once for writing.
        if sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            # However long another process takes for its migration; then there is nothing left to do for this one.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({context.config.attributes['lock']})")
            # Those who are at work do not wait for ever behind one of them.
            connection.exec_driver_sql("SET LOCAL lock_timeout = '20s'")
        context.run_migrations()
        if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            raise RuntimeError("A migration left rows behind that refer to nothing; it was taken back.")
    connection.commit()


run(context.config.attributes["connection"])
