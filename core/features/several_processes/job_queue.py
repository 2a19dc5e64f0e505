"""Wake-ups as jobs in PostgreSQL, by Procrastinate: many processes serve the keys that one of them has woken.

A job is put into its queue by the transaction that gives the reason for it, and carries only where to look. Its lock is
the key, so that each key is served by one process at a time, in the order of the wake-ups. Whoever serves a key that is
woken again is told of it by a notification, which may be lost without harm: the next job comes behind its lock.
A process that dies leaves its jobs behind; any other that finds its heartbeat missing has them done again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import psycopg
import structlog
from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from psycopg_pool import PoolTimeout
from pydantic import ValidationError

from core.contracts.errors import RaconteurError, loggable_error
from core.contracts.ports import Clock, Drain
from core.engine.scheduler import PAUSES, RunningKeys
from core.engine.task_cancellation import cancel_tasks, is_cancelled
from core.features.several_processes.signs import Sign
from core.store.store import Listener, Wake

log = structlog.get_logger()
CHANNEL = "raconteur_woken"
SIGNS = "raconteur_signs"
STRANGERS = "raconteur_strangers"
"""Signs of strangers, which the version before this one does not know."""
LISTEN = f"LISTEN {CHANNEL}; LISTEN {SIGNS}; LISTEN {STRANGERS}"
MOST_BYTES = 7_000
"""Of one notification; PostgreSQL takes 8,000."""
ANNOUNCE = "SELECT pg_notify(%(channel)s, %(keys)s)"
ALONE = "SELECT pg_advisory_lock(7272266887832)"
"""Held by whoever makes the tables of the queue; any number that nobody else uses."""
PENDING = "SELECT lock FROM procrastinate_jobs WHERE lock = ANY(%(locks)s::text[]) AND status IN ('todo', 'doing')"
"""Finds those of some locks that have a job that waits or is under way."""
TASK = "drain"
HEARTBEAT = 2.0
"""Seconds between two signs of life of a process."""
STALLED = 6.0
"""Seconds without one after which its jobs are done by another."""
POLL = 1.0
"""Seconds after which a lock that was let go is seen."""
MOST_CONNECTIONS = 8
_LOST = (ConnectorException, psycopg.Error, PoolTimeout, OSError)


class _Later(BaseRetryStrategy):
    """A job that was broken off is as good as new: nothing but a stop breaks one off."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        return RetryDecision(retry_at=datetime.now(UTC))


