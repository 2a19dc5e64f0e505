"""What goes into an interview's decision, and what comes out of it. Data without effects.

An interview (a folder in `core/interviews/`) is asked what to do and answers with a `Turn`. The desk turns that into
entries, a new state, an outbox row and chores, in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol, runtime_checkable

from pydantic import JsonValue

from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import Digest, Entry, EntryKind, Note, Person, Record, Session

State = Mapping[str, JsonValue]
ABOUT: Final = "source"
"""The finding of a session that holds what it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a session is about, for a kind that is about something."""

    value: str
    """JSON of the kind's own, which nobody else reads."""
    told: tuple[str, ...] = ()
    """What the person has told of it before the first question, as it stands now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Everything an interview may look at to decide on the next turn. Its size does not grow with the interview."""

    person: Person
    session: Session
    """With the state and the counters before this turn; `counters.active_seconds` already includes this answer."""
    scripts: ScriptSet
    now: datetime
    question: Entry | None = None
    """The open question."""
    answer: str = ""
    """All of the person's answer to it so far, its messages joined by line breaks."""
    asides: tuple[str, ...] = ()
    """Of that, for `Interview.welcome`: what was said to the interviewer."""
    tail: tuple[Entry, ...] = ()
    """The newest entries before this answer, oldest first, without those withdrawn."""
    digest: Digest = field(default_factory=Digest)
    talk: tuple[Entry, ...] = ()
    """For a model: everything from `Interview.sees_from` on, the open question and all of this answer among it, oldest
    first, without what is withdrawn."""
    about: About | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewQuestion:
    """What the person is to answer: a question, or a message that leaves them the floor (`EntryKind.ROOM`)."""

    id: str
    """Of the script's question that it belongs to."""
    text: str
    kind: EntryKind = EntryKind.QUESTION
    progress: Progress | None = None
    """Where it helps to say how far the interview is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """Something worth counting: a question mended by the guard, one skipped with its reason, a refusal."""

    name: str
    """"guard-two-questions", "skipped", "declined", "fell-back"."""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one answer leads to."""

    state: State
    notice: str = ""
    """A plain word beside the interview ("I am offline ..."); said, but no part of the transcript.

    It comes before the remark, and after it in the turn that closes.
    """
    remark: str = ""
    """Said before the question, and part of the transcript: an acknowledgement, a chapter's first words, the outro."""
    question: NewQuestion | None = None
    """None: nothing is asked, and what was open stays open (or the interview is over)."""
    closes: bool = False
    """The interview is completed with this turn; `remark` is the outro."""
    pauses: bool = False
    """The person wants to stop for now."""
    distress: bool = False
    """The answer shows distress: from now on the person is reminded of nothing in this interview."""
    offers: tuple[str, ...] = ("skip",)
    """Commands to offer as buttons."""
    chores: tuple[str, ...] = ()
    """Background work to do afterwards, by name; the interview does it in `chore`."""
    language: str | None = None
    """The interview goes on in this language from now on."""
    asides: tuple[str, ...] = ()
    """Words of the answer, to the letter, that were said to the interviewer and are no part of what is told."""
    kept_back: tuple[int, ...] = ()
    """`seq` of answers that stay out of every document until they are released."""
    released: tuple[int, ...] = ()
    log: tuple[Occurrence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreSituation:
    """What background work may look at."""

    person: Person
    session: Session
    scripts: ScriptSet
    digest: Digest
    now: datetime
    changed: tuple[Entry, ...] = ()
    """Entries with a revision newer than `digest.watermark` (and those that stale notes rest on), oldest first,
    with all their revisions; at most about 12,000 characters at once."""
    record: Record | None = None
    """The whole session, for chores that need it."""
    about: About | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoreResult:
    """What background work found out. All of it is kept in rows of its own, never in the session."""

    notes: tuple[Note, ...] = ()
    """To add or to replace by key."""
    dropped: tuple[str, ...] = ()
    """Keys of notes that are no longer true."""
    summary: str | None = None
    finding: str | None = None
    """A text to keep under the chore's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateSignals:
    """What must act at once even in words that came too late to be an answer."""

    stop: bool = False
    declined: bool = False
    distress: bool = False
    onward: bool = False
    """They want another question. Too late it asks for nothing, but such words are no part of an answer."""

    def __bool__(self) -> bool:
        return self.stop or self.declined or self.distress


class Interview(Protocol):
    """One kind of interview. Pure: it sees values and the model, and returns values."""

    kind: str
    scripts: ScriptSet
    """What a new session is bound to."""
    reads: str = ""
    """The module with its reading functions for what strangers send; loaded in the reader processes, by this name."""

    def sees_from(self, session: Session) -> int:
        """The `seq` from which on a decision of a model sees every word of the transcript."""

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening and the first question; waits for no model."""

    async def answer(self, situation: Situation, model: LanguageModel) -> Turn:
        """What follows from an answer. At most one model call; when it fails the interview goes on without it."""

    def skip(self, situation: Situation) -> Turn:
        """The next question at once, whatever is open; waits for no model. Closes when the script is done."""

    def listen(self, text: str) -> LateSignals:
        """The signals in words that are appended to an earlier answer."""

    def late(self, situation: Situation, signals: LateSignals) -> Turn:
        """What such a signal leads to: `situation.answer` are the late words. Waits for no model."""

    def welcome(self, situation: Situation) -> Turn:
        """To somebody who comes back from a pause; waits for no model.

        A turn without a question: what is open is asked again, under its notice.
        """

    def parting(self, situation: Situation) -> Turn | None:
        """What is asked once before the end, when the person wishes to finish; None where nothing is. No model."""

    def finish(self, situation: Situation, *, offline: bool) -> Turn:
        """The person is done: the outro, and the chores that follow (none of them when offline)."""

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Background work by name. Raises ModelError when it must be tried again."""

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        """How far a session is."""

    def findings(self) -> tuple[str, ...]:
        """Names of the chores whose findings together make the second file, in its order; empty for none."""

    def afterwards(self, record: Record) -> str:
        """What a finished interview is told that is still to come, in its language; empty for nothing."""


@runtime_checkable
class Preparing(Interview, Protocol):
    """A kind of interview that is about something, which is found out and read before it begins."""

    templates: tuple[str, ...]
    """The ways of talking about it, in the order in which they are offered."""
