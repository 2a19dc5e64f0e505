"""Who may come in, by both stores: what was ruled, invitations, and what denying somebody stops."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from core.access.gate import Gate, Policy, code_digest
from core.contracts.messages import Address, ChatClosed, Command, Content, Incoming, Removal, Sender, Timer, position_of
from core.contracts.session import Status, Timing
from core.store.access import (
    AccessList,
    AccessRuling,
    OpenInvite,
    Stopped,
    access_list,
    allow_person,
    deny_person,
    invited_kind,
    put_invite,
)
from core.store.arrivals import accept_event, receive_event
from core.store.outbox import next_letter, put_letter
from core.store.rows import load_incoming
from core.store.schema import access, addresses, invites, last_seen, mailbox, metadata, outbox, sessions
from core.store.store import Connection, MemoryStore, Store
from core.store.timers import due_sessions
from tests.fakes.stores import AT, HERE, NOW, begin, count, event, letter, new_session, stored

CODE = "Ab3_-xyzAb3_-xyz"
CLOSED = Gate()
THEM = "here:7"
"""Whoever sends the `event`s of these tests."""


def _receive(c: Connection, incoming: Incoming, gate: Gate = CLOSED, *, now: float = NOW) -> str | None:
    """Whose mailbox it is in; None for a stranger's."""
    received = receive_event(c, incoming, gate=gate, person_id=f"p-{incoming.sender.id}", language="en", now=now)
    return None if received.stranger else received.owner


def _from(event_id: str, sender: str, content: Content | None = None) -> Incoming:
    written = event(event_id, content, address=Address(platform="here", chat=sender))
    return replace(written, sender=Sender(id=sender, name="Maria"))


def _with_code(event_id: str, sender: str = "7") -> Incoming:
    return _from(event_id, sender, Command(name="start", argument=CODE))


def _deleted(c: Connection, *, position: int, chat: str = HERE.chat) -> None:
    """What is left of somebody who had everything deleted."""
    c.execute(
        last_seen.insert(), {"platform": HERE.platform, "chat": chat, "position": 0, "reached": position_of(position)}
    )


def _invite(c: Connection, *, uses: int = 1, kind: str = "", expires_at: float | None = None) -> None:
    put_invite(c, code_digest(CODE), kind=kind, uses=uses, expires_at=expires_at, now=NOW)


def _uses_left(c: Connection) -> int:
    left: int = c.execute(sa.select(invites.c.uses_left)).scalar_one()
    return left


def _nothing(c: Connection) -> bool:
    return all(count(c, table) == 0 for table in metadata.sorted_tables if table not in {invites, access})


def _sender(c: Connection) -> str:
    found: str = c.execute(sa.select(addresses.c.sender_id)).scalar_one()
    return found


# --- the gate -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gate", [CLOSED, Gate(allowed=frozenset({THEM})), Gate(policy=Policy.OPEN)])
async def test_what_was_ruled_goes_before_the_configuration(store: Store, gate: Gate) -> None:
    configured = gate is not CLOSED
    assert (await store.write(lambda c: _receive(c, event("e1"), gate)) is not None) is configured
    await store.write(lambda c: deny_person(c, THEM, now=NOW))
    assert await store.write(lambda c: _receive(c, event("e2"), gate)) is None
    await store.write(lambda c: allow_person(c, THEM, now=NOW))
    assert await store.write(lambda c: _receive(c, event("e3"), gate)) == "p-7"
    assert await store.read(lambda c: count(c, mailbox)) == 1 + configured


async def test_a_ruling_is_about_one_person_on_one_platform(store: Store) -> None:
    await store.write(lambda c: allow_person(c, "elsewhere:7", now=NOW))
    await store.write(lambda c: allow_person(c, "here:77", now=NOW))
    assert await store.write(lambda c: _receive(c, event("e1"))) is None


