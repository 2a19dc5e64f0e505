"""The tables of gifts and the families around them, a part of `core.store.schema`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, Table, Text, text

from core.store.schema_common import metadata, partial_index, person_column, required, row_number_column, session_column


def _family(*, index: bool = True) -> Column[str]:
    return Column("family_id", Text, ForeignKey("families.id", ondelete="CASCADE"), nullable=False, index=index)


families = Table(
    "families",
    metadata,
    Column("id", Text, primary_key=True),
    # Who tells; null before they have come.
    person_column(nullable=True, index=True),
    session_column(nullable=True, index=True),
    *required(Text, "name", "language", "kind", "rhythm", "giver"),
    # "yes", "no", or empty where they have not said.
    Column("leave", Text, nullable=False, server_default=text("''")),
    # What was told up to then, which does not go out.
    Column("leave_at", Double),
    Column("leave_seq", Integer, nullable=False, server_default=text("0")),
    Column("created_at", Double, nullable=False),
    # When it has to be looked at next for what is to go out, and the revision of the session that was seen last.
    Column("due_at", Double),
    Column("seen", Integer, nullable=False, server_default=text("0")),
    # What the giver writes to them, and the name of the file of a photograph; both may be empty.
    Column("words", Text, nullable=False, server_default=text("''")),
    Column("photo", Text, nullable=False, server_default=text("''")),
    # When somebody else than the giver first had the page of its link open.
    Column("looked_at", Double),
    # When the giver took it back.
    Column("taken_back_at", Double),
)
partial_index("ix_families_photo", families.c.photo, where=families.c.photo != "")

# Invitations beside those of `invites`, by the same digest: what whoever comes with one becomes.
family_codes = Table(
    "family_codes",
    metadata,
    Column("digest", Text, primary_key=True),
    _family(),
    # Who invites; null for the command line.
    person_column(nullable=True, index=True),
    Column("part", Text, nullable=False),
    Column("expires_at", Double),
    # The code itself where its giver can have the link shown again until it is used; else empty.
    Column("code", Text, nullable=False, server_default=text("''")),
)

members = Table(
    "members",
    metadata,
    Column("id", Text, primary_key=True),
    _family(index=False),
    person_column(index=True),
    Column("gives", Boolean, nullable=False),
    # "now", "week" or "none".
    Column("way", Text, nullable=False),
    *required(Text, "platform", "chat"),
    Column("joined_at", Double, nullable=False),
    # When who tells was told of them.
    Column("known_at", Double),
    Column("known_seq", Integer, nullable=False, server_default=text("0")),
    # When a giver last looked at the page of the gift.
    Column("looked_at", Double),
)
Index(None, members.c.family_id, members.c.person_id, unique=True)

family_questions = Table(
    "family_questions",
    metadata,
    Column("id", Text, primary_key=True),
    _family(),
    person_column(index=True),
    Column("text", Text, nullable=False),
    # The message that it came as; a photograph of the same message belongs to it.
    Column("ref", Text, nullable=False, server_default=text("''")),
    # The name of the file, "-" while there is none, empty where it is about none.
    Column("photo", Text, nullable=False, server_default=text("''")),
    Column("photo_event", Text, nullable=False, server_default=text("''")),
    Column("created_at", Double, nullable=False),
    # Where it stands once it was asked.
    session_column(nullable=True),
    Column("seq", Integer),
)
Index(None, family_questions.c.session_id, family_questions.c.seq)
partial_index("ix_family_questions_photo", family_questions.c.photo, where=family_questions.c.photo != "")
partial_index("ix_family_questions_event", family_questions.c.photo_event, where=family_questions.c.photo_event != "")

# What has gone out, or is on its way: each answer once to each.
shares = Table(
    "shares",
    metadata,
    row_number_column(),
    session_column(),
    Column("seq", Integer, nullable=False),
    person_column(index=True),
    _family(),
    # The wording that it went out in: a revision's number.
    Column("revision", BigInteger, nullable=False),
    # The letter's key in the outbox; several answers can be in one.
    Column("letter", Text, nullable=False, index=True),
    Column("at", Double, nullable=False),
    Column("thanked_at", Double),
    # When who tells was told of the thanks.
    Column("heard_at", Double),
    sqlite_autoincrement=True,
)
Index(None, shares.c.session_id, shares.c.seq, shares.c.person_id, unique=True)

# The same event in the words of others: beside the story, never in it.
tellings = Table(
    "tellings",
    metadata,
    row_number_column(),
    _family(),
    session_column(index=True),
    # The question of the event.
    Column("seq", Integer, nullable=False),
    person_column(index=True),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)
