"""The chamber's part of the app. What makes sides is loaded with the first run: most bots never hold one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.chamber.book import FolderBook
from bot.chamber.run_folders import delete_orphaned_folders, run_documents_folder, send_documents
from bot.config import Settings
from core.chamber.driver import Driver
from core.chamber.job import Cast, Casting, ChamberJob, Tidy
from core.chamber.runs import ChamberRun
from core.chamber.setup import SetupBook
from core.contracts.ports import Clock, Platform
from core.contracts.watching import NOBODY, Watch
from core.conversation.runtime import Runtime
from core.store.store import Queue, Store

if TYPE_CHECKING:
    from bot.chamber.sides_making import Making
    from bot.cluster_member import InstallPaths


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
        from bot.chamber.sides_making import Making
        from core.llm.pace import Paces

        return Making(settings=settings, store=store, clock=clock, owner=owner, paces=Paces(clock), watch=watch)

    def made(run: ChamberRun) -> Cast:
        from bot.chamber.sides_making import build_sides

        return build_sides(run, book.with_keys(run.setup), making(), documents=run_documents_folder(settings, run.id))

    async def cast(run: ChamberRun) -> Cast:
        return await asyncio.to_thread(made, run)

    async def tidy() -> None:
        await delete_orphaned_folders(store, settings)
        await send_documents(store, settings, clock)

    return ChamberPorts(setups=None if settings.chamber.dir is None else book, casting=cast, tidy=tidy)


def chamber_job(
    settings: Settings,
    runtime: Runtime,
    ports: ChamberPorts,
    platforms: Mapping[str, Platform],
    place: InstallPaths | None,
) -> ChamberJob:
    """`place`: where several processes hold runs, and one of them shows them."""
    driver = Driver(store=runtime.store, clock=runtime.clock, owner=runtime.owner)
    most = settings.chamber.parallel
    if place is None:
        return ChamberJob(driver, ports.casting, ports.tidy, platforms, parallel=most)
    engine = place.runs(platforms)
    job = ChamberJob(driver, ports.casting, ports.tidy, platforms, parallel=most, engine=engine, speaks=place.speaks)
    place.queue.on_wake(Queue.CHAMBER, job.changed)
    return job
