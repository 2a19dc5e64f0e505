"""Time and control: deadlines, time zones, consent, who may come in, and what deleting leaves behind.

Interviews that are there get their first deadline from the program when it starts, which knows the operator's timers.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLES = ("access", "consents", "invites", "last_seen", "tallies")
ADDED = {
    "persons": ("timezone", "quiet_hours", "agreed", "awaits"),
    "addresses": ("sender_id",),
    "sessions": ("timing", "due_at"),
    "outbox": ("forget",),
}
INDEXES = {
    "ix_mailbox_person_id": ("mailbox", "person_id"),
    "ix_outbox_session_id": ("outbox", "session_id"),
    "ix_outbox_document_id": ("outbox", "document_id"),
}


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _new_text(name: str, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=sa.text(f"'{default}'"))


def _time(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=False)


def upgrade() -> None:
    for name in ADDED["persons"]:
        op.add_column("persons", _new_text(name))
    op.add_column("addresses", _new_text("sender_id"))
    op.add_column("sessions", _new_text("timing", "{}"))
    op.add_column("sessions", sa.Column("due_at", sa.Double()))
    op.add_column("outbox", sa.Column("forget", sa.Boolean(), nullable=False, server_default=sa.false()))
    for index, (table, column) in INDEXES.items():
        op.create_index(index, table, [column], unique=False)
    deadline: dict[str, Any] = dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text("due_at IS NOT NULL"))
    op.create_index("ix_sessions_due", "sessions", ["due_at"], unique=False, **deadline)
    op.create_table(
        "consents",
        sa.Column("id", BIG_KEY, autoincrement=True, nullable=False),
        _text("person_id"),
        _text("digest"),
        _text("language"),
        _text("text"),
        _time("agreed_at"),
        sa.PrimaryKeyConstraint("id", name="pk_consents"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_consents_person_id", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_consents_person_id", "consents", ["person_id"], unique=False)
    op.create_table(
        "access",
        _text("who"),
        sa.Column("allowed", sa.Boolean(), nullable=False),
        _time("at"),
        sa.PrimaryKeyConstraint("who", name="pk_access"),
    )
    op.create_table(
        "invites",
        _text("digest"),
        _text("kind"),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.Double()),
        _time("created_at"),
        sa.PrimaryKeyConstraint("digest", name="pk_invites"),
    )
    op.create_table(
        "last_seen",
        _text("platform"),
        _text("chat"),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "chat", name="pk_last_seen"),
    )
    op.create_table(
        "tallies",
        _text("name"),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_tallies"),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_sessions_due", "sessions")
    for index, (table, _) in INDEXES.items():
        op.drop_index(index, table)
    for table, columns in ADDED.items():
        for column in columns:
            op.drop_column(table, column)
