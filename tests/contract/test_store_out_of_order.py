"""What happened in a chat is read in its order, whatever order it arrived in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import Address, Incoming, Text, position_of
from core.store.mailbox_rows import MailItem, look_at_mailbox, order_as_happened
from core.store.store import MemoryStore, Store
from tests.fakes.app import held_model, running
from tests.fakes.platform import FakePerson
from tests.fakes.stores import HERE, arrive, event

THERE = Address(platform="there", chat="2")
ARRIVALS = st.lists(
    st.tuples(st.sampled_from((HERE, THERE)), st.one_of(st.none(), st.integers(1, 1_000))), max_size=12, unique=True
)


def _item(number: int, address: Address, order: int | None) -> MailItem:
    found = event(f"e{number}", address=address)
    return MailItem(number, replace(found, order=position_of(order or 0)), ready=True)


@given(arrived=ARRIVALS)
def test_each_chat_is_in_its_order_and_nothing_else_changes_its_place(
    arrived: list[tuple[Address, int | None]],
) -> None:
    items = [_item(number, *each) for number, each in enumerate(arrived)]
    read = order_as_happened(items)
    assert sorted(item.id for item in read) == [item.id for item in items]
    for was, now in zip(items, read, strict=True):
        assert was.incoming.address == now.incoming.address or not was.incoming.order
        if not was.incoming.order:
            assert now is was
    for address in (HERE, THERE):
        orders = [item.incoming.order for item in read if item.incoming.address == address and item.incoming.order]
        assert orders == sorted(orders)


async def test_a_mailbox_is_read_in_that_order(store: Store) -> None:
    for number in (3, 1, 2):
        incoming = replace(event(f"e{number}"), order=position_of(number))
        await store.write(lambda c, i=incoming: arrive(c, i))  # type: ignore[misc]
    found = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert found is not None
    assert [item.incoming.event_id for item in found.items] == ["e1", "e2", "e3"]


async def test_messages_that_came_in_another_order_are_one_answer_in_theirs() -> None:
    """Two processes behind one address: the second half of an answer is kept before the first."""
    model = held_model("talk")
    async with running(model=model, store=MemoryStore()) as r:
        person = await r.beginning()
        await _tell(person, "and the rest of it.", order=2)
        await model.begun(1, "talk")
        await _tell(person, "The beginning", order=1)
        await model.begun(2, "talk")
        assert model.gate is not None
        model.gate.set()
        await r.settled()
        assert (await r.told())[0][1] == ["The beginning", "and the rest of it."]


async def _tell(person: FakePerson, text: str, *, order: int) -> None:
    platform = person.platform
    assert platform.inbox is not None
    await platform.inbox.accept(
        Incoming(
            event_id=f"{platform.name}:o{order}",
            address=person.address,
            sender=person.sender,
            content=Text(text=text),
            sent_at=platform.clock.now(),
            position=position_of(platform.position()),
            ref=f"o{order}",
            order=position_of(order),
        )
    )
