"""Holding runs from the command line: some at a time, until they end, or until somebody stops them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import structlog
from filelock import FileLock, Timeout

from bot.features.chamber.files import resolve_keys
from bot.features.chamber.own_sides import run_folder
from bot.features.chamber.sides_making import Making, TakingPart, build_sides
from core.contracts.chat import Piece
from core.contracts.errors import AlreadyRunning, ConfigurationError, NotFound, RaconteurError, StorageError
from core.contracts.ports import Bell
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import RUNS
from core.features.chamber.driver import Driver, end_run
from core.features.chamber.logs import LogFiles, keeping_logs
from core.features.chamber.messages import SideNote, Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunListener, RunStatus, Why
from core.features.chamber.setup import Setup
from core.store.claims import RENEWED
from core.store.store import Connection

log = structlog.get_logger()
SEAT = "command"
"""Of a process that holds runs from the command line, in its claims."""

Follow = Callable[[ChamberRun], RunListener]
Cast = Callable[[ChamberRun, Setup], TakingPart]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """The outcome of a run."""

    run: ChamberRun
    logs: tuple[Path, ...] = ()
    logs_are_whole: bool = True
    error: RaconteurError | None = None
    """Why it could not be held."""


class Series:
    """Runs that one command holds."""

    def __init__(
        self,
        making: Making,
        folder: Path,
        *,
        follow: Follow,
        trouble: Callable[[str], None],
        parallel: int = 1,
        setup: Setup | None = None,
        cast: Cast | None = None,
    ) -> None:
        """`folder`: for logs. `trouble`: told when a log cannot be written. `setup`: that of all runs, with its keys,
        where it was just read. `cast`: makes who takes part, where that is not for us to do."""
        self._making = making
        self._driver = Driver(store=making.store, clock=making.clock, owner=making.owner)
        self._folder = folder
        self._follow = follow
        self._trouble = trouble
        self._setup = setup
        self._cast = cast or (lambda run, setup: build_sides(run, setup, making, documents=folder))
        self._room = asyncio.Semaphore(parallel)
        self._bells: dict[str, Bell] = {}
        """Of the runs that are held now."""
        self._logs: dict[str, LogFiles] = {}
        self._stopping: asyncio.Task[None] | None = None

    @property
    def stopped(self) -> bool:
        return self._stopping is not None

    async def hold(self, runs: Sequence[ChamberRun]) -> tuple[RunOutcome, ...]:
        """Hold these until each has paused or ended. Cancelled, it pauses at once those that are held."""
        renewing = asyncio.create_task(self._renew(), name="claims")
        try:
            found = await asyncio.gather(*(self._one(run) for run in runs), return_exceptions=True)
        finally:
            renewing.cancel()
            with suppress(asyncio.CancelledError):
                await renewing
        outcomes = [each for each in found if isinstance(each, RunOutcome)]
        for unexpected in found:
            if isinstance(unexpected, BaseException):
                raise unexpected
        return tuple(outcomes)

    def outcome(self, run: ChamberRun) -> RunOutcome:
        """Return what has become of a run so far, as it is kept."""
        logs = self._logs.get(run.id)
        return (
            RunOutcome(run=run) if logs is None else RunOutcome(run=run, logs=logs.paths, logs_are_whole=logs.are_whole)
        )

    def stop(self) -> None:
        """Have each run end after its turn; those that wait are not begun."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop(), name="stopping")

    async def _stop(self) -> None:
        held = tuple(self._bells)
        await self._making.store.write(lambda c: [rows.request_stop(c, run_id) for run_id in held])
        for bell in self._bells.values():
            bell.set()

    async def _one(self, run: ChamberRun) -> RunOutcome:
        async with self._room:
            if self.stopped:
                return RunOutcome(run=run)
            try:
                return await self._locked(run)
            except RaconteurError as error:
                latest = await self._making.store.read(lambda c: rows.run_by_id(c, run.id))
                return replace(self.outcome(latest or run), error=error)

    async def _locked(self, run: ChamberRun) -> RunOutcome:
        """Hold a run while no other command does: the lock goes with the process, however that ends."""
        folder = run_folder(self._making.settings, run.id)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(folder / "lock", timeout=0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            raise AlreadyRunning(f"Another command is holding the run {run.id}.") from None
        self._bells[run.id] = bell = Bell()
        try:
            # A run whose keys are not there stays as it is, and why it was paused.
            keyed = self._setup
            if keyed is None:
                keyed = await asyncio.to_thread(resolve_keys, run.setup)
            claim, run_id = self._driver.claim(), run.id

            def unit(c: Connection) -> None:
                found = rows.run_by_id(c, run_id)
                if found is None:
                    raise NotFound(f"There is no run {run_id} any more.")
                if found.status is RunStatus.ENDED:
                    raise ConfigurationError(f"The run {run_id} has ended; only a run that is paused can go on.")
                rows.leave_seat(c, claim, run_id, SEAT)
                if not RUNS.take(c, claim, run_id):
                    raise AlreadyRunning(f"The run {run_id} is being held by a bot; stop it there first.")
                if run.setup.thought_patterns != found.setup.thought_patterns:
                    rows.update_run_setup(c, run)
                rows.continue_run(c, run_id, now=claim.now)

            await self._making.store.write(unit)
            return await self._held(run, keyed, bell)
        finally:
            del self._bells[run.id]
            lock.release()

    async def _held(self, run: ChamberRun, keyed: Setup, bell: Bell) -> RunOutcome:
        try:
            part = self._cast(run, keyed)
            try:
                async with keeping_logs(self._making.store, run.id, self._folder, trouble=self._trouble) as logs:
                    self._logs[run.id] = logs
                    listener = _Both(logs, self._follow(run))
                    over = await self._driver.hold(run.id, part.sides, listener, bell, scorer=part.panel)
            finally:
                await part.close()
        except BaseException:
            await asyncio.shield(self._pause(run.id))
            raise
        return self.outcome(over)

    async def _pause(self, run_id: str) -> None:
        """Leave a run, if it is still ours, as one that can be resumed."""
        store = self._making.store
        try:
            run = await store.read(lambda c: rows.run_by_id(c, run_id))
            if run is not None and run.status is RunStatus.RUNNING:
                await end_run(store, self._driver.claim(), run, Why.STOPPED, self._driver.documents)
        except RaconteurError as error:
            log.warning("run-not-paused", run=run_id, code=error.code)

    async def _renew(self) -> None:
        """Put off the end of our claims; and ring, since it may have been wished elsewhere that a run stops."""

        def renew(c: Connection) -> None:
            for run_id in tuple(self._bells):
                RUNS.renew(c, self._driver.claim(), run_id)

        while True:
            await self._making.clock.sleep(RENEWED)
            try:
                await self._making.store.write(renew)
            except StorageError as error:
                log.warning("claims-not-renewed", code=error.code)
            for bell in self._bells.values():
                bell.set()


class _Both(RunListener):
    """Tells two."""

    def __init__(self, first: RunListener, second: RunListener) -> None:
        self._all = (first, second)

    def asked(self, speaker: Speaker, turn: int) -> None:
        for each in self._all:
            each.asked(speaker, turn)

    def piece(self, speaker: Speaker, piece: Piece) -> None:
        for each in self._all:
            each.piece(speaker, piece)

    def said(self, utterance: Utterance) -> None:
        for each in self._all:
            each.said(utterance)

    def noted(self, note: SideNote) -> None:
        for each in self._all:
            each.noted(note)

    def settled(self, run: ChamberRun) -> None:
        for each in self._all:
            each.settled(run)
