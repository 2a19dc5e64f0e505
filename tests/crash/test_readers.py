"""The reader processes hang, die, grow or lie: whoever sent it gets an error, and everybody else is read."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.clock import SystemClock
from core.contracts.ports import Clock
from core.interviews.podcast.sources import opener
from core.interviews.podcast.sources.opener import MODULE, Opener
from core.processes.process import ROOT
from core.readers.pool import SECONDS, ReaderPool
from core.readers.source_errors import Busy, Heavy, Laborious, SourceError, Unreadable
from tests.fakes import reader_process as told
from tests.fakes.app import until
from tests.fakes.manual_clock import ManualClock
from tests.fakes.worker_processes import is_gone

CARD = b'{"title": "Bees"}'
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what Linux alone can refuse")


@asynccontextmanager
async def pooled(clock: Clock | None = None, **more: int) -> AsyncIterator[ReaderPool]:
    pool = ReaderPool(clock or SystemClock(), reads=(MODULE,), module=told.MODULE, **more)
    try:
        yield pool
    finally:
        await pool.close()


def of(pool: ReaderPool, person: str = "anna") -> Opener:
    return Opener(readers=pool, person=person)


async def title(pool: ReaderPool, body: bytes = CARD, person: str = "anna") -> str:
    return (await of(pool, person).card(body)).title


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (told.CRASH, Unreadable),
        (told.STUMBLE, Unreadable),
        (told.GROW, Heavy),
        (told.FLOOD, Unreadable),
    ],
)
async def test_whatever_a_file_does_to_its_reader_the_next_is_read(body: bytes, kind: type[SourceError]) -> None:
    async with pooled() as pool:
        with capture_logs() as lines, pytest.raises(SourceError) as raised:
            await title(pool, body)
        assert type(raised.value) is kind
        assert "somebody" not in str(lines)
        assert await title(pool) == "Bees"


@pytest.mark.parametrize("body", [told.HANG, told.SLEEP, told.MUMBLE])
async def test_what_takes_too_long_is_killed_at_its_deadline(body: bytes) -> None:
    clock = ManualClock()
    async with pooled(clock) as pool:
        assert await title(pool) == "Bees"
        clock.asked.clear()
        reading = asyncio.create_task(title(pool, body))
        await until(lambda: SECONDS in clock.asked)
        (pid,) = pool.pids
        clock.advance(SECONDS - 1)
        await asyncio.sleep(0)
        assert not reading.done()
        clock.advance(1)
        with pytest.raises((Laborious, Unreadable)):
            await reading
        assert await title(pool) == "Bees"
        await until(lambda: is_gone(pid))


async def test_one_thing_at_a_time_for_a_person_and_two_in_all() -> None:
    async with pooled() as pool:
        first = asyncio.create_task(title(pool, told.SLEEP, "anna"))
        second = asyncio.create_task(title(pool, CARD, "anna"))
        assert await title(pool, CARD, "boris") == "Bees"
        assert await title(pool, CARD, "clara") == "Bees"
        assert not second.done()
        other = asyncio.create_task(title(pool, told.SLEEP, "boris"))
        third = asyncio.create_task(title(pool, CARD, "clara"))
        await until(lambda: len(pool.pids) == 2)
        assert not third.done()
        first.cancel()
        assert await second == "Bees"
        assert await third == "Bees"
        other.cancel()
        await asyncio.gather(first, other, return_exceptions=True)


async def test_a_line_has_an_end() -> None:
    async with pooled(waiting_of_one=2) as pool:
        waiting = [asyncio.create_task(title(pool, told.SLEEP)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await title(pool)
        assert await title(pool, CARD, "boris") == "Bees"
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_processes_without_work_give_their_memory_back() -> None:
    clock = ManualClock()
    async with pooled(clock) as pool:
        assert not pool.pids, "nothing runs before there is something to read"
        await title(pool)
        (pid,) = pool.pids
        await clock.sleepers(1)
        clock.advance(3_600)
        await until(lambda: is_gone(pid))
        assert await title(pool) == "Bees"


@LINUX
@pytest.mark.parametrize("what", [told.SOCKET, told.OPEN, told.RAISE_LIMIT])
async def test_a_reader_can_open_nothing(what: bytes) -> None:
    async with pooled() as pool:
        assert (await title(pool, what)).endswith("Error")


@LINUX
async def test_a_reader_has_nothing_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__TELEGRAM__TOKEN", "123:secret")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    async with pooled() as pool:
        environment = json.loads(await title(pool, told.ENVIRONMENT))
        assert "secret" not in str(environment)
        assert "HOME" not in environment
        open_ones = (await title(pool, told.DESCRIPTORS)).split()
        # Standard input, output and error lead nowhere; the socket to the program, and the sign that it is alive.
        assert [each.partition(":")[2] for each in open_ones[:3]] == ["2", "2", "2"]
        assert sorted(each.partition(":")[2] for each in open_ones[3:]) == ["1", "14"]


async def test_nothing_of_one_file_is_there_when_the_next_is_read() -> None:
    async with pooled() as pool:
        await title(pool, told.SECRET)
        assert await title(pool, told.SECRET) == ""


async def test_closing_ends_whatever_is_read() -> None:
    async with pooled() as pool:
        reading = asyncio.create_task(title(pool, told.HANG))
        await until(lambda: bool(pool.pids))
        (pid,) = pool.pids
        await pool.close()
        with pytest.raises(SourceError):
            await reading
        assert is_gone(pid)
        with pytest.raises(Busy):
            await pool.read(opener.CARD, CARD, person="anna")


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@LINUX
async def test_what_reads_ends_with_its_reader() -> None:
    async with pooled(ManualClock()) as pool:
        await title(pool)
        (pid,) = pool.pids
        reading = asyncio.create_task(title(pool, told.SLEEP))
        await until(lambda: bool(children(pid)))
        (child,) = children(pid)
        # From here on it can begin no process; before, it has not yet asked to end with its reader.
        await until(lambda: "\nMax open files            0" in Path(f"/proc/{child}/limits").read_text())
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Unreadable):
            await reading
        await until(lambda: is_gone(child))


ORPHAN = """
import os
from core.readers.reading_worker import confine

