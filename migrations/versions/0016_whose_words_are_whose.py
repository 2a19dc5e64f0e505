"""Note with each question of a family's who asks it, and with each answer that was let go in which wording."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from migrations.columns import defaulted

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ENTRIES = sa.table("entries", sa.column("session_id"), sa.column("seq"), sa.column("asker", sa.Text()))
_QUESTIONS = sa.table("family_questions", sa.column("session_id"), sa.column("seq"), sa.column("person_id"))
_PERSONS = sa.table("persons", sa.column("id"), sa.column("name", sa.Text()))
_SESSIONS = sa.table("sessions", sa.column("id"), sa.column("timing", sa.Text()))
_REVISIONS = sa.table("revisions", sa.column("session_id"), sa.column("seq"), sa.column("id"))


def upgrade() -> None:
    op.add_column("entries", defaulted(sa.Text, "asker", "''"))
    asked = sa.select(_QUESTIONS.c.session_id, _QUESTIONS.c.seq, _PERSONS.c.name).join_from(
        _QUESTIONS, _PERSONS, _PERSONS.c.id == _QUESTIONS.c.person_id
    )
    for row in op.get_bind().execute(asked.where(_QUESTIONS.c.session_id.is_not(None))).all():
        where = (_ENTRIES.c.session_id == row.session_id) & (_ENTRIES.c.seq == row.seq)
        op.execute(_ENTRIES.update().where(where).values(asker=row.name or "?"))
    for session_id, timing in _let_go("let_go"):
        newest = sa.select(_REVISIONS.c.seq, sa.func.max(_REVISIONS.c.id)).where(
            _REVISIONS.c.session_id == session_id, _REVISIONS.c.seq.in_(timing.pop("let_go"))
        )
        timing["released"] = [number for _, number in op.get_bind().execute(newest.group_by(_REVISIONS.c.seq))]
        _put(session_id, timing)


def downgrade() -> None:
    for session_id, timing in _let_go("released"):
        answers = sa.select(_REVISIONS.c.seq).where(
            _REVISIONS.c.session_id == session_id, _REVISIONS.c.id.in_(timing.pop("released"))
        )
        timing["let_go"] = list(op.get_bind().execute(answers.distinct()).scalars())
        _put(session_id, timing)
    op.drop_column("entries", "asker")


def _let_go(name: str) -> list[tuple[str, dict[str, list[int]]]]:
    """The sessions in whose timing something of that name stands."""
    found = sa.select(_SESSIONS.c.id, _SESSIONS.c.timing).where(_SESSIONS.c.timing.contains(f'"{name}"'))
    return [(row.id, json.loads(row.timing)) for row in op.get_bind().execute(found).all()]


def _put(session_id: str, timing: dict[str, list[int]]) -> None:
    op.execute(_SESSIONS.update().where(_SESSIONS.c.id == session_id).values(timing=json.dumps(timing)))
