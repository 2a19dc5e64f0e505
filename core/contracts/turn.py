"""The input of an interview's decision, and its outcome. Data without effects; the desk acts on a `Turn`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from pydantic import JsonValue

from core.contracts.about import About, IntakeFlow, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document
from core.contracts.effects import Effect
from core.contracts.lessons import Lessons
from core.contracts.messages import Attachment, Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import Digest, Entry, EntryKind, KeptPart, Person, Record, Session

State = Mapping[str, JsonValue]


class SubmissionKind(StrEnum):
    FILE = "file"
    LINK = "link"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """Something that the person sent beside words, of a kind that the interview takes (`AcceptedInput`)."""

    kind: SubmissionKind
    text: str = ""
    """The address, or the code."""
    language: str = ""
    """Of code, as the fence names it; may be empty."""
    file: Attachment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersQuestion:
    """What somebody of the family asks, to be put to the person where a subject is told to its end."""

    id: str
    text: str
    """As they ask it, for what is refused."""
    words: str
    """As it is put: with the name of who asks."""
    asker: str = ""
    """The name of the person who asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersAsked(Effect):
    """A question of somebody else stands in the interview now."""

    question_id: str
    session_id: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Everything an interview may look at to decide on the next turn. Its size does not grow with the interview."""

    person: Person
    session: Session
    """With the state and the counters before this turn; `counters.active_seconds` already includes this answer."""
    scripts: ScriptSet
    now: datetime
    question: Entry | None = None
    answer: str = ""
    """All of the person's answer to it so far, its messages joined by line breaks."""
    tail: tuple[Entry, ...] = ()
    """The newest entries before this answer, oldest first, without those withdrawn."""
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What was said to the questions that the interview looks back at (`Interview.looks_back`), by their ids: the words
    as they stand now, the oldest first, without those of `answer` that are new."""
    digest: Digest = field(default_factory=Digest)
    talk: tuple[Entry, ...] = ()
    """For a model: all entries from `Interview.sees_from` on, with this answer; without what is withdrawn."""
    about: About | None = None
    wish: str = ""
    """For `Interview.begin`: what was said with the wish for it, by a kind that has no intake to make of it."""
    submissions: tuple[Submission, ...] = ()
    """What stands in the answer, or has just been sent."""
    may_ask: bool = True
    """For `Interview.answer`: False where the next question has a time of its own, and is made then (`due`)."""
    others: tuple[OthersQuestion, ...] = ()
    """What the family asks and was not asked yet, the oldest first."""
    findings: Mapping[str, str] = field(default_factory=dict)
    """For `Interview.news` and `Interview.welcome`: what chores have written, by name."""
    earlier: tuple[Record, ...] = ()
    """With a model, for a kind that `learns`: the person's newest ended interviews of it, the one begun first first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewQuestion:
    """What the person is to answer: a question, or a message that leaves them the floor (`EntryKind.ROOM`)."""

    id: str
    """Of the script's question that it belongs to."""
    text: str
    kind: EntryKind = EntryKind.QUESTION
    progress: Progress | None = None
    """Where it helps to say how far the interview is."""
    opens: bool = False
    """It is the first one of a chapter of the script."""
    course: Progress | None = None
    """How far the interview is with it, where its kind goes by chapters."""
    retells: tuple[int, ...] = ()
    """As `Entry.retells`."""
    title: str = ""
    """As `Entry.title`: whatever they say is kept, and nothing is asked, until they say that they have told it."""
    by_people: bool = False
    """It is asked in the script's own words."""
    others: str = ""
    """It is the family's: the id of their question."""
    asker: str = ""
    """The same as `Entry.asker`."""
    marked: bool = False
    """Chats show by a sign that it stays with what was just told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A button for a command of the interview's own (`Interview.commands`), for an editor, or for an answer."""

    command: str = ""
    """Empty for an editor, and for an answer."""
    label: str
    """In the interview's language."""
    editor: str = ""
    """As `Choice.editor`."""
    answer: str = ""
    """It answers the open question: what comes to `Interview.picked`; small letters, digits and hyphens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence(Effect):
    """Something worth counting: a question mended by the guard, one skipped with its reason, a refusal."""

    name: str
    """"guard-two-questions", "skipped", "declined", "fell-back"."""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The outcome of one answer."""

    state: State
    notice: str = ""
    """Said beside the interview ("I am offline ..."), no part of the transcript; first, in the closing turn last."""
    answer: str = ""
    """For `Interview.picked`: the words that stand in the transcript for what was pressed; empty for none."""
    remark: str = ""
    """Said before the question, and part of the transcript: an acknowledgement, a chapter's first words, the outro."""
    question: NewQuestion | None = None
    """None: nothing is asked, and what was open stays open (or the interview is over)."""
    closes: bool = False
    """The interview is completed with this turn; `remark` is the outro."""
    pauses: bool = False
    """The person wants to stop for now."""
    waits: bool = False
    """Nothing is asked now, because the next question has a time of its own."""
    distress: bool = False
    """The answer shows distress: from now on the person is reminded of nothing in this interview."""
    distressed: tuple[int, ...] = ()
    """With `distress`: the questions to which it was told, where that is not the newest answer."""
    offers: tuple[str, ...] = ("skip",)
    """Commands to offer as buttons."""
    own: tuple[Offer, ...] = ()
    """Commands of its kind to offer beside them."""
    chores: tuple[str, ...] = ()
    """Background work to do afterwards, by name; the interview does it in `chore`."""
    language: str | None = None
    """The interview goes on in this language from now on."""
    asides: tuple[str, ...] = ()
    """Words of the answer, to the letter, that were said to the interviewer; they stay in it."""
    kept_back: tuple[KeptPart, ...] = ()
    """What stays out of every document until their person releases it; a button under the message says how much."""
    kept_back_line: str = ""
    """Says so instead, in a message of its own before everything else, where nothing was asked or answered."""
    after: str = ""
    """Said behind everything else: the help text for somebody in danger."""
    beside: bool = False
    """The newest words are no answer: a goodbye. They are kept as a remark."""
    about: str = ""
    """Id of the script's question that the answered question turned out to belong to; empty to leave it."""
    asked_others: tuple[str, ...] = ()
    """Ids of the family's questions that the answered question has put to the person."""
    learned: ChoreResult | None = None
    """Notes and a summary to keep, which the books brought."""
    findings: tuple[tuple[str, str], ...] = ()
    """(name, text) to keep with the session, in the transaction of this turn; a text is at most some 100 kB."""
    log: tuple[Occurrence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedInput:
    """Input that an interview takes besides words; people are told of everything else that it cannot be used."""

    files: tuple[str, ...] = ()
    """How names of files end (".py") or their types begin ("text/"); "*" for every file."""
    links: bool = False
    """It opens what people send links to; they are told so before they agree to it."""
    code: bool = False
    """Code between fences in what they write."""

    def takes_file(self, file: Attachment) -> bool:
        name, media_type = file.name.lower(), file.media_type.lower()
        return any(
            each == "*" or (name.endswith(each) if each.startswith(".") else media_type.startswith(each))
            for each in self.files
        )


class Interview(Protocol):
    """One kind of interview. Pure: it sees values and the model, and returns values."""

    kind: str
    scripts: ScriptSet
    """What a new session is bound to."""
    chores: Mapping[str, ChoreKind] = MappingProxyType({})
    """Its background work, by name."""
    commands: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """Commands of its own, by name: small letters, at most 16 of them, none that there is already. What each does, by
    language, for the list of commands while such an interview is under way."""
    lasting: frozenset[str] = frozenset()
    """Those of its commands that are good after its end too. Of their turns no more than the notice, the chores and the
    findings count then."""
    styles: Mapping[str, str] = MappingProxyType({})
    """What people may call the styles of its file, in small letters, and their names; empty where it has one style."""
    takes: AcceptedInput = AcceptedInput()
    tells: bool = False
    """Whether something may be told in it unasked, and a second time; an answer that is weighed may not."""
    intake: IntakeFlow | None = None
    """For a kind that is about something: how that is found out before it begins."""
    offers: tuple[str, ...] = ()
    """The commands that are offered at its end, as far as they are known here."""
    learns: bool = False
    """Its talk is told what the person's earlier interviews of this kind show (`lessons`), until they forget it."""
    reads: str = ""
    """The module with its reading functions for what strangers send; loaded in the reader processes, by this name."""

    def sees_from(self, session: Session) -> int:
        """Return the `seq` from which on a decision of a model sees every word of the transcript."""

    def looks_back(self, session: Session, scripts: ScriptSet) -> frozenset[str]:
        """Return the ids of the questions whose answers decide how it goes on (`TurnContext.told`)."""
        return frozenset()

    def lessons(self, earlier: Sequence[Record], language: str) -> Lessons:
        """Return what earlier interviews of this kind show about how their person likes to be asked."""
        return Lessons()

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        """Return the opening and the first question; waits for no model."""

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Return what follows from an answer. One model call at most; if it fails the interview goes on without it."""

    def skip(self, situation: TurnContext, *, elsewhere: bool = False) -> Turn:
        """Return the next question at once, whatever is open; waits for no model. Closes when the script is done.

        `elsewhere`: one about something else, where there is one.
        """

    async def due(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Ask the next question, whose time has come, after everything told since the last one. Never raises."""
        return self.skip(situation)

    def more(self, situation: TurnContext) -> Turn:
        """Leave the floor to somebody who wants to tell more. No model."""
        return Turn(state=situation.session.state)

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Greet somebody who comes back. Without a question, what is open is asked again under the notice."""

    async def afterword(self, situation: TurnContext, model: LanguageModel) -> str:
        """Answer words that come after the end (the newest of `talk`); empty where no model can. Never raises."""
        return ""

    def tell(self, situation: TurnContext, title: str) -> Turn | None:
        """Leave them the floor until they have told what they want to; what is open as for `retell`.

        The answer is given to `answer` as a whole, when they have. None for a kind that asks in its order. No model.
        """
        return None

    def retell(self, situation: TurnContext, question: Entry) -> Turn | None:
        """Have something told once more that was told to `question`, in the words of that question or others.

        What is open is asked anew some other time, where `situation.answer` is empty. None for a kind in which nothing
        is told twice. No model.
        """
        return None

    def help_text(self, language: str) -> str:
        """Return the words to somebody in danger."""

    def closed(self, session: Session) -> tuple[str, ...]:
        """Subjects that the person does not want to be asked about, in their words."""
        return ()

    def gone_back(self, then: State, now: State) -> State:
        """Return the state for an earlier question that is opened again: that of `then`, with what of `now` lasts."""
        return then

    def parting(self, situation: TurnContext) -> Turn | None:
        """Return what is asked once before the end, when the person wishes to finish; None for nothing. No model."""
        return None

    def finish(self, situation: TurnContext, *, offline: bool) -> Turn:
        """Return the outro for a person who is done, and the chores that follow (none of them when offline)."""

    def command(self, situation: TurnContext, name: str, argument: str) -> Turn | None:
        """Act on one of its own commands, written or pressed; None where it means nothing now. Waits for no model."""
        return None

    def picked(self, situation: TurnContext, pressed: str) -> Turn | None:
        """Take a pressed answer (`Offer.answer`); None where it is none of the open question. Waits for no model."""
        return None

    def submitted(self, situation: TurnContext) -> Turn | None:
        """Take a file that was sent (`situation.submissions`); None where it is of no use now. Waits for no model."""
        return None

    def news(self, situation: TurnContext, chore: str) -> Turn | None:
        """Act on the end of a chore that wakes it; its finding, if any, is in `situation.findings`. Without a model."""
        return None

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Background work by name. Raises ModelError when it must be tried again."""
        raise ValueError(f"there is no chore called {name!r}")

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        """Return how far a session is."""

    def offered(self, session: Session, scripts: ScriptSet) -> tuple[Offer, ...]:
        """Return buttons of its own under the open question, whenever that is asked again."""
        return ()

    def findings(self) -> tuple[str, ...]:
        """Return the names of the chores whose findings together make the second file, in its order; empty for none."""
        return ()

    def afterwards(self, record: Record) -> str:
        """Return what a finished interview is told that is still to come, in its language; empty for nothing."""
        return ""

    async def document(
        self, situation: ChoreSituation, model: LanguageModel, *, style: str, language: str
    ) -> Document | None:
        """Return its own file in a style (empty: the usual one), made of the whole record; None for the transcript."""
        return None

    def notes(self, record: Record, scripts: ScriptSet, *, language: str) -> str:
        """Return the words of its own file, for an export, in place of what is known of the person; or "". Blocks."""
        return ""

    def called(self, about: About) -> SessionName:
        """Return what a session is called in lists."""
        return SessionName()
