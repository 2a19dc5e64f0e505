"""A gift and the family around it, as plain values: who tells, whom it may reach, and what they ask."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.contracts.effects import Effect
from core.contracts.messages import Address
from core.contracts.session import Entry
from core.store.outbox import SHARED

MOST_QUESTIONS = 30
"""Of one member that wait to be asked."""
MOST_MEMBERS = 20


class SharingConsent(StrEnum):
    """The teller's answer to whether what they tell may go to the family."""

    NOT_SAID = ""
    """They have not answered: nothing goes to anybody."""
    YES = "yes"
    NO = "no"


class SharingFrequency(StrEnum):
    """How often a member gets what is told."""

    AT_ONCE = "now"
    WEEKLY = "week"
    NOTHING = "none"


class InviteRole(StrEnum):
    """What an invitation makes of whoever comes with it."""

    TELLER = "teller"
    MEMBER = "member"


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Everybody around what one person tells."""

    id: str
    person_id: str | None
    """Who tells; None as long as they have not come."""
    session_id: str | None
    """The interview that was given to them; None before it begins, and when it was deleted."""
    name: str
    """Of who tells, as the giver calls them."""
    language: str
    kind: str
    """The interview."""
    rhythm: str
    """As `core.timing.rules` writes it; empty: the next question comes at once."""
    giver: str
    """What whoever gives it is called."""
    leave: SharingConsent
    leave_at: datetime | None
    """When it was given last: what was told before does not go out."""
    leave_seq: int = 0
    """The newest entry of the interview then."""
    words: str = ""
    """What whoever gives it writes to them."""
    photo: str = ""
    """The name of the file of a photograph that is shown with these words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody whom what is told may reach, with their own chat."""

    id: str
    family_id: str
    person_id: str
    name: str
    """What they want to be called, else what their platform calls them; may be empty."""
    language: str
    gives: bool
    """It is their gift: they may invite others, and remove them."""
    way: SharingFrequency
    address: Address
    known_at: datetime | None
    """Since when who tells knows of them; nothing that was told before goes to them."""
    known_seq: int = 0
    """The newest entry of the interview then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyQuestion:
    """What somebody of the family asks. It waits until a subject is told to its end."""

    id: str
    family_id: str
    person_id: str
    asker: str
    """What its asker is called; may be empty."""
    text: str
    photo: str = ""
    """The name of a photograph that it is about; "-" as long as that is not here."""


class FamilyStep(Effect):
    """Something that changes a family."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGift(FamilyStep):
    """A gift that is being put together; an invitation to it makes it one."""

    family: Family
    member_id: str = ""
    address: Address | None = None
    """The giver's chat; None where it is given from the command line, by somebody who is in no chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftUpdated(FamilyStep):
    """What its giver wishes of it, before anybody was invited to it. None: as it is."""

    family_id: str
    language: str | None = None
    rhythm: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvitation(FamilyStep):
    """A way in for one more: who tells, or a member."""

    family_id: str
    part: InviteRole
    digest: str
    """Of its code."""
    expires_at: float | None
    """None: never."""
    code: str = ""
    """The code itself where the link can be shown again until it is used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Come(FamilyStep):
    """Somebody comes by such an invitation. Stale where it was used by another meanwhile."""

    family_id: str
    digest: str
    part: InviteRole
    address: Address
    member_id: str = ""
    """Of a member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftBegun(FamilyStep):
    """The interview that was given has begun."""

    family_id: str
    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharingAnswered(FamilyStep):
    """Who tells has said whether it may go to the family."""

    family_id: str
    leave: SharingConsent


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLeft(FamilyStep):
    """A member is one no more, from now on."""

    family_id: str
    member_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished(FamilyStep):
    """A member gets it another way, in the chat in which they wish it."""

    family_id: str
    way: SharingFrequency
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks(FamilyStep):
    """A question of the person of the change, or a photograph for one that stands already."""

    question: FamilyQuestion
    event_id: str = ""
    """Of a photograph that came with it."""
    ref: str = ""
    """The platform's id of the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thanked(FamilyStep):
    """A member thanks for what has reached them."""

    session_id: str
    seq: int
    """Of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TellerInformed(FamilyStep):
    """Who tells has been told of thanks, and of new members."""

    shares: tuple[int, ...] = ()
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tells(FamilyStep):
    """The person of the change has told the same in their own words; without a text, wants none of that kept."""

    session_id: str
    seq: int
    """Of an answer that has reached them."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareableAnswer:
    """An answer that may go out, with its question."""

    question: Entry | None
    main: Entry | None = None
    """The question of the script before one that asks further: without it "What else belongs to it?" says nothing."""
    answer: Entry
    ripe_at: datetime
    """Since when it may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareBatch:
    """The answers that go to one member at a time."""

    family: Family
    member: Member
    teller: str
    """What who tells is called."""
    address: Address
    session_id: str
    told: tuple[ShareableAnswer, ...]

    @property
    def key(self) -> str:
        """Return the key of its letter: another wording makes another letter."""
        first = self.told[0].answer
        return f"{SHARED}{self.session_id}/{first.seq}.{first.newest.number}/{self.member.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """News that the teller does not know yet."""

    thanks: tuple[tuple[int, str], ...] = ()
    """(share, who thanks)."""
    members: tuple[tuple[str, str], ...] = ()
    """(member, name)."""

    def __bool__(self) -> bool:
        return bool(self.thanks or self.members)