told, tells = os.pipe()
if (parent := os.fork()) == 0:
    parent = os.getpid()
    if os.fork() == 0:
        while os.getppid() == parent:
            pass
        confine(parent)
        os.write(tells, b"read")
    os._exit(0)
os.waitpid(parent, 0)
os.close(tells)
print(os.read(told, 100))
"""


@LINUX
def test_what_reads_does_not_begin_without_its_reader() -> None:
    """It died between forking it and its asking to be told of that."""
    ran = subprocess.run([sys.executable, "-c", ORPHAN], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.stdout == "b''\n"
    assert "What began this process is gone." in ran.stderr


PARENT = """
import asyncio
from bot.clock import SystemClock
from core.interviews.podcast.sources.opener import CARD, MODULE
from core.readers.pool import ReaderPool

async def main():
    pool = ReaderPool(SystemClock(), reads=(MODULE,), module="tests.fakes.reader_process")
    await pool.read(CARD, b"{}", person="anna")
    reading = asyncio.create_task(pool.read(CARD, b"hang", person="anna"))
    await asyncio.sleep(0)
    print(*pool.pids, flush=True)
    await reading

asyncio.run(main())
"""


@LINUX
async def test_the_readers_end_with_the_program_even_when_it_is_killed() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert program.stdout is not None
    pid = int(await program.stdout.readline())
    await until(lambda: bool(children(pid)))
    (reading,) = children(pid)
    program.kill()
    await program.wait()
    await until(lambda: is_gone(pid) and is_gone(reading))


@LINUX
@pytest.mark.timeout(60)  # the starts of two interpreters, on a machine that does other things too
async def test_the_bot_ends_at_once_while_a_file_without_end_is_read() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.reading_process", cwd=ROOT, stdout=subprocess.PIPE
    )
    assert program.stdout is not None
    pid = int((await program.stdout.readline()).split()[-1])
    assert not is_gone(pid)
    program.send_signal(signal.SIGTERM)
    assert await program.wait() == 0
    assert is_gone(pid)
