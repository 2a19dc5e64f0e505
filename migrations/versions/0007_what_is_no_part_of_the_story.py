"""What of an answer was said to the interviewer, and what is kept out of documents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("asides", sa.Text(), nullable=False, server_default=sa.text("'[]'")))
    op.add_column("entries", sa.Column("kept_back", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("entries", "kept_back")
    op.drop_column("entries", "asides")
