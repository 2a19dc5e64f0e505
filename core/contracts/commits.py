"""What one step of the desk changes, as a value: the store commits it in one transaction, or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.contracts.announcing import AnnounceStep
from core.contracts.book import BookStep
from core.contracts.chore import ChoreResult
from core.contracts.family import FamilyStep
from core.contracts.messages import Address, Saying
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Person, Revision, Session
from core.contracts.turn import Occurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxMessage:
    """A message to be put into the outbox."""

    key: str
    """Unique for ever; a second letter of the same key is not put in."""
    address: Address
    saying: Saying
    language: str
    session_id: str | None = None
    seq: int | None = None
    """The question that it asks."""
    forget: bool = False
    """The last word to somebody who had everything deleted: nothing of it is kept once it was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """A text that a person agreed to, whole."""

    digest: str
    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What becomes known of an entry beside its words; None leaves it as it is."""

    seq: int
    asides: tuple[str, ...] | None = None
    question_id: str | None = None
    """For a question: the subject of the script that it turned out to belong to."""
    kept_back: bool | None = None
    set_aside: bool | None = None


class RunDeed(StrEnum):
    """What is done with a run of the chamber by a command."""

    BEGIN = "begin"
    STOP = "stop"
    """Pause it after the turn."""
    GO_ON = "go-on"
    """Also one that runs with nobody at it: from the chat that wishes it."""
    WATCH = "watch"
    LEAVE = "leave"
    """Watch it no more."""
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep:
    """It is refused (Stale) where the run is not, or not any more, as it has to be for it."""

    run_id: str
    deed: RunDeed
    address: Address
    """The chat that wishes it."""
    language: str
    """Of the bot's words there."""
    name: str = ""
    """Of one that begins."""
    setup: str = ""
    """Of one that begins: a `core.chamber.setup.Setup` as JSON, without keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCode:
    """A code by which another chat can be joined to this one."""

    digest: str
    address: Address
    """Where it was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """The person of a change is the one who has made a code: everything of theirs becomes that one's."""

    person_id: str
    """Who has made the code, and stays."""
    digest: str
    address: Address
    """Where it was entered and said yes to: their sessions are held there from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    person_id: str
    done: tuple[int, ...] = ()
    """Mailbox items that are handled with it."""
    person: Person | None = None
    """With new values."""
    session: Session | None = None
    """With new values; its `revision` is still the one that was read, or 0 and `scripts` given for a new session."""
    scripts: ScriptSet | None = None
    """For a new session: what it is bound to."""
    entries: tuple[Entry, ...] = ()
    """To append, each with its first revision (revision numbers are given by the store)."""
    revisions: tuple[tuple[int, Revision], ...] = ()
    """(seq, revision) to add to entries that exist."""
    marks: tuple[Mark, ...] = ()
    """About entries of `session` that exist."""
    revised: str | None = None
    """The session that `revisions` are of, where `session` is None: an edit needs no new state of the session."""
    letters: tuple[OutboxMessage, ...] = ()
    chores: tuple[str, ...] = ()
    """Of `session`, or of the one that is `revised`; due at once."""
    learned: ChoreResult | None = None
    """Notes and a summary that came of the newest words of `session`."""
    findings: tuple[tuple[str, str], ...] = ()
    """(name, text) to keep with `session`; an empty text takes away what is kept under that name."""
    log: tuple[Occurrence, ...] = ()
    due_at: float | None = None
    """When `session` has to be looked at next; the desk computes it."""
    pause_others: bool = False
    """Pause the person's other active sessions."""
    others_due_at: float | None = None
    """With `pause_others` and `join`: when what is paused has to be looked at next."""
    moves_to: Address | None = None
    """The chat that the person writes in now, where it is another one: their sessions are held there."""
    code: LinkCode | None = None
    """One that the person may enter in another chat, in the place of an earlier one."""
    join: Join | None = None
    """Nobody is served under `person_id` any more."""
    not_joined: Address | None = None
    """A chat in which a code was entered that is not to join it after all."""
    consent: Consent | None = None
    """What the person has just agreed to."""
    blanked: tuple[int, ...] = ()
    """Mailbox items whose words are not kept after all."""
    erase_session: str | None = None
    """A session of the person to delete with every word of it."""
    erase_person: bool = False
    """Delete everything about the person; `letters` then are only such as are to be forgotten."""
    bound: tuple[tuple[str, str, int], ...] = ()
    """(event, session, `seq`) of recordings: of an unheard one the question, of one in doubt the answer it became."""
    pictured: tuple[tuple[str, str, int], ...] = ()
    """(event, session, `seq`) of photographs, and the answers that they became."""
    unreachable: Address | None = None
    """Nobody can be written to there any more: drop what waits for it."""
    runs: tuple[RunStep, ...] = ()
    """What becomes of runs of the chamber."""
    announce: AnnounceStep | None = None
    """What becomes of a notice to everybody."""
    book: BookStep | None = None
    """What becomes of the book of one of their interviews."""
    family: tuple[FamilyStep, ...] = ()
    """What becomes of families."""
    heard_again: Address | None = None
    """Voice messages may be tried there, even if they were refused before."""
    expect_quiet: int | None = None
    """Commit only if nothing newer than this mailbox item waits for the person."""
