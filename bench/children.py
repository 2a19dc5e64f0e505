"""Measures in a process of its own, which prints its figures as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

from bot import log

ROOT = Path(__file__).parent.parent


async def start(module: str, *arguments: str) -> Process:
    """Start a module of ours as a process; its errors are shown."""
    program = (sys.executable, "-m", module, *arguments)
    return await asyncio.create_subprocess_exec(*program, cwd=ROOT, stdin=PIPE, stdout=PIPE)


async def told(process: Process) -> dict[str, Any]:
    """Return the next line that the process prints. Raises RuntimeError if it has ended instead."""
    line = await process.stdout.readline() if process.stdout is not None else b""
    if not line:
        raise RuntimeError(f"a process of the benchmark ended early, with {await process.wait()}")
    found: dict[str, Any] = json.loads(line)
    return found


async def asked(module: str, *arguments: str) -> dict[str, Any]:
    """Return the figures of a process that ends by itself."""
    process = await start(module, *arguments)
    found = await told(process)
    await process.wait()
    return found


def quiet() -> None:
    """Log only errors, to standard error: standard output is for the figures."""
    log.configure_logging(level="error", form="plain", secrets=())


def tell(**values: object) -> None:
    """Hand figures to the process that waits for them."""
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()
