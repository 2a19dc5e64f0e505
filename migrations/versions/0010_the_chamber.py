"""Runs of the chamber, in which two models speak with each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.columns import index, number, optional, primary, refers, required

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SAID = ("speaker", "public", "full", "taken_out", "thinking", "blocks", "model", "stop")


def upgrade() -> None:
    op.create_table(
        "runs",
        *required(sa.Text, "id"),
        *optional(sa.Text, "person_id"),
        *required(sa.Text, "name", "setup", "series"),
        *required(sa.Integer, "number"),
        *optional(sa.BigInteger, "seed"),
        *required(sa.Text, "status"),
        *optional(sa.Text, "why", "asking"),
        *required(sa.Boolean, "stop_wanted"),
        *optional(sa.Text, "platform", "chat"),
        *required(sa.Text, "language"),
        *required(sa.Double, "spent_seconds", "created_at", "touched_at"),
        *optional(sa.Double, "ended_at"),
        *optional(sa.Text, "claimed_by"),
        *optional(sa.Double, "claimed_until"),
        primary("runs", "id"),
        refers("runs", "person_id", "persons.id"),
    )
    index("runs", "person_id")
    index("runs", "series")
    index("runs", "touched_at")
    index("runs", "id", name="running", where="status = 'running'")
    op.create_table(
        "run_watchers",
        *required(sa.Text, "run_id", "platform", "chat", "language"),
        primary("run_watchers", "run_id", "platform", "chat"),
        refers("run_watchers", "run_id", "runs.id"),
    )
    op.create_table(
        "utterances",
        *required(sa.Text, "run_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, *SAID),
        *required(sa.Boolean, "ends"),
        *required(sa.Integer, "input_tokens", "output_tokens"),
        *required(sa.BigInteger, "cost_micros"),
        *required(sa.Integer, "latency_ms"),
        *required(sa.Double, "at"),
        primary("utterances", "run_id", "seq"),
        refers("utterances", "run_id", "runs.id"),
    )
    op.create_table(
        "run_notes",
        number(),
        *required(sa.Text, "run_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "speaker", "kind", "text"),
        *required(sa.Double, "at"),
        primary("run_notes", "id"),
        refers("run_notes", "run_id", "runs.id"),
        sqlite_autoincrement=True,
    )
    index("run_notes", "run_id")
    op.create_table(
        "run_scores",
        *required(sa.Text, "run_id", "judge", "body"),
        *required(sa.Double, "at"),
        primary("run_scores", "run_id", "judge"),
        refers("run_scores", "run_id", "runs.id"),
    )


def downgrade() -> None:
    for table in ("run_scores", "run_notes", "utterances", "run_watchers", "runs"):
        op.drop_table(table)
