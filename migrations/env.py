"""Runs the migrations on the connection that the caller hands in (`bot.database.migrate`)."""

from __future__ import annotations

from alembic import context

from core.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    # The driver is in autocommit mode, so the transaction that SQLite needs is begun by hand, and at once for writing.
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    context.run_migrations()
connection.commit()
