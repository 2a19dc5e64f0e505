"""Brings an answer into the interview: it is heard, and thought about while other things may come.

Words that belong to another question than the open one are kept with theirs, and nothing is asked again: they were said
before the open question was seen, or in a voice note that was heard only after the interview had moved on or after its
person had been told that it could not be heard. Words that are told freely, while nothing is asked, are kept here too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from core.contracts.commits import Commit, PauseOthers
from core.contracts.errors import NotFound
from core.contracts.messages import Address, Choice, Say, is_new_action
from core.contracts.ports import Bell, LanguageModel, Platform
from core.contracts.session import EntryKind, Person, Session, Status
from core.contracts.turn import Interview, Turn
from core.conversation.asking import TRANSCRIPT, add_conclusion
from core.conversation.context import ConversationContext, Runtime
from core.conversation.deadlines import held_question_time, keep_while_held, next_question_time
from core.conversation.draft import Draft, group_messages, join_messages, question_buttons
from core.conversation.feature_hooks import add_to_turn, buttons_about_told
from core.conversation.phases.intake_moves import add_early_words
from core.conversation.plan import (
    TOLD,
    Act,
    Answer,
    Items,
    KeepLate,
    KeepTelling,
    Plan,
    Wait,
    clear_pending_input,
    is_removal,
    joined_words,
    moves_interview,
)
from core.languages import LANGUAGES
from core.languages.messages import locale_or_default, match_locale, say
from core.languages.sensitive import is_danger, is_plain_danger
from core.store.mailbox_rows import MailboxView, MailItem, entry_at, session_by_id, talk_since
from core.timing.rules import load_cadence

SILENCE = timedelta(minutes=20)
"""After a longer one whoever goes on with telling freely is shown once more that it is kept."""


async def keep_late_words(
    ctx: ConversationContext, step: KeepLate, *, lead: str = "", ways: tuple[Choice, ...] = ()
) -> Commit:
    """Keep words where the plan says; they move nothing, and what was heard is shown (`lead`, `ways`: with it).

    Raises NotFound.
    """
    if step.seq is None:
        return add_early_words(ctx, step.items)
    session_id, seq = step.session_id, step.seq
    session, question = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, seq))
    )
    if session is None or question is None:
        raise NotFound("The question that words belong to is not there any more.")
    session = ctx.here(session)
    draft = Draft(session, ctx.now)
    draft.hear(group_messages(item.incoming for item in step.items), to=question.seq, question_id=question.question_id)
    if step.taken_back:
        for entry in draft.added:
            draft.withdraw(entry)
    else:
        if question.withdrawn:
            draft.restore(question)
        if not session.timing.gone:
            draft.show_heard(key=ctx.key("heard"), language=ctx.spoken_in(session), lead=lead, ways=ways)
        if session.status is Status.COMPLETED:
            draft.ask_for(TRANSCRIPT)
        await _go_on(ctx, step, session, draft)
    return draft.change(done=tuple(item.id for item in step.items))


async def _go_on(ctx: ConversationContext, step: KeepLate, session: Session, draft: Draft) -> None:
    """Answer danger; else say that the words are kept, where nothing else says so."""
    interview = ctx.interview(session)
    if interview is None:
        return
    here = ctx.view.session is not None and ctx.view.session.id == session.id
    language, text = ctx.spoken_in(session), join_messages(entry.text for entry in draft.added)
    if _answers_danger(ctx, draft, interview, text):
        return
    about = await buttons_about_told(ctx, draft)
    held = here and session.timing.held
    if held and not step.afterthought and (session.status is Status.ACTIVE or not any(i.overtaken for i in step.items)):
        keep_while_held(draft, ctx, about)
    elif step.afterthought or (about and ctx.model.offline):
        draft.tell(Say(text=say(language, "added"), choices=about), key=ctx.key("0"), language=language)


def _answers_danger(ctx: ConversationContext, draft: Draft, interview: Interview, text: str) -> bool:
    """Send the help text if there is danger in these words; return whether there was."""
    language = ctx.spoken_in(draft.session)
    if not (is_plain_danger(text, language) or (ctx.model.offline and is_danger(text, language))):
        return False
    draft.time(calm=True)
    draft.keep_newest_apart()
    draft.tell(Say(text=interview.help_text(language)), key=ctx.key("help"), language=language)
    return True


async def keep_free_telling(ctx: ConversationContext, items: Items) -> Commit:
    """Keep words that are told freely. The first, and those after a silence, are confirmed; only danger is answered."""
    session, scene = ctx.view.session, ctx.view.scene
    assert session is not None and scene is not None and scene.question is not None  # noqa: S101, PT018 - as planned
    question, interview, language = scene.question, ctx.runtime.interviews[session.kind], ctx.spoken_in(session)
    messages = group_messages(item.incoming for item in items)
    draft = Draft(session, ctx.now)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.hear(messages, to=question.seq, question_id=question.question_id)
    draft.show_heard(key=ctx.key("heard"), language=language)
    broken = bool(messages) and messages[0].at - session.touched_at > SILENCE
    if not _answers_danger(ctx, draft, interview, joined_words(items)) and (broken or not scene.answers):
        ways = question_buttons(language, session.id, question.seq, (TOLD,))
        draft.tell(Say(text=say(language, "tell-kept"), choices=ways), key=ctx.key("0"), language=language)
    resumed = () if session.status is Status.ACTIVE else (PauseOthers(),)
    return draft.change(*resumed, done=tuple(item.id for item in items))


async def apply_turn(ctx: ConversationContext, draft: Draft, turn: Turn) -> None:
    """Put a turn into a draft, with the farewell where it closes the interview."""
    language = locale_or_default(turn.language or draft.session.language, ctx.person.language)
    later = ""
    if is_question_held(turn, draft.session):
        active = ctx.view.session is not None and ctx.view.session.status is Status.ACTIVE
        waited = held_question_time(ctx, draft.session, language) if active else ""
        later = waited or next_question_time(ctx, draft.session, language)
    turn = await add_to_turn(ctx, draft, turn, held=bool(later))
    kept_back = tuple(part.seq for part in turn.kept_back)
    about = () if turn.distress else await buttons_about_told(ctx, draft, kept_back=kept_back)
    draft.apply(turn, key=ctx.key("turn"), language=language, later=later, about=about)
    if turn.closes:
        await add_conclusion(ctx, draft, ctx.interview(draft.session), language=language)


TYPING_AFTER = 0.3
"""Seconds of thinking after which the person sees the bot typing."""


def draft_with_answer(ctx: ConversationContext, items: Sequence[MailItem], *, beside: bool = False) -> Draft:
    """Draft the session, under way, with an answer to the open question in it, and show what was heard of it.

    `beside`: the words turned out to be no answer.
    """
    session, scene = ctx.view.session, ctx.view.scene
    assert session is not None and scene is not None and scene.question is not None  # noqa: S101, PT018 - as planned
    draft = Draft(session, ctx.now)
    messages = group_messages(i.incoming for i in items)
    draft.hear(messages, to=scene.question.seq, question_id=scene.question.question_id, beside=beside)
    draft.hear(ctx.wish, to=None, question_id=scene.question.question_id, beside=True)
    # Behind the words there may be an edit of words in another chat, which moves nothing.
    wrote = [item for item in items if is_new_action(item.incoming)]
    there = max(wrote, key=lambda item: item.id).incoming.address if wrote else session.address
    draft.set(status=Status.ACTIVE, address=there)
    draft.show_heard(key=ctx.key("heard"), language=ctx.spoken_in(session))
    return draft


def learn_about_person(person: Person, items: Sequence[MailItem], turn: Turn) -> Person | None:
    """Return the person where an answer tells that they speak instead of writing, or another language; else None."""
    told = clear_pending_input(person, items)
    spoken_now = turn.language
    if spoken_now not in LANGUAGES or spoken_now == match_locale(person.language):
        return told
    return (told or person).model_copy(update={"language": spoken_now})


class Thought:
    """Makes the turn for an answer, which rests on a session and on some words, until it can be committed."""

    def __init__(
        self, seen: MailboxView, items: Items, turn: asyncio.Future[Turn], typing: asyncio.Future[None] | None = None
    ) -> None:
        self._basis = _basis(seen)
        self._ids = frozenset(item.id for item in items)
        self._turn = turn
        self._typing = typing

    @property
    def is_under_way(self) -> bool:
        return not self._turn.done()

    @property
    def turn(self) -> Turn:
        """Return the result. Raises what the thinking raised."""
        return self._turn.result()

    def items(self, seen: MailboxView) -> Items:
        """Return the words that it answers."""
        return tuple(item for item in seen.items if item.id in self._ids)

    def is_outdated(self, seen: MailboxView, step: Plan, *, may_restart: bool) -> bool:
        """Return whether what it rests on has changed, or, if it `may_restart`, there is more to answer by now."""
        match step:
            case Act(item=item):
                # What was deleted is not to be spoken of, wherever it stood.
                return is_removal(item) or (
                    self.is_under_way and (moves_interview(item) or _basis(seen) != self._basis)
                )
            case Answer(items=items) if not self.is_under_way:
                return _basis(seen) != self._basis or {item.id for item in items} != self._ids
            case Answer(items=items) | Wait(items=items):
                found = {item.id for item in items}
                more = may_restart and (isinstance(step, Wait) or found != self._ids)
                return _basis(seen) != self._basis or not self._ids <= found or more
            case KeepLate(items=items) | KeepTelling(items=items):
                return may_restart or _basis(seen) != self._basis or any(item.id in self._ids for item in items)

    async def until(self, bell: Bell) -> bool:
        """Wait until it is ready, or something new has come; return whether it is ready."""
        if self.is_under_way:
            ring = asyncio.ensure_future(bell.wait())
            both: set[asyncio.Future[Any]] = {self._turn, ring}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            ring.cancel()
        if self.is_under_way:
            return False
        if self._typing is not None:
            await _cancelled(self._typing)
        return True

    async def drop(self) -> None:
        await _cancelled(self._typing, self._turn)


async def start_thinking(
    ctx: ConversationContext, items: Items, model: LanguageModel, platforms: Mapping[str, Platform]
) -> Thought:
    """Think about an answer; where that takes a while, the person sees the bot typing."""
    scene, draft = ctx.view.scene, draft_with_answer(ctx, items)
    said = () if scene is None else scene.answers
    session, text = draft.session, join_messages([*(e.text for e in said), joined_words(items)])
    interview = ctx.runtime.interviews[session.kind]
    situation = await ctx.situation(session, scene, answer=text)
    if model.offline:
        # Without a model it sees no more of the talk than these words.
        ready: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        ready.set_result(await interview.answer(replace(situation, talk=draft.added), model))
        return Thought(ctx.view, items, ready)
    since = interview.sees_from(session)
    before = await ctx.runtime.store.read(lambda c: talk_since(c, session.id, since))
    may_ask = load_cadence(session.timing.cadence) is None
    turn = interview.answer(replace(situation, talk=(*before, *draft.added), may_ask=may_ask), model)
    address = ctx.incoming.address
    typing = asyncio.ensure_future(_show_typing(ctx.runtime, platforms.get(address.platform), address))
    return Thought(ctx.view, items, asyncio.ensure_future(turn), typing)


def _basis(seen: MailboxView) -> tuple[object, ...]:
    """Return what the thinking rests on in the session. Its revision grows with less, such as a request for a file."""
    session = seen.session
    if session is None:
        return ()
    # Of the counters: an answer that was deleted is not to be spoken of.
    said = session.counters.answers
    return (session.id, session.last_seq, session.open_question, session.status, session.language, said)


async def _show_typing(runtime: Runtime, platform: Platform | None, address: Address) -> None:
    if platform is None:
        return
    await runtime.clock.sleep(TYPING_AFTER)
    async with platform.typing(address):
        await asyncio.Event().wait()


async def _cancelled(*futures: asyncio.Future[Any] | None) -> None:
    for future in (there := [future for future in futures if future is not None]):
        future.cancel()
    await asyncio.gather(*there, return_exceptions=True)


def is_question_held(turn: Turn, session: Session) -> bool:
    """Return whether a turn's question is held back, as a cadence wants. A written follow-up comes at once."""
    question = turn.question
    if turn.closes or turn.pauses:
        return False
    asks = question is not None and (question.kind is EntryKind.QUESTION or question.others != "")
    return (asks or turn.waits) and load_cadence(session.timing.cadence) is not None
