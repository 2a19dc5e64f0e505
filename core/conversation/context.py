"""One mailbox item that is being handled, and the runtime that every turn, command and chore shares."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from core.access.gate import Gate, sender_id
from core.contracts.about import About
from core.contracts.commits import Commit, ErasePerson, Join, MoveSessions, OutboxMessage
from core.contracts.errors import NotFound
from core.contracts.messages import Address, Choice, Incoming, Progress, Say, Saying, is_new_action
from core.contracts.ports import Clock, LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import InputPurpose, PendingInput, Person, Record, Session, Status
from core.contracts.turn import Interview, Offer, TurnContext
from core.contracts.watching import NOBODY, Watch
from core.conversation.draft import (
    Draft,
    UserMessage,
    command_button,
    group_messages,
    join_messages,
    with_session_progress,
)
from core.conversation.feature_hooks import others_questions
from core.files.keeping import KeptFiles
from core.interviews.submissions import submissions_in
from core.languages.messages import locale_or_default, match_locale, say
from core.privacy.facts import Facts
from core.store.claims import Claim
from core.store.finding_rows import about_of
from core.store.mailbox_rows import MailboxView, MailItem, QuestionScene, answers_to_questions, script_set
from core.store.records import earlier_interviews
from core.store.store import Result, Store, Unit
from core.timing.rules import TimerRules


class ReadUnit(Protocol):
    """A way to run a unit that only reads."""

    async def __call__(self, unit: Unit[Result], /) -> Result: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceRules:
    """The operator's settings for voices."""

    max_seconds: float = 20 * 60.0
    """Of one recording."""
    keep_audio: bool = False
    """Whether recordings are kept when their words are, and spoken questions with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    store: Store
    clock: Clock
    interviews: Mapping[str, Interview]
    """Those that can be held here, by kind."""
    new_id: Callable[[], str]
    """A fresh id: letters and digits, at most 24 of them."""
    owner: str
    """This process, in the claims on what it works on."""
    offline: bool
    """True when no language model is configured."""
    rules: TimerRules = field(default_factory=TimerRules)
    admins: frozenset[str] = frozenset()
    """`platform:id` of those who run this."""
    gate: Gate = field(default_factory=Gate)
    """Who may come in."""
    show_cost: bool = False
    in_browser: frozenset[str] = frozenset()
    """The platforms that are a page of our own."""
    prints: frozenset[str] = frozenset()
    """The platforms where transcripts come as PDF."""
    prints_gifts: bool = False
    """Whether the transcript of a gift is a PDF on every platform."""
    voice: VoiceRules = field(default_factory=VoiceRules)
    audio: KeptFiles | None = None
    """Where recordings are kept. None: nowhere."""
    photos: KeptFiles | None = None
    """The same for photographs."""
    file_limits: Mapping[str, int] = field(default_factory=dict)
    """Bytes of one file that each platform takes."""
    fetch_limits: Mapping[str, int] = field(default_factory=dict)
    """Bytes of one file that can be had from each."""
    served: frozenset[str] = frozenset()
    """The platforms by which something can be sent."""
    privacy: Facts = field(default_factory=Facts)
    """Who keeps, carries and reads what people tell."""
    slow_read: ReadUnit | None = None
    """Reads what takes long on a connection of its own, since all turns share the store's. None: through the store."""
    services: dict[type, Any] = field(default_factory=dict)
    """The ports that features need for their commands, by type."""
    also_in_menu: tuple[str, ...] = ()
    """The commands that are in the short menu of a phone because of what is here."""
    watch: Watch = NOBODY
    """Is told of turns, deliveries and calls."""
    begins: Mapping[str, Interview] | None = None
    """Those that can be begun, where that changes while the process runs. None: all that can be held."""
    _scripts: dict[str, ScriptSet] = field(default_factory=dict)

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self.clock.now().timestamp()

    @property
    def offered(self) -> Mapping[str, Interview]:
        """Return the interviews that can be begun, by name, in the order in which they are offered."""
        return self.interviews if self.begins is None else self.begins

    def claim(self) -> Claim:
        return Claim(self.owner, self.now())

    async def report(self, unit: Unit[Result]) -> Result:
        """Read what may take seconds, holding up nobody. Raises StorageError."""
        read: ReadUnit = self.store.read if self.slow_read is None else self.slow_read
        return await read(unit)

    async def about(self, session: Session) -> About | None:
        """Read what a session is about. None for a kind that is about nothing, and in an intake."""
        interview = self.interviews.get(session.kind)
        if interview is None or interview.intake is None:
            return None
        return await self.store.read(lambda c: about_of(c, session.id))

    async def scripts(self, digest: str) -> ScriptSet:
        """Return the scripts that a session is bound to; kept, since many sessions share them and they never change."""
        found = self._scripts.get(digest)
        if found is None:
            found = await self.store.read(lambda c: script_set(c, digest))
            if found is None:
                raise NotFound(f"The script {digest[:12]} is missing from the database.")
            self._scripts[digest] = found
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationContext:
    runtime: Runtime
    view: MailboxView
    item: MailItem
    before: tuple[MailItem, ...] = ()
    """Words that came before a command and are not handled yet: they are kept along with it."""
    burst: tuple[MailItem, ...] = ()
    """Words that are no answer: those that wait together, of which the item is the first."""
    now: datetime
    model: LanguageModel
    argument: str = ""
    pressed: bool = False
    """The command came from a button of ours."""
    held_at: Address | None = None
    """Where the session was held until now: a person may have several chats. In `view` it is where they write."""

    @property
    def incoming(self) -> Incoming:
        return self.item.incoming

    @property
    def person(self) -> Person:
        return self.view.person

    @property
    def language(self) -> str:
        session = self.view.session
        if session is not None and session.status is Status.ACTIVE:
            return self.spoken_in(session)
        return match_locale(self.person.language)

    @property
    def is_admin(self) -> bool:
        return sender_id(self.incoming) in self.runtime.admins

    @property
    def done(self) -> tuple[int, ...]:
        return (*(item.id for item in self.before), self.item.id)

    @property
    def wish(self) -> tuple[UserMessage, ...]:
        """Return the words that were understood as the command that is handled."""
        return group_messages(filter(None, (self.item.said,)))

    def key(self, part: str = "") -> str:
        """Return a key for a letter that answers this item: the same whenever it is handled again."""
        return f"{self.incoming.event_id}/{part}"

    def here(self, session: Session) -> Session:
        """Return the session, in the chat of this item if the person does something new there."""
        if not is_new_action(self.incoming):
            return session
        return session.model_copy(update={"address": self.incoming.address})

    def followed(self, change: Commit, items: Sequence[MailItem] = ()) -> Commit:
        """Return the change; if the person has come into another chat, what is theirs follows them there.

        `items`: what it answers, where that is more than the item and the words before it.
        """
        # Words may have come with something else behind them, such as an edit, which moves nothing.
        wrote = [item for item in (*items, *self.before, *self.burst, self.item) if is_new_action(item.incoming)]
        if self.held_at is None or not wrote or change.has(ErasePerson, Join):
            return change
        there = max(wrote, key=lambda item: item.id).incoming.address
        return change if there == self.held_at else change.having(MoveSessions(there))

    def reply(self, *sayings: Saying, person: Person | None = None) -> Commit:
        """Say words to the person and do nothing else; without any, only mark the item as handled."""
        said = (with_session_progress(saying, self.view.session) for saying in sayings)
        letters = tuple(
            OutboxMessage(key=self.key(str(n)), address=self.incoming.address, saying=saying, language=self.language)
            for n, saying in enumerate(said)
        )
        return Commit(person_id=self.person.id, done=(self.item.id,), letters=letters, person=person)

    def reply_with(self, draft: Draft, *sayings: Saying) -> Commit:
        """Commit a draft, and say words to the person in the chat that they write in."""
        return replace(draft.change(done=(self.item.id,)), letters=self.reply(*sayings).letters)

    @property
    def person_at_rest(self) -> Person:
        """Return the person without a message that is wanted of them."""
        return self.person.model_copy(update={"mending": None})

    def awaiting(self, wanted: InputPurpose, session_id: str = "", seq: int = 0) -> Person:
        """Return the person whose next message is wanted for this; `session_id` may be a family's id."""
        mending = PendingInput(session_id=session_id, seq=seq, wanted=wanted, asked_at=self.now, after=self.item.id)
        return self.person.model_copy(update={"mending": mending})

    def plainly(self, text: str) -> Commit:
        return self.reply(Say(text=text))

    def say(self, key: str, **values: str | float) -> str:
        """Return the words under a key in the language in which the person is spoken to."""
        return say(self.language, key, **values)

    def button(self, command: str, argument: str = "", *, label: str = "") -> Choice:
        """Return a button that is valid at any time; without `label`, with the words `button-<command>`."""
        return command_button(self.language, command, argument, label=label)

    def respond(self, key: str, **values: str | float) -> Commit:
        """Say the words under a key and do nothing else."""
        return self.plainly(self.say(key, **values))

    def draft(self, session: Session, scene: QuestionScene | None) -> Draft:
        """Return a draft of the session in which the words that came before are already kept.

        So are those that were understood as a command, as said to the interviewer.
        """
        draft = Draft(session, self.now)
        question = scene.question if scene is not None else None
        if question is None:
            return draft
        draft.hear(
            group_messages(item.incoming for item in self.before), to=question.seq, question_id=question.question_id
        )
        draft.hear(self.wish, to=None, question_id=question.question_id, beside=True)
        draft.show_heard(key=self.key("heard"), language=self.spoken_in(session))
        return draft

    async def beside(self, *sayings: Saying) -> Commit:
        """Reply to what moves nothing; words that were understood as a command are kept all the same."""
        session, scene = self.view.session, self.view.scene
        plain, interview = self.reply(*sayings), None if session is None else self.interview(session)
        if self.item.said is None or session is None or scene is None or interview is None or scene.question is None:
            return plain
        if session.status is not Status.ACTIVE:
            return plain
        change = self.draft(session, scene).change(done=self.done)
        return replace(change, letters=(*change.letters, *plain.letters))

    async def situation(
        self, session: Session, scene: QuestionScene | None, *, answer: str | None = None
    ) -> TurnContext:
        """Return what an interview may look at; without `answer`, with what was already said to the open question."""
        scripts = await self.runtime.scripts(session.script_digest)
        about = await self.runtime.about(session)
        if scene is None:
            return TurnContext(person=self.person, session=session, scripts=scripts, now=self.now, about=about)
        interview, read = self.interview(session), self.runtime.store.read
        ids = frozenset() if interview is None else interview.looks_back(session, scripts)
        earlier: tuple[Record, ...] = ()
        if interview is not None and interview.learns and not self.model.offline:
            earlier = await read(lambda c: earlier_interviews(c, self.person, session.kind, but=session.id))
        return TurnContext(
            person=self.person,
            session=session,
            scripts=scripts,
            now=self.now,
            submissions=submissions_in(answer, interview.takes) if answer and interview is not None else (),
            question=scene.question,
            answer=join_messages(e.text for e in scene.answers) if answer is None else answer,
            tail=scene.tail,
            told=await read(lambda c: answers_to_questions(c, session.id, ids)) if ids else {},
            digest=scene.digest,
            about=about,
            others=await others_questions(self, session),
            earlier=earlier,
        )

    def spoken_in(self, session: Session) -> str:
        return locale_or_default(session.language, self.person.language)

    async def progress(self, session: Session) -> Progress | None:
        """Return how far a session is; None where its kind is not enabled any more."""
        interview = self.interview(session)
        if interview is None:
            return None
        return interview.progress(session, await self.runtime.scripts(session.script_digest))

    async def offered(self, session: Session) -> tuple[Offer, ...]:
        """Return what its interview offers under the open question; nothing if its kind is not enabled any more."""
        interview = self.interview(session)
        if interview is None:
            return ()
        return interview.offered(session, await self.runtime.scripts(session.script_digest))

    def interview(self, session: Session) -> Interview | None:
        """Return the interview of a session; None where its kind is not enabled any more."""
        return self.runtime.interviews.get(session.kind)


Handler = Callable[[ConversationContext], Awaitable[Commit]]
"""Handles one item."""
