"""The first tables.

Every constraint has its name written out, so that later migrations can rely on it whatever the schema's naming
convention becomes.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite gives out row numbers by itself only for a column that is exactly INTEGER PRIMARY KEY.
BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = (
    "calls",
    "persons",
    "scripts",
    "spending",
    "addresses",
    "mailbox",
    "sessions",
    "chores",
    "digests",
    "documents",
    "entries",
    "findings",
    "notes",
    "occurrences",
    "revisions",
    "outbox",
)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _time(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=False)


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _number() -> sa.Column[int]:
    return sa.Column("id", BIG_KEY, autoincrement=True, nullable=False)


def _primary(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _refers(table: str, column: str, target: str, ondelete: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete=ondelete)


def _index(name: str, table: str, *columns: str, where: str | None = None) -> None:
    partial: dict[str, Any] = {}
    if where is not None:
        partial = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
    op.create_index(name, table, list(columns), unique=False, **partial)


def upgrade() -> None:
    _people()
    _sessions()
    _entries()
    _background()
    _deliveries()
    _money()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def _people() -> None:
    op.create_table(
        "persons",
        _text("id"),
        _text("name"),
        _text("language"),
        _text("stage"),
        _time("created_at"),
        _primary("persons", "id"),
    )
    op.create_table(
        "addresses",
        _text("platform"),
        _text("chat"),
        _text("person_id"),
        _text("sender_name"),
        sa.Column("unreachable_at", sa.Double()),
        _primary("addresses", "platform", "chat"),
        _refers("addresses", "person_id", "persons.id"),
    )
    _index("ix_addresses_person_id", "addresses", "person_id")
    op.create_table(
        "mailbox",
        _number(),
        _text("event_id"),
        _text("person_id"),
        _text("payload"),
        _time("arrived_at"),
        _flag("ready"),
        sa.Column("done_at", sa.Double()),
        _primary("mailbox", "id"),
        _refers("mailbox", "person_id", "persons.id"),
        sa.UniqueConstraint("event_id", name="uq_mailbox_event_id"),
        sqlite_autoincrement=True,
    )
    _index("ix_mailbox_waiting", "mailbox", "person_id", "id", where="done_at IS NULL")


def _sessions() -> None:
    op.create_table("scripts", _text("digest"), _text("body"), _primary("scripts", "digest"))
    op.create_table(
        "sessions",
        _text("id"),
        _text("person_id"),
        _text("kind"),
        _text("title"),
        _text("status"),
        _text("language"),
        _text("script_digest"),
        _text("platform"),
        _text("chat"),
        _text("state"),
        sa.Column("open_question", sa.Integer()),
        _integer("last_seq"),
        _integer("revision"),
        _text("counters"),
        _time("created_at"),
        _time("touched_at"),
        sa.Column("ended_at", sa.Double()),
        _primary("sessions", "id"),
        _refers("sessions", "person_id", "persons.id"),
        _refers("sessions", "script_digest", "scripts.digest", ondelete=None),
    )
    _index("ix_sessions_person_id_touched_at", "sessions", "person_id", "touched_at")
    _index("ix_sessions_touched_at", "sessions", "touched_at")


def _entries() -> None:
    op.create_table(
        "entries",
        _text("session_id"),
        _integer("seq"),
        _text("role"),
        _text("kind"),
        _text("question_id"),
        sa.Column("answers", sa.Integer()),
        _text("ref"),
        _time("at"),
        sa.Column("state", sa.Text()),
        _primary("entries", "session_id", "seq"),
        _refers("entries", "session_id", "sessions.id"),
    )
    _index("ix_entries_answers", "entries", "session_id", "answers", where="answers IS NOT NULL")
    _index("ix_entries_ref", "entries", "ref", where="ref != ''")
    op.create_table(
        "revisions",
        _number(),
        _text("session_id"),
        _integer("seq"),
        _text("text"),
        _text("reason"),
        _flag("withdrawn"),
        _time("at"),
        _primary("revisions", "id"),
        _refers("revisions", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    _index("ix_revisions_session_id_id", "revisions", "session_id", "id")
    _index("ix_revisions_session_id_seq_id", "revisions", "session_id", "seq", "id")


def _background() -> None:
    op.create_table(
        "notes",
        _text("session_id"),
        _text("key"),
        _text("value"),
        _text("entries"),
        _flag("stale"),
        _time("updated_at"),
        _primary("notes", "session_id", "key"),
        _refers("notes", "session_id", "sessions.id"),
    )
    op.create_table(
        "digests",
        _text("session_id"),
        _text("summary"),
        _big("watermark"),
        _primary("digests", "session_id"),
        _refers("digests", "session_id", "sessions.id"),
    )
    op.create_table(
        "findings",
        _text("session_id"),
        _text("name"),
        _text("body"),
        _time("at"),
        _primary("findings", "session_id", "name"),
        _refers("findings", "session_id", "sessions.id"),
    )
    op.create_table(
        "chores",
        _number(),
        _text("session_id"),
        _text("name"),
        _integer("round"),
        _time("due_at"),
        _integer("attempts"),
        sa.Column("dead_at", sa.Double()),
        sa.Column("error", sa.Text()),
        _primary("chores", "id"),
        _refers("chores", "session_id", "sessions.id"),
        sa.UniqueConstraint("session_id", "name", name="uq_chores_session_id_name"),
        sqlite_autoincrement=True,
    )
    _index("ix_chores_due", "chores", "due_at", where="dead_at IS NULL")
    op.create_table(
        "occurrences",
        _number(),
        _text("session_id"),
        _text("name"),
        _text("detail"),
        _time("at"),
        _primary("occurrences", "id"),
        _refers("occurrences", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    _index("ix_occurrences_session_id", "occurrences", "session_id")


def _deliveries() -> None:
    op.create_table(
        "documents",
        _number(),
        sa.Column("session_id", sa.Text()),
        _text("name"),
        _text("media_type"),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        _time("created_at"),
        _primary("documents", "id"),
        _refers("documents", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    _index("ix_documents_session_id", "documents", "session_id")
    op.create_table(
        "outbox",
        _number(),
        _text("key"),
        _text("platform"),
        _text("chat"),
        _text("language"),
        sa.Column("session_id", sa.Text()),
        sa.Column("seq", sa.Integer()),
        _text("payload"),
        sa.Column("document_id", BIG_KEY),
        _time("created_at"),
        _integer("attempts"),
        sa.Column("not_before", sa.Double()),
        sa.Column("in_doubt", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("sent_at", sa.Double()),
        sa.Column("dead_at", sa.Double()),
        sa.Column("error", sa.Text()),
        sa.Column("ref", sa.Text()),
        sa.Column("position", sa.BigInteger()),
        sa.Column("platform_sent_at", sa.Double()),
        _primary("outbox", "id"),
        _refers("outbox", "session_id", "sessions.id"),
        _refers("outbox", "document_id", "documents.id", ondelete="SET NULL"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    _index("ix_outbox_question", "outbox", "session_id", "seq", where="seq IS NOT NULL")
    _index("ix_outbox_waiting", "outbox", "platform", "chat", "id", where="sent_at IS NULL AND dead_at IS NULL")


def _money() -> None:
    op.create_table(
        "calls",
        _number(),
        sa.Column("session_id", sa.Text()),
        _text("purpose"),
        _text("model"),
        _text("outcome"),
        _big("reserved_micros"),
        _big("cost_micros"),
        _integer("input_tokens"),
        _integer("cached_tokens"),
        _integer("output_tokens"),
        _integer("latency_ms"),
        _text("prompt"),
        _text("answer"),
        _text("day"),
        _time("at"),
        _primary("calls", "id"),
        sqlite_autoincrement=True,
    )
    _index("ix_calls_session_id", "calls", "session_id")
    op.create_table("spending", _text("scope"), _big("micros"), _primary("spending", "scope"))
