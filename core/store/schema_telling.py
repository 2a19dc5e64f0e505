"""What people have told, as words to be searched by; a part of `core.store.schema`.

A row is there only of somebody who has looked for something. On SQLite an index of FTS5 follows the table by triggers,
so that whatever takes away a row takes its words out of the index; PostgreSQL compares the rows of one person.
"""

from __future__ import annotations

from sqlalchemy import DDL, BigInteger, Column, ForeignKey, Integer, Table, Text, UniqueConstraint, event

from core.store.schema_common import metadata, row_number_column

told_words = Table(
    "told_words",
    metadata,
    row_number_column(),
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    # Of the answer.
    Column("seq", Integer, nullable=False),
    # The number of the wording that the words are of.
    Column("revision", BigInteger, nullable=False),
    # Words without their endings, one space between them, behind one that stands for the session.
    Column("words", Text, nullable=False),
    UniqueConstraint("session_id", "seq"),
    sqlite_autoincrement=True,
)

_OUT = "INSERT INTO told_index (told_index, rowid, words) VALUES ('delete', old.id, old.words);"
_IN = "INSERT INTO told_index (rowid, words) VALUES (new.id, new.words);"
INDEX = (
    "CREATE VIRTUAL TABLE told_index USING fts5(words, content='told_words', content_rowid='id', detail='none', "
    "columnsize=0, tokenize='unicode61 remove_diacritics 0')",
    f"CREATE TRIGGER told_words_in AFTER INSERT ON told_words BEGIN {_IN} END",
    f"CREATE TRIGGER told_words_out AFTER DELETE ON told_words BEGIN {_OUT} END",
    f"CREATE TRIGGER told_words_anew AFTER UPDATE ON told_words BEGIN {_OUT} {_IN} END",
)
"""For SQLite alone."""
for _statement in INDEX:
    event.listen(told_words, "after_create", DDL(_statement).execute_if(dialect="sqlite"))  # type: ignore[no-untyped-call]  # the library's
