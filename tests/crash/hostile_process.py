"""Runs hostile programs beside things that they would like to have, and tells what came of it, a line of JSON for each.

    python -m tests.crash.hostile_process VARIANT PROGRAM ...

The last line names the traces that they have left: there should be none.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.clock import SystemClock
from core.contracts.sandbox import Program
from core.sandbox.examination import examine_layers
from core.sandbox.layers import Around, Bubblewrap
from core.sandbox.once import run_once
from core.sandbox.settings import LandlockRules, Layer, RunLimits, SandboxSettings
from core.sandbox.toolchains import Toolchain
from tests.fakes.sandboxes import HOSTILE, children, language_of

LIMITS = RunLimits(cpu_seconds=1, wall_seconds=3, compile_seconds=15)
AT_ONCE = 3
ALONE = "bubblewrap-without-landlock"
TOKEN = "OUR-TOKEN"
LEFT = tuple(
    Path(folder, name)
    for folder in ("/dev/shm", "/usr/lib", "/var/tmp", "/run", "/tmp")  # noqa: S108 - where programs try to leave something
    for name in ("raconteur-hostile", "new", "link", "sparse", "disk", "taken", "program")
)


@dataclass
class Temptations:
    """What a hostile program would like to reach."""

    folder: Path
    reached: list[str] = field(default_factory=list)
    """What did reach us."""

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.folder.chmod(0o777)
        for name in ("secret", "canary"):
            (self.folder / name).write_text(TOKEN)
            (self.folder / name).chmod(0o666)
        self._canary = self.canary()

    def canary(self) -> tuple[object, ...]:
        path = self.folder / "canary"
        if not path.exists():
            return ()
        found = path.stat()
        return (path.read_text(), found.st_mode, found.st_uid, found.st_mtime_ns, tuple(os.listxattr(path)))

    def told(self, port: int) -> str:
        """For the standard input of a program."""
        names = {name: str(self.folder / name) for name in ("secret", "canary", "socket")}
        return json.dumps(
            {**names, "folder": str(self.folder), "abstract": "raconteur", "port": port, "pid": os.getpid()}
        )

    def traces(self) -> Iterator[str]:
        """What is not as it was."""
        yield from self.reached
        if self.canary() != self._canary:
            yield "the canary was changed"
        if more := {path.name for path in self.folder.iterdir()} - {"secret", "canary", "socket"}:
            yield f"there are new files: {more}"
        yield from (f"it left {path}" for path in LEFT if path.exists())
        if left := children():
            yield f"processes are left: {left}"

    def hear(self, number: int, _frame: object) -> None:
        self.reached.append(f"signal {number}")


@contextmanager
def inherited(secret: Path) -> Iterator[None]:
    """A descriptor and a variable that whatever we begin would have, if nobody took care."""
    place = os.open(secret, os.O_RDWR)
    os.set_inheritable(place, True)
    os.environ["RACONTEUR__TELEGRAM__TOKEN"] = TOKEN
    yield
    os.close(place)


@asynccontextmanager
async def listening(temptations: Temptations) -> AsyncIterator[int]:
    """Servers that anybody on this machine can reach; the port of one of them."""

    async def reached(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        temptations.reached.append("a connection")
        writer.close()

    path = temptations.folder / "socket"
    servers = [
        await asyncio.start_server(reached, "127.0.0.1", 0),
        await asyncio.start_unix_server(reached, path),
        await asyncio.start_unix_server(reached, "\0raconteur"),
    ]
    path.chmod(0o777)
    name: tuple[str, int] = servers[0].sockets[0].getsockname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as packets:
        packets.bind(name)
        packets.setblocking(False)
        yield name[1]
        with suppress(BlockingIOError):
            packets.recv(1)
            temptations.reached.append("a packet")
    for server in servers:
        server.close()


async def around(variant: str) -> tuple[Around, dict[str, Toolchain]]:
    layer = Layer.BUBBLEWRAP if variant == ALONE else Layer(variant)
    found = await examine_layers(SandboxSettings(layers=(layer,), limits=LIMITS), SystemClock())
    if found.around is None:
        sys.exit(f"SKIPPED: {found.why}")
    if variant == ALONE and isinstance(found.around, Bubblewrap):
        return replace(found.around, landlock=LandlockRules.NONE), dict(found.toolchains)
    return found.around, dict(found.toolchains)


async def main(variant: str, names: list[str], folder: Path) -> None:
    standing, toolchains = await around(variant)
    free = asyncio.Queue[int]()
    for slot in range(AT_ONCE):
        free.put_nowait(slot)

    async def tried(name: str, temptations: Temptations, port: int) -> None:
        toolchain = toolchains.get(language_of(name))
        if toolchain is None:
            return
        source = (HOSTILE / name).read_text(encoding="utf-8").replace("SECRET", str(temptations.folder / "secret"))
        program = Program(language=toolchain.language, source=source, stdin=temptations.told(port))
        slot = await free.get()
        run = await run_once(standing, toolchain, program, LIMITS, SystemClock(), slot=slot)
        free.put_nowait(slot)
        print(
            json.dumps({"name": name, "ended": run.ended, "out": run.out[-2_000:], "err": run.err[-2_000:]}), flush=True
        )

    temptations = Temptations(folder / "tempting")
    for number in (signal.SIGUSR1, signal.SIGIO):
        signal.signal(number, temptations.hear)
    with inherited(temptations.folder / "secret"):
        async with listening(temptations) as port:
            await asyncio.gather(*(tried(name, temptations, port) for name in names))
    print(json.dumps({"traces": list(temptations.traces())}), flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="raconteur-") as place:
        Path(place).chmod(0o755)
        asyncio.run(main(sys.argv[1], sys.argv[2:], Path(place)))
