"""One person in several chats: each answer knows the chat that it stands in; codes that join two chats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, optional, primary, refers, required

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

IN_CHAT = ("platform", "chat")


def upgrade() -> None:
    for name in IN_CHAT:
        op.add_column("entries", defaulted(sa.Text, name, "''"))
    op.add_column("persons", sa.Column("joined_at", sa.Double()))
    # Until now an interview was found by the one chat in which it was held.
    entries = sa.table("entries", *map(sa.column, ("session_id", "role", *IN_CHAT)))
    sessions = sa.table("sessions", *map(sa.column, ("id", *IN_CHAT)))
    its = {
        name: sa.select(sessions.c[name]).where(sessions.c.id == entries.c.session_id).scalar_subquery()
        for name in IN_CHAT
    }
    op.execute(entries.update().where(entries.c.role == "person").values(its))
    op.create_table(
        "links",
        *required(sa.Text, "person_id"),
        *required(sa.Text, "digest", *IN_CHAT),
        *required(sa.Double, "expires_at"),
        *optional(sa.Text, *(f"entered_{name}" for name in IN_CHAT)),
        defaulted(sa.Text, "guest", "''"),
        primary("links", "person_id"),
        refers("links", "person_id", "persons.id"),
        sa.UniqueConstraint("digest", name="uq_links_digest"),
    )
    op.create_table(
        "link_tries",
        *required(sa.Text, *IN_CHAT),
        *required(sa.Integer, "tries"),
        *required(sa.Double, "since"),
        primary("link_tries", *IN_CHAT),
    )


def downgrade() -> None:
    for table in ("link_tries", "links"):
        op.drop_table(table)
    op.drop_column("persons", "joined_at")
    for name in reversed(IN_CHAT):
        op.drop_column("entries", name)
