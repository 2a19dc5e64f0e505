"""Our own interviewer as Prime: the whole app, for one person, in a database of its own beside the run's.

A run may be killed at any moment and go on. What the Candidate says is handed in under the number of its utterance, so
that it is heard once; what the interviewer says is read from its outbox behind the row that its last utterance has
remembered, so that it is said once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from pydantic import BaseModel

from bot.config import Settings
from bot.database import lock_file, make_folder, prepare_database
from bot.features.chamber.run_calls import RunCalls
from bot.simulation.breaths import Breath, split_breaths
from bot.simulation.interviewers import START, Heard, Home, MakeModel, Raconteur, TrialVisitor, raconteur_interviewer
from core.contracts.chat import Piece, ignore_request_start
from core.contracts.errors import AlreadyRunning, ModelError, ModelUnavailable, RaconteurError
from core.contracts.ports import Answer, Clock, Prompt
from core.contracts.session import Status
from core.documents.files import write_atomically
from core.features.chamber.messages import SaidByCandidate, SaidByPrime, Utterance
from core.features.chamber.sides import SideReply
from core.llm.build import ManagedModel
from core.store.spoken_rows import newest_moment
from core.store.store import SqliteStore, Store

log = structlog.get_logger()
DATABASE = "interview.sqlite3"
SILENT = "…"
"""Public in the place of words where the interviewer leaves the floor to the other."""
_NEXT_WORDS = frozenset({"talk"})
"""Purposes of the calls that the interviewer's next words come from."""
_OVER = frozenset({Status.COMPLETED, Status.ABANDONED})
_GOODBYES = 3
"""It may ask something once more when it is told that this is all."""
_PREPARING = threading.Lock()
"""Migrations know one database at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    kind: str
    settings: Settings
    visitor: TrialVisitor
    acts: bool
    """The Candidate is a played person: "/pause", "/resume" and "~3d" on lines of their own are what they do. Else
    they are words, as everything is."""
    folder: Path
    """Of the run, for what nobody else reads."""
    documents: Path
    """Where the interview's files are put when it is over."""
    prefix: str
    """Of their names: runs of one series have the same ones, and lie side by side."""
    make_model: MakeModel
    ended: Callable[[], Awaitable[Sequence[Utterance] | None]]
    """All that was said in the run, if it has ended, however it did; else None."""
    make_store: Callable[[str], Store] = SqliteStore


class InterviewLost(ModelError):
    """The interview's own database is gone, or older than the run: one that was put back without it."""


class _Mark(BaseModel):
    """How far everything was when something was said; kept with it, as JSON in `blocks`."""

    outbox: int = 0
    calls: int = 0
    at: datetime = START


