"""Runs of the chamber, in which two models speak with each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SAID = ("speaker", "public", "full", "taken_out", "thinking", "blocks", "model", "stop")
BigKey = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _of_run() -> sa.Column[str]:
    return sa.Column("run_id", sa.Text(), nullable=False)


def _to_run(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=f"fk_{table}_run_id", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("why", sa.Text()),
        sa.Column("asking", sa.Text()),
        sa.Column("stop_wanted", sa.Boolean(), nullable=False),
        sa.Column("platform", sa.Text()),
        sa.Column("chat", sa.Text()),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("spent_seconds", sa.Double(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double()),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_runs_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_runs_person_id", "runs", ["person_id"])
    op.create_index("ix_runs_series", "runs", ["series"])
    op.create_index("ix_runs_touched_at", "runs", ["touched_at"])
    running = sa.text("status = 'running'")
    op.create_index("ix_runs_running", "runs", ["id"], sqlite_where=running, postgresql_where=running)
    op.create_table(
        "run_watchers",
        _of_run(),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "platform", "chat", name="pk_run_watchers"),
        _to_run("run_watchers"),
    )
    op.create_table(
        "utterances",
        _of_run(),
        sa.Column("seq", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in SAID),
        sa.Column("ends", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("input_tokens", "output_tokens")),
        sa.Column("cost_micros", sa.BigInteger(), nullable=False),
        sa.Column("latency_ms", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "seq", name="pk_utterances"),
        _to_run("utterances"),
    )
    op.create_table(
        "run_notes",
        sa.Column("id", BigKey, nullable=False, autoincrement=True),
        _of_run(),
        sa.Column("seq", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("speaker", "kind", "text")),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_run_notes"),
        _to_run("run_notes"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_run_notes_run_id", "run_notes", ["run_id"])
    op.create_table(
        "run_scores",
        _of_run(),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "judge", name="pk_run_scores"),
        _to_run("run_scores"),
    )


def downgrade() -> None:
    for table in ("run_scores", "run_notes", "utterances", "run_watchers", "runs"):
        op.drop_table(table)
