"""Two chats of one person, joined by a code."""

from __future__ import annotations

import re

import sqlalchemy as sa

from core.access.gate import Gate, Policy, code_digest
from core.contracts.commits import Commit, Join
from core.contracts.messages import Address, Command, Press, Say
from core.features.linking.effects import AcceptLink, LinkCode
from core.languages.messages import say
from core.store.arrivals import receive_event
from core.store.changes import commit
from core.store.schema import persons
from core.store.store import Connection
from tests.fakes.app import Running
from tests.fakes.platform import FakePerson
from tests.fakes.stores import HERE, NOW, event

THERE = Address(platform="there", chat="2")
CODE = "K7QM2XPD"
YES, NO = say("en", "button-link-yes"), say("en", "button-link-no")
_CODE = re.compile(r"/link ([0-9A-Z]{4}-[0-9A-Z]{4})$", re.MULTILINE)


def code_in(text: str) -> str:
    found = _CODE.search(text)
    assert found is not None, text
    return found[1]


async def code_of(r: Running, person: FakePerson) -> str:
    """A new code, made in somebody's chat."""
    return code_in(await r.says(person, "/link"))


async def joined(r: Running, maker: FakePerson, other: FakePerson) -> None:
    """Enter a code of the one in the chat of the other, and say yes."""
    asked = await r.says(other, f"/link {await code_of(r, maker)}")
    assert say("en", "link-sure") in asked
    await r.handled(other.press(YES))


def button(person: FakePerson, label: str) -> Press:
    """The press of the newest button of that label, to be handed in when it is wanted."""
    return Press(data=person.button(label).data)


def last(person: FakePerson) -> Say:
    saying = person.received[-1].saying
    assert isinstance(saying, Say)
    return saying


async def two_chats(r: Running) -> tuple[FakePerson, FakePerson]:
    """Anna in a chat with an interview under way, and in another one where she has only said hello."""
    anna = await r.beginning("1")
    other = r.platform.person("2", name="Anna at home")
    await r.says(other, "/start")
    return anna, other


async def people(r: Running) -> list[str]:
    """The names of all who are known."""
    return list(await r.store.read(lambda c: c.execute(sa.select(persons.c.name).order_by(persons.c.id)).scalars()))


def enter_code(c: Connection, *, stays: str = "p1", made: Address = HERE, address: Address = THERE) -> None:
    """One has made a code, and it was entered in the chat of the other."""
    commit(c, Commit(person_id=stays, effects=(LinkCode(digest=code_digest(CODE), address=made),)), now=NOW)
    entered = event("entered", Command(name="link", argument="k7qm-2xpd"), address=address)
    gate = Gate(policy=Policy.OPEN)
    assert receive_event(c, entered, gate=gate, person_id="new", language="en", now=NOW).new


def join_by_code(c: Connection, *, stays: str = "p1", goes: str = "p2", address: Address = THERE) -> None:
    """They have said yes."""
    accepted = AcceptLink(person_id=stays, digest=code_digest(CODE), address=address)
    joined = Join(person_id=stays, address=address)
    commit(c, Commit(person_id=goes, effects=(accepted, joined), others_due_at=NOW + 5), now=NOW)
