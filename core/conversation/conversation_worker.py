"""Takes one person's mailbox in order: look, plan, do, commit; and again, until nothing is left to do.

While an answer is thought about, the bell says that something new has come: a command then acts at once, and further
words join the answer (the thinking begins again with all of it, at most twice).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from core.contracts.commits import AskForChore, Commit, Join, KeepNotes, PauseOthers, Revise
from core.contracts.errors import Stale, StorageUnavailable, loggable_error
from core.contracts.messages import Say
from core.contracts.ports import Bell, LanguageModel, Platform
from core.contracts.session import EntryKind, Person, Role, Status, in_intake
from core.contracts.watching import TurnTaken
from core.conversation.answering import (
    Thought,
    apply_turn,
    draft_with_answer,
    keep_free_telling,
    keep_late_words,
    learn_about_person,
    start_thinking,
)
from core.conversation.context import ConversationContext, Runtime
from core.conversation.plan import (
    Act,
    Answer,
    Items,
    KeepLate,
    KeepTelling,
    Plan,
    Wait,
    is_late,
    is_timer,
    moves_interview,
    phrases_as_commands,
    plan_next_step,
)
from core.conversation.voices import place_late_recording
from core.interviews.scripted_base.books import BOOKS
from core.languages.messages import say
from core.store.changes import Arrived, commit_step
from core.store.claims import PEOPLE
from core.store.effect_writers import wakes_of
from core.store.mailbox_rows import MailboxView, MailItem, look_at_mailbox, session_by_id
from core.store.store import Connection, Queue, Wake

log = structlog.get_logger()
RESTARTS = 2
"""How often words that come while it is thought about start the thinking again at once. What comes after that joins
when the thinking has ended, once."""
PATIENCE = 4
"""Failures of one person's step after which it is set aside instead of tried again."""


@dataclass(slots=True)
class _Visit:
    """Remembers, for one call of `drain`, what goes from step to step."""

    restarts: int = 0
    thought: Thought | None = None
    begun_at: float = 0.0
    """When the thinking began."""

    @property
    def may_restart(self) -> bool:
        return self.restarts < RESTARTS

    @property
    def may_look_again(self) -> bool:
        """Return whether words that came meanwhile may still join the answer when the thinking has ended."""
        return self.restarts <= RESTARTS

    async def drop(self) -> None:
        if self.thought is not None:
            thought, self.thought = self.thought, None
            await thought.drop()


class ItemHandler(Protocol):
    async def __call__(self, ctx: ConversationContext, *, mends: bool = False) -> Commit:
        """Handle an item that is no answer; `mends`: it is the message asked for in the place of an answer."""