# --- what is kept of an event -------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [ChatClosed(), Removal(ref="7"), Timer(session_id="s1")])
async def test_what_the_house_tells_of_somebody_known_is_kept(store: Store, content: Content) -> None:
    await store.write(lambda c: _receive(c, event("e1"), Gate(policy=Policy.OPEN)))
    await store.write(lambda c: deny_person(c, THEM, now=NOW))
    runtime = replace(event("e2", content), sender=Sender(id=""))
    assert await store.write(lambda c: _receive(c, runtime)) == "p-7"
    assert await store.read(_sender) == "7"


async def test_an_address_knows_who_writes_there(store: Store) -> None:
    await store.write(lambda c: begin(c))
    assert await store.read(_sender) == "7"
    await store.write(lambda c: c.execute(addresses.update().values(sender_id="")))
    again = event("hello")
    await store.write(lambda c: accept_event(c, again, person_id="p1", language="en", now=NOW))
    assert await store.read(_sender) == "", "an event that is known changes nothing"
    await store.write(lambda c: accept_event(c, event("e2"), person_id="p1", language="en", now=NOW))
    assert await store.read(_sender) == "7"
    other = replace(event("e3"), sender=Sender(id="8"))
    await store.write(lambda c: accept_event(c, other, person_id="p1", language="en", now=NOW))
    assert await store.read(_sender) == "8"


@pytest.mark.parametrize(("position", "kept"), [(4, False), (5, False), (6, True), (0, True)])
@pytest.mark.parametrize("gate", [Gate(policy=Policy.OPEN), CLOSED])
async def test_what_was_deleted_does_not_come_back(store: Store, gate: Gate, position: int, kept: bool) -> None:
    await store.write(partial(_deleted, position=5))
    incoming = replace(event("e1"), position=position_of(position))
    owner = await store.write(lambda c: _receive(c, incoming, gate))
    let_in = "p-7" if gate.policy is Policy.OPEN else None
    assert owner == (let_in if kept else "")
    assert await store.read(lambda c: count(c, mailbox)) == (kept and let_in is not None)
    accepted = await store.write(lambda c: accept_event(c, incoming, person_id="p1", language="en", now=NOW))
    assert (accepted != "") is kept


async def test_what_was_deleted_does_not_come_back_to_who_has_begun_anew(store: Store) -> None:
    """An edit of a message from before, or an event that the platform delivers once more."""
    await store.write(partial(_deleted, position=5))
    await store.write(lambda c: begin(c))
    for position, owner in ((3, ""), (6, "p1")):
        late = replace(event(f"e-{position}"), position=position_of(position))
        assert await store.write(partial(accept_event, incoming=late, person_id="p2", language="en", now=NOW)) == owner


# --- invitations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [0.0, 1.0])
async def test_an_invitation_that_has_run_out_lets_nobody_in(store: Store, after: float) -> None:
    await store.write(lambda c: _invite(c, expires_at=NOW + 60))
    assert await store.write(lambda c: _receive(c, _with_code("e1"), now=NOW + 60 + after)) is None
    assert await store.write(lambda c: _receive(c, _with_code("e2"), now=NOW + 59)) == "p-7"
    assert await store.write(lambda c: _receive(c, _from("e3", "7"), now=NOW + 3600)) == "p-7", "who is in stays in"


async def test_somebody_who_may_come_in_anyway_uses_nothing_up(store: Store) -> None:
    await store.write(lambda c: _invite(c))
    await store.write(lambda c: _receive(c, _with_code("e1"), Gate(policy=Policy.OPEN)))
    await store.write(lambda c: _receive(c, _with_code("e2"), Gate(allowed=frozenset({THEM}))))
    assert await store.read(_uses_left) == 1
    assert await store.read(lambda c: count(c, access)) == 0


async def test_an_event_that_comes_again_after_deleting_uses_nothing_up(store: Store) -> None:
    await store.write(lambda c: _invite(c))
    await store.write(partial(_deleted, position=5, chat="7"))
    old = replace(_with_code("e1"), position=position_of(5))
    assert await store.write(lambda c: _receive(c, old)) == ""
    assert await store.read(_uses_left) == 1


