"""Put every word of an answer back where it was said: what lists of words took for asides is no longer marked.

Interviews that reach a family keep the marks: an answer that was wholly said to the interviewer was not sent to them,
and is not sent now.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    entries = sa.table("entries", sa.column("session_id", sa.Text()), sa.column("asides", sa.Text()))
    sessions = sa.table("sessions", sa.column("id", sa.Text()), sa.column("family_id", sa.Text()))
    given = sa.select(sessions.c.id).where(sessions.c.family_id.is_not(None))
    op.execute(entries.update().where(entries.c.asides != "[]", entries.c.session_id.not_in(given)).values(asides="[]"))


def downgrade() -> None:
    """Leave the answers whole: the marks were guesses, and an older version needs none."""
