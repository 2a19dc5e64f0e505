"""Keep when a gift was looked at and taken back, and the links that open a chat in one more browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, in_chat, index, optional, primary, required

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in optional(sa.Double(), "looked_at", "taken_back_at"):
        op.add_column("families", column)
    for column in optional(sa.Double(), "looked_at"):
        op.add_column("members", column)
    op.create_table(
        "return_links",
        *required(sa.Text(), "digest", "platform", "chat"),
        defaulted(sa.Text(), "code", "''"),
        *required(sa.Double(), "expires_at"),
        primary("return_links", "digest"),
        in_chat("return_links"),
    )
    index("return_links", "platform", "chat")


def downgrade() -> None:
    op.drop_table("return_links")
    op.drop_column("members", "looked_at")
    op.drop_column("families", "taken_back_at")
    op.drop_column("families", "looked_at")