class ConversationWorker:
    """Serves everybody's mailbox, one call of `drain` for each person at a time."""

    def __init__(
        self, runtime: Runtime, model: LanguageModel, platforms: Mapping[str, Platform], handle: ItemHandler
    ) -> None:
        """Serve the platforms; `handle` takes every item that is no answer."""
        self._runtime = runtime
        self._model = model
        self._platforms = platforms
        self._handle = handle
        self._failures: Counter[str] = Counter()

    async def drain(self, person_id: str, bell: Bell) -> None:
        """Take round after round until there is nothing more to do now."""
        visit, more = _Visit(), True
        try:
            while more:
                try:
                    more = await self._round(person_id, bell, visit)
                    if visit.thought is None:
                        self._failures.pop(person_id, None)
                except Arrived:
                    visit.restarts += 1
                except Stale:
                    log.info("step-repeated", reason="stale")
                except StorageUnavailable:
                    raise  # nothing is wrong with the step
                except Exception as error:  # a mistake of ours: set aside after some tries, and raised until then
                    self._failures[person_id] += 1
                    if self._failures[person_id] < PATIENCE:
                        raise
                    log.error("step-given-up", person=person_id, error=loggable_error(error))
                    await visit.drop()
                    await self._set_aside(person_id, bare=self._failures[person_id] > PATIENCE)
                    self._failures.pop(person_id, None)
        finally:
            await visit.drop()

    async def _round(self, person_id: str, bell: Bell, visit: _Visit) -> bool:
        """Look, plan, do and commit; False when there is nothing more to do now."""
        bell.clear()
        seen = await self._look(person_id)
        if seen is None or not seen.items:
            return False
        step: Plan = plan_next_step(seen, self._runtime.interviews, offline=self._runtime.offline)
        if visit.thought is not None and visit.thought.is_outdated(seen, step, may_restart=visit.may_restart):
            visit.restarts += visit.thought.is_under_way
            await visit.drop()
        more_came = False
        if visit.thought is not None and not isinstance(step, Act):
            its = visit.thought.items(seen)
            more_came = isinstance(step, Answer | Wait) and len(step.items) > len(its)
            step = Answer(items=its)
        match step:
            case Wait():
                # What is waited for may wake another process than this.
                claim = self._runtime.claim()
                if not claim.alone:
                    await self._runtime.store.write(lambda c: PEOPLE.release(c, claim, person_id))
                return False
            case Answer(items=items):
                return await self._answer(seen, items, bell, visit, more_came=more_came)
            case KeepLate(items=items):
                context = self._context(seen, items[-1])
                await self._commit(context.followed(await keep_late_words(context, step)), seen.person)
            case KeepTelling(items=items):
                context = self._context(seen, items[-1])
                await self._commit(context.followed(await keep_free_telling(context, items), items), seen.person)
            case Act(item=item):
                context = replace(self._context(seen, item), before=step.before, burst=step.burst)
                await self._commit(context.followed(await self._handle(context, mends=step.mends)), seen.person)
                if moves_interview(item):
                    visit.restarts = 0
        return True

    async def _answer(self, seen: MailboxView, items: Items, bell: Bell, visit: _Visit, *, more_came: bool) -> bool:
        """Think about an answer until it is ready, or something new has come; then commit it.

        `more_came`: more words wait than are being thought about. Once they join when the thinking has ended.
        """
        context = self._context(seen, items[-1])
        if visit.thought is None:
            visit.begun_at = self._runtime.now()
            visit.thought = await start_thinking(context, items, self._model, self._platforms)
        if not await visit.thought.until(bell):
            return True
        if more_came and visit.may_look_again:
            visit.restarts += 1
            await visit.drop()
            return True
        thought_at = self._runtime.now()
        draft = draft_with_answer(context, items, beside=visit.thought.turn.beside)
        await apply_turn(context, draft, visit.thought.turn)
        resumes = seen.session is not None and seen.session.status is not Status.ACTIVE
        change = draft.change(
            *((PauseOthers(),) if resumes else ()),
            done=tuple(item.id for item in items),
            person=learn_about_person(seen.person, items, visit.thought.turn),
            expect_quiet=max(item.id for item in seen.items) if visit.may_look_again else None,
        )
        change = context.followed(change, items)
        more = await self._commit(change, seen.person)
        session = draft.session
        turn = TurnTaken(
            session_id=session.id,
            kind=session.kind,
            platform=session.address.platform,
            key=next((letter.key for letter in change.letters if letter.seq is not None), ""),
            arrived_at=items[-1].arrived_at,
            begun_at=visit.begun_at,
            thought_at=thought_at,
            committed_at=self._runtime.now(),
        )
        self._runtime.watch.turn(turn)
        visit.restarts, visit.thought = 0, None
        return more

    async def _set_aside(self, person_id: str, *, bare: bool) -> None:
        """Give up a step that fails again and again, so that it does not hold up a person for ever.

        Words are kept as an answer and the script goes on; anything else is put aside with an apology. `bare`: that
        failed too, so the words are only kept, with an apology.
        """
        seen = await self._look(person_id)
        if seen is None or not seen.items:
            return
        step = plan_next_step(seen, self._runtime.interviews, offline=self._runtime.offline, afterthoughts=not bare)
        change: Commit | None
        match step:
            case Wait():
                return
            case Answer(items=items):
                change = await self._kept(self._context(seen, items[-1]), items, bare=bare)
            case KeepTelling(items=items):
                change = await self._kept(self._context(seen, items[-1]), items, bare=True)
            case KeepLate(items=items) if bare:
                change = await self._kept(self._context(seen, items[-1]), items, bare=True)
            case KeepLate(items=items):
                change = await keep_late_words(self._context(seen, items[-1]), step)
            case Act(item=item):
                change = await _apology(self._context(seen, item), bare=bare)
        await self._commit(change, seen.person)

    async def _kept(self, context: ConversationContext, items: Items, *, bare: bool) -> Commit:
        """Return a commit of words as an answer to the open question, without thinking about them."""
        session, scene = context.view.session, context.view.scene
        if session is None or scene is None or scene.question is None:
            return await _apology(context, bare=bare)
        draft = draft_with_answer(context, items)
        if bare:
            text = say(context.language, "error-internal")
            draft.tell(Say(text=text), key=context.key("sorry"), language=context.language)
        else:
            situation = await context.situation(draft.session, scene)
            await apply_turn(context, draft, self._runtime.interviews[session.kind].skip(situation))
        return draft.change(PauseOthers(), done=tuple(item.id for item in items))

    async def _look(self, person_id: str) -> MailboxView | None:
        """Return what waits for a person, claimed for this process; None while another one serves them."""
        needed, claim = not self._runtime.offline, self._runtime.claim()

        def taken(c: Connection) -> MailboxView | None:
            if not PEOPLE.take(c, claim, person_id):
                return None
            # Once more: whoever served them until now may have handled what was seen.
            seen = look_at_mailbox(c, person_id, notes_needed=needed)
            if seen is not None and not seen.items:
                PEOPLE.release(c, claim, person_id)
            return seen

        seen = await self._runtime.store.read(lambda c: look_at_mailbox(c, person_id, notes_needed=needed))
        if seen is not None and seen.items and not claim.holds(seen):
            seen = await self._runtime.store.write(taken)
        return None if seen is None else phrases_as_commands(seen, offline=self._model.offline)

    def _context(self, seen: MailboxView, item: MailItem) -> ConversationContext:
        now = self._runtime.clock.now()
        context = ConversationContext(runtime=self._runtime, view=seen, item=item, now=now, model=self._model)
        if seen.session is None:
            return context
        return replace(context, view=replace(seen, session=context.here(seen.session)), held_at=seen.session.address)

    async def _commit(self, change: Commit, person: Person) -> bool:
        """Write a change, and wake whom it concerns; return whether something is left in the mailbox."""
        now, rules, claim = self._runtime.clock.now(), self._runtime.rules, self._runtime.claim()
        # When the session, and those that it pauses, have to be looked at next.
        if change.has(PauseOthers, Join) and rules.abandon is not None:
            due_at = (now + rules.abandon).timestamp()
            effects = (replace(e, due_at=due_at) if isinstance(e, PauseOthers | Join) else e for e in change.effects)
            change = replace(change, effects=tuple(effects))
        if change.session is not None:
            change = replace(change, due_at=rules.look_at(change.session, change.person or person, now))
        change = await self._with_judging(change)
        wakes = {Wake(Queue.DELIVERY, str(letter.address)) for letter in change.letters}
        wakes |= wakes_of(change)
        wakes.update(Wake(Queue.CHORES, f"{change.session_id}/{asked.name}") for asked in change.of(AskForChore))
        return await self._runtime.store.write(lambda c: commit_step(c, change, claim), wake=wakes)

    async def _with_judging(self, change: Commit) -> Commit:
        """Have new words judged: by the books where a model keeps them, else by their person.

        Until then nobody knows whether they are to be kept between the two.
        """
        told = any(entry.role is Role.PERSON for entry in change.entries)
        reworded = any(not revised.revision.withdrawn for revised in change.of(Revise))
        session = change.session
        if not (told or reworded) or change.has(KeepNotes):
            return change
        if self._model.offline:
            # What was told without a model goes to no family by itself, also when a model reads it some day.
            answered = {entry.answers or 0 for entry in change.entries if entry.kind is EntryKind.ANSWER}
            if session is None or session.family_id is None or not answered:
                return change
            timing = session.timing.model_copy(update={"apart": tuple(sorted({*session.timing.apart, *answered}))})
            return replace(change, session=session.model_copy(update={"timing": timing}))
        if session is None and change.session_id:
            session = await self._runtime.store.read(lambda c: session_by_id(c, change.session_id))
        interview = None if session is None else self._runtime.interviews.get(session.kind)
        if session is None or interview is None or BOOKS not in interview.chores or in_intake(session):
            return change
        return change if AskForChore(BOOKS) in change.effects else change.having(AskForChore(BOOKS))


async def _apology(context: ConversationContext, *, bare: bool) -> Commit:
    """Put something aside that cannot be done; what was heard late is kept at least."""
    if is_timer(context.item):
        # Nobody has asked for what a timer does, and it comes again by itself.
        return context.reply()
    if is_late(context.item) and not bare:
        return await place_late_recording(context)
    return context.plainly(say(context.language, "error-internal"))
