"""Keep what stands on the cover of a book, and where its photographs stand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("books", defaulted(sa.Text(), "front", "'{}'"))
    op.add_column("book_passages", defaulted(sa.Text(), "place", "''"))


def downgrade() -> None:
    op.drop_column("book_passages", "place")
    op.drop_column("books", "front")
