"""Time and control: deadlines, time zones, consent, who may come in, and what deleting leaves behind.

Interviews that are there get their first deadline from the program when it starts, which knows the operator's timers.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, flag, index, number, optional, primary, refers, required

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = ("access", "consents", "invites", "last_seen", "tallies")
ADDED = {
    "persons": ("timezone", "quiet_hours", "agreed", "awaits"),
    "addresses": ("sender_id",),
    "sessions": ("timing", "due_at"),
    "outbox": ("forget",),
}
INDEXED = (("mailbox", "person_id"), ("outbox", "session_id"), ("outbox", "document_id"))


def upgrade() -> None:
    for name in ADDED["persons"]:
        op.add_column("persons", defaulted(sa.Text, name, "''"))
    op.add_column("addresses", defaulted(sa.Text, "sender_id", "''"))
    op.add_column("sessions", defaulted(sa.Text, "timing", "'{}'"))
    op.add_column("sessions", sa.Column("due_at", sa.Double()))
    op.add_column("outbox", flag("forget"))
    for table, column in INDEXED:
        index(table, column)
    index("sessions", "due_at", name="due", where="due_at IS NOT NULL")
    op.create_table(
        "consents",
        number(),
        *required(sa.Text, "person_id", "digest", "language", "text"),
        *required(sa.Double, "agreed_at"),
        primary("consents", "id"),
        refers("consents", "person_id", "persons.id"),
        sqlite_autoincrement=True,
    )
    index("consents", "person_id")
    op.create_table(
        "access",
        *required(sa.Text, "who"),
        *required(sa.Boolean, "allowed"),
        *required(sa.Double, "at"),
        primary("access", "who"),
    )
    op.create_table(
        "invites",
        *required(sa.Text, "digest", "kind"),
        *required(sa.Integer, "uses_left"),
        *optional(sa.Double, "expires_at"),
        *required(sa.Double, "created_at"),
        primary("invites", "digest"),
    )
    op.create_table(
        "last_seen",
        *required(sa.Text, "platform", "chat"),
        *required(sa.BigInteger, "position"),
        primary("last_seen", "platform", "chat"),
    )
    op.create_table(
        "tallies", *required(sa.Text, "name"), *required(sa.BigInteger, "number"), primary("tallies", "name")
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_sessions_due", "sessions")
    for table, column in INDEXED:
        op.drop_index(f"ix_{table}_{column}", table)
    for table, columns in ADDED.items():
        for column in columns:
            op.drop_column(table, column)
