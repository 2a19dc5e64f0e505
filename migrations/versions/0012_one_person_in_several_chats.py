"""One person in several chats: each answer knows the chat that it stands in; codes that join two chats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

IN_CHAT = ("platform", "chat")


def upgrade() -> None:
    for name in IN_CHAT:
        op.add_column("entries", sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''")))
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
        sa.Column("person_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("digest", *IN_CHAT)),
        sa.Column("expires_at", sa.Double(), nullable=False),
        *(sa.Column(f"entered_{name}", sa.Text()) for name in IN_CHAT),
        sa.Column("guest", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.PrimaryKeyConstraint("person_id", name="pk_links"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_links_person_id", ondelete="CASCADE"),
        sa.UniqueConstraint("digest", name="uq_links_digest"),
    )
    op.create_table(
        "link_tries",
        *(sa.Column(name, sa.Text(), nullable=False) for name in IN_CHAT),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint(*IN_CHAT, name="pk_link_tries"),
    )


def downgrade() -> None:
    for table in ("link_tries", "links"):
        op.drop_table(table)
    op.drop_column("persons", "joined_at")
    for name in reversed(IN_CHAT):
        op.drop_column("entries", name)
