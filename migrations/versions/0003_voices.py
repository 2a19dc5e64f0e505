"""Voices: recordings that are heard, and the answers that were spoken."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def upgrade() -> None:
    op.add_column("persons", sa.Column("mending", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.add_column("entries", sa.Column("spoken_seconds", sa.Double(), nullable=False, server_default=sa.text("0")))
    op.add_column("entries", sa.Column("audio", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.create_table(
        "recordings",
        sa.Column("id", BIG_KEY, autoincrement=True, nullable=False),
        _text("event_id"),
        _text("person_id"),
        sa.Column("session_id", sa.Text()),
        sa.Column("seq", sa.Integer()),
        _text("platform"),
        _text("chat"),
        _text("file_ref"),
        sa.Column("seconds", sa.Double()),
        sa.Column("size", sa.BigInteger()),
        _text("media_type"),
        _text("audio"),
        _text("state"),
        _text("trouble"),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double()),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("heard_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_recordings"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_recordings_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_recordings_session_id", ondelete="CASCADE"),
        sa.UniqueConstraint("event_id", name="uq_recordings_event_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_recordings_person_id", "recordings", ["person_id"], unique=False)
    op.create_index("ix_recordings_session_id", "recordings", ["session_id"], unique=False)
    here: dict[str, Any] = dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text("audio != ''"))
    op.create_index("ix_recordings_audio", "recordings", ["audio"], unique=False, **here)
    op.create_index("ix_entries_audio", "entries", ["audio"], unique=False, **here)
    due: dict[str, Any] = dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text("due_at IS NOT NULL"))
    op.create_index("ix_recordings_due", "recordings", ["due_at"], unique=False, **due)


def downgrade() -> None:
    op.drop_table("recordings")
    op.drop_index("ix_entries_audio", "entries")
    op.drop_column("entries", "audio")
    op.drop_column("entries", "spoken_seconds")
    op.drop_column("persons", "mending")
