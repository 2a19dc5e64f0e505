"""Keep when somebody had forgotten what their earlier interviews show about how they like to be asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("persons", sa.Column("forgotten_before", sa.Double()))


def downgrade() -> None:
    op.drop_column("persons", "forgotten_before")
