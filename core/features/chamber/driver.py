"""Hold a run: decide who speaks next and what of it is public, with one commit for each thing that is said."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import structlog

from core.contracts.chat import Stop
from core.contracts.commits import OutboxMessage
from core.contracts.errors import BudgetSpent, ModelError, ModelRefused, NotFound
from core.contracts.messages import (
    Address,
    Button,
    Choice,
    Saying,
    SendDocument,
    StyledMessage,
    encode_button,
    fits_button,
)
from core.contracts.ports import Bell, Clock
from core.documents.readable import excerpt, plain_time
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import RunFigures, run_figures
from core.features.chamber.export import documents_of
from core.features.chamber.messages import Public, SideNote, Speaker, Utterance, utterance
from core.features.chamber.runs import (
    ENDINGS,
    ChamberRun,
    RunListener,
    RunStatus,
    WholeRun,
    Why,
    end_reason,
    without_end_word,
)
from core.features.chamber.sides import NothingPublic, SideReply, Sides, side_retry_delay, storable_reply
from core.features.chamber.thought_patterns import Patterns
from core.features.chamber.thoughts import Extraction, extract_thoughts
from core.languages.messages import say
from core.store.call_rows import settle_lost_calls
from core.store.claims import Claim
from core.store.outbox import put_letter
from core.store.rows import to_datetime
from core.store.store import Connection, Queue, Store, Wake
from core.timing.clock import run_until

log = structlog.get_logger()
COMMAND = "chamber"
SHORT = 8
"""Characters of an id that are shown; so many tell one run from another."""
NAME = 60
MICROS = 1_000_000
Documents = Callable[[WholeRun], tuple[SendDocument, ...]]
"""Makes the files of a run, that of the public words first."""


def run_button(language: str, verb: str, run_id: str, label: str) -> tuple[Choice, ...]:
    """Return a button that does something with a run; none for an id that no button can carry."""
    argument = f"{verb}-{run_id}"
    if not fits_button(argument):
        return ()
    text = say(language, f"chamber-button-{label}", run=run_id[:SHORT])
    return (Choice(label=text, data=encode_button(Button(command=COMMAND, argument=argument))),)


def run_label(run: ChamberRun) -> str:
    """Return the name of a run and the beginning of its id, as people see it."""
    return f"{excerpt(run.name, NAME)} ({run.id[:SHORT]})" if run.name else run.id[:SHORT]


def figures_line(language: str, run: ChamberRun, figures: RunFigures) -> str:
    return say(
        language,
        "chamber-figures",
        turns=figures.turns,
        most=run.setup.rules.max_turns,
        sent=figures.input_tokens,
        received=figures.output_tokens,
        cost=f"{figures.cost_micros / MICROS:.2f}",
        time=plain_time(language, run.spent_seconds),
    )


def run_reason_line(language: str, run: ChamberRun) -> str:
    """Return how a run stands, in a sentence."""
    why = "none" if run.why is None else run.why.value
    how = say(language, "chamber-file-is", status=run.status.value, why=why)
    return say(language, "chamber-is", name=run_label(run), how=how)


async def end_run(
    store: Store, claim: Claim, run: ChamberRun, why: Why, documents: Documents, *, notes: Sequence[SideNote] = ()
) -> ChamberRun:
    """Pause or end a run that is the claim's owner's, and tell its owner and its watchers; as it is kept then.

    `run`: with the time that it has taken so far. `notes`: what is to be noted of it besides. All is one commit, so
    that nobody is told twice, or never. Raises Stale where the run is another's now, NotFound, and StorageError.
    """
    ended = why in ENDINGS
    now = to_datetime(claim.now)
    over = replace(
        run,
        status=RunStatus.ENDED if ended else RunStatus.PAUSED,
        why=why,
        asking=None,
        stop_wanted=False,
        touched_at=now,
        ended_at=now if ended else None,
    )
    kept, watchers, figures = await store.read(
        lambda c: (rows.load_whole_run(c, over), rows.watchers_of(c, run.id), run_figures(c, [run.id])[run.id])
    )
    whole = replace(kept, notes=(*kept.notes, *notes))
    files: tuple[SendDocument, ...] = ()
    if whole.said and (watchers or over.address is not None):
        try:
            files = await asyncio.to_thread(documents, whole)
        except Exception as error:  # noqa: BLE001 - a mistake in a file must not keep a run from being over
            log.error("run-files-not-made", run=run.id, error=type(error).__name__)

    def unit(c: Connection) -> list[OutboxMessage]:
        rows.save_side_notes(c, claim, run.id, notes)
        rows.settle_run(c, claim, run.id, over.status, why, spent=over.spent_seconds)
        letters = _letters(whole, figures, files, rows.watchers_of(c, run.id), claim.now)
        rows.stop_all_watching(c, run.id)
        for letter in letters:
            put_letter(c, letter, now=claim.now)
        return letters

    await store.write(unit, wake=lambda letters: {Wake(Queue.DELIVERY, str(letter.address)) for letter in letters})
    return over


def _letters(
    whole: WholeRun, figures: RunFigures, files: tuple[SendDocument, ...], watchers: Mapping[Address, str], now: float
) -> list[OutboxMessage]:
    """Tell the run's own chat everything, and others that watch it why, with the public words."""
    run, own = whole.run, whole.run.address
    told: list[tuple[Address, str, tuple[Saying, ...]]] = []
    if own is not None:
        told.append((own, run.language, files))
    told += [(address, watchers[address], files[:1]) for address in watchers if address != own]
    letters: list[OutboxMessage] = []
    for address, language, sent in told:
        page = StyledMessage().add(run_reason_line(language, run))
        if run.why is Why.FAILED:
            page.add("\n".join(note.text for note in whole.notes[-1:]))
        page.add(figures_line(language, run, figures))
        may_resume = run.status is RunStatus.PAUSED and address == own
        words = page.say(run_button(language, "resume", run.id, "resume") if may_resume else ())
        letters += (
            OutboxMessage(
                key=rows.run_message_key(run.id, f"{now}/{address}/{number}"),
                address=address,
                saying=saying,
                language=language,
            )
            for number, saying in enumerate((words, *sent))
        )
    return letters


