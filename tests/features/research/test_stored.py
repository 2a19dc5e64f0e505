"""Studies, by both stores: who comes in by an invitation, what belongs to them, and what is left of who is gone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access.gate import Gate, code_digest
from core.contracts.closed_questions import SCREENED_OUT
from core.contracts.commits import Commit
from core.contracts.errors import ConfigurationError
from core.contracts.messages import Address, Command, Incoming, Sender
from core.contracts.session import Entry, Session
from core.features.research.rows import (
    Door,
    change_study,
    close_batch,
    count_taken,
    next_wave,
    put_batch,
    put_study,
    study,
    study_entry,
    wave_circle,
    wave_participants,
)
from core.store.access import access_list
from core.store.arrivals import receive_event
from core.store.changes import commit
from core.store.erasing import erase_person, erase_session
from core.store.notice_circles import is_in_circle
from core.store.schema import notes, occurrences, persons, sessions
from core.store.schema_studies import participants
from core.store.store import Connection, Store
from tests.fakes.stores import AT, NOW, answer, begin, event, new_session, question, stored

CODES = [f"Ab3_-xyzAb3_-xy{n}" for n in range(4)]
DAY = 86_400.0


def _study(c: Connection, *, quota: int = 0, closes_at: float | None = None) -> None:
    put_study(c, "voices", kind="plain", quota=quota, now=NOW)
    made = study(c, "voices")
    assert made is not None
    put_batch(c, made, [code_digest(code) for code in CODES], batch="spring", closes_at=closes_at, now=NOW)


def _comes(c: Connection, number: int, sender: str, *, now: float = NOW) -> bool:
    """Whether they were let in."""
    written = event(f"start-{number}-{sender}", Command(name="start", argument=CODES[number]))
    here = replace(written, address=Address(platform="here", chat=sender), sender=Sender(id=sender, name="Maria"))
    return not _received(c, here, now).stranger


def _received(c: Connection, incoming: Incoming, now: float):  # type: ignore[no-untyped-def]
    return receive_event(c, incoming, gate=Gate(), person_id=f"p-{incoming.sender.id}", language="en", now=now)


def _begins(c: Connection, session_id: str, sender: str, *, days: int = 0) -> None:
    made = _interview(session_id, sender).model_copy(update={"created_at": AT + timedelta(days=days)})
    begin(c, made, event_id=f"hello-{session_id}")


def _interview(session_id: str, sender: str, kind: str = "plain") -> Session:
    here = Address(platform="here", chat=sender)
    return new_session(session_id, person_id=f"p-{sender}", address=here).model_copy(update={"kind": kind})


def _codes(c: Connection) -> list[tuple[str, int, str | None]]:
    return [(part.code, part.wave, part.session_id) for part in wave_participants(c, "voices")]


async def test_an_invitation_makes_one_person_a_participant(store: Store) -> None:
    await store.write(lambda c: _study(c))
    assert await store.write(lambda c: (_comes(c, 0, "7"), _comes(c, 0, "8"))) == (True, False)
    first, *others = await store.read(lambda c: wave_participants(c, "voices"))
    assert (first.code, first.batch, first.person_id, first.came_at) == ("P001", "spring", "p-7", NOW)
    assert [(part.code, part.came_at) for part in others] == [("P002", None), ("P003", None), ("P004", None)]
    asked = code_digest(CODES[0])
    assert await store.read(lambda c: study_entry(c, asked, now=NOW)) is Door.USED
    assert await store.read(lambda c: study_entry(c, asked, now=NOW, person_id="p-7")) is Door.OPEN
    assert await store.read(lambda c: study_entry(c, "none", now=NOW)) is None


async def test_the_second_invitation_of_one_person_stays_good_for_another(store: Store) -> None:
    await store.write(lambda c: _study(c))
    await store.write(lambda c: (_comes(c, 0, "7"), _comes(c, 1, "7")))
    assert [part.came_at for part in await store.read(lambda c: wave_participants(c, "voices"))][:2] == [NOW, None]
    assert await store.write(lambda c: _comes(c, 1, "8"))


async def test_a_full_or_closed_study_lets_nobody_in_and_uses_nothing_up(store: Store) -> None:
    await store.write(lambda c: _study(c, quota=1, closes_at=NOW + DAY))
    await store.write(lambda c: (_comes(c, 0, "7"), _begins(c, "s1", "7")))
    second = code_digest(CODES[1])
    assert await store.read(lambda c: study_entry(c, second, now=NOW)) is Door.FULL
    assert not await store.write(lambda c: _comes(c, 1, "8"))
    await store.write(lambda c: _screened_out(c, "s1"))
    assert await store.read(lambda c: study_entry(c, second, now=NOW)) is Door.OPEN
    assert await store.read(lambda c: study_entry(c, second, now=NOW + 2 * DAY)) is Door.CLOSED
    await store.write(lambda c: change_study(c, "voices", closed_at=NOW))
    assert not await store.write(lambda c: _comes(c, 1, "8"))
    await store.write(lambda c: change_study(c, "voices", reopen=True))
    assert len((await store.read(lambda c: access_list(c, now=NOW))).invites) == 3
    assert await store.write(lambda c: _comes(c, 1, "8"))
    assert await store.write(lambda c: close_batch(c, "voices", "spring", now=NOW)) == 2
    assert not await store.write(lambda c: _comes(c, 2, "9"))


def _screened_out(c: Connection, session_id: str) -> None:
    c.execute(occurrences.insert(), {"session_id": session_id, "name": SCREENED_OUT, "detail": "", "at": NOW})


async def test_the_first_interview_of_a_wave_belongs_to_it_until_it_is_deleted(store: Store) -> None:
    await store.write(lambda c: (_study(c), _comes(c, 0, "7")))
    await store.write(lambda c: (_begins(c, "s1", "7"), _begins(c, "s2", "7")))
    made = await store.read(lambda c: study(c, "voices"))
    assert made is not None
    assert (await store.read(_codes))[0] == ("P001", 1, "s1")
    assert await store.read(lambda c: count_taken(c, made)) == 1
    await store.write(lambda c: erase_session(c, "s1"))
    (gone, *_) = await store.read(lambda c: wave_participants(c, "voices"))
    assert (gone.session_id, gone.withdrawn) == (None, True)
    await store.write(lambda c: _begins(c, "s3", "7"))
    assert (await store.read(_codes))[0] == ("P001", 1, "s3")


async def test_an_interview_of_another_person_or_kind_is_none_of_the_study(store: Store) -> None:
    await store.write(lambda c: (_study(c), _comes(c, 0, "7"), begin(c, _interview("other", "7", "life-story"))))
    await store.write(lambda c: begin(c, _interview("s9", "9"), event_id="hello-s9"))
    assert (await store.read(_codes))[0] == ("P001", 1, None)


async def test_of_who_has_everything_deleted_the_code_is_left(store: Store) -> None:
    await store.write(lambda c: (_study(c), _comes(c, 0, "7"), _begins(c, "s1", "7")))
    await store.write(lambda c: erase_person(c, "p-7"))
    (part, *_) = await store.read(lambda c: wave_participants(c, "voices"))
    assert (part.code, part.person_id, part.session_id, part.withdrawn) == ("P001", None, None, True)
    assert await store.read(lambda c: study_entry(c, code_digest(CODES[0]), now=NOW)) is Door.USED


async def test_a_study_is_there_once(store: Store) -> None:
    await store.write(lambda c: _study(c))
    with pytest.raises(ConfigurationError, match="voices"):
        await store.write(lambda c: put_study(c, "voices", kind="plain", quota=0, now=NOW))


async def test_the_next_wave_knows_what_was_said_and_is_one_interview_more(store: Store) -> None:
    await store.write(lambda c: (_study(c), _comes(c, 0, "7"), _begins(c, "s1", "7")))
    told = (question(1), answer(2, 1, "By the river."), answer(3, 1, "In winter."), answer(4, 1, "Hush", "Hush, hush"))
    hidden = told[3].model_copy(update={"kept_back": True})
    await store.write(lambda c: _keeps(c, (*told[:3], hidden)))
    assert await store.write(lambda c: next_wave(c, "voices")) == 2
    await store.write(lambda c: _begins(c, "s2", "7", days=200))
    assert (await store.read(_codes))[:2] == [("P001", 1, "s1"), ("P001", 2, "s2")]
    noted = await store.read(lambda c: c.execute(notes.select()).all())
    assert [(row.session_id, row.key, row.value) for row in noted] == [
        ("s2", "last_time_first_memory", "By the river. In winter.")
    ]
    await store.write(lambda c: erase_person(c, "p-7"))
    assert [
        part.withdrawn for part in await store.read(lambda c: wave_participants(c, "voices")) if part.code == "P001"
    ] == [
        True,
        True,
    ]


def _keeps(c: Connection, lines: tuple[Entry, ...]) -> None:
    commit(c, Commit(person_id="p-7", session=stored(c, "s1"), entries=lines), now=NOW)


async def test_of_two_codes_of_one_person_the_first_counts(store: Store) -> None:
    """As it is since two chats were joined."""
    await store.write(lambda c: (_study(c), _comes(c, 0, "7"), _comes(c, 1, "8")))
    await store.write(lambda c: (_begins(c, "s1", "7"), _begins(c, "s2", "8")))
    await store.write(lambda c: c.execute(participants.update().values(person_id="p-7")))
    await store.write(lambda c: c.execute(sessions.update().values(person_id="p-7", status="completed")))
    await store.write(lambda c: next_wave(c, "voices"))
    again = persons.select().where(is_in_circle(wave_circle("voices", 2)))
    assert [row.id for row in await store.read(lambda c: c.execute(again).all())] == ["p-7"]
    await store.write(lambda c: _begins(c, "s3", "7", days=200))
    assert [part for part in await store.read(_codes) if part[1] == 2] == [("P001", 2, "s3")]
    assert await store.read(lambda c: c.execute(again).all()) == []
