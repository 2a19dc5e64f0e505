"""People and a notice to all of them, for tests of how it is sent."""

from __future__ import annotations

from datetime import UTC, datetime

from core.contracts.commits import OutboxMessage
from core.contracts.messages import Address, Say
from core.contracts.session import Person
from core.features.announcements.notice_rows import take_announce_step
from core.features.announcements.notices import AnnounceDeed, Announcement, AnnounceStep
from core.features.announcements.sending import Sending
from core.store.claims import Claim
from core.store.schema import addresses, mailbox, persons
from core.store.store import Connection
from core.timing.rules import TimerRules
from tests.fakes.stores import arrive, event

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
N = "n1"
RULES = TimerRules()


def letter_of(found: Announcement, person: Person) -> OutboxMessage:
    return OutboxMessage(
        key="", address=Address(platform="", chat=""), saying=Say(text=found.text(person.language)), language="en"
    )


HOW = Sending({"here": 2}, RULES, letter_of, lambda _found, _tally: None)


def claim_at(at: datetime, owner: str = "app.1") -> Claim:
    return Claim(owner, at.timestamp())


def address_of(number: int) -> Address:
    return Address(platform="here", chat=str(number))


def put_person(c: Connection, number: int, **values: object) -> None:
    """Somebody who has agreed to be interviewed."""
    arrive(c, event(f"e{number}", address=address_of(number)), person_id=f"p{number}", now=0.0)
    c.execute(mailbox.update().values(done_at=1.0))
    c.execute(persons.update().where(persons.c.id == f"p{number}").values(agreed="text", **values))
    c.execute(addresses.update().where(addresses.c.chat == str(number)).values(sender_id=str(number)))


def take_deed(c: Connection, deed: AnnounceDeed, at: datetime = NOON, *, number: str = N) -> None:
    step = AnnounceStep(announcement_id=number, deed=deed, texts={"": "News."})
    take_announce_step(c, step, None, now=at.timestamp())


def put_begun(c: Connection, at: datetime = NOON, *, number: str = N) -> None:
    take_deed(c, AnnounceDeed.SHOW, at, number=number)
    take_deed(c, AnnounceDeed.SEND, at, number=number)
