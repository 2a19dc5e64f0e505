"""Background work that no answer waits for: notes and summaries, reflections, and the files that are sent.

A chore is a row; its key is `session/name`. It is due at a time, is tried again after a failure, and is given up after
some tries. What it finds goes into rows of its own and never touches the session's revision.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Protocol

import structlog

from core.commands.privacy import EXPORT
from core.contracts.change import Letter
from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError, NotFound
from core.contracts.messages import Address, SendDocument
from core.contracts.ports import Bell, LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Record
from core.contracts.turn import ChoreResult, ChoreSituation
from core.conversation.asking import TRANSCRIPT
from core.conversation.runtime import Runtime
from core.documents.transcript import chapter_titles, document_name, transcript
from core.documents.zips import Zips, transcript_zips
from core.interviews.podcast.documents.notes_file import NotesStyle
from core.interviews.podcast.sources.material import source_in
from core.jobs.note_files import INSIGHTS, STYLES, NotesWriter
from core.jobs.preparation import FIND, PREPARE, Preparation
from core.jobs.readings import (
    MARKDOWN,
    NEW_READINGS,
    READINGS,
    all_readings,
    file_letter,
    new_readings,
    read_afterwards,
    spoken_in,
)
from core.jobs.scheduler import plainly
from core.privacy.export import everything_of, file_limit, recordings_there
from core.store import chores
from core.store.changes import ask_for_chore, put_letter
from core.store.chores import Chore
from core.store.codec import seconds
from core.store.desk_reads import session_by_id
from core.store.recording_rows import any_waiting
from core.store.records import record
from core.store.store import Connection, Room, Unit, Wake
from core.words import say

log = structlog.get_logger()
AT_ONCE = 4
"""Model calls of background work at one time, over all people."""
FIRST_WAIT = 30.0
LONGEST_WAIT = 6 * 3600.0
TRIES = 8
PATIENCE = 3
"""After so many failures of what others come behind they come without it."""
INSIGHTS_WAIT = 15.0
INSIGHTS_PATIENCE = 180.0
"""Seconds between two looks at whether the model is done with what the notes are to hold, and until they do without."""
HEARING_WAIT = 15.0
"""Seconds between two looks at whether what somebody has spoken is heard."""
HEARING_PATIENCE = 3600.0
"""Seconds after which what is about the whole of an interview does without it."""


class _Drafting(Protocol):
    """Makes a letter of a file."""

    def __call__(self, document: SendDocument, *, key: str) -> Letter: ...


class ChoreWorker:
    """Serves chores, one call of `drain` for each key at a time."""

    def __init__(self, runtime: Runtime, model: LanguageModel, preparation: Preparation) -> None:
        self._runtime = runtime
        self._model = model
        self._preparation = preparation
        self._room = asyncio.Semaphore(AT_ONCE)
        self._notes = NotesWriter(runtime, model, self._room)
        self._waits_since: dict[int, float] = {}
        """Since when a chore waits for something spoken to be heard; a new process begins to count anew."""
        self._insights_since: dict[int, float] = {}
        """Since when notes wait for what the model finds."""

    async def sweep(self) -> list[str]:
        """The keys of chores that are due, for a tick to wake."""
        now = seconds(self._runtime.clock.now())
        return await self._runtime.store.read(lambda c: chores.due_keys(c, now=now))

    async def drain(self, key: str, bell: Bell) -> None:
        """Do one chore, if it is due."""
        session_id, _, name = key.partition("/")
        now = seconds(self._runtime.clock.now())
        chore = await self._runtime.store.read(lambda c: chores.due_chore(c, session_id, name, now=now))
        if chore is None:
            return
        try:
            if (name == TRANSCRIPT or _needs_all(chore)) and await self._waits_for_ears(chore):
                return
            if name in {FIND, PREPARE}:
                await self._preparation.run(chore)
            elif name == TRANSCRIPT or name in STYLES:
                if not await self._waits_for_insights(chore):
                    await self._send_transcript(chore)
            elif name == EXPORT:
                await self._send_export(chore)
            elif name in {READINGS, NEW_READINGS}:
                await self._send_readings(chore)
            else:
                async with self._room:
                    await self._ask_the_interview(chore)
        except Exception as error:  # noqa: BLE001 - the task's boundary: without an end to it each try may cost money
            if not await self._runtime.store.read(lambda c: chores.is_there(c, chore)):
                # Its session was deleted meanwhile, and it with it: nothing of what it found can be kept any more.
                log.info("chore-over", chore=name)
                return
            log.error("chore-broke", chore=name, session=session_id, error=plainly(error))
            await self._runtime.store.write(lambda c: _set_back(c, chore, now=now, reason="internal", final=False))

    # --- files ----------------------------------------------------------------------------------------------------

    async def _waits_for_ears(self, chore: Chore) -> bool:
        """Whether something spoken that may belong to it is still to be heard; then the chore waits a moment."""
        now = seconds(self._runtime.clock.now())

        def unheard(c: Connection) -> bool:
            session = session_by_id(c, chore.session_id)
            if session is None:
                return False
            return any_waiting(c, session.person_id, now if session.ended_at is None else seconds(session.ended_at))

        since = self._waits_since.get(chore.id, now)
        if now - since >= HEARING_PATIENCE or not await self._runtime.store.read(unheard):
            self._waits_since.pop(chore.id, None)
            return False
        self._waits_since[chore.id] = since
        due_at = now + HEARING_WAIT
        await self._runtime.store.write(
            lambda c: chores.postpone(c, chore, due_at=due_at, error="hearing", counts=False)
        )
        return True

    async def _waits_for_insights(self, chore: Chore) -> bool:
        """Whether the model is still at what the notes are to hold; then they wait, as long as there is hope."""
        now = seconds(self._runtime.clock.now())
        waiting = await self._runtime.store.read(lambda c: chores.attempts_of(c, chore.session_id))
        since = self._insights_since.get(chore.id, now)
        if waiting.get(INSIGHTS, PATIENCE) >= PATIENCE or now - since >= INSIGHTS_PATIENCE:
            self._insights_since.pop(chore.id, None)
            return False
        self._insights_since[chore.id] = since
        due_at = now + INSIGHTS_WAIT
        await self._runtime.store.write(
            lambda c: chores.postpone(c, chore, due_at=due_at, error=INSIGHTS, counts=False)
        )
        return True

    async def _send_transcript(self, chore: Chore) -> None:
        whole, scripts = await self._runtime.store.read(lambda c: record(c, chore.session_id))
        session = whole.session
        source = source_in(await self._runtime.about(session))
        language = spoken_in(whole)
        audio = await recordings_there(self._runtime, {entry.audio for entry in whole.entries})
        limit = file_limit(self._runtime, session.address)
        zips = await asyncio.to_thread(transcript_zips, whole, scripts, audio, language=language, limit=limit)
        key = f"{session.id}/transcript/{chore.id}.{chore.round}"
        if source is not None:
            if zips is not None:
                await self._all_of(zips, partial(file_letter, session, language=language), key=f"{key}/audio")
            style = STYLES.get(chore.name, NotesStyle.STRUCTURED)
            document = await self._notes.document(whole, scripts, source, style, language=language)
            last = file_letter(session, document, language, key=key)
        elif zips is None:
            text = await asyncio.to_thread(transcript, whole, chapters=chapter_titles(scripts.speak(session.language)))
            document = SendDocument(
                name=document_name(whole, "transcript", "md"),
                media_type=MARKDOWN,
                body=text.encode(),
                caption=say(language, "transcript-caption"),
            )
            last = file_letter(session, document, language, key=key)
        else:
            last = await self._all_but_last(zips, partial(file_letter, session, language=language), key=key)

        def ending(c: Connection) -> None:
            put_letter(c, last, now=seconds(self._runtime.clock.now()))
            chores.finish(c, chore)

        await self._end(chore, ending)

    async def _send_export(self, chore: Chore) -> None:
        files = await everything_of(self._runtime, chore.session_id)

        def stands(c: Connection) -> None:
            if not files.stands(c):
                raise NotFound("An interview was deleted while it was put into a file.")

        def letter(document: SendDocument, *, key: str) -> Letter:
            # It belongs to no one session: it holds all of them.
            return Letter(key=key, address=files.address, saying=document, language=files.language)

        key = f"{chore.session_id}/export/{chore.id}.{chore.round}"
        last = await self._all_but_last(files.zips, letter, key=key, stands=stands)

        def ending(c: Connection) -> None:
            stands(c)
            put_letter(c, last, now=seconds(self._runtime.clock.now()))
            chores.finish(c, chore)

        await self._runtime.store.write(ending, wake=(Wake(Room.DELIVERY, str(files.address)),))

    async def _all_of(self, zips: Zips, letter: _Drafting, *, key: str) -> None:
        """Put some ZIPs whole into the outbox."""
        last = await self._all_but_last(zips, letter, key=key)
        now = seconds(self._runtime.clock.now())
        await self._runtime.store.write(
            lambda c: put_letter(c, last, now=now), wake=(Wake(Room.DELIVERY, str(last.address)),)
        )

    async def _all_but_last(
        self, zips: Zips, letter: _Drafting, *, key: str, stands: Unit[None] = lambda _: None
    ) -> Letter:
        """Put the ZIPs of some ZIPs into the outbox, each by itself: all of them may be more than fits into memory.

        The last is left to the caller, to end the chore with it. When a chore begins anew after a crash, those that are
        in the outbox already are not put in again.
        """
        total = len(zips.parts)
        for number in range(total - 1):
            document = await asyncio.to_thread(zips.document, number)
            ahead = letter(document, key=f"{key}/{number + 1}")

            def unit(c: Connection, ahead: Letter = ahead) -> None:
                stands(c)
                put_letter(c, ahead, now=seconds(self._runtime.clock.now()))

            await self._runtime.store.write(unit, wake=(Wake(Room.DELIVERY, str(ahead.address)),))
        document = await asyncio.to_thread(zips.document, total - 1)
        return letter(document, key=key if total == 1 else f"{key}/{total}")

    async def _end(self, chore: Chore, ending: Unit[None]) -> None:
        """Write down how a try ended and, in the same transaction, that readings which are there now are to be sent."""
        now = seconds(self._runtime.clock.now())

        def unit(c: Connection) -> Address:
            ending(c)
            whole, _ = record(c, chore.session_id, entries_needed=False)
            if chore.name == TRANSCRIPT or _needs_all(chore):
                ask_for_chore(c, chore.session_id, NEW_READINGS, due_at=now)
            return whole.session.address

        def wake(address: Address) -> tuple[Wake, ...]:
            return Wake(Room.DELIVERY, str(address)), Wake(Room.CHORES, f"{chore.session_id}/{NEW_READINGS}")

        await self._runtime.store.write(unit, wake=wake)

    async def _send_readings(self, chore: Chore) -> None:
        """What was asked for, or each reading that was not sent yet; those come behind the transcript."""
        whole, _ = await self._runtime.store.read(lambda c: record(c, chore.session_id))
        waiting = await self._runtime.store.read(lambda c: chores.attempts_of(c, chore.session_id))
        names = read_afterwards(self._runtime.interviews.get(whole.session.kind))
        found: tuple[Letter | None, ...] = ()
        if chore.name == READINGS:
            found = (await all_readings(whole, names, key=f"{whole.session.id}/readings/{chore.id}.{chore.round}"),)
        elif waiting.get(TRANSCRIPT, PATIENCE) >= PATIENCE:
            found = await new_readings(whole, names, waiting)
        letters = tuple(filter(None, found))

        def unit(c: Connection) -> None:
            for each in letters:
                put_letter(c, each, now=seconds(self._runtime.clock.now()))
            chores.finish(c, chore)

        await self._runtime.store.write(unit, wake=(Wake(Room.DELIVERY, str(whole.session.address)),))

    # --- what an interview does in the background -------------------------------------------------------------------

    async def _ask_the_interview(self, chore: Chore) -> None:
        whole_needed = _needs_all(chore)
        whole, scripts, changed, watermark, more = await self._runtime.store.read(
            lambda c: _material(c, chore, whole_needed=whole_needed)
        )
        interview = self._runtime.interviews.get(whole.session.kind)
        if interview is None:
            await self._failed(chore, "kind-not-enabled", final=True)
            return
        situation = ChoreSituation(
            person=whole.person,
            session=whole.session,
            scripts=scripts,
            digest=whole.digest,
            now=self._runtime.clock.now(),
            changed=changed,
            record=whole if whole_needed else None,
            about=await self._runtime.about(whole.session),
        )
        try:
            result = await interview.chore(chore.name, situation, self._model)
        except BudgetSpent as error:
            await self._wait_for_money(chore, error)
        except ModelError as error:
            await self._failed(chore, error.code, final=isinstance(error, ModelAbsent))
        else:
            if whole_needed:
                now = seconds(self._runtime.clock.now())
                await self._end(chore, lambda c: chores.keep(c, chore, result, watermark=None, again=False, now=now))
                await self._hurry_notes(chore, now)
            else:
                await self._keep_notes(chore, whole, result, watermark, more=more)

    async def _hurry_notes(self, chore: Chore, now: float) -> None:
        """What has waited for these insights need wait no longer."""
        if chore.name != INSIGHTS:
            return
        names = (TRANSCRIPT, *STYLES)
        await self._runtime.store.write(
            lambda c: chores.hurry(c, chore.session_id, names, INSIGHTS, now=now),
            wake=tuple(Wake(Room.CHORES, f"{chore.session_id}/{name}") for name in names),
        )

    async def _keep_notes(
        self, chore: Chore, whole: Record, result: ChoreResult, watermark: int, *, more: bool
    ) -> None:
        """`more`: one run could not look at everything. What is said meanwhile asks for a run by itself."""
        stale = {note.key for note in whole.digest.notes if note.stale}
        result = replace(result, dropped=(*result.dropped, *stale))
        now = seconds(self._runtime.clock.now())
        await self._runtime.store.write(
            lambda c: chores.keep(c, chore, result, watermark=watermark, again=more, now=now),
            wake=(Wake(Room.CHORES, f"{chore.session_id}/{chore.name}"),) if more else (),
        )

    async def _wait_for_money(self, chore: Chore, error: BudgetSpent) -> None:
        """A day's budget is new tomorrow, all people's and one person's; a session's never comes back."""
        if error.scope == "session":
            await self._failed(chore, error.code, final=True)
            return
        now = seconds(self._runtime.clock.now())
        tomorrow = (now // 86_400 + 1) * 86_400 + 60
        await self._runtime.store.write(
            lambda c: chores.postpone(c, chore, due_at=tomorrow, error=error.code, counts=False)
        )

    async def _failed(self, chore: Chore, reason: str, *, final: bool) -> None:
        now = seconds(self._runtime.clock.now())
        log.info("chore-failed", chore=chore.name, session=chore.session_id, tries=chore.attempts + 1, error=reason)
        await self._end(chore, lambda c: _set_back(c, chore, now=now, reason=reason, final=final))


def _needs_all(chore: Chore) -> bool:
    """Whether it looks at the whole session."""
    return chore.name.startswith("reflection-") or chore.name == INSIGHTS


def _set_back(c: Connection, chore: Chore, *, now: float, reason: str, final: bool) -> None:
    """Try again after a while that grows; or never, counted so that what waits for it waits no longer."""
    if not final and chore.attempts + 1 < TRIES:
        due_at = now + min(LONGEST_WAIT, FIRST_WAIT * 4**chore.attempts)
        chores.postpone(c, chore, due_at=due_at, error=reason)
        return
    for _ in range(chore.attempts + 1, PATIENCE):
        chores.postpone(c, chore, due_at=now, error=reason)
    chores.give_up(c, chore, now=now, error=reason)


def _material(
    c: Connection, chore: Chore, *, whole_needed: bool
) -> tuple[Record, ScriptSet, tuple[Entry, ...], int, bool]:
    """The session, its script, the entries that changed with the watermark after them, and whether there are more."""
    whole, scripts = record(c, chore.session_id, entries_needed=whole_needed)
    if whole_needed:
        return whole, scripts, (), 0, False
    changed, watermark = chores.changed_entries(c, chore.session_id, whole.digest.watermark)
    return whole, scripts, changed, watermark, chores.anything_newer(c, chore.session_id, watermark)