async def test_the_code_is_nowhere_in_the_database(store: Store) -> None:
    await store.write(lambda c: _invite(c, kind="life-story", uses=2))
    await store.write(lambda c: _receive(c, _with_code("e1")))

    def everything(c: Connection) -> str:
        return "\n".join(str(row) for table in metadata.sorted_tables for row in c.execute(table.select()))

    assert CODE not in await store.read(everything)
    payload = await store.read(lambda c: c.execute(sa.select(mailbox.c.payload)).scalar_one())
    content = load_incoming(payload).content
    assert isinstance(content, Command)
    assert await store.read(lambda c: invited_kind(c, content.argument)) == "life-story"


_STEPS = st.lists(
    st.tuples(st.sampled_from(["link", "words", "allow", "deny"]), st.sampled_from(["7", "8", "9"])), max_size=12
)


@given(uses=st.integers(1, 3), steps=_STEPS)
def test_nobody_comes_in_by_an_invitation_more_often_than_it_is_good(uses: int, steps: list[tuple[str, str]]) -> None:
    """Against a plain account of the same rules: whoever is neither denied nor in already uses it up by one."""
    store = MemoryStore()
    c = store._connection
    left, ruled = uses, dict[str, bool]()
    try:
        c.exec_driver_sql("BEGIN")
        _invite(c, uses=uses)
        for number, (step, person) in enumerate(steps):
            if step in {"allow", "deny"}:
                (allow_person if step == "allow" else deny_person)(c, f"here:{person}", now=NOW)
                ruled[person] = step == "allow"
                continue
            if step == "link" and person not in ruled and left:
                left, ruled[person] = left - 1, True
            incoming = _with_code(f"e{number}", person) if step == "link" else _from(f"e{number}", person)
            assert (_receive(c, incoming) is not None) is ruled.get(person, False)
        assert _uses_left(c) == left
    finally:
        c.close()
        store._engine.dispose()


# --- denying ------------------------------------------------------------------------------------------------------


def _in_the_middle(c: Connection, *more: str) -> None:
    """An interview under way that is due, with a message that was not delivered yet."""
    session = new_session(timing=Timing(cadence="0 19:00"))
    begin(c, session, letters=(letter("k1"), *map(letter, more)), due_at=NOW)


def _letters(c: Connection) -> list[tuple[str, str | None]]:
    rows = c.execute(sa.select(outbox.c.key, outbox.c.error, outbox.c.dead_at).order_by(outbox.c.id))
    assert all((row.error is None) == (row.dead_at is None) for row in rows.all())
    return [(row.key, row.error) for row in c.execute(sa.select(outbox.c.key, outbox.c.error).order_by(outbox.c.id))]


@pytest.mark.parametrize("known_by", ["7", ""])
async def test_denying_stops_what_would_go_out_unasked(store: Store, known_by: str) -> None:
    """Also where the address was made before it was kept who writes there: on such platforms the chat is the person."""
    await store.write(lambda c: _in_the_middle(c, "k2"))
    await store.write(lambda c: c.execute(addresses.update().values(sender_id=known_by)))
    person = THEM if known_by else str(HERE)
    was = await store.read(stored)
    assert await store.write(lambda c: deny_person(c, person, now=NOW)) == Stopped(sessions=1, letters=2)
    session = await store.read(stored)
    assert (session.status, session.revision) == (Status.PAUSED, was.revision + 1)
    assert session.timing == Timing(cadence="0 19:00", gone=True, paused_at=AT)
    assert await store.read(lambda c: due_sessions(c, now=NOW + 1e9)) == []
    assert await store.read(_letters) == [("k1", "denied"), ("k2", "denied")]
    assert await store.write(lambda c: deny_person(c, person, now=NOW)) == Stopped(sessions=0, letters=0)


