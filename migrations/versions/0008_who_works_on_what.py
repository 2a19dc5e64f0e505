"""Which process works on what, and until when the others leave it alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

CLAIMED = ("persons", "outbox", "chores", "recordings")


def upgrade() -> None:
    for table in CLAIMED:
        op.add_column(table, sa.Column("claimed_by", sa.Text()))
        op.add_column(table, sa.Column("claimed_until", sa.Double()))
    op.add_column("chores", sa.Column("waiting_since", sa.Double()))
    op.add_column("calls", sa.Column("claimed_by", sa.Text()))
    # No claim tells what an earlier version was sending when it ended.
    outbox = sa.table("outbox", *map(sa.column, ("sent_at", "dead_at", "attempts", "in_doubt")))
    unsent = outbox.c.sent_at.is_(None) & outbox.c.dead_at.is_(None)
    op.execute(outbox.update().where(unsent, outbox.c.attempts == 0).values(in_doubt=sa.true()))


def downgrade() -> None:
    op.drop_column("calls", "claimed_by")
    op.drop_column("chores", "waiting_since")
    for table in reversed(CLAIMED):
        op.drop_column(table, "claimed_until")
        op.drop_column(table, "claimed_by")
