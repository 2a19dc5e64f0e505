"""Processes that have loaded everything before: to load it takes longer than most of them live."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_LOADED = multiprocessing.get_context("forkserver")
_LOADED.set_forkserver_preload(["tests.fakes.loaded"])


def forked(target: Callable[..., None], *args: Any) -> BaseProcess:
    """A process that does this; whoever has it begins and ends it. Both have to stand in a module."""
    _begin()
    return _LOADED.Process(target=target, args=args)


def lived(target: Callable[..., None], *args: Any) -> int | None:
    """Have a process do this; how it ended: the exit code, or less than 0 where a signal ended it."""
    process = forked(target, *args)
    process.start()
    process.join()
    return process.exitcode


@contextmanager
def living(out: Path, target: Callable[..., None], *args: Any) -> Iterator[None]:
    """Beside a process that does this and prints to `out`; at last it is killed, with all that it has begun."""
    process = forked(_leading, out, target, args)
    process.start()
    try:
        yield
    finally:
        assert process.pid is not None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.join()


def _leading(out: Path, target: Callable[..., None], args: tuple[Any, ...]) -> None:
    os.setsid()
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
    sys.stdout = open(1, "w")  # noqa: SIM115
    target(*args)


def _begin() -> None:
    """Have the process that forks find this copy of the program, wherever a test stands."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT)
    try:
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
