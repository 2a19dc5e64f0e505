"""Lines that only show that somebody is listened to, so that none stays in a chat when the process dies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lines",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform", "chat"], ["addresses.platform", "addresses.chat"], name="fk_lines_platform", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("platform", "chat", "message", name="pk_lines"),
    )


def downgrade() -> None:
    op.drop_table("lines")
