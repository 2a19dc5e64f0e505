"""An app with a chamber in it, those who run it, and what they ask of it in a chat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.app import App
from bot.config import AccessSection, Settings
from bot.features.chamber.in_app import ChamberPorts
from bot.sections import ChamberSection
from core.access.gate import Policy
from core.contracts.ports import Engine
from core.features.chamber.job import ChamberJob
from core.features.chamber.runs import ChamberRun, RunStatus
from core.store.store import Store
from tests.fakes.app import Running, running
from tests.fakes.chamber import every_run
from tests.fakes.chamber_app import FakeCasting, nothing_lies_about
from tests.fakes.platform import FakeLine, FakePerson
from tests.fakes.waiting import until

ADMIN, OTHER = "100", "101"
ADMINS = (f"fake:{ADMIN}", f"fake:{OTHER}")


def settings(parallel: int = 2) -> Settings:
    chamber = ChamberSection(parallel=parallel)
    return Settings(access=AccessSection(policy=Policy.OPEN, admins=ADMINS), chamber=chamber)


@asynccontextmanager
async def chamber(casting: FakeCasting, *, parallel: int = 2, **more: Any) -> AsyncIterator[Running]:
    ports = ChamberPorts(setups=casting.book, casting=casting, tidy=nothing_lies_about)
    async with running(settings=settings(parallel), ports={"chamber": ports}, **more) as r:
        yield r


def admin(r: Running, chat: str = ADMIN, *, language: str = "en") -> FakePerson:
    return r.platform.person(chat, name="Olga", language=language)


async def asks(person: FakePerson, written: str) -> str:
    """What comes in answer to a command, whatever else has come before."""
    person.read = len(person.received)
    return await person.says(written)


async def the_run(store: Store) -> ChamberRun:
    [run] = await store.read(every_run)
    return run


async def over(r: Running, *, status: RunStatus = RunStatus.ENDED) -> ChamberRun:
    """The one run, which is so when nobody holds it any more."""
    await until(lambda: engine_of(r.app).idle)
    run = await the_run(r.store)
    assert run.status is status
    return run


def texts(line: FakeLine) -> str:
    return line.said[-1] if line.said else ""


async def speaking(person: FakePerson, casting: FakeCasting) -> None:
    """A run is begun, and its candidate is at its first turn."""
    await asks(person, "/chamber start riga")
    await until(lambda: len(casting.candidates) == 1)
    await casting.candidates[0].begun(1)


def engine_of(app: App) -> Engine:
    """Return what holds the runs in an app."""
    job = app.features["chamber"]
    assert isinstance(job, ChamberJob)
    return job.engine
