"""The places where features take part in a person's conversation; the engine knows none of them by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from core.contracts.commits import Commit, OutboxMessage
from core.contracts.effects import Effect
from core.contracts.messages import Choice
from core.contracts.session import Entry, EntryKind, Person, Session
from core.contracts.turn import Interview, OthersQuestion, Turn
from core.contracts.welcome import BeginRequest

if TYPE_CHECKING:
    from core.conversation.context import ConversationContext
    from core.conversation.draft import Draft


class InterviewOpening(Protocol):
    """What belongs to an interview from its beginning because somebody else has opened it for its person."""

    @property
    def question_key(self) -> str:
        """Return the key of the message that asks its question, behind the consent; empty where nothing is to be asked.

        Its answer is a yes or a no, and the interview begins with either.
        """

    def question(self, ctx: ConversationContext, person: Person, *, again: bool = False) -> OutboxMessage:
        """Return the message that asks it; `again`: in another language than before."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Return fields of the session that begins."""

    def begun(self, session_id: str, answer: bool | None) -> tuple[Effect, ...]:
        """Return what its beginning changes; `answer` is None where nothing was answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationHooks:
    """What one feature does when an interview begins, and around what is told and asked in it."""

    open_code: Callable[[ConversationContext, str, BeginRequest | None], Awaitable[Commit | None]] | None = None
    """Handles a code that somebody comes with, by its digest; None for a code that is not its own, and for one that
    opens an interview as any other invitation does. The request is what they said on the page that the code led to;
    None: they came with /start."""
    find_opening: Callable[[ConversationContext, Interview, Person], Awaitable[InterviewOpening | None]] | None = None
    """Finds what belongs to an interview that is about to begin."""
    others_questions: Callable[[ConversationContext, Session], Awaitable[tuple[OthersQuestion, ...]]] | None = None
    """Returns what others ask and may be asked next, the oldest first."""
    add_to_turn: Callable[[ConversationContext, Draft, Turn], Awaitable[Turn]] | None = None
    """Adds to a turn whose question is asked now."""
    add_to_held_question: Callable[[ConversationContext, Draft, Entry], Awaitable[str]] | None = None
    """Puts into the draft what goes out before a question that has waited for its time, and returns what is said with
    it; empty for nothing."""
    buttons_about_answer: Callable[[ConversationContext, Session, int], Awaitable[tuple[Choice, ...]]] | None = None
    """Returns buttons about an answer, by its `seq`."""
    has_gone_out: Callable[[ConversationContext, Session, tuple[int, ...]], Awaitable[bool]] | None = None
    """Returns whether others may have one of these answers already."""
    codes_of_person: Callable[[ConversationContext, Person, str], Awaitable[tuple[str, ...]]] | None = None
    """Returns what a person is called in the place of their name, in what others make of interviews of a kind; it
    stands in the copy of what they agree to."""
    privacy_note: Callable[[ConversationContext], Awaitable[str]] | None = None
    """Says who else gets what they tell, for /privacy; empty where that is nobody's concern."""


_registered: dict[str, ConversationHooks] = {}


def register_conversation_hooks(feature: str, hooks: ConversationHooks) -> None:
    """Have a feature take part in conversations; once more changes nothing."""
    _registered[feature] = hooks


async def open_code(ctx: ConversationContext, code: str, begin: BeginRequest | None = None) -> Commit | None:
    """Have the feature whose code it is handle it; None where it is of none."""
    for hooks in _registered.values():
        if hooks.open_code is not None and (opened := await hooks.open_code(ctx, code, begin)) is not None:
            return opened
    return None


async def find_opening(ctx: ConversationContext, chosen: Interview, person: Person) -> InterviewOpening | None:
    for hooks in _registered.values():
        if hooks.find_opening is not None and (found := await hooks.find_opening(ctx, chosen, person)) is not None:
            return found
    return None


async def others_questions(ctx: ConversationContext, session: Session) -> tuple[OthersQuestion, ...]:
    """Return what others ask and may be asked next."""
    asked = [await each.others_questions(ctx, session) for each in _registered.values() if each.others_questions]
    return tuple(question for questions in asked for question in questions)


async def add_to_turn(ctx: ConversationContext, draft: Draft, turn: Turn, *, held: bool = False) -> Turn:
    """Return the turn with what features add to it; `held`: its question comes later, and what they add with it."""
    if turn.distress:
        draft.keep_newest_apart()
    if turn.question is not None and not held:
        for hooks in _registered.values():
            turn = turn if hooks.add_to_turn is None else await hooks.add_to_turn(ctx, draft, turn)
    return turn


async def add_to_held_question(ctx: ConversationContext, draft: Draft, question: Entry) -> str:
    """Return what features say along with a question that has waited for its time."""
    adding = [each.add_to_held_question for each in _registered.values() if each.add_to_held_question is not None]
    return "\n\n".join(filter(None, [await add(ctx, draft, question) for add in adding]))


async def buttons_about_answer(ctx: ConversationContext, session: Session, answer: Entry) -> tuple[Choice, ...]:
    offered = [each.buttons_about_answer for each in _registered.values() if each.buttons_about_answer is not None]
    buttons = [button for offer in offered for button in await offer(ctx, session, answer.seq)]
    return tuple(replace(button, about=answer.ref) for button in buttons)


async def buttons_about_told(
    ctx: ConversationContext, draft: Draft, *, kept_back: tuple[int, ...] = ()
) -> tuple[Choice, ...]:
    """Return the buttons about what was just told, without what is `kept_back`."""
    scene = ctx.view.scene
    told = [entry for entry in draft.added if entry.kind is EntryKind.ANSWER]
    told = [each for each in told or (() if scene is None else scene.answers) if each.seq not in kept_back]
    return await buttons_about_answer(ctx, draft.session, told[-1]) if told else ()


async def has_gone_out(ctx: ConversationContext, session: Session, seqs: tuple[int, ...]) -> bool:
    asking = [each.has_gone_out for each in _registered.values() if each.has_gone_out is not None]
    return any([await ask(ctx, session, seqs) for ask in asking])


async def codes_of_person(ctx: ConversationContext, person: Person, kind: str) -> tuple[str, ...]:
    calling = [each.codes_of_person for each in _registered.values() if each.codes_of_person is not None]
    return tuple([code for call in calling for code in await call(ctx, person, kind)])


async def privacy_notes(ctx: ConversationContext) -> list[str]:
    return [await each.privacy_note(ctx) for each in _registered.values() if each.privacy_note is not None]
