"""What each person takes up of a day, so that one cannot use up the others'."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "usage",
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("micros", sa.BigInteger(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("told_at", sa.Double()),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_usage_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name="pk_usage"),
    )


def downgrade() -> None:
    op.drop_table("usage")
