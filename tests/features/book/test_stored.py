"""What is decided about a book is kept as it was decided, one of each, and goes with its interview."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import Commit, EraseSession
from core.features.book.book_rows import book_state, wordings
from core.features.book.decisions import BookState, BookStep, BookWording, PassageOrigin, PassageWording
from core.store.changes import commit
from core.store.rows import to_datetime
from core.store.schema import book_passages, books
from core.store.store import Connection, Store
from tests.fakes.stores import NOW, begin, count, new_session

STATE = BookState(session_id="s1", way=BookWording.READ, made_at=to_datetime(NOW))
WORDING = PassageWording(seq=2, of="0123456789abcdef", text="A blue door.\nAnd “bread”.", origin=PassageOrigin.OWN)


async def decided(store: Store, step: BookStep) -> None:
    change = Commit(person_id="p1", effects=(step,))
    await store.write(lambda c: commit(c, change, now=NOW))


async def test_a_book_is_what_was_decided_last_and_goes_with_its_interview(store: Store) -> None:
    await store.write(lambda c: begin(c, new_session("s1"), event_id="hello"))
    assert await store.read(lambda c: book_state(c, "s1")) is None
    await decided(store, BookStep(session_id="s1", state=STATE, wordings=(WORDING, replace(WORDING, seq=4))))
    assert await store.read(lambda c: book_state(c, "s1")) == STATE
    said_yes = replace(STATE, questions=False, approved="0badbad0", shared=True)
    left_out = replace(WORDING, withheld=True)
    await decided(store, BookStep(session_id="s1", state=said_yes, wordings=(left_out,)))
    assert await store.read(lambda c: book_state(c, "s1")) == said_yes
    assert await store.read(lambda c: wordings(c, "s1")) == {2: left_out, 4: replace(WORDING, seq=4)}
    retired = Commit(person_id="p1", effects=(EraseSession("s1"),))
    await store.write(lambda c: commit(c, retired, now=NOW))

    def left(c: Connection) -> list[int]:
        return [count(c, table) for table in (books, book_passages)]

    assert await store.read(left) == [0, 0]
