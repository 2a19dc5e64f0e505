"""The tables, for SQLite and PostgreSQL alike. Times are seconds since 1970 in UTC, money is in millionths.

`findings` are texts that background work keeps with a session, `notes` and `digests` what it knows; `spending` has the
running sums of the model `calls`; `occurrences` are counted; `access` and `invites` are the ways in beside the
configuration; `last_seen` and `tallies` are what deleting leaves behind; `lines` only show that somebody is heard.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from core.store import schema_studies as schema_studies
from core.store.schema_announcements import announced as announced
from core.store.schema_announcements import announcements as announcements
from core.store.schema_books import book_passages as book_passages
from core.store.schema_books import books as books
from core.store.schema_common import BigKey, SortableText, claim_columns, partial_index, row_number_column
from core.store.schema_common import access as access
from core.store.schema_common import invites as invites
from core.store.schema_common import last_seen as last_seen
from core.store.schema_common import lines as lines
from core.store.schema_common import link_tries as link_tries
from core.store.schema_common import links as links
from core.store.schema_common import metadata as metadata
from core.store.schema_common import operator_keys as operator_keys
from core.store.schema_common import page_keys as page_keys
from core.store.schema_common import run_notes as run_notes
from core.store.schema_common import run_scores as run_scores
from core.store.schema_common import run_watchers as run_watchers
from core.store.schema_common import runs as runs
from core.store.schema_common import shown as shown
from core.store.schema_common import tallies as tallies
from core.store.schema_common import usage as usage
from core.store.schema_common import utterances as utterances
from core.store.schema_common import writers as writers
from core.store.schema_families import families as families
from core.store.schema_gateways import errands as errands
from core.store.schema_gateways import gateways as gateways
from core.store.schema_gateways import seats as seats
from core.store.schema_photos import photos as photos
from core.store.schema_telling import told_words as told_words


def _session(*, primary: bool = False) -> Column[str]:
    goes_with_it = ForeignKey("sessions.id", ondelete="CASCADE")
    return Column("session_id", Text, goes_with_it, primary_key=primary, nullable=False)


def _person() -> Column[str]:
    return Column("person_id", Text, ForeignKey("persons.id", ondelete="CASCADE"), nullable=False)


persons = Table(
    "persons",
    metadata,
    Column("id", SortableText, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    # Empty where the operator's hold.
    Column("timezone", Text, nullable=False, server_default=text("''")),
    Column("quiet_hours", Text, nullable=False, server_default=text("''")),
    # The digest of the text that they agreed to; the text is in `consents`.
    Column("agreed", Text, nullable=False, server_default=text("''")),
    # The interview that begins when they have agreed, as JSON; empty for none.
    Column("awaits", Text, nullable=False, server_default=text("''")),
    # The spoken answer that the next message takes the place of, as JSON; empty for none.
    Column("mending", Text, nullable=False, server_default=text("''")),
    # Whether they want to hear the questions: "on", "off", "told" or empty.
    Column("aloud", Text, nullable=False, server_default=text("''")),
    # They want no notices to everybody.
    Column("no_notices", Boolean, nullable=False, server_default=false()),
    # When somebody known in another chat turned out to be them.
    Column("joined_at", Double),
    # Interviews that they began before this teach the next one nothing.
    Column("forgotten_before", Double),
    *claim_columns(),
)

consents = Table(
    "consents",
    metadata,
    row_number_column(),
    _person(),
    Column("digest", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("agreed_at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, consents.c.person_id)

addresses = Table(
    "addresses",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    _person(),
    Column("sender_name", Text, nullable=False),
    Column("unreachable_at", Double),
    # The platform's own id of the person, as `access` names it; empty where nothing came from them since it is kept.
    Column("sender_id", Text, nullable=False, server_default=text("''")),
    # The newest position that was kept, where the platform can be asked later for what came after it.
    Column("reached", SortableText),
    # The same as a number, as it was before; it goes with the next change of the tables.
    Column("seen", BigInteger),
    # No voice message can be sent there: the person's own settings forbid it.
    Column("silent", Boolean, nullable=False, server_default=false()),
)
Index(None, addresses.c.person_id)

mailbox = Table(
    "mailbox",
    metadata,
    row_number_column(),
    Column("event_id", Text, nullable=False, unique=True),
    _person(),
    Column("payload", Text, nullable=False),
    Column("arrived_at", Double, nullable=False),
    # False while a voice note is still being heard: answers behind it wait.
    Column("ready", Boolean, nullable=False),
    Column("done_at", Double),
    sqlite_autoincrement=True,
)
Index(None, mailbox.c.person_id)
partial_index("ix_mailbox_waiting", mailbox.c.person_id, mailbox.c.id, where=mailbox.c.done_at.is_(None))

scripts = Table("scripts", metadata, Column("digest", Text, primary_key=True), Column("body", Text, nullable=False))

sessions = Table(
    "sessions",
    metadata,
    Column("id", SortableText, primary_key=True),
    _person(),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("script_digest", Text, ForeignKey("scripts.digest"), nullable=False),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("open_question", Integer),
    Column("last_seq", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("counters", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("ended_at", Double),
    # What the deadlines rest on, as JSON.
    Column("timing", Text, nullable=False, server_default="{}"),
    # When it has to be looked at next.
    Column("due_at", Double),
    # Of one that was given: the family that it may reach.
    Column("family_id", Text),
)
Index(None, sessions.c.person_id, sessions.c.touched_at)
Index(None, sessions.c.touched_at)
partial_index("ix_sessions_due", sessions.c.due_at, where=sessions.c.due_at.is_not(None))

entries = Table(
    "entries",
    metadata,
    _session(primary=True),
    Column("seq", Integer, primary_key=True),
    Column("role", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("question_id", Text, nullable=False),
    Column("answers", Integer),
    Column("ref", Text, nullable=False),
    # Of an answer: the chat of that message. A session may go on in several.
    Column("platform", Text, nullable=False, server_default=text("''")),
    Column("chat", Text, nullable=False, server_default=text("''")),
    Column("at", Double, nullable=False),
    Column("state", Text),
    Column("spoken_seconds", Double, nullable=False, server_default=text("0")),
    Column("audio", Text, nullable=False, server_default=text("''")),
    # Of a photograph: the name of its file, "-" while there is none.
    Column("photo", Text, nullable=False, server_default=text("''")),
    # What of its words was said to the interviewer, as a JSON list of passages.
    Column("asides", Text, nullable=False, server_default=text("'[]'")),
    Column("kept_back", Boolean, nullable=False, server_default=false()),
    # Of a question that asks something anew: what it asks anew, as a JSON list, and whether that is shown instead.
    Column("retells", Text, nullable=False, server_default=text("'[]'")),
    Column("set_aside", Boolean, nullable=False, server_default=false()),
    # Of a message that leaves the floor to the person for as long as they like: the heading of what they tell.
    Column("title", Text, nullable=False, server_default=text("''")),
    # Of a question of the family's: who asks it.
    Column("asker", Text, nullable=False, server_default=text("''")),
)
partial_index("ix_entries_ref", entries.c.ref, where=entries.c.ref != "")
partial_index("ix_entries_audio", entries.c.audio, where=entries.c.audio != "")
partial_index("ix_entries_photo", entries.c.photo, where=entries.c.photo != "")
partial_index("ix_entries_answers", entries.c.session_id, entries.c.answers, where=entries.c.answers.is_not(None))

recordings = Table(
    "recordings",
    metadata,
    row_number_column(),
    # Of the event that it came with; the mailbox item itself is tidied away some day.
    Column("event_id", Text, nullable=False, unique=True),
    _person(),
    # Once the person was told that it could not be heard: the question that it answers. Where a place in it was hard
    # to hear: the answer that it became.
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("seq", Integer),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("file_ref", Text, nullable=False),
    Column("seconds", Double),
    Column("size", BigInteger),
    Column("media_type", Text, nullable=False),
    # The name of the file in the folder of recordings; empty while it is not here, and when it is not kept.
    Column("audio", Text, nullable=False),
    # "waiting", "heard" or "unheard".
    Column("state", Text, nullable=False),
    Column("trouble", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    # When it is tried next; null where nothing more is tried by itself. Of one that was heard in doubt: until when its
    # file is kept at most.
    Column("due_at", Double),
    Column("created_at", Double, nullable=False),
    Column("heard_at", Double),
    *claim_columns(),
    sqlite_autoincrement=True,
)
Index(None, recordings.c.person_id)
Index(None, recordings.c.session_id)
partial_index("ix_recordings_audio", recordings.c.audio, where=recordings.c.audio != "")
partial_index("ix_recordings_due", recordings.c.due_at, where=recordings.c.due_at.is_not(None))

revisions = Table(
    "revisions",
    metadata,
    row_number_column(),
    _session(),
    Column("seq", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, revisions.c.session_id, revisions.c.seq, revisions.c.id)
Index(None, revisions.c.session_id, revisions.c.id)

notes = Table(
    "notes",
    metadata,
    _session(primary=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("stale", Boolean, nullable=False),
    Column("updated_at", Double, nullable=False),
)

digests = Table(
    "digests",
    metadata,
    _session(primary=True),
    Column("summary", Text, nullable=False),
    Column("watermark", BigInteger, nullable=False),
)

findings = Table(
    "findings",
    metadata,
    _session(primary=True),
    Column("name", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Double, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    row_number_column(),
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("created_at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, documents.c.session_id)

outbox = Table(
    "outbox",
    metadata,
    row_number_column(),
    Column("key", SortableText, nullable=False, unique=True),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE")),
    # The question that this message asks, if it asks one.
    Column("seq", Integer),
    Column("payload", Text, nullable=False),
    Column("document_id", BigKey, ForeignKey("documents.id", ondelete="SET NULL")),
    Column("created_at", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Double),
    # Claimed by a process that died: whether the person saw it is not known.
    Column("in_doubt", Boolean, nullable=False, server_default=false()),
    Column("sent_at", Double),
    Column("dead_at", Double),
    Column("error", Text),
    Column("ref", Text),
    # Where it stands in its chat; `position` is the same as a number, as it was before.
    Column("place", SortableText),
    Column("position", BigInteger),
    Column("platform_sent_at", Double),
    # The last word to somebody who had everything deleted: what the platform's adapter keeps of them is removed before
    # it is said, and the row after it.
    Column("forget", Boolean, nullable=False, server_default=false()),
    *claim_columns(),
    sqlite_autoincrement=True,
)
Index(None, outbox.c.session_id)
Index(None, outbox.c.document_id)
_undelivered = outbox.c.sent_at.is_(None) & outbox.c.dead_at.is_(None)
partial_index("ix_outbox_waiting", outbox.c.platform, outbox.c.chat, outbox.c.id, where=_undelivered)
partial_index("ix_outbox_question", outbox.c.session_id, outbox.c.seq, where=outbox.c.seq.is_not(None))

chores = Table(
    "chores",
    metadata,
    row_number_column(),
    _session(),
    Column("name", Text, nullable=False),
    # Grows when the chore is asked for again while it runs, so that it runs once more.
    Column("round", Integer, nullable=False),
    Column("due_at", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("dead_at", Double),
    Column("error", Text),
    # Since when it waits for what is in `error`, where that is nobody's failure.
    Column("waiting_since", Double),
    *claim_columns(),
    UniqueConstraint("session_id", "name"),
    sqlite_autoincrement=True,
)
partial_index("ix_chores_due", chores.c.due_at, where=chores.c.dead_at.is_(None))

calls = Table(
    "calls",
    metadata,
    row_number_column(),
    # No foreign key: what was spent stays counted when a session is deleted.
    Column("session_id", Text),
    Column("purpose", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("reserved_micros", BigInteger, nullable=False),
    Column("cost_micros", BigInteger, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("cached_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("latency_ms", Integer, nullable=False),
    Column("prompt", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("at", Double, nullable=False),
    # The process that makes it.
    Column("claimed_by", Text),
    sqlite_autoincrement=True,
)
Index(None, calls.c.session_id)

spending = Table(
    "spending",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("micros", BigInteger, nullable=False),
)

occurrences = Table(
    "occurrences",
    metadata,
    row_number_column(),
    _session(),
    Column("name", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, occurrences.c.session_id)
