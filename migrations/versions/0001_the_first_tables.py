"""The first tables.

Every constraint has its name written out, so that later migrations can rely on it whatever the schema's naming
convention becomes.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import BIG_KEY, flag, index, number, optional, primary, refers, required

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

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


def upgrade() -> None:
    op.create_table(
        "persons",
        *required(sa.Text, "id", "name", "language", "stage"),
        *required(sa.Double, "created_at"),
        primary("persons", "id"),
    )
    op.create_table(
        "addresses",
        *required(sa.Text, "platform", "chat", "person_id", "sender_name"),
        *optional(sa.Double, "unreachable_at"),
        primary("addresses", "platform", "chat"),
        refers("addresses", "person_id", "persons.id"),
    )
    index("addresses", "person_id")
    op.create_table(
        "mailbox",
        number(),
        *required(sa.Text, "event_id", "person_id", "payload"),
        *required(sa.Double, "arrived_at"),
        *required(sa.Boolean, "ready"),
        *optional(sa.Double, "done_at"),
        primary("mailbox", "id"),
        refers("mailbox", "person_id", "persons.id"),
        sa.UniqueConstraint("event_id", name="uq_mailbox_event_id"),
        sqlite_autoincrement=True,
    )
    index("mailbox", "person_id", "id", name="waiting", where="done_at IS NULL")
    op.create_table("scripts", *required(sa.Text, "digest", "body"), primary("scripts", "digest"))
    op.create_table(
        "sessions",
        *required(sa.Text, "id", "person_id", "kind", "title", "status", "language"),
        *required(sa.Text, "script_digest", "platform", "chat", "state"),
        *optional(sa.Integer, "open_question"),
        *required(sa.Integer, "last_seq", "revision"),
        *required(sa.Text, "counters"),
        *required(sa.Double, "created_at", "touched_at"),
        *optional(sa.Double, "ended_at"),
        primary("sessions", "id"),
        refers("sessions", "person_id", "persons.id"),
        refers("sessions", "script_digest", "scripts.digest", ondelete=None),
    )
    index("sessions", "person_id", "touched_at")
    index("sessions", "touched_at")
    op.create_table(
        "entries",
        *required(sa.Text, "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "role", "kind", "question_id"),
        *optional(sa.Integer, "answers"),
        *required(sa.Text, "ref"),
        *required(sa.Double, "at"),
        *optional(sa.Text, "state"),
        primary("entries", "session_id", "seq"),
        refers("entries", "session_id", "sessions.id"),
    )
    index("entries", "session_id", "answers", name="answers", where="answers IS NOT NULL")
    index("entries", "ref", where="ref != ''")
    op.create_table(
        "revisions",
        number(),
        *required(sa.Text, "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "text", "reason"),
        *required(sa.Boolean, "withdrawn"),
        *required(sa.Double, "at"),
        primary("revisions", "id"),
        refers("revisions", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    index("revisions", "session_id", "id")
    index("revisions", "session_id", "seq", "id")
    op.create_table(
        "notes",
        *required(sa.Text, "session_id", "key", "value", "entries"),
        *required(sa.Boolean, "stale"),
        *required(sa.Double, "updated_at"),
        primary("notes", "session_id", "key"),
        refers("notes", "session_id", "sessions.id"),
    )
    op.create_table(
        "digests",
        *required(sa.Text, "session_id", "summary"),
        *required(sa.BigInteger, "watermark"),
        primary("digests", "session_id"),
        refers("digests", "session_id", "sessions.id"),
    )
    op.create_table(
        "findings",
        *required(sa.Text, "session_id", "name", "body"),
        *required(sa.Double, "at"),
        primary("findings", "session_id", "name"),
        refers("findings", "session_id", "sessions.id"),
    )
    op.create_table(
        "chores",
        number(),
        *required(sa.Text, "session_id", "name"),
        *required(sa.Integer, "round"),
        *required(sa.Double, "due_at"),
        *required(sa.Integer, "attempts"),
        *optional(sa.Double, "dead_at"),
        *optional(sa.Text, "error"),
        primary("chores", "id"),
        refers("chores", "session_id", "sessions.id"),
        sa.UniqueConstraint("session_id", "name", name="uq_chores_session_id_name"),
        sqlite_autoincrement=True,
    )
    index("chores", "due_at", name="due", where="dead_at IS NULL")
    op.create_table(
        "occurrences",
        number(),
        *required(sa.Text, "session_id", "name", "detail"),
        *required(sa.Double, "at"),
        primary("occurrences", "id"),
        refers("occurrences", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    index("occurrences", "session_id")
    op.create_table(
        "documents",
        number(),
        *optional(sa.Text, "session_id"),
        *required(sa.Text, "name", "media_type"),
        *required(sa.LargeBinary, "body"),
        *required(sa.Double, "created_at"),
        primary("documents", "id"),
        refers("documents", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    index("documents", "session_id")
    op.create_table(
        "outbox",
        number(),
        *required(sa.Text, "key", "platform", "chat", "language"),
        *optional(sa.Text, "session_id"),
        *optional(sa.Integer, "seq"),
        *required(sa.Text, "payload"),
        *optional(BIG_KEY, "document_id"),
        *required(sa.Double, "created_at"),
        *required(sa.Integer, "attempts"),
        *optional(sa.Double, "not_before"),
        flag("in_doubt"),
        *optional(sa.Double, "sent_at", "dead_at"),
        *optional(sa.Text, "error", "ref"),
        *optional(sa.BigInteger, "position"),
        *optional(sa.Double, "platform_sent_at"),
        primary("outbox", "id"),
        refers("outbox", "session_id", "sessions.id"),
        refers("outbox", "document_id", "documents.id", ondelete="SET NULL"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    index("outbox", "session_id", "seq", name="question", where="seq IS NOT NULL")
    index("outbox", "platform", "chat", "id", name="waiting", where="sent_at IS NULL AND dead_at IS NULL")
    op.create_table(
        "calls",
        number(),
        *optional(sa.Text, "session_id"),
        *required(sa.Text, "purpose", "model", "outcome"),
        *required(sa.BigInteger, "reserved_micros", "cost_micros"),
        *required(sa.Integer, "input_tokens", "cached_tokens", "output_tokens", "latency_ms"),
        *required(sa.Text, "prompt", "answer", "day"),
        *required(sa.Double, "at"),
        primary("calls", "id"),
        sqlite_autoincrement=True,
    )
    index("calls", "session_id")
    op.create_table(
        "spending", *required(sa.Text, "scope"), *required(sa.BigInteger, "micros"), primary("spending", "scope")
    )


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
