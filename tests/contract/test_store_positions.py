"""How far each chat was kept, by both stores: for platforms that can be asked later for what came after it."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from core.access.gate import Gate, Policy
from core.contracts.commits import Commit, MarkUnreachable
from core.contracts.messages import Address, Content, Incoming, Removal, Sender, position_of
from core.store.access import deny_person
from core.store.arrivals import kept_positions, receive_event
from core.store.changes import commit
from core.store.records import put_record
from core.store.schema import addresses
from core.store.store import MemoryStore, Store
from tests.fakes.records import small_record, small_scripts
from tests.fakes.stores import HERE, NOW, event
from tests.fakes.told import erase

OPEN = Gate(policy=Policy.OPEN)


def _at(position: int, content: Content | None = None, *, chat: str = "1") -> Incoming:
    where = Address(platform="here", chat=chat)
    written = event(f"e{position}/{content}", content, address=where, ref=str(position))
    return replace(written, position=position_of(position), sender=Sender(id=f"u{chat}"))


async def _receive(store: Store, incoming: Incoming, gate: Gate = OPEN, *, history: bool = True) -> str | None:
    """Whose mailbox it is in; None for a stranger's."""
    chat = incoming.address.chat
    received = await store.write(
        lambda c: receive_event(c, incoming, gate=gate, person_id=f"p{chat}", language="en", now=NOW, history=history)
    )
    return None if received.stranger else received.owner


async def _kept(store: Store, platform: str = "here") -> dict[str, int]:
    """As numbers."""
    kept = await store.read(lambda c: kept_positions(c, platform))
    return {chat: int(position) for chat, position in kept.items()}


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8))
async def test_it_only_rises(positions: list[int]) -> None:
    store = MemoryStore()
    for number, position in enumerate(positions):
        await _receive(store, replace(_at(position), event_id=f"e{number}"))
        reached = max(positions[: number + 1])
        assert await _kept(store) == ({"1": reached} if reached else {})
    await store.close()


async def test_of_who_is_turned_away_nothing_is_remembered(store: Store) -> None:
    assert await _receive(store, _at(9), Gate()) is None
    assert await _kept(store) == {}
    await _receive(store, _at(10))
    assert await _receive(store, _at(11), Gate()) is None
    assert await _kept(store) == {"1": 10}


async def test_a_denied_person_is_not_listed_until_they_are_let_in_again(store: Store) -> None:
    for chat in ("1", "2"):
        await _receive(store, _at(9, chat=chat))
    await store.write(lambda c: deny_person(c, "here:u1", now=NOW))
    assert await _kept(store) == {"2": 9}


async def test_who_cannot_be_written_to_is_listed_and_may_have_come_back(store: Store) -> None:
    await _receive(store, _at(9))
    await store.write(lambda c: commit(c, Commit(person_id="p1", effects=(MarkUnreachable(HERE),)), now=NOW))
    assert await _kept(store) == {"1": 9}


async def test_a_removal_is_no_sign_that_somebody_can_be_written_to(store: Store) -> None:
    await _receive(store, _at(9))
    await store.write(lambda c: commit(c, Commit(person_id="p1", effects=(MarkUnreachable(HERE),)), now=NOW))
    await _receive(store, replace(_at(9, Removal(ref="9")), sender=Sender(id="")))
    assert await store.read(lambda c: c.execute(sa.select(addresses.c.unreachable_at)).scalar_one()) == NOW


async def test_who_had_everything_deleted_is_listed_with_where_that_was(store: Store) -> None:
    await _receive(store, _at(9))
    await erase(store, "p1", HERE)
    assert await store.read(lambda c: c.execute(sa.select(addresses)).all()) == []
    assert await _kept(store) == {"1": 9}
    assert await _receive(store, _at(8)) == ""
    await _receive(store, _at(12))
    assert await _kept(store) == {"1": 12}


async def test_where_it_was_outlives_the_mail(store: Store) -> None:
    """Handled mail is tidied away; what was deleted must not come back all the same."""
    await _receive(store, _at(9))
    await store.write(lambda c: c.exec_driver_sql("DELETE FROM mailbox").close())
    await erase(store, "p1", HERE)
    assert await _kept(store) == {"1": 9}


async def test_a_chat_of_an_imported_interview_is_not_listed(store: Store) -> None:
    """Its history is not known to be here, and must not be taken for new."""
    whole = small_record()
    await store.write(lambda c: put_record(c, whole, small_scripts()))
    assert await _kept(store, whole.session.address.platform) == {}


async def test_a_position_may_be_any_text_that_sorts(store: Store) -> None:
    early, late = "2026-05-04T10:00/wamid.zz", "2026-05-04T10:05/wamid.aa"
    for number, position in enumerate((early, late, early)):
        await _receive(store, replace(_at(number), position=position))
    assert await store.read(lambda c: kept_positions(c, "here")) == {"1": late}
    await erase(store, "p1", HERE)
    assert await _receive(store, replace(_at(4), position=early)) == ""
    assert await store.read(lambda c: kept_positions(c, "here")) == {"1": late}
