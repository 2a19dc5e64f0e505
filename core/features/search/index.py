"""Searches in what a person has told. The words of their answers are indexed when they look for something, not before:
no turn pays for it, and there is no second copy of the words of people who never look for anything."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from core.contracts.session import Entry, EntryKind
from core.store.driver import execute_many, fetch_all, fetch_one, row_exists, upsert
from core.store.feature_hooks import Erased, Then
from core.store.mailbox_rows import OWNED_LINES
from core.store.rows import entries_of
from core.store.schema import entries, revisions, sessions, told_words

PIECE = 500
"""Answers that are indexed in one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """An answer in a wording whose words are not indexed yet."""

    session_id: str
    seq: int
    revision: int
    text: str
    """Empty where it was taken back."""


class _Holds(sa.ColumnElement[bool]):
    """True where the words of a row of `told_words` fit the query, which is written in the database's own way."""

    inherit_cache = True
    type = sa.Boolean()


@compiles(_Holds)
def _compile_holds(_element: _Holds, compiler: SQLCompiler, **_more: Any) -> str:
    wanted = compiler.process(bindparam("wanted", type_=sa.Text))
    if compiler.dialect.name == "sqlite":
        return f"told_words.id IN (SELECT rowid FROM told_index WHERE told_index MATCH {wanted})"  # noqa: S608 - a parameter
    return f"array_to_tsvector(string_to_array(told_words.words, ' ')) @@ CAST({wanted} AS tsquery)"


_newest = revisions.alias()
_NEWEST = (
    sa.select(sa.func.max(_newest.c.id))
    .where(_newest.c.session_id == entries.c.session_id, _newest.c.seq == entries.c.seq)
    .scalar_subquery()
)
_UNREAD = (
    sa.select(entries.c.session_id, entries.c.seq, revisions.c.id, revisions.c.text, revisions.c.withdrawn)
    .join(sessions, sessions.c.id == entries.c.session_id)
    .join(revisions, (revisions.c.session_id == entries.c.session_id) & (revisions.c.seq == entries.c.seq))
    .outerjoin(told_words, (told_words.c.session_id == entries.c.session_id) & (told_words.c.seq == entries.c.seq))
    .where(
        sessions.c.person_id == bindparam("person"),
        entries.c.kind == EntryKind.ANSWER.value,
        revisions.c.id == _NEWEST,
        told_words.c.revision.is_(None) | (told_words.c.revision < revisions.c.id),
    )
    .limit(PIECE)
)
_PUT = upsert(told_words, "session_id", "seq", then=lambda new: {"revision": new.revision, "words": new.words})
_THEIRS = sa.select(sessions.c.id).where(sessions.c.person_id == bindparam("person"))
_FOUND = OWNED_LINES.join(
    told_words, (told_words.c.session_id == entries.c.session_id) & (told_words.c.seq == entries.c.seq)
).where(told_words.c.session_id.in_(_THEIRS), _Holds())
_TITLE = (
    sa.select(entries.c.title)
    .where(
        entries.c.session_id == bindparam("session"),
        entries.c.question_id == bindparam("question"),
        entries.c.title != "",
    )
    .limit(1)
)


def free_telling_title(c: Connection, session_id: str, question_id: str) -> str:
    """Return the heading of a free telling with this id; empty where it is a question of the script."""
    row = fetch_one(c, _TITLE, {"session": session_id, "question": question_id})
    return "" if row is None else str(row.title)


def unindexed_answers(c: Connection, person_id: str) -> tuple[Unread, ...]:
    """Return answers of a person whose words are not indexed as they are now, at most `PIECE` of them."""
    rows = fetch_all(c, _UNREAD, {"person": person_id})
    return tuple(
        Unread(session_id=row.session_id, seq=row.seq, revision=row.id, text="" if row.withdrawn else row.text)
        for row in rows
    )


def index_answers(c: Connection, read: Iterable[tuple[Unread, Collection[str]]]) -> None:
    """Index the words of answers, each made of letters and digits; interviews that are gone by now are left out."""
    for session_id, each in groupby(read, key=lambda pair: pair[0].session_id):
        if not row_exists(c, sessions, sessions.c.id == session_id):
            continue
        owner = _name(session_id)
        rows = [
            {
                "session_id": session_id,
                "seq": answer.seq,
                "revision": answer.revision,
                "words": " ".join((owner, *sorted(words))),
            }
            for answer, words in each
        ]
        execute_many(c, _PUT, rows)


def find_answers(c: Connection, person_id: str, wanted: Sequence[Collection[str]]) -> tuple[tuple[str, Entry], ...]:
    """Return a person's answers, with their sessions, that hold at least one word of every group; in the order of the
    telling. The caller looks at each answer itself: those kept back and taken back are among them."""
    theirs = [_name(row.id) for row in fetch_all(c, _THEIRS, {"person": person_id})]
    if not theirs or not wanted:
        return ()
    both, either, quote = (" AND ", " OR ", '"') if c.dialect.name == "sqlite" else (" & ", " | ", "'")
    groups = (either.join(f"{quote}{word}{quote}" for word in sorted(words)) for words in [theirs, *wanted])
    query = both.join(f"({words})" for words in groups)
    rows = fetch_all(c, _FOUND, {"person": person_id, "wanted": query})
    each = groupby(rows, key=lambda row: row.owner)
    answers = [(str(session_id), entry) for session_id, lines in each for entry in entries_of(lines)]
    return tuple(sorted(answers, key=lambda answer: answer[1].at))


def _name(session_id: str) -> str:
    """Return a word that means a session and is nobody's word: no index of strangers' answers is read."""
    return f"of{hashlib.sha256(session_id.encode()).hexdigest()[:20]}"


def erase_from_index(c: Connection, erased: Erased) -> Then | None:
    """Take the words of deleted interviews out of SQLite's index for good: it only notes them at first."""
    indexed = bool(erased.sessions) and row_exists(c, told_words, told_words.c.session_id.in_(erased.sessions))
    if not indexed or c.dialect.name != "sqlite":
        return None
    return _optimize


def _optimize(c: Connection) -> None:
    c.exec_driver_sql("INSERT INTO told_index (told_index) VALUES ('optimize')")
