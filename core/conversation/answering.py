"""Brings an answer into the interview: it is heard, and thought about while other things may come."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.contracts.messages import Address, is_new_action
from core.contracts.ports import Bell, LanguageModel, Platform
from core.contracts.session import Person, Status
from core.contracts.turn import Turn
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, group_messages, join_messages
from core.conversation.mailbox import clear_pending_input, is_removal, joined_words, moves_interview
from core.conversation.plan import Act, Answer, Items, KeepLate, KeepTelling, Plan, Wait
from core.conversation.runtime import Runtime
from core.languages import LANGUAGES
from core.languages.messages import match_locale
from core.store.desk_reads import MailboxView, MailItem, talk_since
from core.timing.cadence import load_cadence

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
