"""What somebody said that is no answer, such as a goodbye: it's shown, changed, deleted and erased like any message."""

from __future__ import annotations

from core.contracts.commits import Commit
from core.contracts.messages import Address
from core.contracts.session import Entry, EntryKind, Revision, Role
from core.features.search.index import unindexed_answers
from core.languages.messages import say
from core.store.changes import commit
from core.store.records import load_record
from core.store.schema import entries, revisions
from tests.fakes.app import Running
from tests.fakes.deleting import DELETE
from tests.fakes.platform import FakePerson
from tests.fakes.stores import count

REF = "4242"
GOODBYE = "Thanks, and see you on Sunday."


async def _part(r: Running, person: FakePerson) -> None:
    """Have them answer once, and say something that is no answer."""
    await r.says(person, "In 1983.")
    (session,) = await r.sessions()
    seq, now = session.last_seq + 1, session.touched_at
    address = Address(platform=session.address.platform, chat=session.address.chat)
    words = Revision(number=0, text=GOODBYE, at=now)
    entry = Entry(
        seq=seq, role=Role.PERSON, kind=EntryKind.REMARK, ref=REF, address=address, at=now, revisions=(words,)
    )
    change = Commit(person_id=session.person_id, session=session.model_copy(update={"last_seq": seq}), entries=(entry,))
    await r.store.write(lambda c: commit(c, change, now=now.timestamp()))


async def _transcript(r: Running, person: FakePerson) -> str:
    await r.says(person, "/transcript")
    return person.documents[-1].body.decode()


async def test_it_is_in_the_transcript_and_counts_as_nothing(r: Running, person: FakePerson) -> None:
    await _part(r, person)
    text = await _transcript(r, person)
    assert f": {GOODBYE}*" in text
    assert "**Words in total:** 2" in text
    (session,) = await r.sessions()
    assert (session.counters.answers, session.counters.words) == (1, 2)
    found = await r.store.read(lambda c: unindexed_answers(c, session.person_id))
    assert [each.text for each in found] == ["In 1983."], "nobody searches for it"


async def test_a_change_of_it_is_in_the_transcript(r: Running, person: FakePerson) -> None:
    await _part(r, person)
    await r.handled(person.edit(REF, "Thanks, and see you on Monday."))
    assert person.said[-1] == say("en", "edited")
    text = await _transcript(r, person)
    assert "Monday" in text
    assert "Sunday" not in text


async def test_deleted_it_is_in_no_file_and_no_figure_changes(r: Running, person: FakePerson) -> None:
    await _part(r, person)
    before = (await r.sessions())[0]
    await r.handled(person.delete(REF))
    assert person.said[-1] == say("en", "removed")
    after = (await r.sessions())[0]
    assert (after.counters, after.open_question) == (before.counters, before.open_question)
    assert "Sunday" not in await _transcript(r, person)


async def test_undo_takes_back_the_answer_before_it(r: Running, person: FakePerson) -> None:
    await _part(r, person)
    await r.says(person, "/undo")
    (session,) = await r.sessions()
    whole, _ = await r.store.read(lambda c: load_record(c, session.id))
    assert [e.text for e in whole.entries if e.role is Role.PERSON and not e.withdrawn] == [GOODBYE]


async def test_it_goes_with_its_person(r: Running, person: FakePerson) -> None:
    await _part(r, person)
    await r.says(person, "/delete")
    await r.handled(person.press(DELETE))
    assert person.said[-1] == say("en", "deleted")
    assert await r.store.read(lambda c: [count(c, entries), count(c, revisions)]) == [0, 0]
