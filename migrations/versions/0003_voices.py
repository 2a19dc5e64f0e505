"""Voices: recordings that are heard, and the answers that were spoken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted, index, number, optional, primary, refers, required

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("persons", defaulted(sa.Text, "mending", "''"))
    op.add_column("entries", defaulted(sa.Double, "spoken_seconds", "0"))
    op.add_column("entries", defaulted(sa.Text, "audio", "''"))
    op.create_table(
        "recordings",
        number(),
        *required(sa.Text, "event_id", "person_id"),
        *optional(sa.Text, "session_id"),
        *optional(sa.Integer, "seq"),
        *required(sa.Text, "platform", "chat", "file_ref"),
        *optional(sa.Double, "seconds"),
        *optional(sa.BigInteger, "size"),
        *required(sa.Text, "media_type", "audio", "state", "trouble"),
        *required(sa.Integer, "attempts"),
        *optional(sa.Double, "due_at"),
        *required(sa.Double, "created_at"),
        *optional(sa.Double, "heard_at"),
        primary("recordings", "id"),
        refers("recordings", "person_id", "persons.id"),
        refers("recordings", "session_id", "sessions.id"),
        sa.UniqueConstraint("event_id", name="uq_recordings_event_id"),
        sqlite_autoincrement=True,
    )
    index("recordings", "person_id")
    index("recordings", "session_id")
    index("recordings", "audio", where="audio != ''")
    index("entries", "audio", where="audio != ''")
    index("recordings", "due_at", name="due", where="due_at IS NOT NULL")


def downgrade() -> None:
    op.drop_table("recordings")
    op.drop_index("ix_entries_audio", "entries")
    op.drop_column("entries", "audio")
    op.drop_column("entries", "spoken_seconds")
    op.drop_column("persons", "mending")
