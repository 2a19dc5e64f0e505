"""What of an answer was said to the interviewer, and what is kept out of documents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, flag

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", defaulted(sa.Text, "asides", "'[]'"))
    op.add_column("entries", flag("kept_back"))


def downgrade() -> None:
    op.drop_column("entries", "kept_back")
    op.drop_column("entries", "asides")