class JobQueue:
    """The queues of one database, as one process uses them."""

    def __init__(self, conninfo: str, clock: Clock, *, queue_of: Callable[[Wake], str], grace: float = 10.0) -> None:
        """`queue_of`: where the job of a wake-up goes. `grace`: seconds that jobs have to end when this is stopped."""
        self._conninfo = conninfo
        self._clock = clock
        self._queue_of = queue_of
        self._grace = grace
        self._engines: dict[str, QueuedEngine] = {}
        self._listeners: list[Callable[[Sign], None]] = []
        self._woken: dict[str, Listener] = {}
        self._doing: set[asyncio.Task[None]] = set()
        self._broken_off = False
        self._opening = asyncio.Lock()
        # Never opened: each job goes in with the transaction of its reason.
        self._putting = App(connector=SyncPsycopgConnector())
        self._app = App(
            connector=PsycopgConnector(conninfo=conninfo, min_size=1, max_size=MOST_CONNECTIONS, timeout=10.0)
        )
        self._app.task(name=TASK, retry=_Later())(self._do)

    def defer(self, connection: Any, wakes: Sequence[Wake]) -> None:
        """Put a job for each into its queue, in the transaction of a psycopg connection; blocks."""
        each = tuple(dict.fromkeys(wakes))
        self._putting.job_manager.batch_defer_jobs([self._job(wake) for wake in each], connection=connection)
        notify_queues(connection, [_lock(wake.room, wake.key) for wake in each])

    def engine(self, room: str, *, queues: Sequence[str], concurrency: int) -> QueuedEngine:
        """Return what serves a room here, `concurrency` keys at a time. Without queues it serves none: others do."""
        engine = QueuedEngine(self, self._clock, room=room, queues=queues, concurrency=concurrency)
        self._engines[room] = engine
        return engine

    async def run(self) -> None:
        """Pass on notifications and rescue jobs until cancelled, whatever the database does."""
        tasks = [asyncio.create_task(self._forever(work)) for work in (self._listen, self._rescue)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            await cancel_tasks(tasks)
            with suppress(*_LOST):
                await self._app.close_async()

    async def serve(self, queues: Sequence[str], concurrency: int) -> None:
        """Do the jobs of some queues, until cancelled. Those under way have a while to end."""

        async def work() -> None:
            await self._open()
            # It returns, without an error, when the database goes away.
            await self._app.run_worker_async(
                queues=list(queues),
                concurrency=concurrency,
                delete_jobs="always",
                fetch_job_polling_interval=POLL,
                update_heartbeat_interval=HEARTBEAT,
                stalled_worker_timeout=STALLED,
                shutdown_graceful_timeout=self._grace,
                install_signal_handlers=False,
            )

        await self._forever(work)

    def break_off(self) -> None:
        """End what is under way here now, since another process takes this one's place and can do it there."""
        self._broken_off = True
        for task in self._doing:
            task.cancel()

    async def put(self, wakes: Sequence[Wake]) -> None:
        """Put a job for each into its queue, unless there is one. Raises what the database may."""
        await self._open()
        by_lock = {_lock(wake.room, wake.key): wake for wake in wakes}
        there = await self._app.connector.execute_query_all_async(PENDING, locks=list(by_lock))
        waiting = {row["lock"] for row in there}
        jobs = [self._job(wake) for lock, wake in by_lock.items() if lock not in waiting]
        if jobs:
            await self._app.job_manager.batch_defer_jobs_async(jobs)

    async def show(self, sign: Sign) -> None:
        """Tell all processes, as `Signs.show` does."""
        try:
            await self._open()
            channel = STRANGERS if sign.shows == "stranger" else SIGNS
            await self._app.connector.execute_query_async(ANNOUNCE, channel=channel, keys=sign.model_dump_json())
        except _LOST as error:
            log.info("sign-lost", error=loggable_error(error))

    def on_sign(self, listener: Callable[[Sign], None]) -> None:
        self._listeners.append(listener)

    def on_wake(self, room: str, listener: Listener) -> None:
        """Call `listener(keys)` on the event loop when any process has woken keys of that room; it may be lost."""
        self._woken[room] = listener

    def before_rescue(self, step: Callable[[], Awaitable[object]]) -> None:
        """Have `step` done before jobs of dead processes are done again: it gives free what these had claimed."""
        self._before_rescue = step

    async def _open(self) -> None:
        async with self._opening:
            await self._app.open_async()

    async def _do(self, room: str, key: str) -> None:
        if self._broken_off:
            raise asyncio.CancelledError
        if (task := asyncio.current_task()) is not None:
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)
            task.add_done_callback(_told)
        await self._engines[room].do(key)

    async def _forever(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        failures = 0
        while True:
            started = self._clock.monotonic()
            try:
                await work()
            except _LOST as error:
                log.warning("queue-lost", error=loggable_error(error) if isinstance(error, Exception) else "")
            if is_cancelled():
                # The database went while it was ended, and the error of that is all that came out.
                raise asyncio.CancelledError
            failures = 1 if self._clock.monotonic() - started > STALLED else failures + 1
            await self._clock.sleep(PAUSES.after(failures))

    async def _listen(self) -> None:
        """Tell whoever is at a key that there is more."""
        connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
        async with connection:
            await connection.execute(LISTEN)
            for engine in self._engines.values():  # what was said meanwhile was heard by nobody
                engine.ring(engine.serving)
            async for notification in connection.notifies():
                self._heard(notification.channel, notification.payload)

    def _heard(self, channel: str, payload: str) -> None:
        if channel in {SIGNS, STRANGERS}:
            try:
                sign = Sign.model_validate_json(payload)
            except ValidationError:  # of a newer version, while the processes are replaced one by one
                log.info("sign-not-known")
                return
            for listener in self._listeners:
                listener(sign)
            return
        for lock in payload.split("\n"):
            room, _, key = lock.partition(":")
            if room in self._engines:
                self._engines[room].ring([key])
            if room in self._woken:
                self._woken[room]([key])

    async def _rescue(self) -> None:
        """Have done again what a process that died had begun."""
        await self._open()
        while not is_cancelled():
            stalled = list(await self._app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED))
            if stalled and self._before_rescue is not None:
                try:
                    await self._before_rescue()
                except RaconteurError as error:
                    log.warning("claims-not-cleared", error=error.code)
            for job in stalled:
                try:
                    await self._app.job_manager.retry_job(job)
                except ConnectorException as error:  # another process was quicker, or the job is over
                    log.info("job-not-rescued", error=type(error).__name__)
            await self._clock.sleep(STALLED / 4)

    def _job(self, wake: Wake) -> Job:
        # No queueing lock: with one, a job whose process died could never be done again.
        return Job(
            queue=self._queue_of(wake),
            lock=_lock(wake.room, wake.key),
            queueing_lock=None,
            task_name=TASK,
            task_kwargs={"room": str(wake.room), "key": wake.key},
        )


