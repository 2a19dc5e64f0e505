"""The house: its processes, each begun anew when it has ended, and what they live on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from core.store.database_url import Server
from tests.fakes.forked import forked
from tests.fakes.postgres import OwnServer, own_server
from tests.soak.member import CLOCK, live
from tests.soak.plan import ALL, EARS, GATEWAY, WORKER, Base, Plan
from tests.soak.servers import SoakBotApi, SoakDiscord, SoakModel
from tests.soak.space import HOST, Disk, Network

_ALONE = "127.0.0.1"
_PORT = 5439
_AGAIN = 0.5
"""Seconds until whoever has ended is begun anew, as a service manager would do."""
_MEMBERS: Mapping[Base, Sequence[str]] = {
    Base.SQLITE: (ALL,),
    Base.POSTGRES: (GATEWAY, GATEWAY, WORKER, WORKER, EARS),
}
_CONFIG = """
[telegram]
token = "{telegram.token}"
api_base_url = "{telegram.url}"
[discord]
token = "{discord.token}"
[llm]
provider = "anthropic"
model = "model-main"
fast_model = "model-fast"
api_key = "{model.api_key}"
base_url = "{model.base_url}"
[interviews]
enabled = ["life-story"]
[access]
policy = "open"
[limits]
messages_per_minute = 0
megabytes_per_day = 0
[timers]
quiet_hours = "off"
[sandbox]
layer = "off"
[log]
level = "warning"
format = "json"
[storage]
data_dir = "{data}"
"""
_SHARED = """url = "{url}"
[engine]
kind = "procrastinate"
"""


@dataclass(slots=True, kw_only=True)
class Servers:
    """What the house talks to."""

    telegram: SoakBotApi
    discord: SoakDiscord
    model: SoakModel


@asynccontextmanager
async def servers(plan: Plan) -> AsyncIterator[Servers]:
    host, strict = HOST if plan.apart else _ALONE, plan.chats <= 100
    async with AsyncExitStack() as stack:
        yield Servers(
            telegram=await stack.enter_async_context(SoakBotApi(host, strict=strict)),
            discord=await stack.enter_async_context(SoakDiscord(host, strict=strict)),
            model=await stack.enter_async_context(SoakModel(host, plan.seed)),
        )


@dataclass(slots=True, kw_only=True)
class Member:
    """A process of the house, whichever it is just now."""

    role: str
    folder: Path
    clock: Path
    network: Network | None
    discord: tuple[str, str]
    process: BaseProcess | None = None
    ahead: float = 0.0
    killed: bool = False
    """By us, and not by itself."""

    def begin(self) -> None:
        roles = () if self.role == ALL else (self.role,)
        network = "" if self.network is None else self.network.name
        self.killed = False
        self.process = forked(live, str(self.folder), roles, str(self.clock), network, self.discord)
        self.process.start()

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.killed = self.killed or number is signal.SIGKILL
        with suppress(ProcessLookupError):
            os.kill(self.process.pid or 0, number)

    def turn(self, seconds: float) -> None:
        """Set its clock by so much, for whoever it is from now on."""
        self.ahead += seconds
        # In place: what has opened the file sees it.
        with self.clock.open("r+b") as file:
            file.write(CLOCK.pack(self.ahead))


@dataclass(slots=True, kw_only=True)
class House:
    members: Sequence[Member]
    folder: Path
    database: Path | Server
    server: OwnServer | None
    disk: Disk | None
    ended: list[str] = field(default_factory=list)
    """Who has ended by itself, and how."""
    _watching: list[asyncio.Task[None]] = field(default_factory=list)

    def of(self, role: str) -> list[Member]:
        return [member for member in self.members if role in (ALL, member.role)]

    @property
    def said(self) -> str:
        """What all have logged and printed."""
        return (self.folder / "said").read_text(errors="replace")

    def begin(self) -> None:
        (self.folder / "said").touch()
        for member in self.members:
            member.begin()
            self._watching.append(asyncio.create_task(self._keep(member)))

    async def end(self) -> None:
        """In peace; whoever takes long is killed."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        for member in self.members:
            member.send(signal.SIGTERM)
        for member in self.members:
            if member.process is not None:
                await asyncio.to_thread(member.process.join, 20)
                if member.process.exitcode is None:
                    self.ended.append(f"{member.role}: it did not end when it was asked to")
        self.kill()

    def kill(self) -> None:
        for member in self.members:
            if member.process is not None:
                member.process.kill()
                member.process.join()

    async def _keep(self, member: Member) -> None:
        while True:
            assert member.process is not None
            await _over(member.process)
            if not member.killed:
                self.ended.append(f"{member.role}: with {member.process.exitcode}")
            await asyncio.sleep(_AGAIN)
            member.begin()


async def _over(process: BaseProcess) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process.sentinel, over.set)
    try:
        await over.wait()
    finally:
        loop.remove_reader(process.sentinel)
    process.join()


@contextmanager
def house(plan: Plan, folder: Path, at: Servers) -> Iterator[House]:
    """Everything of it, with nobody in it yet; whoever is there at the end is killed."""
    with ExitStack() as stack:
        data = folder / "data"
        data.mkdir()
        disk = stack.enter_context(Disk(data)) if plan.apart else None
        server = stack.enter_context(own_server(tables=False)) if plan.base is Base.POSTGRES else None
        config = _CONFIG.format(telegram=at.telegram, discord=at.discord, model=at.model, data=data)
        if server is not None:
            if plan.apart:
                server.listen(HOST, _PORT)
            config += _SHARED.format(url=server.url)
        (folder / "config.toml").write_text(config)
        members = [_member(number, role, plan, folder, at) for number, role in enumerate(_MEMBERS[plan.base], start=1)]
        database = data / "raconteur.db" if server is None else Server(server.url)
        built = House(members=members, folder=folder, database=database, server=server, disk=disk)
        stack.callback(built.kill)
        yield built


def _member(number: int, role: str, plan: Plan, folder: Path, at: Servers) -> Member:
    clock = folder / f"clock-{number}"
    clock.write_bytes(CLOCK.pack(0.0))
    network = Network(number) if plan.apart else None
    where = (at.discord.api_url, at.discord.gateway_url)
    return Member(role=role, folder=folder, clock=clock, network=network, discord=where)
