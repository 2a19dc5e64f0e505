"""Somebody who has told something into every table that can hold words, and looking for it afterwards."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from core.contracts.calls import Budget, Call, Settlement
from core.contracts.chore import ChoreResult
from core.contracts.commits import AskForChore, Commit, ErasePerson, Mark, OutboxMessage
from core.contracts.family import Asks, Family, FamilyQuestion, InviteRole, NewGift, NewInvitation, SharingConsent
from core.contracts.messages import Address, SendDocument, Text
from core.contracts.page_lines import FreshLine
from core.contracts.session import Note
from core.contracts.turn import Occurrence
from core.features.chamber import chamber_rows
from core.features.chamber.messages import SideNote as RunNote
from core.features.chamber.messages import Speaker
from core.store.call_rows import StoredLedger
from core.store.changes import commit
from core.store.chore_rows import due_chore, save_chore_result
from core.store.claims import Claim
from core.store.device_rows import put_key
from core.store.driver import insert_new
from core.store.family_steps import put_family_invite, put_gift, take_family_step
from core.store.outbox import put_letter
from core.store.page_rows import put_line
from core.store.schema import (
    announcements,
    book_passages,
    books,
    consents,
    metadata,
    photos,
    recordings,
    shown,
    tallies,
    told_words,
)
from core.store.schema_families import families, shares, tellings
from core.store.schema_studies import participants, participations, studies, study_codings, study_names
from core.store.store import Connection, Store
from tests.fakes.chamber import hold_run, new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import (
    AT,
    NOW,
    answer,
    append,
    arrive,
    begin,
    count,
    edit,
    event,
    letter,
    new_session,
    question,
    stored,
    waiting_ids,
)

THERE = Address(platform="there", chat="2")
SECRET = "the well behind the mill"
LEFT_BEHIND = {"calls", "last_seen", "participants", "participations", "scripts", "spending", "studies", "tallies"}
"""Tables in which deleting leaves figures."""


def call_of(session_id: str | None, words: str = SECRET) -> Call:
    return Call(purpose="notes", model="m", session_id=session_id, reserved_micros=50, prompt=words)


async def tell(store: Store, name: str, address: Address, words: str = SECRET) -> None:
    """Somebody with two interviews and a run, and something of theirs in every table that can hold words."""
    first, second = f"{name}-first", f"{name}-second"

    def unit(c: Connection) -> None:
        for session_id in (first, second):
            session = new_session(session_id, person_id=name, address=address)
            session = begin(c, session, event_id=f"hello {session_id}")
            told = [question(1, words), answer(2, 1, words, f"{words} again", ref=f"{session_id}-ref")]
            append(
                c,
                session,
                told,
                letters=(
                    letter(f"{session_id}/q", words, address=address, session_id=session_id, seq=1),
                    file_letter(f"{session_id}/f", words, address, session_id),
                ),
                effects=(AskForChore("notes"), Occurrence(name="guard-long", detail=words)),
                values={"counters": session.counters.model_copy(update={"answers": 1})},
            )
            chore = due_chore(c, session_id, "notes", now=NOW)
            assert chore is not None
            result = ChoreResult(notes=(Note(key="well", value=words, entries=(2,)),), summary=words, finding=words)
            save_chore_result(c, chore, result, watermark=1, again=True, now=NOW)
            marks = (Mark(seq=2, asides=(words,)),)
            commit(c, Commit(person_id=name, session=stored(c, session_id), marks=marks), now=NOW)
            taken_back = ((2, edit(words, withdrawn=True)),)
            commit(c, Commit(person_id=name, revised=session_id, revisions=taken_back), now=NOW)
            c.execute(recordings.insert(), recording(f"{session_id}-spoken", name, words, session_id=session_id, seq=1))
        c.execute(recordings.insert(), recording(f"{name}-spoken", name, words, state="heard", heard_at=NOW))
        for n in range(3):
            arrive(c, event(f"{name}-{n}", Text(text=words), address=address, ref=f"{name}-ref-{n}"))
        commit(c, Commit(person_id=name, done=tuple(waiting_ids(c)[-2:])), now=NOW)
        put_letter(c, letter(f"{name}/reply", words, address=address), now=NOW)
        put_letter(c, file_letter(f"{name}/export", words, address, None), now=NOW)
        consent = {"person_id": name, "digest": "d", "language": "en", "text": words, "agreed_at": NOW}
        c.execute(consents.insert(), consent)
        _hold_run(c, name, address, words)
        line = FreshLine(key=f"{name}-line", at=AT, body=words, file=words.encode())
        put_line(c, address, line, number=count(c, shown) + 1)
        put_key(c, f"digest of {name}", address, now=NOW)
        c.execute(photos.insert(), _photo(name, words, session_id=first))
        c.execute(told_words.insert(), {"session_id": first, "seq": 2, "revision": 1, "words": words})
        notice = {"id": f"{name}-notice", "person_id": name, "texts": json.dumps({"": words}), "stage": "shown"}
        c.execute(announcements.insert(), notice | {"language": "en", "created_at": NOW, "touched_at": NOW})
        _hold_families(c, name, address, words)
        _take_part(c, name, words)
        c.execute(books.insert(), {"session_id": first, "way": "told", "made_at": NOW})
        passage = {"session_id": first, "seq": 2, "of": words, "words": words, "origin": "theirs"}
        c.execute(book_passages.insert(), passage)

    await store.write(unit)
    ledger = StoredLedger(store, Budget(), ManualClock())
    for outcome in ("ok", ""):
        number = await ledger.reserve(call_of(first, words))
        if outcome:
            await ledger.settle(number, Settlement(outcome=outcome, cost_micros=30, answer=words))


def _take_part(c: Connection, name: str, words: str) -> None:
    """A study with their first interview in it, and what was found there."""
    number, first = count(c, participants) + 1, f"{name}-first"
    c.execute(insert_new(studies, "name"), {"name": "voices", "kind": "plain", "quota": 0, "created_at": NOW})
    invited = {"study": "voices", "number": number, "batch": "", "digest": str(number), "invited_at": NOW}
    c.execute(participants.insert(), {**invited, "person_id": name, "came_at": NOW})
    of_first = {"participant_id": number, "wave": 1, "session_id": first, "begun_at": NOW}
    c.execute(participations.insert(), of_first)
    found = {"session_id": first, "study": "voices"}
    c.execute(study_names.insert(), {**found, "kind": "person", "number": number, "form": words})
    coding = {"answer": 1, "coder": "model", "code": "loss", "quote": words, "start": 0}
    c.execute(study_codings.insert(), {**found, **coding})


def _hold_families(c: Connection, name: str, address: Address, words: str) -> None:
    """A family around their first interview, and one of somebody's who has not come."""
    own, of_others = f"{name}-family", f"{name}-of-others"
    for family_id in (own, of_others):
        family = Family(
            id=family_id,
            person_id=None,
            session_id=None,
            name=words,
            language="en",
            kind=words,
            rhythm="",
            giver=words,
            leave=SharingConsent.NOT_SAID,
            leave_at=None,
        )
        gives = family_id == of_others
        put_gift(
            c, NewGift(family=family, member_id=f"{name}-member", address=address if gives else None), name, now=NOW
        )
    c.execute(families.update().where(families.c.id == own).values(person_id=name, session_id=f"{name}-first"))
    put_family_invite(
        c, NewInvitation(family_id=own, part=InviteRole.MEMBER, digest=f"{name}-code", expires_at=None), name, now=NOW
    )
    asked = FamilyQuestion(id=f"{name}-asks", family_id=of_others, person_id=name, asker="", text=words)
    take_family_step(c, Asks(question=asked), name, now=NOW)
    of_first = {"session_id": f"{name}-first", "seq": 2, "person_id": name, "family_id": own}
    c.execute(shares.insert(), {**of_first, "revision": 1, "letter": f"family/{name}-first/2.1/x", "at": NOW})
    c.execute(tellings.insert(), {**of_first, "text": words, "at": NOW})


