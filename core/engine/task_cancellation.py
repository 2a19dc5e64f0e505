"""Ending tasks so that they end: a cancellation may be lost on its way.

It is where an error takes its place (the database goes while a task tidies up), and where `asyncio.wait_for` of
Python 3.11 is through in the same moment, which libraries use.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

AGAIN = 30.0
"""Seconds after which a task that has not ended is cancelled once more; longer than any takes to end in peace."""
LEFT = 2.0
"""The same for what nobody has ended."""


def is_cancelled() -> bool:
    """Return whether the current task was ever cancelled: then a loop in it has to end, even if that was swallowed."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def cancel_tasks(tasks: Collection[asyncio.Future[Any]], *, again: float = AGAIN) -> None:
    """Cancel tasks, and wait until all have ended. What they raised is dropped."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)
    await asyncio.gather(*tasks, return_exceptions=True)


def run_to_end(main: Coroutine[Any, Any, Result]) -> Result:
    """Run like `asyncio.run`, but cancel whatever is left behind until it has ended, and not once only. Blocks.

    The pool of connections leaves tasks that take a cancellation for a failure of what they are at, and go on. Waiting
    for them kept processes from their end, and from beginning anew.
    """

    async def whole() -> Result:
        try:
            return await main
        finally:
            await cancel_tasks([task for task in asyncio.all_tasks() if task is not asyncio.current_task()], again=LEFT)

    return asyncio.run(whole())
