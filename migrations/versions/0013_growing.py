"""Notices to everybody, and who wants none; more than one process, and texts that every server compares alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, flag, index, optional, primary, refers, required

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
    op.add_column("persons", flag("no_notices"))
    op.create_table(
        "announcements",
        *required(sa.Text, "id"),
        *optional(sa.Text, "person_id"),
        *required(sa.Text, "texts", "stage"),
        *optional(sa.Text, "platform", "chat"),
        *required(sa.Text, "language"),
        defaulted(sa.Text, "after", "''"),
        flag("listed"),
        *required(sa.Double, "created_at"),
        *optional(sa.Double, "begun_at"),
        *required(sa.Double, "touched_at"),
        *optional(sa.Text, "claimed_by"),
        *optional(sa.Double, "claimed_until"),
        primary("announcements", "id"),
        refers("announcements", "person_id", "persons.id"),
    )
    index("announcements", "person_id")
    index("announcements", "id", name="sending", where="stage = 'sending'")
    op.create_table(
        "announced",
        *required(sa.Text, "announcement_id", "person_id", "platform", "state"),
        *required(sa.Integer, "attempts", "looks"),
        *optional(sa.Double, "put_at", "due_at"),
        primary("announced", "announcement_id", "person_id"),
        refers("announced", "announcement_id", "announcements.id"),
        refers("announced", "person_id", "persons.id"),
    )
    index("announced", "person_id")
    index("announced", "announcement_id", "state", "platform", "due_at")
    _upgrade_order('COLLATE "C"')
    op.create_table(
        "writers",
        *required(sa.Text, "name"),
        *required(sa.BigInteger, "number"),
        *required(sa.Double, "at"),
        primary("writers", "name"),
    )
    op.create_table(
        "gateways",
        *required(sa.Text, "name", "owner"),
        *required(sa.Integer, "epoch", "backend"),
        *required(sa.Double, "renewed_at"),
        primary("gateways", "name"),
    )
    op.create_table(
        "errands",
        *required(sa.Text, "id", "platform", "file_ref"),
        *required(sa.BigInteger, "most"),
        *required(sa.Double, "asked_at"),
        *optional(sa.Double, "answered_at"),
        *required(sa.Text, "trouble"),
        *optional(sa.Double, "wait_seconds"),
        *optional(sa.LargeBinary, "body"),
        *optional(sa.Text, "claimed_by"),
        *optional(sa.Double, "claimed_until"),
        primary("errands", "id"),
    )
    index("errands", "asked_at")
    op.create_table(
        "seats", *required(sa.Text, "seat", "owner"), *required(sa.Double, "taken_at"), primary("seats", "seat")
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
