"""The port of the operator's page: everything is read beside the store's own reader, and acts are few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Protocol

from core.contracts.messages import Progress
from core.contracts.session import EntryKind, Role, Status
from core.contracts.setup_desk import SetupDesk


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPlace:
    """Behind which session a list goes on: they stand by when they were touched last, the newest first."""

    touched_at: float
    session_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Which sessions are wanted; what is empty leaves none out."""

    status: Status | None = None
    kind: str = ""
    words: str = ""
    """A part of the person's name; or an address of theirs whole, as in telegram:123456789; or how the id begins."""
    behind: ListPlace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session as it stands in the list."""

    id: str
    person: str
    """What they want to be called, else where they are."""
    address: str
    kind: str
    title: str
    about: str
    """What it is about, where it is about something."""
    status: Status
    progress: Progress | None
    answers: int
    words: int
    touched_at: datetime
    cost_micros: int
    """With what is held for calls under way."""
    undeliverable: int
    """Messages that the platform never took."""
    unheard: int
    """Recordings that could not be heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionList:
    rows: tuple[SessionRow, ...]
    behind: ListPlace | None
    """Where the next page begins; None on the last."""
    total: int
    """Of all sessions, whatever is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """Somebody who tells, with the last of it."""

    name: str
    session_id: str
    """The interview that was touched last."""
    line: str
    """The last thing they told there, shortened; empty if there is none that others may see."""
    at: datetime | None
    """When they told it."""
    new: int
    """The answers since the operator looked at it."""
    given_answers: int | None = None
    """The number of answers of an interview that somebody was given, of which nothing is quoted; None for any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleSheet:
    """Who tells, the last one first."""

    people: tuple[PersonRow, ...]
    more: bool
    """There are others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptLine:
    """A line as documents may show it."""

    seq: int
    role: Role
    kind: EntryKind
    text: str
    at: datetime
    chapter: str = ""
    spoken_seconds: float = 0.0
    edited: bool = False
    withdrawn: bool = False
    pictured: bool = False
    """There is a photograph to it, which `OperatorDesk.kept` gives."""
    recorded: bool = False
    """The same of what was spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSheet:
    """A session whole."""

    row: SessionRow
    language: str
    created_at: datetime
    ended_at: datetime | None
    active_seconds: float
    kept_back: int
    """Answers that their person keeps out of every document."""
    confirmation: str
    """What has to be typed to delete it: the person's name, else the session's id."""
    lines: tuple[TranscriptLine, ...]
    notes: tuple[tuple[str, str], ...]
    pulse: str
    """As `OperatorDesk.pulse`."""
    given: bool = False
    """Whether it is a gift: its teller decides what goes to the family."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerCall:
    """A call of a model."""

    id: int
    at: float
    """When it was made, in seconds since 1970."""
    purpose: str
    model: str
    outcome: str
    """"ok", "pending", the code of the error, "lost" with the process that made it, or "elsewhere": a sum of calls."""
    prompt: str
    """Empty where no prompts are kept."""
    answer: str
    input_tokens: int
    """Those read from the cache included."""
    cached_tokens: int
    output_tokens: int
    cost_micros: int
    latency_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    calls: tuple[LedgerCall, ...]
    behind: int | None
    """The call behind which the next page begins; None on the last."""
    withheld: frozenset[int] = frozenset()
    """The ids of the calls that are shown without prompt and answer: they have words of an answer that was left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayWaits:
    """How long the answers of a day waited for the next words, in seconds."""

    day: date
    median: float
    most: float
    """Nineteen in twenty waited no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOff:
    """How far the interviews of a kind have come."""

    kind: str
    reached: tuple[int, ...]
    """How many were asked at least one question, at least two, and so on."""
    rests: tuple[tuple[str, int], ...]
    """Questions at which interviews that are paused or put aside have stopped, with how many; most first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseFigures:
    """Figures with no word of anybody. Days are of UTC, the oldest first, none left out."""

    at: datetime
    states: Mapping[Status, int]
    answers: tuple[tuple[date, int], ...]
    """Messages in which something was told."""
    waits: tuple[DayWaits, ...]
    """Only days on which somebody waited."""
    costs: tuple[tuple[date, int], ...]
    """In millionths."""
    courses: tuple[DropOff, ...]
    waiting: int = 0
    """People who have answered and have not been asked the next question yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """One that is open."""

    digest: str
    """Of its code, which nobody can have back."""
    kind: str
    """The interview that it leads to; empty: they choose."""
    uses_left: int
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSheet:
    """Who may come in."""

    everybody: bool
    """Who is not denied."""
    named: tuple[str, ...]
    """In the configuration, as `platform:id`."""
    ruled: tuple[tuple[str, bool, datetime], ...]
    """Who was let in or is kept out, and since when."""
    invitations: tuple[Invitation, ...]


PanelCell = str | int | Decimal | datetime
"""Words, a number, a price, or a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelTable:
    """A list of things."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[PanelCell, ...]], ...]
    """The id of each, and its cells; the first is what it is called."""
    empty: str
    """What is said where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelLine:
    number: int
    speaker: str
    text: str
    at: datetime
    asks: bool
    """Who speaks has the part of the interviewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSheet:
    """One of the things, with what was said in it."""

    title: str
    facts: tuple[tuple[str, PanelCell], ...]
    said: tuple[PanelLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOut:
    """A file to take away."""

    name: str
    """Of letters, digits, "-" and a dot; no person's words."""
    media_type: str
    body: bytes | IO[bytes]
    """An open file is a temporary one, which whoever hands it out closes: that deletes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A browser that is signed in."""

    id: str
    """It opens nothing."""
    device: str
    """The browser's name; empty if it was not kept."""
    since: datetime
    expires_at: datetime
    address: str = ""
    """The address of the chat that it opens; empty for the operator's page."""
    person: str = ""
    """The name of the person who talks there."""
    seen_at: datetime | None = None
    """None where it is not kept."""


