"""Notices to everybody, and who wants none; more than one process, and texts that every server compares alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


COMPARED = {
    "addresses": ("reached",),
    "last_seen": ("reached",),
    "outbox": ("key", "place"),
    "persons": ("id",),
    "runs": ("id",),
    "sessions": ("id",),
}
"""Columns of which statements ask what comes before what."""


def upgrade() -> None:
    op.add_column("persons", sa.Column("no_notices", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "announcements",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("texts", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text()),
        sa.Column("chat", sa.Text()),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("begun_at", sa.Double()),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_announcements_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_announcements_person_id", "announcements", ["person_id"])
    sending = sa.text("stage = 'sending'")
    op.create_index("ix_announcements_sending", "announcements", ["id"], sqlite_where=sending, postgresql_where=sending)
    op.create_table(
        "announced",
        sa.Column("announcement_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("looks", sa.Integer(), nullable=False),
        sa.Column("put_at", sa.Double()),
        sa.Column("due_at", sa.Double()),
        sa.PrimaryKeyConstraint("announcement_id", "person_id", name="pk_announced"),
        sa.ForeignKeyConstraint(
            ["announcement_id"], ["announcements.id"], name="fk_announced_announcement_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_announced_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_announced_person_id", "announced", ["person_id"])
    op.create_index(
        "ix_announced_announcement_id_state_platform_due_at",
        "announced",
        ["announcement_id", "state", "platform", "due_at"],
    )
    _upgrade_order('COLLATE "C"')
    op.create_table(
        "writers",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_writers"),
    )
    op.create_table(
        "gateways",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("backend", sa.Integer(), nullable=False),
        sa.Column("renewed_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_gateways"),
    )
    op.create_table(
        "errands",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("file_ref", sa.Text(), nullable=False),
        sa.Column("most", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("answered_at", sa.Double()),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("wait_seconds", sa.Double()),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_errands"),
    )
    op.create_index("ix_errands_asked_at", "errands", ["asked_at"])
    op.create_table(
        "seats",
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("taken_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("seat", name="pk_seats"),
    )


def _upgrade_order(collation: str) -> None:
    """SQLite compares characters in any case."""
    if op.get_context().dialect.name != "postgresql":
        return
    for table, columns in COMPARED.items():
        for column in columns:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE TEXT {collation}")


def downgrade() -> None:
    for table in ("seats", "errands", "gateways"):
        op.drop_table(table)
    op.drop_table("writers")
    _upgrade_order('COLLATE "default"')
    for table in ("announced", "announcements"):
        op.drop_table(table)
    op.drop_column("persons", "no_notices")
