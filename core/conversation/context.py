"""One mailbox item that is being handled, and everything around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.access.gate import sender_id
from core.contracts.commits import Commit, ErasePerson, Join, MoveSessions, OutboxMessage
from core.contracts.messages import Address, Choice, Incoming, Progress, Say, Saying, is_new_action
from core.contracts.ports import LanguageModel
from core.contracts.session import InputPurpose, PendingInput, Person, Record, Session, Status
from core.contracts.turn import Interview, Offer, TurnContext
from core.conversation.draft import Draft, UserMessage, group_messages, join_messages
from core.conversation.feature_hooks import others_questions
from core.conversation.rendering import command_button, with_session_progress
from core.conversation.runtime import Runtime
from core.interviews.submissions import submissions_in
from core.languages.messages import locale_or_default, match_locale, say
from core.store.desk_reads import MailboxView, MailItem, QuestionScene
from core.store.question_timeline import answers_to_questions
from core.store.records import earlier_interviews


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