class EnginePrime:
    """A `Side`."""

    def __init__(self, engine: EngineSettings, calls: RunCalls, clock: Clock) -> None:
        self._engine = engine
        self._calls = calls
        self._clock = clock
        self._house = AsyncExitStack()
        self._interviewer: Raconteur | None = None
        self._failed: asyncio.Future[ModelError] | None = None
        self._by_script = False
        """Whether the script may speak where the model fails: when nobody hears it any more."""

    async def warm_up(self) -> None:
        """Open the interview, which loads its model. Raises ModelUnavailable."""
        try:
            await self._open()
        except BaseException:
            await self._shut()
            raise

    async def speak(
        self,
        said: Sequence[Utterance],
        *,
        heard: Callable[[Piece], None],
        begun: Callable[[], None] = ignore_request_start,
    ) -> SideReply:
        """Return the interview's next words. After a ModelError what came before is kept, and the same call continues.

        A model that fails on the way to them is no reason for the script to take its place here.
        """
        begun()
        began, mark = self._clock.monotonic(), _mark(said)
        try:
            interviewer = await self._open()
            spoken = await self._unless_it_fails(self._next(interviewer, mark, said))
        except BaseException:
            await self._shut()
            raise
        text = "\n\n".join(text for text, is_file in spoken if not is_file) or SILENT
        ended = await interviewer.status() in _OVER
        if ended:
            await self._write_documents(interviewer)
        taken, newest = await self._calls.taken_after(mark.calls)
        heard(Piece(text=text))
        return SideReply(
            text=text,
            blocks=_Mark(outbox=interviewer.read, calls=newest, at=interviewer.now).model_dump_json(),
            taken=replace(taken, latency_ms=round((self._clock.monotonic() - began) * 1000)),
            ended=ended,
        )

    async def close(self) -> None:
        """Let go of everything. Where the run has ended before the interview, that is finished too, for its files."""
        try:
            if (said := await self._engine.ended()) is not None and (self._engine.folder / DATABASE).exists():
                # Have the interviewer hear what came last and that this is all, and keep the files that come of it.
                self._by_script = True
                interviewer = await self._open()
                if isinstance(said[-1], SaidByCandidate):
                    await self._next(interviewer, _mark(said), said)
                for number in range(_GOODBYES):
                    if await interviewer.status() in {*_OVER, None}:
                        break
                    await interviewer.obey("/done", f"done.{number}")
                await self._write_documents(interviewer)
        except RaconteurError as error:
            log.warning("interview-not-finished", run=self._calls.run_id, error=error.code, reason=str(error))
        finally:
            await self._shut()

    async def _next(self, interviewer: Raconteur, mark: _Mark, said: Sequence[Utterance]) -> list[tuple[str, bool]]:
        if not said:
            return list((await interviewer.begin())[1])
        if await interviewer.newest() < mark.outbox:
            raise InterviewLost("What the interviewer knows of this run is not in the data folder any more.")
        newest, found = said[-1], list[tuple[str, bool]]()
        interviewer.read, gone = mark.outbox, timedelta()
        text = newest.public.text
        for number, breath in enumerate(split_breaths(text) if self._engine.acts else [Breath(words=(text,))]):
            event = f"{newest.seq}.{number}"
            if breath.away is not None:
                # Since they last were spoken to: a process that died may have turned the clock already.
                gone += breath.away
                found += await interviewer.away(mark.at + gone - interviewer.now)
            elif breath.command:
                found += await interviewer.obey(breath.command, event)
            else:
                found += await interviewer.hear(breath.words, event)
        return found

    async def _unless_it_fails(self, work: Coroutine[Any, Any, Heard]) -> Heard:
        """Return the result of the work. Raises what the model has failed with meanwhile."""
        assert self._failed is not None  # noqa: S101 - set by _open
        task = asyncio.ensure_future(work)
        either: set[asyncio.Future[Any]] = {task, self._failed}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._failed.done():
                raise self._failed.result()
            return task.result()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    # --- the app --------------------------------------------------------------------------------------------------

    async def _open(self) -> Raconteur:
        """Return the running app, at work on whatever an earlier process left undone. Raises ModelUnavailable."""
        if self._interviewer is None:
            self._failed = asyncio.get_running_loop().create_future()
            file = self._engine.folder / DATABASE
            make_folder(file.parent)
            try:
                self._house.callback(lock_file(file).release)
            except AlreadyRunning:
                raise ModelUnavailable("Another process is still at this interview.") from None
            await asyncio.to_thread(_prepared, file)
            store = self._engine.make_store(str(file))
            self._house.push_async_callback(store.close)
            newest: datetime | None = await store.read(newest_moment)
            home = Home(store=store, folder=file.parent, now=newest or START)
            engine = self._engine
            app = raconteur_interviewer(engine.kind, engine.settings, engine.visitor, self._model, home=home)
            self._interviewer = await self._house.enter_async_context(app)
        return self._interviewer

    async def _shut(self) -> None:
        house, self._house, self._interviewer = self._house, AsyncExitStack(), None
        await house.aclose()

    def _model(self, store: Store, clock: Clock) -> ManagedModel:
        return _Irreplaceable(self._engine.make_model(store, clock), self._fails)

    def _fails(self, error: ModelError) -> bool:
        """Have the next words not come, for this reason; False where they may come from the script."""
        if self._by_script or self._failed is None:
            return False
        if not self._failed.done():
            self._failed.set_result(error)
        return True

    async def _write_documents(self, interviewer: Raconteur) -> None:
        documents = await interviewer.documents()

        def write() -> None:
            self._engine.documents.mkdir(parents=True, exist_ok=True, mode=0o700)
            for each in documents:
                write_atomically(self._engine.documents / f"{self._engine.prefix}{each.name}", each.body)

        try:
            await asyncio.to_thread(write)
        except OSError as error:
            log.warning("documents-not-written", run=self._calls.run_id, reason=error.strerror)


class _Irreplaceable:
    """A model in whose place no script speaks: where it fails on the way to the next words, they do not come.

    `fails` is told why, and whoever asked waits until the app is ended; unless it says that the script may speak.
    """

    def __init__(self, model: ManagedModel, fails: Callable[[ModelError], bool]) -> None:
        self._model = model
        self._fails = fails

    @property
    def offline(self) -> bool:
        return self._model.offline

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        try:
            return await self._model.ask(prompt, schema)
        except ModelError as error:
            await self._failed(prompt, error)
            raise

    async def write(self, prompt: Prompt) -> str:
        try:
            return await self._model.write(prompt)
        except ModelError as error:
            await self._failed(prompt, error)
            raise

    async def _failed(self, prompt: Prompt, error: ModelError) -> None:
        """Return where the failure may be passed on."""
        if prompt.purpose in _NEXT_WORDS and self._fails(error):
            await asyncio.Event().wait()

    async def warm_up(self) -> None:
        await self._model.warm_up()

    async def close(self) -> None:
        await self._model.close()


def _prepared(file: Path) -> None:
    with _PREPARING:
        prepare_database(file)


def _mark(said: Sequence[Utterance]) -> _Mark:
    """Return the mark of the last thing that this side said."""
    mine = next((each for each in reversed(said) if isinstance(each, SaidByPrime)), None)
    return _Mark() if mine is None else _Mark.model_validate_json(mine.private.blocks)
