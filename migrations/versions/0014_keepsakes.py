"""What families keep and researchers take away: words to be searched by; what is told twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _upgrade_telling()
    _upgrade_takes()
    _upgrade_books()


def downgrade() -> None:
    for table in ("book_passages", "books"):
        op.drop_table(table)
    _downgrade_takes()
    _downgrade_telling()


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


def _upgrade_telling() -> None:
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


def _downgrade_telling() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TABLE told_index")
    op.drop_table("told_words")


def _upgrade_takes() -> None:
    op.add_column("entries", sa.Column("retells", sa.Text(), nullable=False, server_default=sa.text("'[]'")))
    op.add_column("entries", sa.Column("set_aside", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("entries", sa.Column("title", sa.Text(), nullable=False, server_default=sa.text("''")))


def _downgrade_takes() -> None:
    for column in ("title", "set_aside", "retells"):
        op.drop_column("entries", column)


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
