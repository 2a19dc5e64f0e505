"""Where something stands in a chat is a text: not every platform counts its messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOVED = (("addresses", "seen", "reached"), ("last_seen", "position", "reached"), ("outbox", "position", "place"))
"""Table, the number, and the text that takes its place."""
DIGITS = 20


def upgrade() -> None:
    op.add_column("addresses", sa.Column("reached", sa.Text()))
    op.add_column("last_seen", defaulted(sa.Text, "reached", "''"))
    op.add_column("outbox", sa.Column("place", sa.Text()))
    for name, number, text in MOVED:
        table = sa.table(name, sa.column(number), sa.column(text))
        digits = sa.cast(table.c[number], sa.Text())
        # As `position_of` writes them. The last so many characters, in words that PostgreSQL has too.
        padded = sa.func.substr(sa.literal("0" * DIGITS) + digits, sa.func.length(digits) + 1)
        op.execute(table.update().where(table.c[number] > 0).values({text: padded}))


def downgrade() -> None:
    for name, number, text in reversed(MOVED):
        table = sa.table(name, sa.column(number), sa.column(text))
        op.execute(table.update().where(table.c[text] != "").values({number: sa.cast(table.c[text], sa.BigInteger())}))
        op.drop_column(name, text)
