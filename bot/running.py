"""Platforms side by side, and what is got ready while people are served already."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any

import structlog

from core.contracts.errors import HearingError, Revoked
from core.contracts.ports import Transcriber
from core.engine.task_cancellation import cancel_tasks
from core.llm.build import ManagedModel

log = structlog.get_logger()


async def run_platforms(runs: Mapping[str, Coroutine[Any, Any, None]]) -> None:
    """Run platforms until all have returned; when one raises anything but `Revoked`, the others are stopped."""
    revoked: list[Revoked] = []

    async def run_one(name: str, run: Coroutine[Any, Any, None]) -> None:
        try:
            await run
        except Revoked as error:
            log.error("platform-revoked", platform=name, reason=str(error))
            revoked.append(error)

    tasks = [asyncio.create_task(run_one(name, run)) for name, run in runs.items()]
    try:
        # Not gathered: that is through with the first that has ended, and whoever still leaves in peace then would be
        # cancelled amid it.
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        await cancel_tasks(tasks)
    if revoked:
        raise revoked[0]


async def load_managed_model(model: ManagedModel) -> None:
    """Load what the first call needs; what is in the way shows again there, and interviews go on without a model."""
    try:
        await model.warm_up()
    except Exception as error:  # noqa: BLE001 - whatever an import of somebody else's may raise
        log.warning("model-not-ready", error=type(error).__name__)


async def warm_up_transcriber(transcriber: Transcriber) -> None:
    """Have it ready before the first recording comes; what is in the way shows again when there is one to hear."""
    try:
        await transcriber.warm_up()
    except HearingError as error:
        log.warning("transcriber-not-ready", error=error.code, reason=str(error))