async def test_denying_touches_nobody_else_and_nothing_that_was_sent(store: Store) -> None:
    await store.write(_in_the_middle)
    await store.write(lambda c: c.execute(outbox.update().values(sent_at=NOW)))
    other = Address(platform="here", chat="2")

    def second(c: Connection) -> None:
        incoming = replace(event("other", address=other), sender=Sender(id="8"))
        accept_event(c, incoming, person_id="p2", language="en", now=NOW)
        begin(c, new_session("s2", person_id="p2", address=other), event_id="x", letters=(letter("k9", address=other),))

    await store.write(second)
    await store.write(lambda c: c.execute(addresses.update().where(addresses.c.chat == "2").values(sender_id="8")))
    for nobody in ("here:1", "here:2", "elsewhere:7", "elsewhere:8"):
        assert await store.write(partial(deny_person, person=nobody, now=NOW)) == Stopped(sessions=0, letters=0)
    assert await store.write(lambda c: deny_person(c, THEM, now=NOW)) == Stopped(sessions=1, letters=0)
    assert (await store.read(lambda c: stored(c, "s2"))).status is Status.ACTIVE
    assert await store.read(_letters) == [("k1", None), ("k9", None)]


@pytest.mark.parametrize("status", [Status.COMPLETED, Status.ABANDONED])
async def test_what_is_finished_keeps_its_time_to_be_deleted(store: Store, status: Status) -> None:
    await store.write(lambda c: begin(c, new_session(status=status, ended_at=AT), due_at=NOW + 60))
    assert await store.write(lambda c: deny_person(c, THEM, now=NOW)) == Stopped(sessions=0, letters=0)
    due = await store.read(lambda c: c.execute(sa.select(sessions.c.status, sessions.c.due_at)).one())
    assert tuple(due) == (status.value, NOW + 60)


async def test_a_message_that_is_decided_on_later_is_known_to_be_for_nobody(store: Store) -> None:
    """A thought that was under way, or background work, ends in words after the person was denied."""

    def denied(c: Connection) -> bool | None:
        waiting = next_letter(c, HERE)
        return None if waiting is None else waiting.denied

    await store.write(_in_the_middle)
    assert await store.read(denied) is False
    await store.write(lambda c: deny_person(c, THEM, now=NOW))
    assert await store.read(denied) is None
    await store.write(lambda c: put_letter(c, letter("later"), now=NOW))
    assert await store.read(denied) is True
    await store.write(lambda c: c.execute(addresses.update().values(sender_id="")))
    assert await store.read(denied) is False
    await store.write(lambda c: deny_person(c, str(HERE), now=NOW))
    await store.write(lambda c: put_letter(c, letter("later still"), now=NOW))
    assert await store.read(denied) is True
    await store.write(lambda c: allow_person(c, str(HERE), now=NOW))
    assert await store.read(denied) is False


# --- the list -----------------------------------------------------------------------------------------------------


async def test_the_list_has_rulings_and_open_invitations(store: Store) -> None:
    def unit(c: Connection) -> None:
        deny_person(c, "here:1", now=NOW)
        allow_person(c, "here:2", now=NOW + 1)
        allow_person(c, "here:1", now=NOW + 2)
        deny_person(c, "here:3", now=NOW + 3)
        for number, (uses, expires_at) in enumerate([(3, None), (0, None), (1, NOW + 10), (1, NOW + 9)]):
            put_invite(
                c, code_digest(str(number)), kind=f"k{number}", uses=uses, expires_at=expires_at, now=NOW + number
            )

    assert await store.read(lambda c: access_list(c, now=NOW)) == AccessList()
    await store.write(unit)
    assert await store.read(lambda c: access_list(c, now=NOW + 9)) == AccessList(
        rulings=(
            AccessRuling(person="here:2", allowed=True, at=NOW + 1),
            AccessRuling(person="here:1", allowed=True, at=NOW + 2),
            AccessRuling(person="here:3", allowed=False, at=NOW + 3),
        ),
        invites=(
            OpenInvite(digest=code_digest("0"), kind="k0", uses_left=3, expires_at=None),
            OpenInvite(digest=code_digest("2"), kind="k2", uses_left=1, expires_at=NOW + 10),
        ),
    )
