"""What goes wrong, when so much of everything has been told: it begins, lasts, and is over."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.fakes.model_behaviours import Behaviour, overloaded, rate_limited
from tests.soak.house import House, Member, Servers
from tests.soak.people import Crowd
from tests.soak.plan import Fault, Plan, Trouble

_FLOOD = 2
"""Seconds that a chat asks to wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    fault: Fault
    began: float
    ended: float
    """Seconds since 1970."""
    whom: str


@dataclass(slots=True)
class Fate:
    """Brings the plan's faults over the house, one after the other."""

    plan: Plan
    house: House
    at: Servers
    crowd: Crowd
    tell: Callable[[str], None]
    struck: list[Struck] = field(default_factory=list)

    async def run(self) -> None:
        chance = Random(f"fate {self.plan.seed}")
        for fault in self.plan.faults():
            await self.crowd.until(fault.share)
            among = self.house.of(fault.target)
            member = chance.choice(among)
            number = among.index(member) + 1
            whom = f"{member.role} {number}" if len(among) > 1 else member.role
            self.tell(f"{fault} ({whom})")
            began = time.time()
            await self._ways[fault.trouble](fault, member)
            self.struck.append(Struck(fault=fault, began=began, ended=time.time(), whom=whom))

    @property
    def _ways(self) -> Mapping[Trouble, Callable[[Fault, Member], Awaitable[None]]]:
        return {
            Trouble.KILL: self._kill,
            Trouble.STOP: self._stop,
            Trouble.RESTART: self._restart,
            Trouble.CUT: self._cut,
            Trouble.RATE: self._rate,
            Trouble.OVERLOAD: self._overload,
            Trouble.FLOOD: self._flood,
            Trouble.UNHEARD: self._unheard,
            Trouble.DISK: self._disk,
            Trouble.CLOCK: self._clock,
            Trouble.BACK: self._back,
        }

    async def _kill(self, _fault: Fault, member: Member) -> None:
        member.send(signal.SIGKILL)

    async def _stop(self, fault: Fault, member: Member) -> None:
        member.send(signal.SIGSTOP)
        await asyncio.sleep(fault.seconds)
        member.send(signal.SIGCONT)

    async def _restart(self, _fault: Fault, _member: Member) -> None:
        assert self.house.server is not None
        await asyncio.to_thread(self.house.server.restart, "immediate")

    async def _cut(self, fault: Fault, member: Member) -> None:
        assert member.network is not None
        member.network.cut()
        await asyncio.sleep(fault.seconds)
        member.network.mend()

    async def _rate(self, fault: Fault, _member: Member) -> None:
        await self._model(rate_limited("1"), fault.seconds)

    async def _overload(self, fault: Fault, _member: Member) -> None:
        await self._model(overloaded(), fault.seconds)

    async def _model(self, behaviour: Behaviour, seconds: float) -> None:
        usual, self.at.model.default = self.at.model.default, behaviour
        await asyncio.sleep(seconds)
        self.at.model.default = usual

    async def _flood(self, fault: Fault, _member: Member) -> None:
        self.at.telegram.floods(_FLOOD)
        self.at.discord.floods(_FLOOD)
        await self._relents(fault.seconds)

    async def _unheard(self, fault: Fault, _member: Member) -> None:
        self.at.telegram.is_unheard()
        await self._relents(fault.seconds)

    async def _relents(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.at.telegram.relents()
        self.at.discord.relents()

    async def _disk(self, fault: Fault, _member: Member) -> None:
        assert self.house.disk is not None
        self.house.disk.fill()
        await asyncio.sleep(fault.seconds)
        self.house.disk.clear()

    async def _clock(self, fault: Fault, member: Member) -> None:
        member.turn(fault.seconds)

    async def _back(self, fault: Fault, member: Member) -> None:
        member.turn(-fault.seconds)
