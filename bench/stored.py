"""Many stored sessions, made fast: written by the store's own tables, in one transaction."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from bot.database import prepare_database
from core.interviews.life_story.interview import LifeStory
from core.store.schema import addresses, entries, mailbox, outbox, persons, revisions, scripts, sessions
from core.store.store import sqlite_engine

BATCH = 10_000
ENTRIES = 2
"""Of each session: its opening and the first question."""


def fill(database: Path, count: int) -> None:
    """Store `count` people, each in a life story whose first question was delivered and waits for an answer."""
    prepare_database(database)
    interview = LifeStory()
    digest = interview.scripts.digest
    engine = sqlite_engine(str(database))
    with engine.connect() as c, c.begin():
        c.exec_driver_sql("BEGIN IMMEDIATE")
        c.execute(scripts.insert(), {"digest": digest, "body": interview.scripts.model_dump_json()})
        for first in range(0, count, BATCH):
            numbers = range(first, min(count, first + BATCH))
            c.execute(persons.insert(), [_person(n) for n in numbers])
            c.execute(addresses.insert(), [_address(n) for n in numbers])
            c.execute(sessions.insert(), [_session(n, digest) for n in numbers])
            c.execute(entries.insert(), [_entry(n, seq) for n in numbers for seq in (1, 2)])
            c.execute(revisions.insert(), [_revision(n, seq) for n in numbers for seq in (1, 2)])
            c.execute(mailbox.insert(), [_handled(n) for n in numbers])
            c.execute(outbox.insert(), [_delivered(n) for n in numbers])
    engine.dispose()


_NOW = time.time()


def _person(n: int) -> dict[str, Any]:
    return {"id": f"p{n}", "name": "Anna", "language": "en", "stage": "known", "created_at": _NOW}


def _address(n: int) -> dict[str, Any]:
    return {"platform": "bench", "chat": str(n), "person_id": f"p{n}", "sender_name": "Anna", "unreachable_at": None}


def _session(n: int, digest: str) -> dict[str, Any]:
    return {
        "id": f"s{n}",
        "person_id": f"p{n}",
        "kind": "life-story",
        "title": "My life story",
        "status": "active",
        "language": "en",
        "script_digest": digest,
        "platform": "bench",
        "chat": str(n),
        "state": '{"version": 1, "index": 0, "offline": true}',
        "open_question": 2,
        "last_seq": ENTRIES,
        "revision": 1,
        "counters": '{"questions": 1}',
        "created_at": _NOW,
        "touched_at": _NOW,
        "ended_at": None,
    }


def _entry(n: int, seq: int) -> dict[str, Any]:
    return {
        "session_id": f"s{n}",
        "seq": seq,
        "role": "interviewer",
        "kind": "remark" if seq == 1 else "question",
        "question_id": "first-memory",
        "answers": None,
        "ref": "",
        "at": _NOW,
        "state": None if seq == 1 else '{"version": 1, "index": 0, "offline": true}',
    }


def _revision(n: int, seq: int) -> dict[str, Any]:
    text = "We begin." if seq == 1 else "What is the very first thing you remember?"
    return {"session_id": f"s{n}", "seq": seq, "text": text, "reason": "original", "withdrawn": False, "at": _NOW}


def _handled(n: int) -> dict[str, Any]:
    """Return the command that began the interview."""
    return {
        "event_id": f"stored:{n}",
        "person_id": f"p{n}",
        "payload": '{"type": "command", "content": {"name": "interview", "argument": "life-story"}}',
        "arrived_at": _NOW,
        "ready": True,
        "done_at": _NOW,
    }


def _delivered(n: int) -> dict[str, Any]:
    """Return the message that asked the question; whatever is sent now was sent after it."""
    return {
        "key": f"stored:{n}/turn",
        "platform": "bench",
        "chat": str(n),
        "language": "en",
        "session_id": f"s{n}",
        "seq": ENTRIES,
        "payload": '{"type": "say", "say": {"text": "What is the very first thing you remember?"}}',
        "created_at": _NOW,
        "attempts": 0,
        "sent_at": _NOW,
        "ref": str(n),
        "place": "",
        "platform_sent_at": _NOW,
    }
