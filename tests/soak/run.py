"""One soak from the beginning to its end, and what is told of it."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from bench.figures import quantile
from core.store.chore_rows import BOOKS
from core.store.reports import read_while_running
from core.store.schema import chores
from tests.fakes.command_line import raconteur
from tests.soak.check import violations
from tests.soak.faults import Fate, Struck
from tests.soak.house import House, Servers, house, servers
from tests.soak.people import Crowd
from tests.soak.plan import Plan

DISCORD_SHARE = 4
"""Every so manieth person is on Discord, the others on Telegram."""
_TOLD_EVERY = 15.0
_STILL = 150.0
"""Seconds in which nobody has finished and nothing was told, after which it is given up."""


@dataclass(slots=True, kw_only=True)
class Report:
    plan: Plan
    seconds: float
    answers: int
    spoken: int
    repeats: int
    struck: list[Struck]
    ended: list[str]
    violations: list[str]
    waits: list[tuple[float, float]] = field(default_factory=list)
    """As in `Crowd`."""

    def lines(self) -> list[str]:
        seconds = [waited for _, waited in self.waits]
        waits = ", ".join(f"{quantile(seconds, share):.1f}" for share in (0.5, 0.95, 0.99)) if seconds else "-"
        return [
            f"{self.plan.base}: {self.plan.chats} chats, {self.answers} messages of answers, {self.spoken} of them"
            f" spoken, in {self.seconds:.0f} s ({self.answers / self.seconds:.1f}/s)",
            f"faults: {len(self.struck)}; repeated messages: {self.repeats}; processes that ended by themselves:"
            f" {len(self.ended)}",
            f"wait for a question at the median, 95 and 99 %: {waits} s",
            *self._longest(),
            *(f"ended: {line}" for line in self.ended[:20]),
            f"violations: {len(self.violations)}",
            *self.violations[:50],
        ]

    def _longest(self) -> Iterator[str]:
        """The longest wait over each fault, until the next one began."""
        begun = [each.began for each in self.struck]
        for each, end in zip(self.struck, [*begun[1:], time.time()], strict=True):
            over = [waited for at, waited in self.waits if at > each.began and at - waited < end]
            yield f"longest wait at {each.fault} ({each.whom}): {max(over, default=0.0):.1f} s"


async def soak(plan: Plan, folder: Path, tell: Callable[[str], None], *, keep: Path | None = None) -> Report:
    """Blocks the loop where it starts processes. `keep`: a folder for the data and what was logged, or none."""
    tell(f"seed {plan.seed}; faults: " + "; ".join(map(str, plan.faults())))
    async with servers(plan) as at:
        with house(plan, folder, at) as built:
            report = await _soaked(plan, built, at, tell)
            if keep is not None:
                await asyncio.to_thread(_kept, built, keep)
            return report


def _kept(built: House, to: Path) -> None:
    """Keep what was logged and the data, which every tool can read as one file."""
    if built.server is not None:
        raconteur("migrate-storage", f"sqlite:///{built.folder}/data/raconteur.db", folder=built.folder)
    shutil.copytree(built.folder / "data", to / "data")
    shutil.copy(built.folder / "said", to)


async def _soaked(plan: Plan, built: House, at: Servers, tell: Callable[[str], None]) -> Report:
    crowd = _crowd(plan, at)
    fate = Fate(plan, built, at, crowd, tell)
    began = time.monotonic()
    built.begin()
    await at.discord.until_connected()
    crowd.begin()
    striking = asyncio.create_task(fate.run())
    telling = asyncio.create_task(_telling(crowd, tell))
    try:
        await _until_over(crowd, plan, striking)
        await _until_read(built)
    finally:
        for task in (striking, telling):
            task.cancel()
    fell = [] if striking.cancelled() or not striking.done() else [striking.exception()]
    seconds = time.monotonic() - began
    await built.end()
    missed = [f"not everything went wrong that was to: {error!r}" for error in fell if error is not None]
    if len(fate.struck) < len(plan.faults()):
        missed.append(f"{len(plan.faults()) - len(fate.struck)} faults were not reached")
    return Report(
        plan=plan,
        seconds=seconds,
        answers=crowd.count,
        spoken=sum(len(teller.voiced) for teller in crowd.tellers),
        repeats=sum(len(teller.repeats) for teller in crowd.tellers),
        struck=fate.struck,
        ended=built.ended,
        waits=crowd.waits,
        violations=missed + await asyncio.to_thread(violations, crowd, built, at, fate.struck),
    )


def _crowd(plan: Plan, at: Servers) -> Crowd:
    crowd = Crowd(plan)
    for number in range(1, plan.chats + 1):
        name = "discord" if number % DISCORD_SHARE == 0 else "telegram"
        server = at.discord if name == "discord" else at.telegram
        crowd.add(number, name, server.phone)
    return crowd


async def _until_over(crowd: Crowd, plan: Plan, striking: asyncio.Task[None]) -> None:
    """Until all have finished; or nothing happens any more, or it takes too long."""
    end = time.monotonic() + 60 * plan.minutes
    while time.monotonic() < min(end, crowd.moved + _STILL):
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await crowd.over.wait()
                # What begins when the last are about to finish may still come.
                await asyncio.wait({striking}, timeout=30)
                return


async def _until_read(built: House) -> None:
    """Until the books have read every answer, or it takes too long: before, an answer is in nothing for others."""
    waiting = sa.select(sa.func.count()).select_from(chores).where(chores.c.name == BOOKS, chores.c.dead_at.is_(None))
    end = time.monotonic() + _STILL
    while await read_while_running(built.database, lambda c: c.execute(waiting).scalar_one()):
        if time.monotonic() > end:
            return
        await asyncio.sleep(1.0)


async def _telling(crowd: Crowd, tell: Callable[[str], None]) -> None:
    while True:
        await asyncio.sleep(_TOLD_EVERY)
        tell(f"{len(crowd.tellers) - len(crowd.unfinished)} have finished; {crowd.count} messages were told")
