"""The desk: takes one person's mailbox in order, thinks, and commits.

`drain` is called by the engine, never twice at once for a person. It reads what waits, decides on one step, commits it,
and reads again, until nothing waits. While an answer is thought about, the bell says that something new has come: a
command then acts at once, and further words join the answer (the thinking begins again with all of it, at most twice).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from core.commands import act
from core.contracts.change import Change
from core.contracts.errors import Stale
from core.contracts.messages import Say
from core.contracts.ports import Bell, LanguageModel, Platform
from core.contracts.session import Person, Status
from core.contracts.turn import Turn
from core.conversation.asking import spoken_in
from core.conversation.belonging import question_before
from core.conversation.context import Context
from core.conversation.draft import Draft, joined, spoken
from core.conversation.late import LEFT, heed, kept, put_turn, stray
from core.conversation.mailbox import (
    acts_at_once,
    claimed,
    deletion,
    gone_on,
    is_late,
    is_removal,
    is_timer,
    joined_words,
    leading_words,
    moves,
    next_to_act,
    still_speaking,
    unclaimed,
)
from core.conversation.phases.consent import awaited
from core.conversation.phases.intake_late import ahead, is_first
from core.conversation.runtime import Runtime
from core.conversation.voices import late as heard_late
from core.interviews.signals.courtesy import is_no_answer
from core.jobs.scheduler import plainly
from core.store.changes import Arrived, commit
from core.store.codec import seconds
from core.store.desk_reads import MailItem, Scene, View, newest_mail, talk_since, view
from core.store.store import Connection, Room, Wake
from core.words import say

log = structlog.get_logger()
RESTARTS = 2
"""How often words that come while it is thought about start the thinking again."""
PATIENCE = 4
"""Failures of one person's step after which it is set aside instead of tried again."""
TYPING_AFTER = 0.3
"""Seconds of thinking after which the person is shown that it goes on."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """Words of the person to the open question, taken together."""

    view: View
    scene: Scene
    items: tuple[MailItem, ...]

    @property
    def basis(self) -> tuple[object, ...]:
        """What the thinking rests on, of the session. Its revision grows with less, such as a file being asked for."""
        session = self.view.session
        if session is None:
            return ()
        # Of the counters: an answer that was deleted is not to be spoken of.
        said = session.counters.answers
        return (session.id, session.last_seq, session.open_question, session.status, session.language, said)

    @property
    def thought_key(self) -> tuple[object, ...]:
        """The same as long as nothing has changed that the thinking rests on."""
        return (*self.basis, *(i.id for i in self.items))


@dataclass(slots=True)
class _Visit:
    """What one call of `drain` remembers from step to step."""

    restarts: int = 0
    thought_key: tuple[object, ...] = ()
    turn: Turn | None = None
    """What was thought, as long as nothing has changed that it rests on."""


class Desk:
    """Serves everybody's mailbox, one call of `drain` for each person at a time."""

    def __init__(self, runtime: Runtime, model: LanguageModel, platforms: Mapping[str, Platform]) -> None:
        self._runtime = runtime
        self._model = model
        self._platforms = platforms
        self._failures: Counter[str] = Counter()

    async def drain(self, person_id: str, bell: Bell) -> None:
        """Handle everything in the mailbox of a person."""
        visit = _Visit()
        while True:
            bell.clear()
            seen = await self._look(person_id)
            if seen is None or not seen.items:
                return
            if self._must_wait(seen):
                return
            try:
                more = await self._step(seen, bell, visit)
            except Arrived:
                visit.restarts += 1
            except Stale:
                log.info("step-repeated", reason="stale")
            except Exception as error:  # a mistake of ours: set aside after some tries, and raised until then
                self._failures[person_id] += 1
                if self._failures[person_id] < PATIENCE:
                    raise
                log.error("step-given-up", person=person_id, error=plainly(error))
                await self._salvage(seen, bare=self._failures[person_id] > PATIENCE)
                self._failures.pop(person_id, None)
            else:
                self._failures.pop(person_id, None)
                if not more:
                    return

    def _must_wait(self, seen: View) -> bool:
        """Whether what is next cannot be handled yet; whoever it waits for wakes this desk.

        Delivery, while the question is on its way: its place will be known in a moment. Transcription, while something
        is being heard that belongs to the words.
        """
        answer = self._answer_in(seen)
        if answer is None:
            return next_to_act(seen) is None
        if still_speaking(unclaimed(seen)):
            return True
        return answer.scene.delivered.in_flight and self._has_one_before(answer)

    async def _step(self, seen: View, bell: Bell, visit: _Visit) -> bool:
        """One step; False when it is known that nothing is left in the mailbox."""
        if await self._keep_late(seen):
            return True
        answer = self._answer_in(seen)
        if answer is None:
            acted = await self._act(seen)
            if moves(acted):
                visit.restarts = 0
            if is_removal(acted):
                visit.thought_key, visit.turn = (), None
            return True
        if visit.thought_key != answer.thought_key:
            turn = await self._think(answer, bell, may_restart=visit.restarts < RESTARTS)
            if turn is None:
                visit.restarts += 1
                return True
            visit.thought_key, visit.turn = answer.thought_key, turn
        more = visit.turn is None or await self._commit_turn(answer, visit.turn, quiet=visit.restarts < RESTARTS)
        visit.restarts, visit.thought_key, visit.turn = 0, (), None
        return more

    async def _salvage(self, seen: View, *, bare: bool) -> None:
        """A step that fails again and again must not hold up a person for ever.

        Words are kept as an answer and the script goes on; anything else is put aside with an apology. `bare`: that
        failed too, so the words are only kept, with an apology.
        """
        if not bare and await self._keep_late(seen, listen=False):
            return
        answer = self._answer_in(seen)
        if answer is None or answer.view.session is None:
            context = self._context_of_act(seen)
            # Nobody has asked for what a timer does, and it comes again by itself.
            plain = Change(person_id=seen.person.id, done=(context.item.id,))
            if is_late(context.item) and not bare:
                await self._commit(await heard_late(context, listen=False), seen.person)
                return
            apology = context.plainly(say(context.language, "error-internal"))
            await self._commit(plain if is_timer(context.item) else apology, seen.person)
            return
        context = self._context(answer, answer.items)
        draft = self._heard(answer, context)
        if bare:
            text = say(context.language, "error-internal")
            draft.tell(Say(text=text), key=context.key("sorry"), language=context.language)
        else:
            situation = await context.situation(draft.session, answer.scene)
            turn = self._runtime.interviews[answer.view.session.kind].skip(situation)
            await put_turn(context, draft, turn)
        await self._commit(draft.change(done=tuple(i.id for i in answer.items), pause_others=True), seen.person)

    async def _look(self, person_id: str) -> View | None:
        """What waits for a person. Timers come last: none acts while somebody waits to be heard."""
        needed = not self._runtime.offline
        seen = await self._runtime.store.read(lambda c: view(c, person_id, notes_needed=needed))
        if seen is not None and len(seen.items) > 1 and any(is_timer(item) for item in seen.items):
            seen = replace(seen, items=tuple(sorted(seen.items, key=is_timer)))
        return seen

    # --- what to do next ------------------------------------------------------------------------------------------

    def _answer_in(self, seen: View) -> _Answer | None:
        """The answer that is next; None when something else is."""
        session, found = seen.session, seen.scene
        items = unclaimed(seen)
        run = leading_words(items)
        if awaited(seen):
            return None  # words are about what was asked before the interview that is to begin
        if not run or _at_once(seen, run) is not None:
            return None
        if session is None or found is None or found.question is None or session.kind not in self._runtime.interviews:
            return None
        if not found.delivered.in_flight and run[0] in ahead(self._runtime, seen, run[:1]):
            return None  # they were about what the interview is about
        if session.status is Status.ACTIVE:
            return _Answer(seen, found, run)
        if session.status in LEFT and not is_no_answer(joined_words(run[:1]), offline=self._runtime.offline):
            return _Answer(seen, found, run)
        return None

    def _has_one_before(self, answer: _Answer) -> bool:
        """Whether words may belong to what was asked before the open question, an intake included."""
        session = answer.view.session
        first = session is not None and is_first(self._runtime, session, answer.scene)
        return first or question_before(answer.scene) is not None

    async def _act(self, seen: View) -> MailItem:
        """Handle one item that is no answer; which it was."""
        context = self._context_of_act(seen)
        await self._commit(await act(context), seen.person)
        return context.item

    def _context_of_act(self, seen: View) -> Context:
        """The item that is next where none is an answer: one that acts at once before those that came before it."""
        item = next_to_act(seen) or seen.items[0]
        under_way = seen.session is not None and seen.session.status is not Status.COMPLETED
        asked = seen.scene is not None and seen.scene.question is not None
        run = leading_words(unclaimed(seen)) if under_way and asked and moves(item) else ()
        before = tuple(i for i in run if i.id < item.id)
        return Context(runtime=self._runtime, view=seen, item=item, before=before, now=self._runtime.clock.now())

    # --- an answer ------------------------------------------------------------------------------------------------

    async def _keep_late(self, seen: View, *, listen: bool = True) -> bool:
        """Words that belong to another question than the open one are kept with theirs; the open one stands.

        True when there were such words: they are committed, and the mailbox must be read again. `listen` to the
        signals in them, such as a wish to stop.
        """
        words = await stray(self._runtime, seen) if deletion(seen.items) is None else None
        if words is None:
            return False
        context = Context(runtime=self._runtime, view=seen, item=words.items[-1], now=self._runtime.clock.now())
        draft = kept(context, words)
        if listen:
            await heed(context, words, draft)
        await self._commit(draft.change(done=tuple(item.id for item in words.items)), seen.person)
        return True

    async def _think(self, answer: _Answer, bell: Bell, *, may_restart: bool) -> Turn | None:
        """The interview's turn for an answer; None when the mailbox has something that must be seen first."""
        session = answer.view.session
        if session is None:
            return None
        context = self._context(answer, answer.items)
        draft = self._heard(answer, context)
        text = joined([*(e.text for e in answer.scene.answers), joined_words(answer.items)])
        interview = self._runtime.interviews[session.kind]
        situation = await context.situation(draft.session, answer.scene, answer=text)
        if self._model.offline:
            return await interview.answer(replace(situation, talk=draft.added), self._model)
        since = interview.sees_from(draft.session)
        before = await self._runtime.store.read(lambda c: talk_since(c, session.id, since))
        situation = replace(situation, talk=(*before, *draft.added))
        thinking = asyncio.ensure_future(interview.answer(situation, self._model))
        typing = asyncio.ensure_future(self._show_typing(answer))
        try:
            while not thinking.done():
                ring = asyncio.ensure_future(bell.wait())
                await asyncio.wait({thinking, ring}, return_when=asyncio.FIRST_COMPLETED)
                ring.cancel()
                if not thinking.done() and await self._must_stop(answer, bell, may_restart=may_restart):
                    return None
            return thinking.result()
        finally:
            await _cancelled(typing, thinking)

    async def _must_stop(self, answer: _Answer, bell: Bell, *, may_restart: bool) -> bool:
        """Something came while thinking. What acts at once acts; True when the thinking rests on old facts."""
        bell.clear()
        seen = await self._look(answer.view.person.id)
        if seen is None:
            return True
        items = unclaimed(seen)
        item = _at_once(seen, leading_words(items))
        if item is not None and not moves(item):
            context = Context(runtime=self._runtime, view=seen, item=item, now=self._runtime.clock.now())
            with suppress(Stale):
                await self._commit(await act(context), seen.person)
            if is_removal(item):
                return True  # what was deleted is not to be spoken of, wherever it stood
            return await self._must_stop(answer, bell, may_restart=may_restart)
        now = self._answer_in(seen)
        if now is None or now.basis != answer.basis or not {i.id for i in answer.items} <= {i.id for i in now.items}:
            return True
        return may_restart and (now.thought_key != answer.thought_key or still_speaking(items))

    async def _commit_turn(self, answer: _Answer, turn: Turn, *, quiet: bool) -> bool:
        """Everything that an answer led to, in one transaction; whether something is left in the mailbox."""
        session = answer.view.session
        if session is None:
            return True
        context = self._context(answer, answer.items)
        draft = self._heard(answer, context)
        await put_turn(context, draft, turn)
        newest = max(item.id for item in answer.view.items) if quiet else None
        paused = session.status is not Status.ACTIVE
        person = gone_on(answer.view.person, answer.items)
        done = tuple(i.id for i in answer.items)
        change = draft.change(done=done, person=person, expect_quiet=newest, pause_others=paused)
        return await self._commit(change, answer.view.person)

    def _heard(self, answer: _Answer, context: Context) -> Draft:
        """The session, under way, with the answer in it, and what was heard of it shown."""
        session, question = answer.view.session, answer.scene.question
        assert session is not None and question is not None  # noqa: S101, PT018 - an _Answer has both
        draft = Draft(session, context.now)
        messages = spoken(i.incoming for i in answer.items)
        draft.hear(messages, to=question.seq, question_id=question.question_id)
        draft.set(status=Status.ACTIVE, address=context.incoming.address)
        draft.show_heard(key=context.key("heard"), language=spoken_in(context, session))
        return draft

    def _context(self, answer: _Answer, items: Sequence[MailItem]) -> Context:
        return Context(runtime=self._runtime, view=answer.view, item=items[-1], now=self._runtime.clock.now())

    async def _show_typing(self, answer: _Answer) -> None:
        address = answer.items[-1].incoming.address
        platform = self._platforms.get(address.platform)
        if platform is None:
            return
        await self._runtime.clock.sleep(TYPING_AFTER)
        async with platform.typing(address):
            await asyncio.Event().wait()

    async def _commit(self, change: Change, person: Person) -> bool:
        """Write a change, and wake whom it concerns; whether something is left in the mailbox."""
        moment = self._runtime.clock.now()
        now = seconds(moment)
        change = self._timed(change, change.person or person, moment)
        wakes = {Wake(Room.DELIVERY, str(letter.address)) for letter in change.letters}
        if change.session is not None:
            wakes.update(Wake(Room.CHORES, f"{change.session.id}/{name}") for name in change.chores)

        def unit(c: Connection) -> bool:
            commit(c, change, now=now)
            # Asked here, where it costs one statement; a look of its own would be a hop to the reader and back.
            return newest_mail(c, change.person_id) > 0

        return await self._runtime.store.write(unit, wake=wakes)

    def _timed(self, change: Change, person: Person, now: datetime) -> Change:
        """The change with the moment at which its session has to be looked at next."""
        if change.session is None:
            return change
        rules = self._runtime.rules
        others = None
        if change.pause_others and rules.abandon is not None:
            others = (now + rules.abandon).timestamp()
        return replace(change, due_at=rules.look_at(change.session, person, now), others_due_at=others)


def _at_once(seen: View, run: Sequence[MailItem]) -> MailItem | None:
    """What is handled before the words that wait: what acts at once, and words that were asked for."""
    deleted = deletion(seen.items)
    if deleted is not None:
        return deleted
    asked_for = claimed(seen)
    if asked_for is not None and asked_for.ready:
        return asked_for
    items = unclaimed(seen)
    return acts_at_once(items, run) if len(run) < len(items) else None


async def _cancelled(*tasks: asyncio.Future[object] | asyncio.Future[None] | asyncio.Future[Turn]) -> None:
    """Stop tasks and wait until they have let go."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