class Scorer(Protocol):
    """Has a run judged."""

    def due(self, said: Sequence[Utterance]) -> bool:
        """Return whether it is time to look whether everything is satisfied."""

    async def score(self, said: Sequence[Utterance]) -> tuple[dict[str, str], bool]:
        """Return what each judge makes of it, as JSON, and whether everything is satisfied. Raises ModelError."""


class _Stopped(Exception):
    """It is wished that the run stops here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """Holds runs over one store, as one process."""

    store: Store
    clock: Clock
    owner: str
    jitter: Callable[[], float] = field(default=random.random)
    documents: Documents = documents_of
    """The files that the chat of a run is sent when it pauses or ends."""

    async def hold(
        self, run_id: str, sides: Sides, listener: RunListener, bell: Bell, *, scorer: Scorer | None = None
    ) -> ChamberRun:
        """Go on with a run that is the owner's, until it is paused or ends; as it is kept then.

        `bell` rings when somebody may wish it to stop, so that no wait is sat out. Raises Stale where the run is
        another's now, NotFound where it is gone, StorageError.
        """
        await self.store.write(lambda c: settle_lost_calls(c, run_id, self.owner))
        run, said = await self.store.read(lambda c: (rows.run_by_id(c, run_id), rows.utterances_of(c, run_id)))
        if run is None:
            raise NotFound(f"There is no run {run_id}.")
        return await _Holding(self, run, sides, listener, bell, scorer, list(said)).through()

    def claim(self) -> Claim:
        return Claim(self.owner, self.clock.now().timestamp())


class _Holding:
    """One run while it is held."""

    def __init__(
        self,
        driver: Driver,
        run: ChamberRun,
        sides: Sides,
        listener: RunListener,
        bell: Bell,
        scorer: Scorer | None,
        said: list[Utterance],
    ) -> None:
        self._driver = driver
        self._run = run
        self._sides = sides
        self._listener = listener
        self._bell = bell
        self._scorer = scorer
        self._said = said
        self._began = driver.clock.monotonic()
        self._before = run.spent_seconds
        self._scored_at = 0

    async def through(self) -> ChamberRun:
        # The clock of the run starts when both are ready; a side that fails here fails again when it is asked.
        warming = asyncio.gather(*(side.warm_up() for side in self._sides.both), return_exceptions=True)
        why: Why | None = None
        try:
            await self._unless_stopped(warming)
        except _Stopped:
            why = Why.STOPPED
        finally:
            self._began = self._driver.clock.monotonic()
        why = why or await self._spoken_to_an_end()
        if why in ENDINGS:
            await self._score()
        run = replace(self._run, spent_seconds=self._spent())
        run = await end_run(self._driver.store, self._driver.claim(), run, why, self._driver.documents)
        self._listener.settled(run)
        return run

    async def _spoken_to_an_end(self) -> Why:
        while (why := end_reason(replace(self._run, spent_seconds=self._spent()), self._said)) is None:
            if self._scorer is not None and self._scorer.due(self._said) and await self._score():
                return Why.RUBRIC
            try:
                said, notes = await self._next()
                claim, spent = self._driver.claim(), self._spent()
                await self._driver.store.write(
                    partial(rows.save_utterance, claim=claim, run_id=self._run.id, said=said, notes=notes, spent=spent)
                )
                self._said.append(said)
                for note in notes:
                    self._listener.noted(note)
                self._listener.said(said)
            except _Stopped:
                return Why.STOPPED
            except BudgetSpent as error:
                if error.scope == "session":
                    return Why.BUDGET
                await self._note(None, "money", str(error))
                return Why.MONEY
            except ModelError:
                return Why.FAILED
        return why

    async def _next(self) -> tuple[Utterance, list[SideNote]]:
        """Return what is said next, and the notes about it. Raises ModelError when nobody can be brought to speak."""
        speaker = Speaker.CANDIDATE if len(self._said) % 2 else Speaker.PRIME
        opening = self._run.setup.rules.opening
        if speaker is Speaker.PRIME and not self._said and opening and self._run.setup.prime is not None:
            return self._utterance(
                speaker, SideReply(text=opening), Extraction(public=Public(opening), thoughts="")
            ), []
        attempt = 0
        while True:
            attempt += 1
            # A turn is finished before it stops, unless somebody cannot speak.
            may_stop = speaker is Speaker.PRIME or attempt > 1
            if may_stop:
                self._bell.clear()  # whatever it was rung for is looked at here
            mark = partial(
                rows.mark_speaker_asked,
                claim=self._driver.claim(),
                run_id=self._run.id,
                whom=speaker,
                may_stop=may_stop,
            )
            if not await self._driver.store.write(mark):
                raise _Stopped
            self._listener.asked(speaker, len(self._said) // 2 + 1)
            try:
                return await self._attempt(speaker, may_stop=may_stop)
            except BudgetSpent:
                raise
            except ModelError as error:
                wait = side_retry_delay(error, attempt, self._driver.jitter())
                again = "It is not asked again; the run pauses."
                if wait is not None:
                    again = f"It is asked again {f'in {max(1, round(wait))} s' if wait else 'at once'}."
                await self._note(speaker, "failed", f"{error} {again}")
                if wait is None:
                    raise
                await self._unless_stopped(asyncio.ensure_future(self._driver.clock.sleep(wait)))

    async def _attempt(self, speaker: Speaker, *, may_stop: bool) -> tuple[Utterance, list[SideNote]]:
        reply = storable_reply(await self._spoken(speaker, may_stop=may_stop))
        if reply.taken.stop is Stop.REFUSED:
            raise ModelRefused("The model declined to answer.")
        patterns = self._sides.prime_patterns if speaker is Speaker.PRIME else self._sides.candidate_patterns
        end_word = self._run.setup.rules.end_word if speaker is Speaker.PRIME else ""
        # A user's own regular expressions may take their time.
        found, ended = await asyncio.to_thread(_taken_apart, reply.text, patterns, end_word)
        # What made all of it private is told with the attempt, which fails by it.
        warnings = found.warnings[:-1] if found.failed else found.warnings
        notes = [self._noted(speaker, "warning", text) for text in warnings]
        if reply.taken.stop is Stop.LIMIT:
            notes.append(self._noted(speaker, "cut", "The reply was cut off at max_tokens."))
        notes += [
            self._noted(speaker, "left-out", f"The service does not take {name}; it was left out.")
            for name in reply.left_out
        ]
        said = self._utterance(speaker, reply, found, ends=ended or reply.ended)
        if found.failed or not (said.public.text.strip() or said.ends):
            for note in notes:
                await self._keep_note(note)
            raise NothingPublic(
                found.warnings[-1] if found.failed else "The reply has no word that the other side may read."
            )
        return said, notes

    async def _spoken(self, speaker: Speaker, *, may_stop: bool) -> SideReply:
        """Return what a side says. With `may_stop` a wish to stop ends the wait for its turn."""
        side = self._sides.prime if speaker is Speaker.PRIME else self._sides.candidate
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin(*_: object) -> None:
            if not begun.done():
                begun.set_result(None)

        heard = partial(self._listener.piece, speaker)
        speaking = asyncio.ensure_future(side.speak(tuple(self._said), heard=heard, begun=begin))
        speaking.add_done_callback(begin)
        try:
            if may_stop:
                await self._unless_stopped(begun)
            return await speaking
        finally:
            speaking.cancel()
            await asyncio.gather(speaking, return_exceptions=True)

    def _utterance(self, speaker: Speaker, reply: SideReply, found: Extraction, *, ends: bool = False) -> Utterance:
        private = {"full": reply.text, "taken_out": found.thoughts, "thinking": reply.thinking, "blocks": reply.blocks}
        return utterance(
            speaker,
            private,
            seq=len(self._said) + 1,
            at=self._driver.clock.now(),
            public=found.public,
            taken=reply.taken,
            ends=ends,
        )

    async def _unless_stopped(self, waited_for: asyncio.Future[Any]) -> None:
        """Wait for something, unless it is wished that the run stops; what is not over then is cancelled."""
        try:
            while not waited_for.done():
                with suppress(TimeoutError):
                    await run_until(self._bell.wait(), asyncio.wait({waited_for}))
                if waited_for.done():
                    break
                self._bell.clear()
                run = await self._driver.store.read(lambda c: rows.run_by_id(c, self._run.id))
                if not waited_for.done() and (run is None or run.stop_wanted):
                    raise _Stopped
        finally:
            waited_for.cancel()

    async def _score(self) -> bool:
        """Have it judged, unless nothing was said since the last time; whether everything is satisfied."""
        if self._scorer is None or self._scored_at == len(self._said):
            return False
        try:
            bodies, satisfied = await self._scorer.score(tuple(self._said))
        except ModelError as error:
            await self._note(None, "failed", f"A judge gave no scores: {error}")
            return False
        self._scored_at = len(self._said)
        now = self._driver.clock.now().timestamp()

        def unit(c: Connection) -> None:
            for judge, body in bodies.items():
                rows.put_scores(c, self._run.id, judge, body, now=now)

        await self._driver.store.write(unit)
        return satisfied

    async def _note(self, speaker: Speaker | None, kind: str, text: str) -> None:
        await self._keep_note(self._noted(speaker, kind, text))

    async def _keep_note(self, note: SideNote) -> None:
        claim = self._driver.claim()
        await self._driver.store.write(lambda c: rows.save_side_notes(c, claim, self._run.id, (note,)))
        self._listener.noted(note)

    def _noted(self, speaker: Speaker | None, kind: str, text: str) -> SideNote:
        return SideNote(at=self._driver.clock.now(), seq=len(self._said) + 1, speaker=speaker, kind=kind, text=text)

    def _spent(self) -> float:
        return self._before + self._driver.clock.monotonic() - self._began


def _taken_apart(text: str, patterns: Patterns, end_word: str) -> tuple[Extraction, bool]:
    """Return a reply without its thoughts and the word that ends the run, and whether that was there. Blocks."""
    found = extract_thoughts(text, patterns)
    public, ended = without_end_word(found.public, end_word)
    if not ended:
        return found, False
    # Around the word there may have stood what is a thought without it.
    again = extract_thoughts(public.text, patterns)
    thoughts = "\n\n".join(each for each in (found.thoughts, again.thoughts) if each)
    return replace(again, thoughts=thoughts, warnings=(*found.warnings, *again.warnings)), True
