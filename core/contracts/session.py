"""The domain, as plain values: a person, their interview, and every word of it; in an export file too, at `FORMAT`."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from pydantic import Field, JsonValue

from core.contracts.frozen import Frozen
from core.contracts.messages import Address

PHOTO_MARK: Final = "[photo]"
PHOTO_NOT_HERE: Final = "-"
"""In the place of its file's name: it has not come yet, could not be kept, or was taken back."""


def add_caption(words: str) -> str:
    """Return the words of a photograph to which something was written later."""
    return f"{PHOTO_MARK}\n{words}"


def caption_of(text: str) -> str:
    """Return what is written beside the mark in the words of a photograph; empty for the mark alone."""
    return text.removeprefix(PHOTO_MARK).strip()


def words_without_photos(text: str) -> str:
    """Return an answer without the marks of its photographs: for rules that go by words, and for counting words."""
    return "\n".join(line for line in text.splitlines() if line.strip() != PHOTO_MARK)


def count_photos_alone(text: str) -> int:
    """Return the number of photographs in an answer that is nothing else; 0 where there are words, or nothing."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) if all(line.strip() == PHOTO_MARK for line in lines) else 0


FORMAT = 1
"""Version of the export format; raised when a reader of the old one would misread the new one."""


class Stage(StrEnum):
    """How well the interviewer knows the person."""

    NEW = "new"
    """Was greeted and asked for a name."""
    KNOWN = "known"
    """Said what to be called (or that it does not matter)."""


class Awaited(Frozen):
    """An interview that begins as soon as the person has agreed to what becomes of their words."""

    kind: str = ""
    """Empty: they have not chosen yet."""
    mail: tuple[int, ...] = ()
    """Mailbox items with what they have told before they were asked: they become the beginning of the first answer."""
    about: str = ""
    """What the interview is to be about, as far as they said so when they asked for it."""


class InputPurpose(StrEnum):
    """What takes the place of a spoken answer."""

    WORDS = "words"
    """The right words, written."""
    AGAIN = "again"
    """A new recording, or words."""
    BOOK = "book"
    """How the answer shall stand in a book, spoken or written; the answer itself stays as it is."""
    NAME = "name"
    """What whoever is to be given an interview is called."""
    QUESTION = "question"
    """What somebody of the family asks; also a picture."""
    TELLING = "telling"
    """The same event, as somebody else of the family tells it."""


class PendingInput(Frozen):
    """The next message takes the place of a spoken answer, or the last one has; or it is for the family."""

    session_id: str
    """For the family: which one."""
    seq: int
    """Of the answer. For the family: the share that it is about, or 0."""
    wanted: InputPurpose
    asked_at: datetime
    after: int
    """The mailbox item with which it was asked for: only what comes after it is meant."""
    by: str = ""
    """The platform's id of the message that took its place; an edit of it is one of that answer. Empty before that."""
    chat: Address | None = None
    """Where that message stands; None where it was written before this was remembered."""

    def is_by(self, ref: str, address: Address) -> bool:
        """Return whether this is the message that took its place."""
        return self.by != "" and self.by == ref and self.chat in {None, address}


class AloudWish(StrEnum):
    """Whether somebody wants to hear the questions."""

    NONE = ""
    """They have not said so: as the operator has it."""
    TOLD = "told"
    """The same, and they know that they may say so."""
    ON = "on"
    OFF = "off"


class Person(Frozen):
    id: str
    name: str = ""
    """What they want to be called; empty when they would rather not say."""
    language: str = "en"
    """Of the bot's own words; an interview has its own."""
    stage: Stage = Stage.NEW
    created_at: datetime
    timezone: str = ""
    """An IANA name, as in Europe/Berlin; empty where the operator's holds."""
    quiet_hours: str = ""
    """When nothing is sent unasked, as `core.timing.rules` writes it; empty where the operator's hold."""
    agreed: str = ""
    """The digest of the text that they agreed to; empty before that."""
    awaits: Awaited | None = None
    mending: PendingInput | None = None
    aloud: AloudWish = AloudWish.NONE
    no_notices: bool = False
    """They want nothing that whoever runs this writes to everybody."""
    joined_at: datetime | None = None
    """When what was known of them in another chat was put together with this; None: never."""
    forgotten_before: datetime | None = None
    """What interviews that they began before this show about how they like to be asked is not told to the next."""


class Status(StrEnum):
    ACTIVE = "active"
    PAUSED = "paused"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


ENDED = frozenset({Status.COMPLETED, Status.ABANDONED})


