"""A writer's thread and a reader's thread, each with a connection of its own, and units that wait together.

Why threads and not the async dialect: each statement of that one is a hop between threads (about ten a turn), while a
unit here is one hop, and units that wait together share one commit and so one flush to the disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Protocol

from core.contracts.errors import StorageError
from core.store.unit_of_work import CommitListeners, Result, Unit, UnitJob, UnitTally, Wakes, fail_batch

Jobs = queue.SimpleQueue[UnitJob | None]


class ThreadWorker(Protocol):
    """The work of a thread on the batches of its queue, on a connection of its own."""

    def work(self, batch: list[UnitJob]) -> None:
        """Run jobs together. Raises when nothing of them was kept."""

    def close(self) -> None: ...


class ThreadedStore(CommitListeners, ABC):
    """A store with two threads: writes in the order in which they were asked for, and reads at the same time."""

    def __init__(self, batch: int) -> None:
        """`batch`: units in one transaction, at most."""
        super().__init__()
        self._batch = batch
        self._writes: Jobs = queue.SimpleQueue()
        self._reads: Jobs = queue.SimpleQueue()
        self._threads: dict[Jobs, threading.Thread] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    @abstractmethod
    def _worker(self, *, writing: bool) -> ThreadWorker:
        """Make the worker of one of the threads, on that thread. Opens nothing yet."""

    async def read(self, unit: Unit[Result]) -> Result:
        return await self._submit(self._reads, unit, ())

    async def write(self, unit: Unit[Result], wake: Wakes[Result] = ()) -> Result:
        return await self._submit(self._writes, unit, wake)

    async def close(self) -> None:
        self._closed = True
        # One after the other: of two connections that close at once SQLite takes neither for the last, and leaves its
        # log there with all that is in it.
        for jobs in (self._reads, self._writes):
            jobs.put(None)
            if (thread := self._threads.pop(jobs, None)) is not None:
                await asyncio.to_thread(thread.join)

    async def _submit(self, jobs: Jobs, unit: Unit[Result], wakes: Wakes[Result], *, outside: bool = False) -> Result:
        if self._closed:
            raise StorageError("The database is closed.")
        if not self._threads:
            self._loop = asyncio.get_running_loop()
            for name, queued, writing in (("store-writer", self._writes, True), ("store-reader", self._reads, False)):
                tally = self.tallies["write" if writing else "read"] = UnitTally()
                serve = partial(self._serve, queued, partial(self._worker, writing=writing), tally)
                self._threads[queued] = threading.Thread(target=serve, name=name, daemon=True)
                self._threads[queued].start()
        assert self._loop is not None  # noqa: S101 - set with the threads
        future = self._loop.create_future()
        jobs.put(UnitJob(unit, wakes, future, outside))
        result: Result = await future
        return result

    # --- on the threads -------------------------------------------------------------------------------------------

    def _take(self, jobs: Jobs) -> tuple[list[UnitJob], bool]:
        """Wait for a job, and take those that wait with it; True when the queue was closed."""
        batch: list[UnitJob] = []
        job = jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == self._batch:
                return batch, False
            try:
                job = jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _serve(self, jobs: Jobs, make: Callable[[], ThreadWorker], tally: UnitTally) -> None:
        """Work off a queue until it is closed."""
        worker = make()
        closed = False
        while not closed:
            batch, closed = self._take(jobs)
            try:
                if batch:
                    worker.work(batch)
            except Exception as error:  # noqa: BLE001 - the thread's boundary: whoever waits must hear of it
                fail_batch(batch, error)
            if batch:
                tally.add(batch)
            assert self._loop is not None  # noqa: S101 - set with the threads
            try:
                self._loop.call_soon_threadsafe(self._deliver, batch)
            except RuntimeError:
                # The loop is gone: the process is ending, and nobody waits for the answer any more.
                self._closed = True
        worker.close()