class OperatorKeys(Protocol):
    """What lets the operator in. Only digests are kept. Raises StorageError."""

    async def exchange(self, link: str, cookie: str, *, device: str = "") -> bool:
        """Have a cookie open the page in the place of a link, which opens nothing after it; by their digests."""

    async def opens(self, cookie: str) -> bool:
        """Return whether a cookie opens the page."""

    async def admit(self, link: str) -> None:
        """Have a link let in one browser, once, within the hour; by its digest."""

    async def close(self, cookie: str) -> None:
        """Have a cookie open nothing any more."""


class OperatorPanel(Protocol):
    """What a feature shows on the operator's page. Raises NotFound for what is not there."""

    @property
    def path(self) -> str:
        """Return the end of its address."""

    @property
    def title(self) -> str:
        """Return the message with its title."""

    async def table(self, language: str) -> PanelTable:
        """Return the things that were touched last."""

    async def sheet(self, thing_id: str, language: str) -> PanelSheet:
        """Return one of them."""

    async def transcript(self, thing_id: str) -> HandedOut:
        """Return what was said in it."""


class OperatorDesk(Protocol):
    """What the page shows and does. Whatever names something that is not there raises NotFound."""

    @property
    def keys(self) -> OperatorKeys:
        """Return who may look."""

    @property
    def setup(self) -> SetupDesk:
        """Return what is asked before the first conversation, and can be asked again."""

    @property
    def kinds(self) -> Mapping[str, Mapping[str, str]]:
        """Return the titles of the interviews that can be begun, by kind and language."""

    @property
    def panels(self) -> Sequence[OperatorPanel]:
        """Return what features show."""

    async def model_answers(self) -> bool:
        """Return whether the last call of the model got an answer; true as well if it was never asked."""

    async def people(self) -> PeopleSheet:
        """Return who has told something lately."""

    async def sessions(self, sought: Sought) -> SessionList:
        """Return a page of the list."""

    async def session(self, session_id: str) -> SessionSheet:
        """Return a session whole."""

    async def pulse(self, session_id: str) -> str:
        """Return a text that differs after every change of a session; empty where it is gone. Cheap."""

    async def calls(self, session_id: str, behind: int) -> LedgerPage:
        """Return what models were asked for a session, a page of it, in the order of the calls."""

    async def figures(self, *, since: datetime | None = None) -> HouseFigures:
        """Return the figures as they were a minute ago at most, and not before `since`."""

    async def doors(self) -> AccessSheet:
        """Return who may come in."""

    async def invite(self, kind: str, *, uses: int, days: int | None, language: str) -> tuple[str, ...]:
        """Make an invitation: lines that are shown only now. None: for ever. Raises ConfigurationError.

        No lines: nobody could come in with one, and none was made.
        """

    async def withdraw(self, digest: str) -> None:
        """Have an invitation let nobody in any more."""

    async def signed_in(self) -> tuple[SignedIn, ...]:
        """Return every browser that is signed in, those of this page first."""

    async def sign_out(self, device: str) -> None:
        """Have a browser open nothing from now on."""

    async def sign_out_home(self) -> None:
        """Sign out every browser of whoever sits at this computer."""

    async def rule(self, person: str, *, allowed: bool) -> None:
        """Let somebody in, or keep them out, as `platform:id`. Raises ConfigurationError with the mend."""

    async def file(self, session_id: str, form: str) -> HandedOut:
        """Return a session as a "transcript", an "archive" (with what was spoken) or an "export"."""

    async def kept(self, session_id: str, seq: int) -> HandedOut:
        """Return the photograph or the recording of a line."""

    async def delete(self, session_id: str, typed: str) -> bool:
        """Delete a session with every word of it; False, and nothing is deleted, where the wrong name was typed."""