class Role(StrEnum):
    INTERVIEWER = "interviewer"
    PERSON = "person"


class EntryKind(StrEnum):
    REMARK = "remark"
    """An opening, an acknowledgement, a chapter's first words, the outro. Of the person: what they said that is no
    answer, such as words after a goodbye."""
    QUESTION = "question"
    """A question of the script, as it was worded for this person."""
    FOLLOW_UP = "follow-up"
    ROOM = "room"
    """A message that asks nothing and leaves the floor to the person; what they say next belongs to it."""
    ANSWER = "answer"


QUESTIONS = frozenset({EntryKind.QUESTION, EntryKind.FOLLOW_UP, EntryKind.ROOM})
"""What can wait for an answer."""


class Reason(StrEnum):
    """Why there is a revision of an entry."""

    ORIGINAL = "original"
    EDIT = "edit"
    """The person changed the message."""
    UNDO = "undo"
    """Taken back; or a question that was asked again instead."""
    DELETED = "deleted"
    """The person deleted the message."""


class Revision(Frozen):
    """One wording of an entry. `number` grows over all entries of a session: what is newer has the higher one."""

    number: int
    text: str
    reason: Reason = Reason.ORIGINAL
    withdrawn: bool = False
    """True: documents leave the entry out; the words stay until the session is deleted."""
    at: datetime


class Entry(Frozen):
    """One line of a transcript. It is never changed: an edit is a further revision, and documents show the newest."""

    seq: int
    """1, 2, 3, ... in a session."""
    role: Role
    kind: EntryKind
    question_id: str = ""
    """The script's question that this belongs to."""
    answers: int | None = None
    """For an answer: the `seq` of its question, which several may share; None: told before the first question."""
    ref: str = ""
    """For what the person said: the platform's id of the message, by which an edit finds it."""
    address: Address | None = None
    """For what the person said: the chat that this message is in; None where that is not known."""
    spoken_seconds: float = 0.0
    """For an answer that was spoken: how long the recording is."""
    audio: str = ""
    """For one whose recording is kept, and for a question that was read aloud: its name among the recordings."""
    photo: str = ""
    """For one that is a photograph: its name among the photographs; "-" where it is not there (yet)."""
    at: datetime
    state: dict[str, JsonValue] | None = None
    """For a question: the interview's state when it was asked, so that it can be asked again."""
    asides: tuple[str, ...] = ()
    """For an answer: passages that were said to the interviewer. They stay in it; documents may set them otherwise."""
    kept_back: bool = False
    """Of the person: it stays out of every document until they release it."""
    kept_passages: tuple[str, ...] = ()
    """Of what is kept back: the passages that are meant, to the letter; empty where all of it is. Nobody but documents
    shows the rest, and they only as long as each passage stands in it."""
    retells: tuple[int, ...] = ()
    """For a question: `seq` of those that it asks anew; what is told to it is shown in the place of what was told to
    them."""
    set_aside: bool = False
    """For such a question: the person would rather have an earlier telling shown."""
    title: str = ""
    """For a message that leaves them the floor for as long as they like: the heading of what they tell there."""
    asker: str = ""
    """For a question of the family's: what its asker is called. The words are theirs, not the interviewer's."""
    revisions: tuple[Revision, ...]

    @property
    def newest(self) -> Revision:
        return self.revisions[-1]

    @property
    def text(self) -> str:
        return self.newest.text

    @property
    def withdrawn(self) -> bool:
        return self.newest.withdrawn

    @property
    def by_people(self) -> bool:
        """Return whether a question's words were written by people before the interview, and not by a model in it."""
        if self.state is None or self.asker or self.title or self.retells:
            return False
        return self.state.get("offline") is True or self.state.get(BY_PEOPLE) is True


BY_PEOPLE = "by_people"
"""The key in a question's own state that says so of a question in an interview with a model."""
LAST_TIME = "last_time_"
"""How the key of a note begins that holds what was answered in an earlier wave of a study; its id follows."""


def last_time_name(question_id: str) -> str:
    return f"{LAST_TIME}{question_id.replace('-', '_')}"


class KeptPart(Frozen):
    """What is to be kept back of one entry."""

    seq: int
    passages: tuple[str, ...] = ()
    """As they stand in it; empty: all of it."""

    @property
    def count(self) -> int:
        """Return how many things a person is told that this keeps back."""
        return len(self.passages) or 1


