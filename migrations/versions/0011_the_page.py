"""What stands in the chats of a page of our own, and the keys that open them; who wants to hear the questions;
photographs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, flag, in_chat, index, number, optional, primary, refers, required

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shown",
        *required(sa.Text, "platform", "chat"),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        *required(sa.BigInteger, "moved"),
        *required(sa.Text, "key"),
        *required(sa.Double, "at"),
        *required(sa.Text, "body"),
        defaulted(sa.Text, "heard", "''"),
        *optional(sa.LargeBinary, "file"),
        primary("shown", "platform", "chat", "number"),
        sa.UniqueConstraint("platform", "chat", "key", name="uq_shown_platform_chat_key"),
        in_chat("shown"),
    )
    index("shown", "platform", "chat", "moved")
    op.create_table(
        "page_keys",
        *required(sa.Text, "digest", "platform", "chat"),
        *required(sa.Double, "created_at"),
        primary("page_keys", "digest"),
        in_chat("page_keys"),
    )
    index("page_keys", "platform", "chat")
    op.create_table(
        "operator_keys",
        *required(sa.Text, "digest"),
        *required(sa.Boolean, "is_link"),
        *required(sa.Double, "created_at", "expires_at"),
        primary("operator_keys", "digest"),
    )
    op.add_column("persons", defaulted(sa.Text, "aloud", "''"))
    op.add_column("addresses", flag("silent"))
    op.add_column("entries", defaulted(sa.Text, "photo", "''"))
    index("entries", "photo", where="photo != ''")
    op.create_table(
        "photos",
        number(),
        *required(sa.Text, "event_id", "person_id"),
        *optional(sa.Text, "session_id"),
        *optional(sa.Integer, "seq"),
        *required(sa.Text, "platform", "chat", "file_ref"),
        *optional(sa.BigInteger, "size"),
        *required(sa.Text, "photo"),
        *required(sa.Integer, "attempts"),
        *optional(sa.Double, "due_at"),
        *optional(sa.Text, "claimed_by"),
        *optional(sa.Double, "claimed_until"),
        primary("photos", "id"),
        refers("photos", "person_id", "persons.id"),
        refers("photos", "session_id", "sessions.id"),
        sa.UniqueConstraint("event_id", name="uq_photos_event_id"),
        sqlite_autoincrement=True,
    )
    index("photos", "person_id")
    index("photos", "session_id")
    index("photos", "photo", where="photo != ''")
    index("photos", "due_at", name="due", where="due_at IS NOT NULL")


def downgrade() -> None:
    op.drop_table("photos")
    op.drop_index("ix_entries_photo", "entries")
    op.drop_column("entries", "photo")
    op.drop_column("addresses", "silent")
    op.drop_column("persons", "aloud")
    for table in ("operator_keys", "page_keys", "shown"):
        op.drop_table(table)
