"""Lines that only show that somebody is listened to, so that none stays in a chat when the process dies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import in_chat, primary, required

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lines",
        *required(sa.Text, "platform", "chat", "message"),
        in_chat("lines"),
        primary("lines", "platform", "chat", "message"),
    )


def downgrade() -> None:
    op.drop_table("lines")
