"""Tables beside the interviews, a part of `core.store.schema`; and what all tables have in common."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
# SQLite gives out row numbers by itself only for a column that is exactly INTEGER PRIMARY KEY.
BigKey = BigInteger().with_variant(Integer, "sqlite")


def row_number_column() -> Column[int]:
    """A row number that is never given out again (tables with it are AUTOINCREMENT): marks and keys are made of it."""
    return Column("id", BigKey, primary_key=True, autoincrement=True)


def claim_columns() -> tuple[Column[str], Column[float]]:
    """Which process works on a row, and until when the others leave it alone (`core.store.claims`)."""
    return Column("claimed_by", Text), Column("claimed_until", Double)


def partial_index(name: str, *columns: Column[Any], where: ColumnElement[bool]) -> None:
    """An index of the rows for which something is so."""
    Index(name, *columns, sqlite_where=where, postgresql_where=where)


SortableText = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that statements compare: by its characters, as Python and SQLite do, in whatever alphabet a server sorts."""

# What a person has taken up of the day (of UTC) that they were here last.
usage = Table(
    "usage",
    metadata,
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, nullable=False),
    # Of words, files and recordings.
    Column("bytes", BigInteger, nullable=False),
    # What model calls have cost, with what is held for those under way.
    Column("micros", BigInteger, nullable=False),
    # Messages that were not taken in.
    Column("refused", Integer, nullable=False),
    # What they were last told of that, and when.
    Column("told", Text, nullable=False),
    Column("told_at", Double),
)

# Messages that only show that somebody is listened to: they go when it is over, or when the process starts again.
lines = Table(
    "lines",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("message", Text, primary_key=True),
    ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name="fk_lines_platform", ondelete="CASCADE"
    ),
)

# What stands in the chats of a page of our own.
shown = Table(
    "shown",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    # Grows with each change.
    Column("moved", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    # The words of a recording.
    Column("heard", Text, nullable=False, server_default=text("''")),
    Column("file", LargeBinary),
    ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name="fk_shown_platform", ondelete="CASCADE"
    ),
    UniqueConstraint("platform", "chat", "key", name="uq_shown_platform_chat_key"),
)
Index(None, shown.c.platform, shown.c.chat, shown.c.moved)

# What opens such a chat.
page_keys = Table(
    "page_keys",
    metadata,
    # SHA-256 of the key.
    Column("digest", Text, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, server_default=text("0")),
    Column("expires_at", Double, nullable=False, server_default=text("0")),
    # The browser as it names itself, shortened.
    Column("device", Text, nullable=False, server_default=text("''")),
    ForeignKeyConstraint(
        ["platform", "chat"], ["addresses.platform", "addresses.chat"], name="fk_page_keys_platform", ondelete="CASCADE"
    ),
)
Index(None, page_keys.c.platform, page_keys.c.chat)

# Who may talk to the bot beside those whom the configuration names, and who may not.
access = Table(
    "access",
    metadata,
    # `platform:id`.
    Column("who", Text, primary_key=True),
    Column("allowed", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    # SHA-256 of the code: who reads the database cannot use it.
    Column("digest", Text, primary_key=True),
    # The interview that it begins; empty: the person chooses.
    Column("kind", Text, nullable=False),
    Column("uses_left", Integer, nullable=False),
    Column("expires_at", Double),
    Column("created_at", Double, nullable=False),
)

# The codes by which people bring a further chat of theirs to what they have told in another.
links = Table(
    "links",
    metadata,
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
    # SHA-256 of the code.
    Column("digest", Text, nullable=False, unique=True),
    # The chat that it was made in.
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("expires_at", Double, nullable=False),
    # The chat that it was entered in, which was asked and has not answered yet.
    Column("entered_platform", Text),
    Column("entered_chat", Text),
    # Whom only this code lets in, as `access` names them; empty where whoever entered it may come in without.
    Column("guest", Text, nullable=False, server_default=text("''")),
)

# Codes that were tried lately in a chat.
link_tries = Table(
    "link_tries",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("since", Double, nullable=False),
)

# What opens the operator's page.
operator_keys = Table(
    "operator_keys",
    metadata,
    # SHA-256 of the key.
    Column("digest", Text, primary_key=True),
    # A link lets in once, and a cookie takes its place.
    Column("is_link", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False),
    # As in `page_keys`.
    Column("device", Text, nullable=False, server_default=text("''")),
)

# What is left of somebody who had everything deleted: where their chat stood, so that nothing before it comes back.
last_seen = Table(
    "last_seen",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    # It was a number before.
    Column("position", BigInteger, nullable=False),
    Column("reached", SortableText, nullable=False, server_default=text("''")),
)

tallies = Table(
    "tallies",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
)

# Processes that write, each with the last transaction that it has committed: what a lost connection leaves open is
# looked up here.
writers = Table(
    "writers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
)

# Runs of the chamber, in which two models speak with each other.
runs = Table(
    "runs",
    metadata,
    Column("id", SortableText, primary_key=True),
    # Null: the operator's, from the command line.
    Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE")),
    Column("name", Text, nullable=False),
    # As JSON, without keys.
    Column("setup", Text, nullable=False),
    Column("series", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seed", BigInteger),
    Column("status", Text, nullable=False),
    Column("why", Text),
    # Who is being asked.
    Column("asking", Text),
    Column("stop_wanted", Boolean, nullable=False),
    # Where its files go; null: nowhere.
    Column("platform", Text),
    Column("chat", Text),
    Column("language", Text, nullable=False),
    Column("spent_seconds", Double, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("ended_at", Double),
    *claim_columns(),
)
Index(None, runs.c.person_id)
Index(None, runs.c.series)
Index(None, runs.c.touched_at)
partial_index("ix_runs_running", runs.c.id, where=runs.c.status == "running")


def _run() -> Column[str]:
    return Column("run_id", Text, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True, nullable=False)


# Chats that are shown how a run goes on.
run_watchers = Table(
    "run_watchers",
    metadata,
    _run(),
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("language", Text, nullable=False),
)

utterances = Table(
    "utterances",
    metadata,
    _run(),
    Column("seq", Integer, primary_key=True),
    Column("speaker", Text, nullable=False),
    # What both sides may read; the next four are only the speaker's own.
    Column("public", Text, nullable=False),
    Column("full", Text, nullable=False),
    Column("taken_out", Text, nullable=False),
    Column("thinking", Text, nullable=False),
    Column("blocks", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("stop", Text, nullable=False),
    Column("ends", Boolean, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("cost_micros", BigInteger, nullable=False),
    Column("latency_ms", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

# What happened on one side: errors, waits, warnings.
run_notes = Table(
    "run_notes",
    metadata,
    row_number_column(),
    Column("run_id", Text, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    # Empty: a judge's.
    Column("speaker", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, run_notes.c.run_id)

# What each judge made of a run, as JSON.
run_scores = Table(
    "run_scores",
    metadata,
    _run(),
    Column("judge", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Double, nullable=False),
)
