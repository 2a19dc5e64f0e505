"""The engine's part in runs: claims those that wait, has their sides made, and holds them, some at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Protocol

import structlog

from core.contracts.errors import NotFound, RaconteurError, Stale, StorageError, loggable_error
from core.contracts.messages import Address
from core.contracts.ports import Bell, Clock, Engine, ListeningLine, Platform
from core.delivery.fitting import replace_surrogates, split_text, utf16_length
from core.documents.readable import remove_invisible
from core.engine.scheduler import InProcessEngine
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import RUNS, Watched, watched_run, watched_runs
from core.features.chamber.driver import Driver, Scorer, end_run, run_label
from core.features.chamber.messages import SideNote, Speaker, Utterance, turn_of
from core.features.chamber.runs import QUEUE, ChamberRun, RunListener, RunStatus, Why
from core.features.chamber.sides import Sides
from core.languages.messages import say
from core.store.store import Connection, Store
from core.timing.clock import with_timeout

log = structlog.get_logger()
LAST = 8
"""Utterances that are looked at; as many of them are shown as fit."""
LOOK = 2.0
"""Seconds between two looks at a run that another process holds."""
LEAST = 200
"""UTF-16 units of an older utterance that is worth showing in part."""


class Watching:
    """Shows runs, one call of `drain` for each at a time: a message in each chat that watches, gone when it is over.

    It follows the tables and not the driver, so that it shows runs of any process and continues after a restart. A run
    that another process holds is looked at every two seconds, since a chat bears no more.
    """

    def __init__(
        self, store: Store, platforms: Mapping[str, Platform], clock: Clock, is_held: Callable[[str], bool]
    ) -> None:
        """`is_held`: whether this process holds a run, and rings with everything that is said in it."""
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._is_held = is_held

    async def drain(self, run_id: str, bell: Bell) -> None:
        """Show a run to those who watch it, until it does not run any more or nobody does."""
        windows = _Windows(self._platforms)
        try:
            while True:
                bell.clear()
                seen = await self._store.read(lambda c: watched_run(c, run_id, most=LAST))
                if seen is None:
                    return
                await windows.show(seen)
                if self._is_held(run_id):
                    await bell.wait()
                else:
                    with suppress(TimeoutError):
                        await with_timeout(self._clock, LOOK, bell.wait())
        finally:
            await windows.close()


class _Windows:
    """The messages in which one run is shown."""

    def __init__(self, platforms: Mapping[str, Platform]) -> None:
        self._platforms = platforms
        self._open: dict[Address, tuple[AsyncExitStack, ListeningLine]] = {}

    async def show(self, seen: Watched) -> None:
        for address in [each for each in self._open if each not in seen.watchers]:
            await self._close(address)
        for address, language in seen.watchers.items():
            platform = self._platforms.get(address.platform)
            if platform is not None:
                stack, line = self._open.get(address, (None, None))
                if line is None or line.lost:
                    await self._close(address)
                    stack = AsyncExitStack()
                    line = await stack.enter_async_context(platform.listening(address))
                    self._open[address] = stack, line
                # Markdown may take more room than the words.
                line.show(watch_message(seen.run, seen.last, language, platform.capabilities.text_limit * 3 // 4))

    async def close(self) -> None:
        for address in list(self._open):
            await self._close(address)

    async def _close(self, address: Address) -> None:
        if found := self._open.pop(address, None):
            await found[0].aclose()


def watch_message(run: ChamberRun, last: tuple[Utterance, ...], language: str, limit: int) -> str:
    """Say how a run stands, with its newest public words, in `limit` UTF-16 units: the newest whole where they fit."""
    said = last[-1].seq if last else 0
    head = say(language, "chamber-watching", name=run_label(run), turn=turn_of(said), most=run.setup.rules.max_turns)
    left = limit - utf16_length(head)
    shown: list[str] = []
    for utterance in reversed(last):
        who = "prime" if utterance.speaker is Speaker.PRIME else "candidate"
        words = remove_invisible(replace_surrogates(utterance.public.text)).strip()
        text = f"{say(language, f'chamber-file-{who}')}: {words}"
        if (length := utf16_length(text) + 2) > left:
            if not shown or left >= LEAST:
                start, end = split_text(text, max(1, left - 4))[0]
                shown.append(f"{text[start:end]} …")
            break
        left -= length
        shown.append(text)
    return "\n\n".join([head, *reversed(shown)])


EVERY = 3600.0
"""Seconds between two looks at what lies beside the database."""


class Cast(Protocol):
    """Who takes part in a run."""

    @property
    def sides(self) -> Sides: ...

    @property
    def panel(self) -> Scorer | None:
        """Its judges; None where it is not scored."""

    async def close(self) -> None:
        """Let go of what they hold."""


Tidy = Callable[[], Awaitable[None]]
"""Puts in order what lies beside the database: deletes what is left of runs that are gone, sends what waits."""
Casting = Callable[[ChamberRun], Awaitable[Cast]]
"""Makes those of a run as it is kept. Raises RaconteurError, with a sentence for the operator."""


class ChamberJob:
    """Everything of the chamber in one process: the runs that it holds, and the chats that it shows runs in."""

    def __init__(
        self,
        driver: Driver,
        casting: Casting,
        tidy: Tidy,
        platforms: Mapping[str, Platform],
        *,
        parallel: int,
        engine: Engine | None = None,
        speaks: bool = True,
    ) -> None:
        """`parallel`: runs that are held at a time. `engine`: what serves them where several processes do; then it is
        for the caller to hand on what any of them wakes. `speaks`: whether runs are shown in this process.
        """
        self._driver = driver
        self._store = driver.store
        self._casting = casting
        self._tidy = tidy
        self._tidy_at = driver.clock.monotonic()
        self._parallel = parallel
        self._held: set[str] = set()
        self._watching = Watching(driver.store, platforms, driver.clock, self._held.__contains__)
        self._speaks = speaks
        self.engine = engine or InProcessEngine(driver.clock, name="chamber")
        self.windows = InProcessEngine(driver.clock, name="chamber-watching")
        if engine is None:
            driver.store.on_wake(QUEUE, self._woken)

    async def run(self) -> None:
        """Hold runs until cancelled."""
        await self.engine.run(self.drain)

    async def show(self) -> None:
        """Show runs, wherever they are held, until cancelled."""
        await self.windows.run(self._watching.drain)

    async def look(self) -> None:
        """Find what is watched and not shown."""
        self.windows.wake({*await self._store.read(watched_runs), *self.windows.serving})

    async def tick(self) -> None:
        """Look at what waits, and at what other processes have changed."""
        claim, moment = self._driver.claim(), self._driver.clock.monotonic()
        self._admit(await self._store.read(lambda c: rows.waiting_runs(c, claim)))
        self.engine.wake(self._held)
        if moment >= self._tidy_at:
            await self._put_in_order()

    async def _put_in_order(self) -> None:
        """Tidy the table; after a failure try again in an hour or after the next run."""
        self._tidy_at = self._driver.clock.monotonic() + EVERY
        try:
            await self._tidy()
        except (RaconteurError, OSError) as error:
            log.warning("chamber-not-tidied", error=loggable_error(error))

    def renew(self, c: Connection) -> None:
        """Put off the end of the claims on the runs that are held."""
        claim = self._driver.claim()
        for run_id in tuple(self._held):
            RUNS.renew(c, claim, run_id)

    @property
    def holds(self) -> bool:
        return bool(self._held)

    def _woken(self, keys: Iterable[str]) -> None:
        run_ids = list(keys)
        self.engine.wake(run_ids)
        self.changed(run_ids)

    def changed(self, run_ids: Iterable[str]) -> None:
        """Look again at runs that were begun, stopped or deleted, or whose watchers changed, in whatever process."""
        if self._speaks:
            self.windows.wake(run_ids)

    def _show(self, run_id: str) -> None:
        """Wake whoever watches this run."""
        if run_id in self.windows.serving:
            self.windows.wake([run_id])

    async def drain(self, run_id: str, bell: Bell) -> None:
        """Hold a run until it pauses or ends, unless another process does, or there is no room now."""
        run = await self._store.read(lambda c: rows.run_by_id(c, run_id))
        if run is None:
            await self._put_in_order()
            return
        if run.status is not RunStatus.RUNNING or run.address is None:
            return
        if len(self._held) >= self._parallel and not run.stop_wanted:
            return  # it is found again when there is room
        self._held.add(run_id)
        try:
            claim = self._driver.claim()

            def taken(c: Connection) -> bool:
                found = rows.run_by_id(c, run_id)
                return found is not None and found.status is RunStatus.RUNNING and RUNS.take(c, claim, run_id)

            if await self._store.write(taken):
                await self._serve(run, bell)
        finally:
            self._held.discard(run_id)
        mine = self._driver.claim()
        self._admit(await self._store.read(lambda c: rows.waiting_runs(c, mine)))

    def _admit(self, waiting: Sequence[str]) -> None:
        """Start as many waiting runs as there is room for."""
        ours = [run_id for run_id in waiting if run_id not in self._held]
        self.engine.find(ours[: max(0, self._parallel - len(self._held))])

    async def _serve(self, run: ChamberRun, bell: Bell) -> None:
        """Hold a run that is ours, with an ear for the bell; whatever goes wrong pauses it."""
        rung = asyncio.Event()
        holding = asyncio.create_task(self._hold(run, rung), name=f"run {run.id}")
        attending = asyncio.create_task(self._attend(run.id, bell, rung, holding), name=f"bell of {run.id}")
        try:
            await asyncio.wait({holding})
            if not holding.cancelled():
                holding.result()
        except (Stale, NotFound) as error:
            log.info("run-let-go", run=run.id, reason=error.code)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the task's boundary: each further try may cost money
            log.error("run-broke", run=run.id, error=loggable_error(error))
            await self._pause(run, "Something went wrong in the program; its log tells what.")
        finally:
            for task in (holding, attending):
                task.cancel()
            await asyncio.gather(holding, attending, return_exceptions=True)

    async def _attend(self, run_id: str, bell: Bell, rung: asyncio.Event, holding: asyncio.Task[None]) -> None:
        """Hand on the bell; and end the holding of a run that was deleted, so that no word of it goes anywhere."""
        while True:
            await bell.wait()
            bell.clear()
            rung.set()
            try:
                if await self._store.read(lambda c: rows.run_by_id(c, run_id)) is None:
                    holding.cancel()
            except StorageError as error:
                log.warning("run-not-looked-at", run=run_id, error=error.code)

    async def _hold(self, run: ChamberRun, rung: asyncio.Event) -> None:
        try:
            cast = await self._casting(run)
        except StorageError:
            raise
        except RaconteurError as error:
            log.warning("run-not-made", run=run.id, code=error.code)
            await self._pause(run, str(error))
            return
        try:
            shown = _Shown(lambda: self._show(run.id))
            over = await self._driver.hold(run.id, cast.sides, shown, rung, scorer=cast.panel)
        finally:
            await cast.close()
        await self._put_in_order()
        log.info("run-settled", run=run.id, status=over.status.value, why=None if over.why is None else over.why.value)
        self._show(run.id)

    async def _pause(self, run: ChamberRun, reason: str) -> None:
        """Pause a run that cannot be held, and say why."""
        claim, now = self._driver.claim(), self._driver.clock.now()
        latest, said = await self._store.read(lambda c: (rows.run_by_id(c, run.id), len(rows.utterances_of(c, run.id))))
        if latest is None:
            return
        note = SideNote(at=now, seq=said + 1, speaker=None, kind="failed", text=reason)
        try:
            await end_run(self._store, claim, latest, Why.FAILED, self._driver.documents, notes=(note,))
        except (Stale, NotFound) as error:
            log.info("run-let-go", run=run.id, reason=error.code)
        self._show(run.id)


class _Shown(RunListener):
    """Tells the windows that there is something new."""

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show

    def said(self, utterance: Utterance) -> None:
        self._show()

    def settled(self, run: ChamberRun) -> None:
        self._show()
