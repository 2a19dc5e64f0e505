"""How far each chat was kept, for platforms that can be asked for what came after."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("addresses", sa.Column("seen", sa.BigInteger()))


def downgrade() -> None:
    op.drop_column("addresses", "seen")
