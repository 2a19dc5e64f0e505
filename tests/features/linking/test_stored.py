"""Codes in the tables: what is kept of them, whom they let in, and that they join once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa

from core.access.gate import Gate, code_digest
from core.contracts.commits import Commit
from core.contracts.errors import Stale
from core.contracts.messages import Address, Command, Photo, Sender
from core.features.linking.effects import LinkCode
from core.store.arrivals import receive_event
from core.store.changes import commit
from core.store.codec import load_incoming
from core.store.schema import mailbox
from core.store.store import Connection, Store
from tests.fakes.stores import HERE, NOW, begin, event, new_session
from tests.fakes.told import LEFT_BEHIND, dump, erase, tell
from tests.features.linking.linking_kit import CODE, THERE, enter_code, join_by_code


def two(c: Connection) -> None:
    """Two persons, each with an interview under way; the code of the one was entered in the chat of the other."""
    begin(c)
    begin(c, new_session("s2", person_id="p2", address=THERE), event_id="hello there")
    enter_code(c)


async def test_deleting_whom_a_code_joined_leaves_nothing_of_either(store: Store) -> None:
    here = Address(platform="there", chat="3")
    empty = await store.read(lambda c: dump(c, LEFT_BEHIND))
    await tell(store, "anna", THERE)
    await tell(store, "boris", here)
    await store.write(partial(enter_code, stays="anna", made=THERE, address=here))
    await store.write(partial(join_by_code, stays="anna", goes="boris", address=here))
    await erase(store, "anna")
    left = await store.read(lambda c: dump(c, LEFT_BEHIND | {"outbox"}))
    assert left == {name: rows for name, rows in empty.items() if name != "outbox"}


async def test_a_code_joins_once_and_only_where_it_was_entered(store: Store) -> None:
    await store.write(two)
    with pytest.raises(Stale):
        await store.write(partial(join_by_code, address=HERE))
    await store.write(join_by_code)
    with pytest.raises(Stale):
        await store.write(join_by_code)


async def test_of_the_event_with_a_code_only_what_came_of_it_is_kept(store: Store) -> None:
    await store.write(two)
    payloads = await store.read(lambda c: list(c.execute(sa.select(mailbox.c.payload)).scalars()))
    kept = load_incoming(payloads[-1])
    assert kept.content == Command(name="link", argument="asked")
    assert code_digest(CODE) not in "".join(payloads)


async def test_a_guest_can_send_nothing_but_their_answer(store: Store) -> None:
    closed = Gate(allowed=frozenset({"here:7"}))
    guest = Sender(id="9", name="Somebody")

    def unit(c: Connection) -> list[bool]:
        begin(c)
        commit(c, Commit(person_id="p1", effects=(LinkCode(digest=code_digest(CODE), address=HERE),)), now=NOW)
        came = []
        for number, content in enumerate(
            (Command(name="link", argument=CODE), Command(name="help"), Photo(file_ref="f"))
        ):
            incoming = replace(event(f"g{number}", content, address=THERE), sender=guest)
            received = receive_event(c, incoming, gate=closed, person_id="guest", language="en", now=NOW)
            came.append(received.stranger)
        return came

    assert await store.write(unit) == [False, True, True]
