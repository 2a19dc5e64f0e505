"""The changes of one step, as a value: the store commits it in one transaction, or not at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from core.contracts.chore import ChoreResult
from core.contracts.effects import Effect
from core.contracts.messages import Address, Saying
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Person, Revision, Session

E = TypeVar("E", bound=Effect)


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
class Mark:
    """Facts about an entry other than its words; None leaves a fact unchanged."""

    seq: int
    asides: tuple[str, ...] | None = None
    question_id: str | None = None
    """For a question: the subject of the script that it turned out to belong to."""
    kept_back: bool | None = None
    kept_passages: tuple[str, ...] = ()
    """With `kept_back` true: the passages that are meant, besides those kept back before; empty: all of the entry."""
    set_aside: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Effect):
    """Make everything of the person another person's. Nobody is served under this id any more."""

    person_id: str
    """The other person. Their id stays."""
    address: Address
    """Where they said yes: their sessions are held there from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent(Effect):
    """Keep a text that the person has just agreed to, whole."""

    digest: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatEffect(Effect):
    """An effect on a chat."""

    address: Address


class MoveSessions(ChatEffect):
    """Hold the person's sessions in the chat, where they write now."""

    __slots__ = ()


class MarkUnreachable(ChatEffect):
    """Note that nobody can be written to in the chat any more, and drop what waits for it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class BlankMail(Effect):
    """Keep no words of these mailbox items after all."""

    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EraseSession(Effect):
    """Delete a session of the person with every word of it."""

    session_id: str


@dataclass(frozen=True, slots=True)
class ErasePerson(Effect):
    """Delete everything about the person; messages of the same commit are only such as are to be forgotten."""


@dataclass(frozen=True, slots=True)
class PauseOthers(Effect):
    """Pause the person's other active sessions."""


@dataclass(frozen=True, slots=True)
class KeepNotes(Effect):
    """Keep notes and a summary that came of the newest words of the session."""

    learned: ChoreResult


@dataclass(frozen=True, slots=True)
class BindFile(Effect):
    """Bind what came with an event to an entry of a session."""

    event_id: str
    session_id: str
    seq: int


class BindRecording(BindFile):
    """Bind an unheard recording to the question it answers, and one in doubt to the answer it became."""

    __slots__ = ()


class BindPhoto(BindFile):
    """Bind a photograph to the answer it became."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class AskForChore(Effect):
    """Have a chore done at once, of the session or of the one whose words are revised."""

    name: str


@dataclass(frozen=True, slots=True)
class KeepFinding(Effect):
    """Keep a text with the session under a name; an empty one takes away what is kept under it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """The changes of one step, written in one transaction or not at all."""

    person_id: str
    done: tuple[int, ...] = ()
    """Mailbox items that are handled with it."""
    person: Person | None = None
    """The person, with new values."""
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
    effects: tuple[Effect, ...] = ()
    """Written in the order of their types, those of one type in this order."""
    due_at: float | None = None
    """When `session` has to be looked at next; the conversation worker computes it."""
    others_due_at: float | None = None
    """With `PauseOthers` and `Join`: when what is paused has to be looked at next."""
    expect_quiet: int | None = None
    """Commit only if nothing newer than this mailbox item waits for the person."""

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """Return the effects of one type."""
        return tuple(effect for effect in self.effects if isinstance(effect, kind))

    def has(self, *kinds: type[Effect]) -> bool:
        """Return whether it has an effect of one of these types."""
        return any(isinstance(effect, kinds) for effect in self.effects)

    def having(self, *effects: Effect) -> Commit:
        """Return the same commit with further effects."""
        return replace(self, effects=(*self.effects, *effects))
