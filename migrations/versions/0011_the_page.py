"""What stands in the chats of a page of our own, and the keys that open them; who wants to hear the questions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _upgrade_shown()
    _upgrade_operator()
    _upgrade_speaking()


def _in_chat(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name=f"fk_{table}_platform", ondelete="CASCADE"
    )


def _upgrade_shown() -> None:
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


def _upgrade_operator() -> None:
    op.create_table(
        "operator_keys",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("is_link", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_operator_keys"),
    )


def _upgrade_speaking() -> None:
    op.add_column("persons", sa.Column("aloud", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.add_column("addresses", sa.Column("silent", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("addresses", "silent")
    op.drop_column("persons", "aloud")
    for table in ("operator_keys", "page_keys", "shown"):
        op.drop_table(table)
