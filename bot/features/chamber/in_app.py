"""The chamber's part of the app. What makes sides is loaded with the first run: most bots never hold one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.config import Settings
from bot.features import AppParts
from bot.features.chamber.book import FolderBook
from bot.features.chamber.run_folders import delete_orphaned_folders, run_documents_folder, send_documents
from core.contracts.ports import Clock
from core.contracts.watching import NOBODY, Watch
from core.features.chamber.driver import Driver
from core.features.chamber.job import Cast, Casting, ChamberJob, Tidy
from core.features.chamber.runs import QUEUE, ChamberRun
from core.features.chamber.setup import SetupBook
from core.store.store import Store

if TYPE_CHECKING:
    from bot.features.chamber.sides_making import Making


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberPorts:
    """The parts of the chamber from outside of core."""

    setups: SetupBook | None
    """What can be begun in a chat; None where the operator names no folder."""
    casting: Casting
    tidy: Tidy


def chamber_ports(settings: Settings, store: Store, clock: Clock, owner: str, watch: Watch = NOBODY) -> ChamberPorts:
    """Return the ports of the configuration, for the runs that this process holds."""
    book = FolderBook(settings.chamber.dir)

    @cache
    def making() -> Making:
        from bot.features.chamber.sides_making import Making
        from core.llm.pace import Paces

        return Making(settings=settings, store=store, clock=clock, owner=owner, paces=Paces(clock), watch=watch)

    def made(run: ChamberRun) -> Cast:
        from bot.features.chamber.sides_making import build_sides

        return build_sides(run, book.with_keys(run.setup), making(), documents=run_documents_folder(settings, run.id))

    async def cast(run: ChamberRun) -> Cast:
        return await asyncio.to_thread(made, run)

    async def tidy() -> None:
        await delete_orphaned_folders(store, settings)
        await send_documents(store, settings, clock)

    return ChamberPorts(setups=None if settings.chamber.dir is None else book, casting=cast, tidy=tidy)


def build_chamber(parts: AppParts) -> ChamberJob:
    """Build the chamber's work in the app, and give its commands the setups that can be begun."""
    runtime, process = parts.runtime, parts.process
    ports: ChamberPorts = parts.ports or chamber_ports(
        parts.settings, runtime.store, runtime.clock, runtime.owner, runtime.watch
    )
    if ports.setups is not None:
        runtime.services[SetupBook] = ports.setups
    driver = Driver(store=runtime.store, clock=runtime.clock, owner=runtime.owner)
    most = parts.settings.chamber.parallel
    if process.alone:
        return ChamberJob(driver, ports.casting, ports.tidy, parts.platforms, parallel=most)
    # Several processes hold runs, and one of them shows them.
    engine = process.engine(QUEUE, parts.platforms, runtime.store, runtime.clock)[0]
    job = ChamberJob(
        driver, ports.casting, ports.tidy, parts.platforms, parallel=most, engine=engine, speaks=process.speaks
    )
    process.on_wake_elsewhere(QUEUE, job.changed)
    return job
