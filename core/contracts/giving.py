"""A gift as a page makes it and shows it: to the giver, and to whoever opens its link."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Final, Protocol

from core.contracts.messages import Address
from core.contracts.welcome import ConsentOffer

RHYTHMS: Final = ("daily", "weekly", "once")
"""How often somebody can be asked; "once" means that the next question comes as soon as they have answered."""
MOST_QUESTIONS: Final = 5
LONGEST_WORDS: Final = 1_000
"""Characters of what the giver writes to them."""


class GiftRefused(Exception):
    """A gift cannot be made as it was wished. Carries the key of the message that says why, and the field."""

    def __init__(self, words: str, about: str) -> None:
        super().__init__(words)
        self.words = words
        self.about = about


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftWish:
    """Everything that the giver says."""

    name: str
    giver: str
    language: str
    rhythm: str
    questions: tuple[str, ...] = ()
    words: str = ""
    photo: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAnswer:
    """An answer that the teller has sent on and the giver has received, in the wording of that letter."""

    question: str
    """May be empty."""
    words: str
    """Empty where it is a photograph without words."""
    day: date
    """The day on which it was told, by the teller's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTheirWay:
    """Answers that were sent on and have not gone out yet, since their teller can still take them back."""

    count: int
    at: str
    """When the first of them arrive, in the words of the giver's page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenGift:
    """A gift as its giver sees it: how far it has come, without a word of what was told."""

    id: str
    name: str
    giver: str
    language: str
    code: str
    """The code of its link, as long as it was not used; empty afterwards, and where it is not known any more."""
    opened: bool
    begun: bool
    answers: int
    last_day: date | None
    """The day of the newest answer, by the teller's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftLanding:
    """What somebody is shown who opens the link of a gift."""

    name: str
    giver: str
    """May be empty."""
    words: str
    has_photo: bool
    language: str
    kind: str
    title: str
    days: str
    """When the questions come, in their language; empty where the next one comes at once."""
    offer: ConsentOffer
    giver_runs: bool = False
    """Whether the giver also runs this, and can read everything."""


class Giving(Protocol):
    """Makes gifts for the owner of the page, and opens them. Raises StorageError."""

    @property
    def is_on(self) -> bool:
        """Tell whether gifts can be made here."""

    @property
    def takes_photos(self) -> bool:
        """Tell whether a photograph can be given along."""

    async def giver_name(self, giver: Address) -> str:
        """Return what the giver is called; may be empty."""

    async def give(self, giver: Address, wish: GiftWish) -> str:
        """Make a gift and return its id. Raises GiftRefused."""

    async def given(self, giver: Address) -> tuple[GivenGift, ...]:
        """Return what was given from a chat, the newest first."""

    async def sent_on(self, giver: Address, gift_id: str) -> tuple[SentAnswer, ...]:
        """Return what the giver has received of a gift, the newest first; empty for a gift of somebody else's.

        Nothing that its teller has taken back or keeps to themselves since is among it.
        """

    async def on_their_way(self, giver: Address, gift_id: str, language: str) -> OnTheirWay | None:
        """Return how many answers are about to reach the giver, without a word of them; None where there are none."""

    async def renew(self, giver: Address, gift_id: str) -> bool:
        """Make a new link for a gift that nobody has opened, in place of an earlier one; False for any other."""

    async def is_of_family(self, code: str) -> bool:
        """Return whether a code leads into a family, be it as a teller or as a member."""

    async def landing(self, code: str, platform: str) -> GiftLanding | None:
        """Return what the link of a gift shows; None for any other code, and for one that was used."""

    async def photo(self, code: str) -> tuple[bytes, str] | None:
        """Return the photograph on such a page, with its media type."""