def _hold_run(c: Connection, name: str, address: Address, words: str) -> None:
    run_id, claim = f"{name}-run", Claim("app.me", NOW)
    run = new_run(setup(rules={"name": words, "opening": words}), run_id, person_id=name, address=address)
    hold_run(c, run, claim)
    said = said_by(Speaker.PRIME, 1, words, taken_out=words, thinking=words, blocks=words)
    note = RunNote(at=AT, seq=1, speaker=Speaker.PRIME, kind="failed", text=words)
    chamber_rows.save_utterance(c, claim, run_id, said, (note,), spent=1.0)
    chamber_rows.put_scores(c, run_id, words, words, now=NOW)
    chamber_rows.watch_run(c, run_id, address, "en")


def _photo(name: str, words: str, *, session_id: str) -> dict[str, Any]:
    return {
        "event_id": f"{name}-photo",
        "person_id": name,
        "session_id": session_id,
        "seq": 2,
        "platform": "there",
        "chat": "2",
        "file_ref": words,
        "photo": f"{words}.jpg",
        "attempts": 0,
    }


def recording(event_id: str, person_id: str, words: str = "words", **more: Any) -> dict[str, Any]:
    """A row of something spoken; `words` stand in it where there could be some."""
    values = {
        "event_id": event_id,
        "person_id": person_id,
        "platform": "there",
        "chat": "2",
        "file_ref": words,
        "media_type": "audio/ogg",
        "audio": f"{words}.ogg",
        "state": "unheard",
        "trouble": "silent",
        "attempts": 1,
        "created_at": NOW,
    }
    return values | more


def file_letter(key: str, words: str, address: Address, session_id: str | None) -> OutboxMessage:
    saying = SendDocument(name=f"{words}.md", media_type="text/markdown", body=words.encode(), caption=words)
    return OutboxMessage(key=key, address=address, saying=saying, language="en", session_id=session_id)


def dump(c: Connection, but: Collection[str] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, but for those that are named, and what the store writes down for itself."""
    return {
        table.name: sorted((tuple(row) for row in c.execute(table.select())), key=repr)
        for table in metadata.sorted_tables
        if table.name not in {*but, "writers"}
    }


def _texts(c: Connection) -> Iterator[tuple[str, str]]:
    """Whatever words stand in the database, with the column that they stand in."""
    for table in metadata.sorted_tables:
        for row in c.execute(table.select()).mappings():
            for name, value in row.items():
                if isinstance(value, bytes | str):
                    yield f"{table.name}.{name}", value if isinstance(value, str) else value.decode()


def naming(c: Connection, *words: str) -> set[str]:
    """The columns in which one of these stands, be it amid something else."""
    return {column for column, text in _texts(c) if any(word in text for word in words)}


def damage(c: Connection) -> list[Any]:
    """Rows that refer to nothing; PostgreSQL never lets that come about."""
    return [] if c.dialect.name == "postgresql" else list(c.exec_driver_sql("PRAGMA foreign_key_check").all())


async def erase(store: Store, name: str, address: Address = THERE, **more: Any) -> None:
    farewell = letter(f"{name}/farewell", "Goodbye.", address=address, forget=True)
    change = Commit(person_id=name, effects=(ErasePerson(),), letters=(farewell,), **more)
    await store.write(lambda c: commit(c, change, now=NOW))


async def tallied(store: Store) -> dict[str, int]:
    return await store.read(lambda c: {row.name: row.number for row in c.execute(tallies.select())})