def joined_passages(kept: bool, had: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is kept back of an entry after `more` is; empty is all of it, and all of it stays all of it.

    `kept` and `had`: its `kept_back` and `kept_passages` before.
    """
    return tuple(dict.fromkeys((*had, *more))) if more and (had or not kept) else ()


class Note(Frozen):
    """Something known about the person, and the entries that it rests on."""

    key: str
    """snake_case; `uncertain_` in front where the person was not sure."""
    value: str
    entries: tuple[int, ...] = ()
    stale: bool = False
    """An entry it rests on has changed: not used until it is renewed."""


class Digest(Frozen):
    """What the background work knows: notes and a running summary, up to a revision number."""

    notes: tuple[Note, ...] = ()
    summary: str = ""
    watermark: int = 0


class Counters(Frozen):
    """Figures that would otherwise be counted over the whole transcript at every turn."""

    questions: int = 0
    """Questions of the script that were asked."""
    follow_ups: int = 0
    answers: int = 0
    words: int = 0
    """Words told by the person."""
    active_seconds: float = 0.0
    """Sum of the gaps between messages, each counted two minutes at most."""
    mended: int = 0
    """Questions that the guard changed."""


class Timing(Frozen):
    """What the deadlines of a session rest on; `core.timing.rules` computes them from it."""

    cadence: str = ""
    """When the next question is asked, as `core.timing.rules` writes it; empty: at once."""
    held_at: datetime | None = None
    """Since when the next question waits for its time. None: none waits."""
    unmade: bool = False
    """The question that waits is made when its time has come; the open one was asked. Otherwise the open one waits."""
    reminded: int | None = None
    """`seq` of the question that was reminded of last."""
    reminded_at: datetime | None = None
    paused_at: datetime | None = None
    warned_at: datetime | None = None
    """When the person was told that a finished interview will be deleted."""
    calm: bool = False
    """An answer has shown distress: nobody is reminded of anything here."""
    gone: bool = False
    """The person could not be written to: nothing is due until they come back."""
    parting: bool = False
    """They wished to finish, and the open question is the last one: unanswered, it is no reason to go on."""
    apart: tuple[int, ...] = ()
    """`seq` of questions (0: before the first) to which distress was told, or anything without a model: that goes to a
    family only when their person lets it go."""
    released: tuple[int, ...] = ()
    """Numbers of the wordings (`Revision.number`) that they have let go; another wording waits again."""

    @property
    def held(self) -> bool:
        return self.held_at is not None

    @property
    def open_waits(self) -> bool:
        """Tell whether the open question still has to be asked."""
        return self.held and not self.unmade


class Session(Frozen):
    """One interview with one person, without its entries."""

    id: str
    person_id: str
    kind: str
    title: str
    status: Status = Status.ACTIVE
    language: str
    script_digest: str
    address: Address
    """Where it is being held."""
    state: dict[str, JsonValue] = Field(default_factory=dict)
    """The interview's own state; small, and of one size however long the interview is."""
    open_question: int | None = None
    """`seq` of the question that waits for an answer."""
    last_seq: int = 0
    revision: int = 0
    """Grows with each commit; a commit that saw an older one is refused."""
    counters: Counters = Counters()
    created_at: datetime
    touched_at: datetime
    ended_at: datetime | None = None
    timing: Timing = Timing()
    family_id: str | None = None
    """Of one that was given to its person: the family that it may reach."""


class Record(Frozen):
    """A session whole, as documents and exports see it."""

    person: Person
    session: Session
    entries: tuple[Entry, ...] = ()
    digest: Digest = Digest()
    findings: dict[str, str] = Field(default_factory=dict)
    """What background work has written, by name: "reflection-economist"."""

    def keeping_back(self, seqs: Set[int]) -> Record:
        """Return the record with these entries kept back whole, too."""
        if not seqs:
            return self
        entries = []
        for entry in self.entries:
            if entry.seq in seqs:
                # The passages stay beside the whole text, since lines of ours that say one of them are hidden.
                passages = (*entry.kept_passages, entry.text) if entry.kept_passages else ()
                entry = entry.model_copy(update={"kept_back": True, "kept_passages": passages})
            entries.append(entry)
        return self.model_copy(update={"entries": tuple(entries)})

    def without_parts(self) -> Record:
        """Return the record with all of an entry kept back where a passage is: for readers who get no part of one."""
        return self.keeping_back({e.seq for e in self.entries if e.kept_passages})


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What a person agreed to, and when."""

    language: str
    text: str
    at: datetime


INTAKE: Final = "intake"
"""The key of a session's state under which its intake stands; a session that has begun has none."""


def in_intake(session: Session | None) -> bool:
    """Return whether it is still being found out what a session is about."""
    return session is not None and isinstance(session.state.get(INTAKE), Mapping)