async def prepare_queue(conninfo: str) -> None:
    """Make the tables of the queue, if they are not there. Raises what the database may."""
    app = App(connector=PsycopgConnector(conninfo=conninfo, min_size=1, max_size=1))
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as alone, app.open_async():
        # One process at a time; the lock goes with the connection.
        await alone.execute(ALONE)
        if not await app.check_connection_async():
            await app.schema_manager.apply_schema_async()


class QueuedEngine:
    """`Engine` on the jobs of some queues."""

    def __init__(self, jobs: JobQueue, clock: Clock, *, room: str, queues: Sequence[str], concurrency: int) -> None:
        self._jobs = jobs
        self._clock = clock
        self._room = room
        self._queues = queues
        self._concurrency = concurrency
        self._served = RunningKeys(clock, name=room)
        self._drain: Drain | None = None
        self._wanted: dict[str, None] = {}
        """Keys for which a job is to be put into the queue, in order."""
        self._called = asyncio.Event()

    @property
    def idle(self) -> bool:
        return not self._served.keys and not self._wanted

    @property
    def serving(self) -> list[str]:
        return self._served.keys

    def wake(self, keys: Iterable[str]) -> None:
        self._wanted.update(dict.fromkeys(key for key in keys if not self._served.ring(key)))
        self._called.set()

    def find(self, keys: Iterable[str]) -> None:
        self.wake([key for key in keys if key not in self._served])

    def ring(self, keys: Iterable[str]) -> None:
        """Tell those who serve these keys here, if anybody does."""
        for key in keys:
            self._served.ring(key)

    async def run(self, drain: Drain) -> None:
        self._drain = drain
        putting = asyncio.create_task(self._put_wanted())
        try:
            if self._queues:
                await self._jobs.serve(self._queues, self._concurrency)
            else:
                await putting
        finally:
            await cancel_tasks([putting])
            self._drain = None

    async def do(self, key: str) -> None:
        """Do one job: drain a key, unless this process is at it, as after a pause in which it was taken for dead."""
        if self._drain is None:
            raise asyncio.CancelledError
        if self._served.ring(key):
            return
        self._served.begin(key)
        await self._served.work(key, self._drain)

    async def _put_wanted(self) -> None:
        while not is_cancelled():
            await self._called.wait()
            self._called.clear()
            keys = list(self._wanted)
            try:
                await self._jobs.put([Wake(self._room, key) for key in keys])
            except _LOST as error:
                log.warning("queue-lost", error=loggable_error(error))
                await self._clock.sleep(PAUSES.after(3))
                self._called.set()
            else:
                for key in keys:
                    self._wanted.pop(key, None)


def _told(task: asyncio.Task[None]) -> None:
    """Say why a job could not be ended in the tables, which nobody else asks for: another process does it again."""
    if not task.cancelled() and isinstance(error := task.exception(), Exception):
        log.warning("job-left", error=loggable_error(error))


def _lock(room: str, key: str) -> str:
    return f"{room}:{key}"


def notify_queues(connection: Any, locks: Sequence[str]) -> None:
    """Tell every process, after the commit, that there is more under these locks, in few texts of bounded length."""
    together: list[list[str]] = []
    size = MOST_BYTES
    for lock in locks:
        length = len(lock.encode()) + 1
        if size + length > MOST_BYTES:
            together.append([])
            size = 0
        together[-1].append(lock)
        size += length
    for each in together:
        connection.execute(ANNOUNCE, {"channel": CHANNEL, "keys": "\n".join(each)})
