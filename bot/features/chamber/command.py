"""What `raconteur chamber` does with runs: begins them, goes on with them, and tells how they came out."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from bot.clock import SystemClock, new_id
from bot.config import Settings
from bot.features.chamber.files import with_patterns
from bot.features.chamber.kept import series_score_files, write_run_file
from bot.features.chamber.outcomes import (
    Sums,
    describe_outcome,
    describe_outcomes,
    is_good_outcome,
    run_sums,
    run_title,
)
from bot.features.chamber.progress import Bar, OneOfMany
from bot.features.chamber.screen import ChamberScreen, Paper
from bot.features.chamber.series import SEAT, RunOutcome, Series
from bot.features.chamber.sides_making import Making
from core.contracts.errors import ConfigurationError
from core.documents.zips import File
from core.features.chamber import chamber_rows as rows
from core.features.chamber.driver import SHORT
from core.features.chamber.runs import ChamberRun, RunListener, RunStatus, Why
from core.features.chamber.setup import Setup
from core.llm.pace import Paces
from core.store.opening import store_on
from core.store.store import Connection, Store

WELL, WRONG, INTERRUPTED = 0, 1, 130


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberOptions:
    """The runs to hold, and how."""

    setup: Setup | None = None
    """Of new runs, with its keys; None: `resume`."""
    resume: str = ""
    """How the id of a run begins, or of a series."""
    thought_patterns: Path | None = None
    """Of all sides, in the place of those that `resume` had."""
    count: int = 1
    parallel: int = 1
    folder: Path
    """For logs."""
    verbose: bool = False


def hold_wanted_runs(settings: Settings, wanted: ChamberOptions) -> int:
    """Hold what is wanted until it is over, and tell of it; the exit code. Blocks. Raises RaconteurError.

    The database has to be prepared.
    """
    return asyncio.run(_Command(settings, wanted).through())


class _Command:
    def __init__(self, settings: Settings, wanted: ChamberOptions) -> None:
        self._settings = settings
        self._wanted = wanted
        self._clock = SystemClock()
        self._talk = Paper(sys.stdout)
        self._aside = Paper(sys.stderr)

    async def through(self) -> int:
        store = store_on(self._settings.storage.database)
        try:
            runs = await self._runs(store)
            stopped, outcomes = await self._held(store, runs)

            def unit(c: Connection) -> tuple[list[Sums], list[File]]:
                series = outcomes[0].run.series
                together = list(series_score_files(c, rows.runs_in_series(c, series))) if series else []
                return [run_sums(c, outcome.run.id) for outcome in outcomes], together

            sums, files = await store.read(unit)
            lines = describe_outcome(outcomes[0], sums[0]) if len(outcomes) == 1 else describe_outcomes(outcomes, sums)
            self._make_room()
            for line in lines:
                self._aside.line(line)
            if files:
                written = ", ".join(write_run_file(self._wanted.folder, file).name for file in files)
                self._aside.line(f"Scores of the whole series in {self._wanted.folder}: {written}")
        finally:
            await store.close()
        if stopped:
            return INTERRUPTED
        if len(outcomes) == 1 and outcomes[0].error is not None:
            raise outcomes[0].error
        return WELL if all(map(is_good_outcome, outcomes)) else WRONG

    def _make_room(self) -> None:
        """Begin a new line for what is said about a run, where both are on one screen."""
        if self._talk.is_screen:
            self._talk.fresh()

    async def _runs(self, store: Store) -> Sequence[ChamberRun]:
        """Return the runs to be held, as they are stored."""
        wanted = self._wanted
        if wanted.setup is None:
            found = await store.read(lambda c: rows.runs_beginning_with(c, wanted.resume))
            left = [run for run in found if run.status is not RunStatus.ENDED]
            if not left:
                raise ConfigurationError(f"{wanted.resume} has ended; only what is paused can go on.")
            if wanted.thought_patterns is None:
                return left
            patterns = wanted.thought_patterns
            return [replace(run, setup=await asyncio.to_thread(with_patterns, run.setup, patterns)) for run in left]
        seeds, now = wanted.setup.rules.seeds, self._clock.now()
        series = new_id() if self._wanted.count > 1 else ""
        runs = [
            ChamberRun(
                id=new_id(),
                name=wanted.setup.rules.name,
                setup=wanted.setup,
                series=series,
                number=number,
                seed=seeds[(number - 1) % len(seeds)] if seeds else None,
                status=RunStatus.PAUSED,
                why=Why.STOPPED,
                created_at=now,
                touched_at=now,
            )
            for number in range(1, self._wanted.count + 1)
        ]

        def unit(c: Connection) -> None:
            for run in runs:
                rows.put_run(c, run)

        await store.write(unit)
        return runs

    async def _held(self, store: Store, runs: Sequence[ChamberRun]) -> tuple[bool, Sequence[RunOutcome]]:
        """Return whether somebody stopped the runs here, and each run's outcome."""
        bar = Bar(len(runs), is_screen=self._aside.is_screen) if len(runs) > 1 else None

        def follow(run: ChamberRun) -> RunListener:
            if bar is not None:
                return OneOfMany(bar, run, verbose=self._wanted.verbose)
            return ChamberScreen(self._talk, self._aside, run, verbose=self._wanted.verbose)

        def say(line: str) -> None:
            if bar is None:
                self._make_room()
                self._aside.line(line, "yellow")
            else:
                bar.say(line)

        owner, paces = f"{SEAT}.{new_id()}", Paces(self._clock)
        making = Making(settings=self._settings, store=store, clock=self._clock, owner=owner, paces=paces)
        parallel, setup = self._wanted.parallel, self._wanted.setup
        series = Series(making, self._wanted.folder, follow=follow, trouble=say, parallel=parallel, setup=setup)
        named = run_title(runs[0])
        if len(runs) > 1:
            named = f"Series {runs[0].series[:SHORT]} ({runs[0].name}), {len(runs)} runs"
        say(f"{named}. Ctrl-C ends it after the turn.")
        holding = asyncio.create_task(series.hold(runs))
        loop = asyncio.get_running_loop()

        def end() -> None:
            if series.stopped:
                holding.cancel()
            else:
                series.stop()
                say("It ends after this turn, and everything is kept. Press Ctrl-C again to end it at once.")

        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows, where Ctrl-C cancels by itself
                loop.add_signal_handler(number, end)
        with bar.progress if bar is not None else nullcontext():
            try:
                outcomes = await holding
            except asyncio.CancelledError:
                latest = await store.read(lambda c: [rows.run_by_id(c, run.id) or run for run in runs])
                return True, [series.outcome(run) for run in latest]
        return series.stopped, outcomes
