"""Keep what a giver writes and shows to somebody, the code of a link until it is used, and where news is pushed to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, in_chat, index, primary, required

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("families", defaulted(sa.Text(), "words", "''"))
    op.add_column("families", defaulted(sa.Text(), "photo", "''"))
    index("families", "photo", where="photo != ''")
    op.add_column("family_codes", defaulted(sa.Text(), "code", "''"))
    op.create_table(
        "push_subscriptions",
        *required(sa.Text(), "digest", "platform", "chat", "endpoint", "public_key", "secret"),
        *required(sa.Double(), "created_at"),
        primary("push_subscriptions", "digest"),
        in_chat("push_subscriptions"),
    )
    index("push_subscriptions", "platform", "chat")


def downgrade() -> None:
    op.drop_table("push_subscriptions")
    op.drop_column("family_codes", "code")
    op.drop_index("ix_families_photo", "families")
    op.drop_column("families", "photo")
    op.drop_column("families", "words")
