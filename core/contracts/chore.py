"""The background work of an interview, and the file that comes of one. Data without effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from core.contracts.about import About
from core.contracts.messages import SendDocument
from core.contracts.script import ScriptSet
from core.contracts.session import Digest, Entry, KeptPart, Note, Person, Record, Session
from core.contracts.tools import ChoreAccess, Tool

MOST_EARLIER = 50


class Sees(StrEnum):
    """The part of a session that background work may look at."""

    CHANGES = "changes"
    """What was said since its last run, and the notes."""
    WHOLE = "whole"
    """The whole record, as soon as everything that was spoken is heard."""
    SESSION = "session"
    """The session without a word of its transcript, and what it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreKind:
    """A chore of an interview: what it may see and use, and what follows from it."""

    sees: Sees = Sees.CHANGES
    tools: frozenset[Tool] = frozenset()
    """A SourceError of theirs may be raised: it ends the chore, or has it tried again where that may help."""
    before_document: bool = False
    """The file of the interview waits a while for it."""
    wakes: bool = False
    """Somebody waits for it: its end gives the interview a turn (`Interview.news`, in an intake `Intake.step`)."""
    insists: bool = False
    """While a model is merely out of reach, keep trying, however often it takes."""
    request: Callable[[Session], str] | None = None
    """One word for what it is asked for: where that changes, it is stopped, empty: not done. None: always wanted."""
    at_a_time: int = 0
    """Of such chores for one person side by side; 0 for as many as there are."""
    waiting: str = ""
    """The key of what they see who wait for that."""
    shows: bool = False
    """The person sees how far it is (`ChoreAccess.show`)."""
    earlier: str = ""
    """The name of a finding: it sees that of the person's other interviews of this kind (`ChoreSituation.earlier`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A finding of another interview of the same kind with the same person."""

    session_id: str
    begun_at: datetime
    finding: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreSituation:
    person: Person
    session: Session
    scripts: ScriptSet
    digest: Digest
    now: datetime
    changed: tuple[Entry, ...] = ()
    """Entries newer than `digest.watermark`, or under stale notes, whole; about 12,000 characters at most."""
    talk: tuple[Entry, ...] = ()
    """For one that sees changes: as `Situation.talk`."""
    record: Record | None = None
    """The whole session, for chores that need it."""
    about: About | None = None
    findings: Mapping[str, str] = field(default_factory=dict)
    """What chores have written before, by name."""
    earlier: tuple[Earlier, ...] = ()
    """The one begun first first; at most `MOST_EARLIER`, the newest ones."""
    others: tuple[Record, ...] = ()
    """For the document of a kind that `learns`: the person's newest ended interviews of it, whole, without this one."""
    tools: ChoreAccess | None = None
    """As its `ChoreKind` declares them; None outside of background work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreResult:
    """The outcome of background work. All of it is kept in rows of its own, never in the session."""

    notes: tuple[Note, ...] = ()
    """To add or to replace by key."""
    dropped: tuple[str, ...] = ()
    """Keys of notes that are no longer true."""
    summary: str | None = None
    kept_back: tuple[KeptPart, ...] = ()
    """What its person has asked to keep between the two."""
    finding: str | None = None
    """A text to keep under the chore's name."""
    findings: tuple[tuple[str, str], ...] = ()
    """Further ones under names of their own."""
    says: str = ""
    """To be said to the person."""
    files: tuple[SendDocument, ...] = ()
    """To be sent to the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A place where the operator wants a copy of a document."""

    place: Path
    within: Path | None = None
    """It is put there only if that lies within this folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSection:
    heading: str
    passages: tuple[tuple[str, tuple[str, ...]], ...]
    """Each a line in bold, which may be empty, and the paragraphs under it; plain words."""
    photos: Mapping[int, Path] = field(default_factory=dict)
    """The photographs of passages, by their indices here (0-based); the paragraphs are the caption then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """A document as a value, to be set as pages."""

    form: str
    """"pdf" or "html"."""
    title: str
    sections: tuple[PageSection, ...]
    remarks: tuple[str, ...] = ()
    """On its last page."""


class PageSetter(Protocol):
    """Sets documents as pages."""

    async def set_transcript(
        self, whole: Record, scripts: ScriptSet, there: Mapping[str, Path], *, limit: int, form: str = "pdf"
    ) -> bytes | None:
        """Return the transcript of an interview, every word as it was told; None where that fails.

        `form`: "pdf", or "docx" for Word; the photographs are inside. `there`: where its recordings and photographs
        are, by name. `limit`: the most bytes that can be sent.
        """

    async def set_pages(self, pages: Pages, whole: Record, *, limit: int) -> bytes | None:
        """Return a document of an interview in the form that it wants; None where that fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The file that comes of an interview, as Markdown."""

    name: str
    """A file name without any folder, of safe characters."""
    text: str
    caption: str
    findings: tuple[tuple[str, str], ...] = ()
    """(name, text) to keep with the session."""
    copies: tuple[Copy, ...] = ()
    pages: Pages | None = None
    """Sent in the place of the text, where pages can be set here."""
    files: tuple[SendDocument, ...] = ()
    """Further files, sent behind it."""
