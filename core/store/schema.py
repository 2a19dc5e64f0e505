"""The tables, for SQLite and PostgreSQL alike. Times are seconds since 1970 in UTC, money is in millionths.

`findings` are texts that background work keeps with a session, `notes` and `digests` what it knows; `spending` has the
running sums of the model `calls`; `occurrences` are counted; `access` and `invites` are the ways in beside the
configuration; `last_seen` and `tallies` are what deleting leaves behind; `lines` only show that somebody is heard.
"""

from __future__ import annotations

from sqlalchemy import (
    DDL,
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
    event,
    false,
    text,
    true,
)

from core.store import schema_studies as schema_studies
from core.store.schema_common import (
    BigKey,
    SortableText,
    claim_columns,
    goes_with_address,
    optional,
    partial_index,
    person_column,
    required,
    row_number_column,
    run_column,
    session_column,
)
from core.store.schema_common import metadata as metadata
from core.store.schema_families import families as families

persons = Table(
    "persons",
    metadata,
    Column("id", SortableText, primary_key=True),
    *required(Text, "name", "language", "stage"),
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
    person_column(index=True),
    *required(Text, "digest", "language", "text"),
    Column("agreed_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

addresses = Table(
    "addresses",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    person_column(index=True),
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

mailbox = Table(
    "mailbox",
    metadata,
    row_number_column(),
    Column("event_id", Text, nullable=False, unique=True),
    person_column(index=True),
    Column("payload", Text, nullable=False),
    Column("arrived_at", Double, nullable=False),
    # False while a voice note is still being heard: answers behind it wait.
    Column("ready", Boolean, nullable=False),
    Column("done_at", Double),
    sqlite_autoincrement=True,
)
partial_index("ix_mailbox_waiting", mailbox.c.person_id, mailbox.c.id, where=mailbox.c.done_at.is_(None))

scripts = Table("scripts", metadata, Column("digest", Text, primary_key=True), Column("body", Text, nullable=False))

sessions = Table(
    "sessions",
    metadata,
    Column("id", SortableText, primary_key=True),
    person_column(),
    *required(Text, "kind", "title", "status", "language"),
    Column("script_digest", Text, ForeignKey("scripts.digest"), nullable=False),
    *required(Text, "platform", "chat", "state"),
    Column("open_question", Integer),
    *required(Integer, "last_seq", "revision"),
    Column("counters", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False, index=True),
    Column("ended_at", Double),
    # What the deadlines rest on, as JSON.
    Column("timing", Text, nullable=False, server_default="{}"),
    # When it has to be looked at next.
    Column("due_at", Double),
    # Of one that was given: the family that it may reach.
    Column("family_id", Text),
)
Index(None, sessions.c.person_id, sessions.c.touched_at)
partial_index("ix_sessions_due", sessions.c.due_at, where=sessions.c.due_at.is_not(None))

entries = Table(
    "entries",
    metadata,
    session_column(primary=True),
    Column("seq", Integer, primary_key=True),
    *required(Text, "role", "kind", "question_id"),
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
    # Of what is kept back: the passages that are meant, as a JSON list; all of it where there are none.
    Column("kept_passages", Text, nullable=False, server_default=text("'[]'")),
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
    person_column(index=True),
    # Once the person was told that it could not be heard: the question that it answers. Where a place in it was hard
    # to hear: the answer that it became.
    session_column(nullable=True, index=True),
    Column("seq", Integer),
    *required(Text, "platform", "chat", "file_ref"),
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
partial_index("ix_recordings_audio", recordings.c.audio, where=recordings.c.audio != "")
partial_index("ix_recordings_due", recordings.c.due_at, where=recordings.c.due_at.is_not(None))

revisions = Table(
    "revisions",
    metadata,
    row_number_column(),
    session_column(),
    Column("seq", Integer, nullable=False),
    *required(Text, "text", "reason"),
    Column("withdrawn", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, revisions.c.session_id, revisions.c.seq, revisions.c.id)
Index(None, revisions.c.session_id, revisions.c.id)

notes = Table(
    "notes",
    metadata,
    session_column(primary=True),
    Column("key", Text, primary_key=True),
    *required(Text, "value", "entries"),
    Column("stale", Boolean, nullable=False),
    Column("updated_at", Double, nullable=False),
)

digests = Table(
    "digests",
    metadata,
    session_column(primary=True),
    Column("summary", Text, nullable=False),
    Column("watermark", BigInteger, nullable=False),
)

findings = Table(
    "findings",
    metadata,
    session_column(primary=True),
    Column("name", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Double, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    row_number_column(),
    session_column(nullable=True, index=True),
    *required(Text, "name", "media_type"),
    Column("body", LargeBinary, nullable=False),
    Column("created_at", Double, nullable=False),
    sqlite_autoincrement=True,
)

outbox = Table(
    "outbox",
    metadata,
    row_number_column(),
    Column("key", SortableText, nullable=False, unique=True),
    *required(Text, "platform", "chat", "language"),
    session_column(nullable=True, index=True),
    # The question that this message asks, if it asks one.
    Column("seq", Integer),
    Column("payload", Text, nullable=False),
    Column("document_id", BigKey, ForeignKey("documents.id", ondelete="SET NULL"), index=True),
    Column("created_at", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Double),
    # Claimed by a process that died: whether the person saw it is not known.
    Column("in_doubt", Boolean, nullable=False, server_default=false()),
    *optional(Double, "sent_at", "dead_at"),
    *optional(Text, "error", "ref"),
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
_undelivered = outbox.c.sent_at.is_(None) & outbox.c.dead_at.is_(None)
partial_index("ix_outbox_waiting", outbox.c.platform, outbox.c.chat, outbox.c.id, where=_undelivered)
partial_index("ix_outbox_question", outbox.c.session_id, outbox.c.seq, where=outbox.c.seq.is_not(None))

chores = Table(
    "chores",
    metadata,
    row_number_column(),
    session_column(),
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
    Column("session_id", Text, index=True),
    *required(Text, "purpose", "model", "outcome"),
    *required(BigInteger, "reserved_micros", "cost_micros"),
    *required(Integer, "input_tokens", "cached_tokens", "output_tokens", "latency_ms"),
    *required(Text, "prompt", "answer", "day"),
    Column("at", Double, nullable=False),
    # The process that makes it.
    Column("claimed_by", Text),
    sqlite_autoincrement=True,
)

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
    session_column(index=True),
    *required(Text, "name", "detail"),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)

# --- notices to everybody ---------------------------------------------------------------------------------------------

announcements = Table(
    "announcements",
    metadata,
    Column("id", Text, primary_key=True),
    # Null: the operator's, from the command line.
    person_column(nullable=True, index=True),
    # By language, as JSON.
    Column("texts", Text, nullable=False),
    Column("stage", Text, nullable=False),
    # The chat that is told what came of it; null: none.
    Column("platform", Text),
    Column("chat", Text),
    Column("language", Text, nullable=False),
    # The last person who was put on its list, and whether everybody is.
    Column("after", Text, nullable=False, server_default=text("''")),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("created_at", Double, nullable=False),
    Column("begun_at", Double),
    Column("touched_at", Double, nullable=False),
    # Of one that begins a wave of a study: it goes to those who are asked again. Null: to everybody.
    Column("study", SortableText),
    Column("wave", Integer),
    *claim_columns(),
)
partial_index("ix_announcements_sending", announcements.c.id, where=announcements.c.stage == "sending")

# Its list, which grows as it goes: what became of it for each person.
announced = Table(
    "announced",
    metadata,
    Column("announcement_id", Text, ForeignKey("announcements.id", ondelete="CASCADE"), primary_key=True),
    person_column(primary=True, index=True),
    # The platform that it goes by, as far as that was decided.
    Column("platform", Text, nullable=False),
    Column("state", Text, nullable=False),
    # Times that a platform did not take it, one after the other.
    Column("attempts", Integer, nullable=False),
    # Times in all that it could not go when it was to.
    Column("looks", Integer, nullable=False),
    # When it was last put into the outbox.
    Column("put_at", Double),
    # Of one that waits: when it is looked at next.
    Column("due_at", Double),
)
Index(None, announced.c.announcement_id, announced.c.state, announced.c.platform, announced.c.due_at)

# --- books: their words are those of the interview; here is what was decided ------------------------------------------

books = Table(
    "books",
    metadata,
    session_column(primary=True),
    Column("way", Text, nullable=False),
    Column("questions", Boolean, nullable=False, server_default=true()),
    Column("made_at", Double, nullable=False),
    # The fingerprint of the book that was said yes to; empty for none.
    Column("approved", Text, nullable=False, server_default=text("''")),
    # Whether others may have it then.
    Column("shared", Boolean, nullable=False, server_default=false()),
    # What its person wants on the cover and before the first chapter, as JSON.
    Column("front", Text, nullable=False, server_default=text("'{}'")),
)

# What stands in a book in the place of a message of an answer.
book_passages = Table(
    "book_passages",
    metadata,
    session_column(primary=True),
    Column("seq", Integer, primary_key=True),
    # The fingerprint of the words that it was made of.
    Column("of", Text, nullable=False),
    *required(Text, "words", "origin"),
    Column("withheld", Boolean, nullable=False, server_default=false()),
    # Where a photograph stands; empty for the usual place.
    Column("place", Text, nullable=False, server_default=text("''")),
)

# --- photographs on their way -----------------------------------------------------------------------------------------

# A row is there until its photograph is kept (or was refused) and its answer is written: then the entry says all.
photos = Table(
    "photos",
    metadata,
    row_number_column(),
    Column("event_id", Text, nullable=False, unique=True),
    person_column(index=True),
    # The answer that it became.
    session_column(nullable=True, index=True),
    Column("seq", Integer),
    *required(Text, "platform", "chat", "file_ref"),
    Column("size", BigInteger),
    # The name of its file; "-" where it could not be kept, empty while it is to be fetched.
    Column("photo", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    # When it is tried next; null where nothing more is tried.
    Column("due_at", Double),
    *claim_columns(),
    sqlite_autoincrement=True,
)
partial_index("ix_photos_photo", photos.c.photo, where=photos.c.photo != "")
partial_index("ix_photos_due", photos.c.due_at, where=photos.c.due_at.is_not(None))

# --- what people have told, as words to be searched by ----------------------------------------------------------------

# A row is there only of somebody who has looked for something. On SQLite an index of FTS5 follows the table by
# triggers, so that whatever takes away a row takes its words out of the index; PostgreSQL compares one person's rows.
told_words = Table(
    "told_words",
    metadata,
    row_number_column(),
    session_column(),
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
for _statement in (
    "CREATE VIRTUAL TABLE told_index USING fts5(words, content='told_words', content_rowid='id', detail='none', "
    "columnsize=0, tokenize='unicode61 remove_diacritics 0')",
    f"CREATE TRIGGER told_words_in AFTER INSERT ON told_words BEGIN {_IN} END",
    f"CREATE TRIGGER told_words_out AFTER DELETE ON told_words BEGIN {_OUT} END",
    f"CREATE TRIGGER told_words_anew AFTER UPDATE ON told_words BEGIN {_OUT} {_IN} END",
):
    event.listen(told_words, "after_create", DDL(_statement).execute_if(dialect="sqlite"))  # type: ignore[no-untyped-call]  # the library's

# --- beside the interviews --------------------------------------------------------------------------------------------

# What a person has taken up of the day (of UTC) that they were here last.
usage = Table(
    "usage",
    metadata,
    person_column(primary=True),
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
    goes_with_address("lines"),
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
    goes_with_address("shown"),
    UniqueConstraint("platform", "chat", "key", name="uq_shown_platform_chat_key"),
)
Index(None, shown.c.platform, shown.c.chat, shown.c.moved)

# What opens such a chat.
page_keys = Table(
    "page_keys",
    metadata,
    # SHA-256 of the key.
    Column("digest", Text, primary_key=True),
    *required(Text, "platform", "chat"),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, server_default=text("0")),
    Column("expires_at", Double, nullable=False, server_default=text("0")),
    # The browser as it names itself, shortened.
    Column("device", Text, nullable=False, server_default=text("''")),
    goes_with_address("page_keys"),
)
Index(None, page_keys.c.platform, page_keys.c.chat)

# Links that open a chat in one more browser; each works once.
return_links = Table(
    "return_links",
    metadata,
    # SHA-256 of the code.
    Column("digest", Text, primary_key=True),
    *required(Text, "platform", "chat"),
    # The code itself, so that the link can be shown again until it is used; empty afterwards.
    Column("code", Text, nullable=False, server_default=text("''")),
    Column("expires_at", Double, nullable=False),
    goes_with_address("return_links"),
)
Index(None, return_links.c.platform, return_links.c.chat)

# Browsers that are told of a new question although the page is closed, as they have asked to be.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    # SHA-256 of the endpoint.
    Column("digest", Text, primary_key=True),
    *required(Text, "platform", "chat", "endpoint", "public_key", "secret"),
    Column("created_at", Double, nullable=False),
    goes_with_address("push_subscriptions"),
)
Index(None, push_subscriptions.c.platform, push_subscriptions.c.chat)

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
    person_column(primary=True),
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
    *required(Double, "created_at", "expires_at"),
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
    person_column(nullable=True, index=True),
    Column("name", Text, nullable=False),
    # As JSON, without keys.
    Column("setup", Text, nullable=False),
    Column("series", Text, nullable=False, index=True),
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
    *required(Double, "spent_seconds", "created_at"),
    Column("touched_at", Double, nullable=False, index=True),
    Column("ended_at", Double),
    *claim_columns(),
)
partial_index("ix_runs_running", runs.c.id, where=runs.c.status == "running")


# Chats that are shown how a run goes on.
run_watchers = Table(
    "run_watchers",
    metadata,
    run_column(primary=True),
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("language", Text, nullable=False),
)

utterances = Table(
    "utterances",
    metadata,
    run_column(primary=True),
    Column("seq", Integer, primary_key=True),
    Column("speaker", Text, nullable=False),
    # What both sides may read; the next four are only the speaker's own.
    Column("public", Text, nullable=False),
    *required(Text, "full", "taken_out", "thinking", "blocks"),
    *required(Text, "model", "stop"),
    Column("ends", Boolean, nullable=False),
    *required(Integer, "input_tokens", "output_tokens"),
    Column("cost_micros", BigInteger, nullable=False),
    Column("latency_ms", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

# What happened on one side: errors, waits, warnings.
run_notes = Table(
    "run_notes",
    metadata,
    row_number_column(),
    run_column(index=True),
    Column("seq", Integer, nullable=False),
    # Empty: a judge's.
    Column("speaker", Text, nullable=False),
    *required(Text, "kind", "text"),
    Column("at", Double, nullable=False),
    sqlite_autoincrement=True,
)

# What each judge made of a run, as JSON.
run_scores = Table(
    "run_scores",
    metadata,
    run_column(primary=True),
    Column("judge", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Double, nullable=False),
)

# --- several processes ------------------------------------------------------------------------------------------------

# Which process speaks for the bot on a platform.
gateways = Table(
    "gateways",
    metadata,
    # Of the lock: `token:` and the platform.
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    # Grows with each holder: what an earlier one still tries to write is refused.
    Column("epoch", Integer, nullable=False),
    # The holder's connection to the database, as the database numbers it.
    Column("backend", Integer, nullable=False),
    # By the database's clock.
    Column("renewed_at", Double, nullable=False),
)

# Files that another process wants to have of a platform, and what the gateway has got. A row goes with its answer.
errands = Table(
    "errands",
    metadata,
    Column("id", Text, primary_key=True),
    *required(Text, "platform", "file_ref"),
    # Bytes.
    Column("most", BigInteger, nullable=False),
    Column("asked_at", Double, nullable=False, index=True),
    Column("answered_at", Double),
    # The code of what went wrong; empty where nothing did.
    Column("trouble", Text, nullable=False),
    # Seconds after which it may be tried again, where the platform has said so.
    Column("wait_seconds", Double),
    Column("body", LargeBinary),
    *claim_columns(),
)

# Who is at work in the house. A seat whose lock nobody holds is empty, and what its process left is anybody's.
seats = Table(
    "seats",
    metadata,
    Column("seat", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("taken_at", Double, nullable=False),
)
