"""Keep which passages of an answer stay out of documents, where not all of it does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("kept_passages", sa.Text(), nullable=False, server_default=sa.text("'[]'")))


def downgrade() -> None:
    op.drop_column("entries", "kept_passages")
