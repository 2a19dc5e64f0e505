"""What families keep and researchers take away: words to search by; what is told twice; gifts, families; studies."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "told_words",
        sa.Column("id", _BIG_KEY, autoincrement=True, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_told_words"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_told_words_session_id", ondelete="CASCADE"),
        sa.UniqueConstraint("session_id", "seq", name="uq_told_words_session_id_seq"),
        sqlite_autoincrement=True,
    )
    if op.get_context().dialect.name == "sqlite":
        for statement in _INDEX:
            op.execute(statement)
    op.add_column("entries", sa.Column("retells", sa.Text(), nullable=False, server_default=sa.text("'[]'")))
    op.add_column("entries", sa.Column("set_aside", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("entries", sa.Column("title", sa.Text(), nullable=False, server_default=sa.text("''")))
    _upgrade_books()
    op.add_column("sessions", sa.Column("family_id", sa.Text()))
    _put_families()
    _put_what_they_ask()
    _put_what_they_get()
    _upgrade_studies()
    op.add_column("announcements", sa.Column("study", _PLACE))
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


_BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OUT = "INSERT INTO told_index (told_index, rowid, words) VALUES ('delete', old.id, old.words);"
_IN = "INSERT INTO told_index (rowid, words) VALUES (new.id, new.words);"
_INDEX = (
    "CREATE VIRTUAL TABLE told_index USING fts5(words, content='told_words', content_rowid='id', detail='none', "
    "columnsize=0, tokenize='unicode61 remove_diacritics 0')",
    f"CREATE TRIGGER told_words_in AFTER INSERT ON told_words BEGIN {_IN} END",
    f"CREATE TRIGGER told_words_out AFTER DELETE ON told_words BEGIN {_OUT} END",
    f"CREATE TRIGGER told_words_anew AFTER UPDATE ON told_words BEGIN {_OUT} {_IN} END",
)


def _upgrade_books() -> None:
    op.create_table(
        "books",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("questions", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("approved", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("shared", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("session_id", name="pk_books"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_books_session_id", ondelete="CASCADE"),
    )
    op.create_table(
        "book_passages",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("of", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("withheld", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("session_id", "seq", name="pk_book_passages"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_book_passages_session_id", ondelete="CASCADE"
        ),
    )


# --- a gift, and the family around it ---------------------------------------------------------------------------------


def _put_families() -> None:
    op.create_table(
        "families",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("session_id", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rhythm", sa.Text(), nullable=False),
        sa.Column("giver", sa.Text(), nullable=False),
        sa.Column("leave", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("leave_at", sa.Double()),
        sa.Column("leave_seq", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("due_at", sa.Double()),
        sa.Column("seen", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_families"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_families_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_families_session_id", ondelete="CASCADE"),
    )
    op.create_index("ix_families_person_id", "families", ["person_id"])
    op.create_index("ix_families_session_id", "families", ["session_id"])
    op.create_table(
        "family_codes",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("family_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double()),
        sa.PrimaryKeyConstraint("digest", name="pk_family_codes"),
        sa.ForeignKeyConstraint(["family_id"], ["families.id"], name="fk_family_codes_family_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_family_codes_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_family_codes_family_id", "family_codes", ["family_id"])
    op.create_index("ix_family_codes_person_id", "family_codes", ["person_id"])
    op.create_table(
        "members",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("family_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("gives", sa.Boolean(), nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("known_at", sa.Double()),
        sa.Column("known_seq", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_members"),
        sa.ForeignKeyConstraint(["family_id"], ["families.id"], name="fk_members_family_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_members_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_members_family_id_person_id", "members", ["family_id", "person_id"], unique=True)
    op.create_index("ix_members_person_id", "members", ["person_id"])


def _put_what_they_ask() -> None:
    op.create_table(
        "family_questions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("family_id", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("ref", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("photo", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("photo_event", sa.Text(), nullable=False, server_default=sa.text("''")),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("session_id", sa.Text()),
        sa.Column("seq", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_family_questions"),
        sa.ForeignKeyConstraint(
            ["family_id"], ["families.id"], name="fk_family_questions_family_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["persons.id"], name="fk_family_questions_person_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_family_questions_session_id", ondelete="CASCADE"
        ),
    )
    op.create_index(
        "ix_family_questions_event",
        "family_questions",
        ["photo_event"],
        sqlite_where=sa.text("photo_event != ''"),
        postgresql_where=sa.text("photo_event != ''"),
    )
    op.create_index("ix_family_questions_family_id", "family_questions", ["family_id"])
    op.create_index("ix_family_questions_person_id", "family_questions", ["person_id"])
    op.create_index(
        "ix_family_questions_photo",
        "family_questions",
        ["photo"],
        sqlite_where=sa.text("photo != ''"),
        postgresql_where=sa.text("photo != ''"),
    )
    op.create_index("ix_family_questions_session_id_seq", "family_questions", ["session_id", "seq"])


def _put_what_they_get() -> None:
    op.create_table(
        "shares",
        sa.Column("id", _BIG_KEY, autoincrement=True, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("family_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("thanked_at", sa.Double()),
        sa.Column("heard_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_shares"),
        sa.ForeignKeyConstraint(["family_id"], ["families.id"], name="fk_shares_family_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_shares_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_shares_session_id", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_shares_family_id", "shares", ["family_id"])
    op.create_index("ix_shares_letter", "shares", ["letter"])
    op.create_index("ix_shares_person_id", "shares", ["person_id"])
    op.create_index("ix_shares_session_id_seq_person_id", "shares", ["session_id", "seq", "person_id"], unique=True)
    op.create_table(
        "tellings",
        sa.Column("id", _BIG_KEY, autoincrement=True, nullable=False),
        sa.Column("family_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tellings"),
        sa.ForeignKeyConstraint(["family_id"], ["families.id"], name="fk_tellings_family_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_tellings_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_tellings_session_id", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tellings_family_id", "tellings", ["family_id"])
    op.create_index("ix_tellings_person_id", "tellings", ["person_id"])
    op.create_index("ix_tellings_session_id", "tellings", ["session_id"])


_PLACE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _upgrade_studies() -> None:
    op.create_table(
        "studies",
        sa.Column("name", _PLACE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("quota", sa.Integer(), nullable=False),
        sa.Column("wave", sa.Integer(), nullable=False, server_default=sa.text("1")),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double()),
        sa.PrimaryKeyConstraint("name", name="pk_studies"),
    )
    _upgrade_participants()
    op.create_table(
        "study_pseudonyms",
        sa.Column("study", _PLACE, nullable=False),
        sa.Column("kind", _PLACE, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ruling", sa.Text(), nullable=False),
        sa.Column("replacement", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study", "kind", "number", name="pk_study_pseudonyms"),
        sa.ForeignKeyConstraint(["study"], ["studies.name"], name="fk_study_pseudonyms_study", ondelete="CASCADE"),
    )
    for table, columns in _FOUND.items():
        op.create_table(
            table,
            sa.Column("id", _BIG_KEY, autoincrement=True, nullable=False),
            sa.Column("session_id", sa.Text(), nullable=False),
            sa.Column("study", _PLACE, nullable=False),
            *(sa.Column(name, kind, nullable=False) for name, kind in columns),
            sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
            sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=f"fk_{table}_session_id", ondelete="CASCADE"),
            sqlite_autoincrement=True,
        )
        op.create_index(f"ix_{table}_session_id", table, ["session_id"])
    op.create_index("ix_study_names_study_kind_number", "study_names", ["study", "kind", "number"])
    op.create_index("ix_study_codings_study", "study_codings", ["study"])


_FOUND: dict[str, list[tuple[str, Any]]] = {
    "study_names": [("kind", _PLACE), ("number", sa.Integer()), ("form", sa.Text())],
    "study_codings": [
        ("answer", sa.Integer()),
        ("coder", sa.Text()),
        ("code", sa.Text()),
        ("quote", sa.Text()),
        ("start", sa.Integer()),
    ],
}


def _upgrade_participants() -> None:
    op.create_table(
        "participants",
        sa.Column("id", _BIG_KEY, autoincrement=True, nullable=False),
        sa.Column("study", _PLACE, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("batch", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text()),
        sa.Column("invited_at", sa.Double(), nullable=False),
        sa.Column("closes_at", sa.Double()),
        sa.Column("came_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_participants"),
        sa.ForeignKeyConstraint(["study"], ["studies.name"], name="fk_participants_study", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name="fk_participants_person_id", ondelete="SET NULL"),
        sa.UniqueConstraint("digest", name="uq_participants_digest"),
        sa.UniqueConstraint("study", "number", name="uq_participants_study_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_participants_person_id", "participants", ["person_id"])
    op.create_table(
        "participations",
        sa.Column("participant_id", _BIG_KEY, nullable=False),
        sa.Column("wave", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Text()),
        sa.Column("begun_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("participant_id", "wave", name="pk_participations"),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["participants.id"], name="fk_participations_participant_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_participations_session_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_participations_session_id", "participations", ["session_id"])
