"""What stands in the chats of a page of our own, and the keys that open them; who wants to hear the questions;
photographs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shown",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("heard", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("file", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("platform", "chat", "number", name="pk_shown"),
        sa.UniqueConstraint("platform", "chat", "key", name="uq_shown_platform_chat_key"),
        _in_chat("shown"),
    )
    op.create_index("ix_shown_platform_chat_moved", "shown", ["platform", "chat", "moved"])
    op.create_table(
        "page_keys",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_page_keys"),
        _in_chat("page_keys"),
    )
    op.create_index("ix_page_keys_platform_chat", "page_keys", ["platform", "chat"])
    op.create_table(
        "operator_keys",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("is_link", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_operator_keys"),
    )
    op.add_column("persons", sa.Column("aloud", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.add_column("addresses", sa.Column("silent", sa.Boolean(), nullable=False, server_default=sa.false()))

    def where(condition: str) -> dict[str, Any]:
        return dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text(condition))

    op.add_column("entries", sa.Column("photo", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.create_index("ix_entries_photo", "entries", ["photo"], **where("photo != ''"))
    op.create_table(
        "photos",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text()),
        sa.Column("seq", sa.Integer()),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("file_ref", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger()),
        sa.Column("photo", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double()),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_photos"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_photos_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_photos_session_id", ondelete="CASCADE"),
        sa.UniqueConstraint("event_id", name="uq_photos_event_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_photos_person_id", "photos", ["person_id"])
    op.create_index("ix_photos_session_id", "photos", ["session_id"])
    op.create_index("ix_photos_photo", "photos", ["photo"], **where("photo != ''"))
    op.create_index("ix_photos_due", "photos", ["due_at"], **where("due_at IS NOT NULL"))


def _in_chat(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name=f"fk_{table}_platform", ondelete="CASCADE"
    )


def downgrade() -> None:
    op.drop_table("photos")
    op.drop_index("ix_entries_photo", "entries")
    op.drop_column("entries", "photo")
    op.drop_column("addresses", "silent")
    op.drop_column("persons", "aloud")
    for table in ("operator_keys", "page_keys", "shown"):
        op.drop_table(table)
