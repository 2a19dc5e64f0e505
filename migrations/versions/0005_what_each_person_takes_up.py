"""What each person takes up of a day, so that one cannot use up the others'."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import optional, primary, refers, required

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "usage",
        *required(sa.Text, "person_id", "day"),
        *required(sa.BigInteger, "bytes", "micros"),
        *required(sa.Integer, "refused"),
        *required(sa.Text, "told"),
        *optional(sa.Double, "told_at"),
        refers("usage", "person_id", "persons.id"),
        primary("usage", "person_id"),
    )


def downgrade() -> None:
    op.drop_table("usage")
