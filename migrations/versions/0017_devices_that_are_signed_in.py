"""Let the keys of the page expire, and say which browser has each; those that are there are good for another year."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

YEAR = 31_536_000
_NEW = ("seen_at", "expires_at", "device")


def upgrade() -> None:
    for name in ("seen_at", "expires_at"):
        op.add_column("page_keys", defaulted(sa.Double, name, "0"))
    op.add_column("page_keys", defaulted(sa.Text, "device", "''"))
    op.add_column("operator_keys", defaulted(sa.Text, "device", "''"))
    keys = sa.table("page_keys", *(sa.column(name, sa.Double()) for name in ("created_at", "seen_at", "expires_at")))
    op.execute(keys.update().values(seen_at=keys.c.created_at, expires_at=time.time() + YEAR))


def downgrade() -> None:
    op.drop_column("operator_keys", "device")
    for name in _NEW:
        op.drop_column("page_keys", name)
