"""What families keep and researchers take away: words to search by; what is told twice; gifts, families; studies."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations.columns import BIG_KEY, SORTABLE, defaulted, flag, index, number, optional, primary, refers, required

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "told_words",
        number(),
        *required(sa.Text, "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.BigInteger, "revision"),
        *required(sa.Text, "words"),
        primary("told_words", "id"),
        refers("told_words", "session_id", "sessions.id"),
        sa.UniqueConstraint("session_id", "seq", name="uq_told_words_session_id_seq"),
        sqlite_autoincrement=True,
    )
    if op.get_context().dialect.name == "sqlite":
        for statement in _INDEX:
            op.execute(statement)
    op.add_column("entries", defaulted(sa.Text, "retells", "'[]'"))
    op.add_column("entries", flag("set_aside"))
    op.add_column("entries", defaulted(sa.Text, "title", "''"))
    op.create_table(
        "books",
        *required(sa.Text, "session_id", "way"),
        flag("questions", default=True),
        *required(sa.Double, "made_at"),
        defaulted(sa.Text, "approved", "''"),
        flag("shared"),
        primary("books", "session_id"),
        refers("books", "session_id", "sessions.id"),
    )
    op.create_table(
        "book_passages",
        *required(sa.Text, "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "of", "words", "origin"),
        flag("withheld"),
        primary("book_passages", "session_id", "seq"),
        refers("book_passages", "session_id", "sessions.id"),
    )
    op.add_column("sessions", sa.Column("family_id", sa.Text()))
    op.create_table(
        "families",
        *required(sa.Text, "id"),
        *optional(sa.Text, "person_id", "session_id"),
        *required(sa.Text, "name", "language", "kind", "rhythm", "giver"),
        defaulted(sa.Text, "leave", "''"),
        *optional(sa.Double, "leave_at"),
        defaulted(sa.Integer, "leave_seq", "0"),
        *required(sa.Double, "created_at"),
        *optional(sa.Double, "due_at"),
        defaulted(sa.Integer, "seen", "0"),
        primary("families", "id"),
        refers("families", "person_id", "persons.id"),
        refers("families", "session_id", "sessions.id"),
    )
    index("families", "person_id")
    index("families", "session_id")
    op.create_table(
        "family_codes",
        *required(sa.Text, "digest", "family_id"),
        *optional(sa.Text, "person_id"),
        *required(sa.Text, "part"),
        *optional(sa.Double, "expires_at"),
        primary("family_codes", "digest"),
        refers("family_codes", "family_id", "families.id"),
        refers("family_codes", "person_id", "persons.id"),
    )
    index("family_codes", "family_id")
    index("family_codes", "person_id")
    op.create_table(
        "members",
        *required(sa.Text, "id", "family_id", "person_id"),
        *required(sa.Boolean, "gives"),
        *required(sa.Text, "way", "platform", "chat"),
        *required(sa.Double, "joined_at"),
        *optional(sa.Double, "known_at"),
        defaulted(sa.Integer, "known_seq", "0"),
        primary("members", "id"),
        refers("members", "family_id", "families.id"),
        refers("members", "person_id", "persons.id"),
    )
    index("members", "family_id", "person_id", unique=True)
    index("members", "person_id")
    op.create_table(
        "family_questions",
        *required(sa.Text, "id", "family_id", "person_id", "text"),
        defaulted(sa.Text, "ref", "''"),
        defaulted(sa.Text, "photo", "''"),
        defaulted(sa.Text, "photo_event", "''"),
        *required(sa.Double, "created_at"),
        *optional(sa.Text, "session_id"),
        *optional(sa.Integer, "seq"),
        primary("family_questions", "id"),
        refers("family_questions", "family_id", "families.id"),
        refers("family_questions", "person_id", "persons.id"),
        refers("family_questions", "session_id", "sessions.id"),
    )
    index("family_questions", "photo_event", name="event", where="photo_event != ''")
    index("family_questions", "family_id")
    index("family_questions", "person_id")
    index("family_questions", "photo", where="photo != ''")
    index("family_questions", "session_id", "seq")
    op.create_table(
        "shares",
        number(),
        *required(sa.Text, "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "person_id", "family_id"),
        *required(sa.BigInteger, "revision"),
        *required(sa.Text, "letter"),
        *required(sa.Double, "at"),
        *optional(sa.Double, "thanked_at", "heard_at"),
        primary("shares", "id"),
        refers("shares", "family_id", "families.id"),
        refers("shares", "person_id", "persons.id"),
        refers("shares", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    index("shares", "family_id")
    index("shares", "letter")
    index("shares", "person_id")
    index("shares", "session_id", "seq", "person_id", unique=True)
    op.create_table(
        "tellings",
        number(),
        *required(sa.Text, "family_id", "session_id"),
        *required(sa.Integer, "seq"),
        *required(sa.Text, "person_id", "text"),
        *required(sa.Double, "at"),
        primary("tellings", "id"),
        refers("tellings", "family_id", "families.id"),
        refers("tellings", "person_id", "persons.id"),
        refers("tellings", "session_id", "sessions.id"),
        sqlite_autoincrement=True,
    )
    index("tellings", "family_id")
    index("tellings", "person_id")
    index("tellings", "session_id")
    op.create_table(
        "studies",
        *required(SORTABLE, "name"),
        *required(sa.Text, "kind"),
        *required(sa.Integer, "quota"),
        defaulted(sa.Integer, "wave", "1"),
        *required(sa.Double, "created_at"),
        *optional(sa.Double, "closed_at"),
        primary("studies", "name"),
    )
    op.create_table(
        "participants",
        number(),
        *required(SORTABLE, "study"),
        *required(sa.Integer, "number"),
        *required(sa.Text, "batch", "digest"),
        *optional(sa.Text, "person_id"),
        *required(sa.Double, "invited_at"),
        *optional(sa.Double, "closes_at", "came_at"),
        primary("participants", "id"),
        refers("participants", "study", "studies.name"),
        refers("participants", "person_id", "persons.id", "SET NULL"),
        sa.UniqueConstraint("digest", name="uq_participants_digest"),
        sa.UniqueConstraint("study", "number", name="uq_participants_study_number"),
        sqlite_autoincrement=True,
    )
    index("participants", "person_id")
    op.create_table(
        "participations",
        *required(BIG_KEY, "participant_id"),
        *required(sa.Integer, "wave"),
        *optional(sa.Text, "session_id"),
        *required(sa.Double, "begun_at"),
        primary("participations", "participant_id", "wave"),
        refers("participations", "participant_id", "participants.id"),
        refers("participations", "session_id", "sessions.id", "SET NULL"),
    )
    index("participations", "session_id")
    op.create_table(
        "study_pseudonyms",
        *required(SORTABLE, "study", "kind"),
        *required(sa.Integer, "number"),
        *required(sa.Text, "ruling", "replacement"),
        primary("study_pseudonyms", "study", "kind", "number"),
        refers("study_pseudonyms", "study", "studies.name"),
    )
    for table, columns in _FOUND.items():
        op.create_table(
            table,
            number(),
            *required(sa.Text, "session_id"),
            *required(SORTABLE, "study"),
            *(sa.Column(name, kind, nullable=False) for name, kind in columns),
            primary(table, "id"),
            refers(table, "session_id", "sessions.id"),
            sqlite_autoincrement=True,
        )
        index(table, "session_id")
    index("study_names", "study", "kind", "number")
    index("study_codings", "study")
    op.add_column("announcements", sa.Column("study", SORTABLE))
    op.add_column("announcements", sa.Column("wave", sa.Integer()))


def downgrade() -> None:
    for column in ("wave", "study"):
        op.drop_column("announcements", column)
    for table in ("study_codings", "study_names", "study_pseudonyms", "participations", "participants", "studies"):
        op.drop_table(table)
    for table in ("tellings", "shares", "family_questions", "members", "family_codes", "families"):
        op.drop_table(table)
    op.drop_column("sessions", "family_id")
    for table in ("book_passages", "books"):
        op.drop_table(table)
    for column in ("title", "set_aside", "retells"):
        op.drop_column("entries", column)
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TABLE told_index")
    op.drop_table("told_words")


_OUT = "INSERT INTO told_index (told_index, rowid, words) VALUES ('delete', old.id, old.words);"
_IN = "INSERT INTO told_index (rowid, words) VALUES (new.id, new.words);"
_INDEX = (
    "CREATE VIRTUAL TABLE told_index USING fts5(words, content='told_words', content_rowid='id', detail='none', "
    "columnsize=0, tokenize='unicode61 remove_diacritics 0')",
    f"CREATE TRIGGER told_words_in AFTER INSERT ON told_words BEGIN {_IN} END",
    f"CREATE TRIGGER told_words_out AFTER DELETE ON told_words BEGIN {_OUT} END",
    f"CREATE TRIGGER told_words_anew AFTER UPDATE ON told_words BEGIN {_OUT} {_IN} END",
)


_FOUND: dict[str, list[tuple[str, Any]]] = {
    "study_names": [("kind", SORTABLE), ("number", sa.Integer()), ("form", sa.Text())],
    "study_codings": [
        ("answer", sa.Integer()),
        ("coder", sa.Text()),
        ("code", sa.Text()),
        ("quote", sa.Text()),
        ("start", sa.Integer()),
    ],
}
