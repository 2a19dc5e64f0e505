"""The background work of an interview, with what its kind has declared for it (`ChoreKind`)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import structlog

from core.contracts.chore import ChoreKind, ChoreResult, Sees
from core.contracts.commits import OutboxMessage
from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError
from core.contracts.messages import Incoming, Ready, Say, Sender
from core.contracts.ports import LanguageModel, ListeningLine
from core.contracts.script import ScriptSet
from core.contracts.session import Entry, Record, Session
from core.contracts.turn import Interview
from core.conversation.asking import STYLED, TRANSCRIPT
from core.conversation.context import Runtime
from core.jobs.chore_tools import (
    WAITS,
    ChoreTools,
    SessionModel,
    Toolbox,
    chore_situation,
    end_chore_try,
    is_last,
    retry_chore_later,
    wait_for_money,
)
from core.languages.messages import locale_or_default, say
from core.readers.source_errors import SourceError
from core.store import chore_rows
from core.store.arrivals import accept_event
from core.store.chore_rows import Chore
from core.store.finding_rows import earlier_findings
from core.store.mailbox_rows import session_by_id, talk_since
from core.store.outbox import put_letter
from core.store.records import load_record
from core.store.store import Connection, Queue, Wake
from core.timing.clock import run_until

log = structlog.get_logger()
LOOK = 5.0
"""Seconds between two looks at whether somebody still waits for what is being done."""


def document_chores(interview: Interview) -> tuple[str, ...]:
    """Return the names of the chores that send the file of an interview."""
    return (TRANSCRIPT, *(f"{STYLED}{style}" for style in dict.fromkeys(interview.styles.values())))


class _Unwanted(Exception):
    """Nobody waits for it any more."""


class InterviewChores:
    """Has interviews do their chores. Several at a time, for different sessions."""

    def __init__(self, runtime: Runtime, model: LanguageModel, toolbox: Toolbox, room: asyncio.Semaphore) -> None:
        """`room`: held during a model call that nobody waits for; only so many are made at one time."""
        self._runtime = runtime
        self._model = model
        self._toolbox = toolbox
        self._room = room
        self._people: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def run(self, chore: Chore, session: Session, kind: ChoreKind) -> None:
        """Do a chore, and keep what it found."""
        request = _request(kind, session)
        if request == "":
            await self._runtime.store.write(lambda c: chore_rows.finish(c, chore))
            return
        try:
            work = self._in_turn(chore, session, kind)
            done = await (work if request is None else self._unless_unwanted(kind, session.id, request, work))
        except BudgetSpent as error:
            # A session's budget never comes back.
            if error.scope == "session":
                await self._failed(chore, session, kind, error.code, final=True)
            else:
                await wait_for_money(self._runtime, chore, error)
        except ModelError as error:
            await self._failed(chore, session, kind, error.code, final=isinstance(error, ModelAbsent))
        except SourceError as error:
            await self._failed(chore, session, kind, error.code, final=not error.retryable)
        else:
            if done is None:
                await self._runtime.store.write(lambda c: chore_rows.finish(c, chore))
            elif kind.wakes:
                await self._tell(chore, session, kind, request, *done)
            else:
                await self._keep(chore, session, kind, *done)

    # --- doing it -----------------------------------------------------------------------------------------------------

    async def _in_turn(
        self, chore: Chore, session: Session, kind: ChoreKind
    ) -> tuple[ChoreResult, Record, int | None, bool]:
        """Do a chore as soon as there is room among the others of the same person."""
        if not kind.at_a_time:
            return await self._done(chore, session, kind)
        # Kept in a name: it lives as long as somebody holds or awaits it.
        room = self._people.setdefault(session.person_id, asyncio.Semaphore(kind.at_a_time))
        if room.locked() and kind.waiting:
            whole, *_ = await self._runtime.store.read(lambda c: _material(c, chore, Sees.SESSION))
            async with self._line(session) as line:
                if line is not None:
                    line.show(say(locale_or_default(session.language, whole.person.language), kind.waiting))
                await room.acquire()
        else:
            await room.acquire()
        try:
            return await self._done(chore, session, kind)
        finally:
            room.release()

    async def _done(
        self, chore: Chore, session: Session, kind: ChoreKind
    ) -> tuple[ChoreResult, Record, int | None, bool]:
        """Return what it found, the record that it saw, the watermark after it, and whether there is more to see."""
        sees_from = self._runtime.interviews[session.kind].sees_from
        whole, scripts, changed, watermark, more = await self._runtime.store.read(
            lambda c: _material(c, chore, kind.sees)
        )
        session = whole.session
        found = await chore_situation(self._runtime, whole, scripts)
        if kind.sees is Sees.CHANGES:
            talk = await self._runtime.store.read(lambda c: talk_since(c, session.id, sees_from(session)))
            found = replace(found, talk=talk)
        if kind.earlier:
            earlier = await self._runtime.store.read(lambda c: earlier_findings(c, session, kind.earlier))
            found = replace(found, earlier=earlier)
        model = SessionModel(self._model, session.id, None if kind.wakes else self._room)
        async with self._line(session, shows=kind.shows) as line:
            tools = ChoreTools(toolbox=self._toolbox, session=session, allowed=kind.tools, line=line)
            interview = self._runtime.interviews[session.kind]
            seen = whole if kind.sees is Sees.WHOLE else None
            result = await interview.chore(chore.name, replace(found, changed=changed, record=seen, tools=tools), model)
        return result, whole, watermark, more

    def _line(self, session: Session, *, shows: bool = True) -> AbstractAsyncContextManager[ListeningLine | None]:
        """Return the line in which the person sees how far it is."""
        platform = self._toolbox.platforms.get(session.address.platform)
        return nullcontext() if platform is None or not shows else platform.listening(session.address)

    async def _unless_unwanted(
        self,
        kind: ChoreKind,
        session_id: str,
        request: str,
        work: Coroutine[Any, Any, tuple[ChoreResult, Record, int | None, bool]],
    ) -> tuple[ChoreResult, Record, int | None, bool] | None:
        """Return the result of the work; None as soon as nobody waits for it: hours may go into a recording."""
        try:
            return await run_until(work, self._unwanted(kind, session_id, request), late=_Unwanted)
        except _Unwanted:
            log.info("chore-unwanted", session=session_id)
            return None

    async def _unwanted(self, kind: ChoreKind, session_id: str, request: str) -> None:
        """Return when something else is wanted, or nothing."""
        while True:
            await self._runtime.clock.sleep(LOOK)
            session = await self._runtime.store.read(lambda c: session_by_id(c, session_id))
            if session is None or _request(kind, session) != request:
                return

    # --- keeping what it found ----------------------------------------------------------------------------------------

    async def _keep(
        self,
        chore: Chore,
        session: Session,
        kind: ChoreKind,
        result: ChoreResult,
        whole: Record,
        watermark: int | None,
        more: bool,
    ) -> None:
        """Keep what was found. `more`: one run could not look at everything."""
        now = self._runtime.now()

        def ending(c: Connection) -> None:
            chore_rows.save_chore_result(c, chore, result, watermark=watermark, again=more, now=now)
            _put_files(c, chore, whole, result, now=now)

        await end_chore_try(self._runtime, chore, ending, whole=kind.sees is Sees.WHOLE)
        if more:
            await self._runtime.store.write(lambda _: None, wake=(_again(chore),))
        if kind.before_document:
            # What has waited for this need wait no longer.
            names = document_chores(self._runtime.interviews[session.kind])
            await self._runtime.store.write(
                lambda c: chore_rows.make_chores_due(c, chore.session_id, names, chore.name, now=now),
                wake=tuple(Wake(Queue.CHORES, f"{chore.session_id}/{name}") for name in names),
            )

    async def _tell(
        self,
        chore: Chore,
        session: Session,
        kind: ChoreKind,
        request: str | None,
        result: ChoreResult,
        whole: Record,
        watermark: int | None,
        more: bool,
    ) -> None:
        """Keep what was found, and tell the session that it is there."""
        now = self._runtime.now()

        def unit(c: Connection) -> str:
            known_one = session_by_id(c, session.id)
            if known_one is None or _request(kind, known_one) != request:
                chore_rows.finish(c, chore)
                return ""  # nobody waits for it any more
            chore_rows.save_chore_result(c, chore, result, watermark=watermark, again=more, now=now)
            _put_files(c, chore, whole, result, now=now)
            return self._news(c, chore, session, now)

        delivery = Wake(Queue.DELIVERY, str(session.address))
        after = (delivery, _again(chore)) if more else (delivery,)
        await self._runtime.store.write(unit, wake=lambda owner: (Wake(Queue.DESK, owner), *after) if owner else ())

    def _news(self, c: Connection, chore: Chore, session: Session, now: float) -> str:
        event = Incoming(
            event_id=f"ready:{session.id}:{chore.id}.{chore.round}",
            address=session.address,
            sender=Sender(id=""),
            content=Ready(session_id=session.id, chore=chore.name),
            sent_at=self._runtime.clock.now(),
        )
        return accept_event(c, event, person_id="", language="en", now=now)

    async def _failed(self, chore: Chore, session: Session, kind: ChoreKind, reason: str, *, final: bool) -> None:
        now = self._runtime.now()
        log.info("chore-failed", chore=chore.name, session=chore.session_id, tries=chore.attempts + 1, error=reason)

        def ending(c: Connection) -> None:
            if kind.insists and not final:
                chore_rows.postpone_chore(c, chore, due_at=now + WAITS.after(chore.attempts + 1), error=reason)
            else:
                self.set_back(c, chore, session, reason=reason, final=final, now=now)

        await end_chore_try(self._runtime, chore, ending, whole=kind.sees is Sees.WHOLE)
        if kind.wakes:
            await self._runtime.store.write(lambda _: None, wake=(Wake(Queue.DESK, session.person_id),))

    def set_back(self, c: Connection, chore: Chore, session: Session, *, reason: str, final: bool, now: float) -> None:
        """Try it again later; nobody is to wait for what does not come any more."""
        retry_chore_later(c, chore, now=now, reason=reason, final=final)
        interview = self._runtime.interviews.get(session.kind)
        kind = None if interview is None else interview.chores.get(chore.name)
        if kind is not None and kind.wakes and (final or is_last(chore)):
            self._news(c, chore, session, now)


def _put_files(c: Connection, chore: Chore, whole: Record, result: ChoreResult, *, now: float) -> None:
    """Have the person get the words and the files that a chore made."""
    session, language = whole.session, locale_or_default(whole.session.language, whole.person.language)
    said = (Say(text=result.says),) if result.says else ()
    for number, saying in enumerate((*said, *result.files), start=1):
        key = f"{chore.session_id}/{chore.name}/{chore.id}.{chore.round}/{number}"
        letter = OutboxMessage(
            key=key, address=session.address, saying=saying, language=language, session_id=session.id
        )
        put_letter(c, letter, now=now)


def _request(kind: ChoreKind, session: Session) -> str | None:
    return None if kind.request is None else kind.request(session)


def _again(chore: Chore) -> Wake:
    return Wake(Queue.CHORES, f"{chore.session_id}/{chore.name}")


def _material(c: Connection, chore: Chore, sees: Sees) -> tuple[Record, ScriptSet, tuple[Entry, ...], int | None, bool]:
    """Return the session, its script, the changed entries, the watermark after them, and whether there are more."""
    whole, scripts = load_record(c, chore.session_id, entries_needed=sees is Sees.WHOLE)
    if sees is not Sees.CHANGES:
        return whole, scripts, (), None, False
    changed, watermark = chore_rows.changed_entries(c, chore.session_id, whole.digest.watermark)
    return whole, scripts, changed, watermark, chore_rows.has_newer_entries(c, chore.session_id, watermark)
