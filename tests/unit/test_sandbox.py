"""A program in the sandbox: what it is given, what comes back, and how it ends."""

from __future__ import annotations

import asyncio
import json

import pytest

from core.contracts.errors import NoSandbox, SandboxBusy
from core.contracts.sandbox import LONGEST_PROGRAM, Ended, Program
from core.sandbox.on_demand import AT_ONCE, LocalSandbox
from core.sandbox.once import WATCH_SECONDS
from core.sandbox.settings import RunLimits
from tests.fakes.manual_clock import ManualClock
from tests.fakes.sandboxes import LINUX, children, quietly, run, standing
from tests.fakes.waiting import until

pytestmark = LINUX
FOREVER = "import time\nprint('here', flush=True)\ntime.sleep(1_000)"


async def test_the_driver_runs_after_the_source_in_the_same_namespace() -> None:
    async with standing() as sandbox:
        done = await run(
            sandbox,
            "def twice(n):\n    return 2 * n",
            driver="import json, sys\nprint(json.dumps([twice(n) for n in json.load(sys.stdin)]), __name__)",
            stdin="[1, 2, 30]",
        )
    assert (done.ended, done.exit_code, done.layer, done.cut) == (Ended.FINISHED, 0, "landlock", False)
    assert done.out == "[2, 4, 60] __main__\n"
    assert done.err == ""


async def test_characters_stay_as_they_are() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "имя = '𝔘 ё\\t'\nprint(имя + input())", stdin="😀\n")
    assert done.out == "𝔘 ё\t😀\n"


async def test_an_error_names_the_line_of_the_source_and_nothing_of_ours() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "def f(n):\n    return 1 // n\n", driver="\n\n\nf(0)")
    assert (done.ended, done.exit_code) == (Ended.FINISHED, 1)
    assert 'File "solution.py", line 2, in f\n    return 1 // n\n' in done.err
    assert done.err.startswith("Traceback")
    assert done.err.endswith("ZeroDivisionError: integer division or modulo by zero\n")
    assert "driver" not in done.err


async def test_an_error_does_not_tell_where_python_lies() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "import json\njson.loads('{')")
    assert 'File "solution.py", line 2, in <module>' in done.err
    assert 'File "json/decoder.py", line ' in done.err


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = (1", "SyntaxError: '(' was never closed"),
        ("if x:\nprint(1)", "IndentationError"),
        ("x = '\0'", "null bytes"),
        ("(" * 5_000, "SyntaxError: too many nested parentheses"),
    ],
)
async def test_what_is_no_python_does_not_begin(source: str, words: str) -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "print('begun')\n" + source)
    assert (done.ended, done.exit_code, done.out) == (Ended.NOT_COMPILED, None, "")
    assert words in done.err


async def test_warnings_are_no_obstacle() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "print(1 is 1)")
    assert (done.ended, done.out) == (Ended.FINISHED, "True\n")
    assert done.err.startswith("solution.py:1: SyntaxWarning")


async def test_it_ends_as_it_wishes() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "import sys\nsys.exit(7)", driver="print('never')")
    assert (done.ended, done.exit_code, done.out) == (Ended.FINISHED, 7, "")


async def test_it_has_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__TELEGRAM__TOKEN", "123:secret")
    there = """
import json, os, sys
def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False
print(json.dumps([dict(os.environ), [n for n in range(64) if is_open(n)], sys.argv, os.getcwd()]))
"""
    async with standing() as sandbox:
        environment, open_ones, arguments, folder = json.loads((await run(sandbox, there)).out)
    assert environment.keys() <= {"PATH", "LANG", "HOME", "LC_CTYPE"}
    # As root with an interpreter in root's home, there are the folders of the standard library beside them.
    assert len(open_ones) in {3, 5}
    assert (arguments, folder) == (["solution.py"], "/")


# --- limits -------------------------------------------------------------------------------------------------------


async def test_too_much_memory() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "kept = []\nwhile True:\n    kept.append(bytes(1 << 20))")
    assert (done.ended, done.exit_code) == (Ended.MEMORY, None)


async def test_too_much_output_is_cut() -> None:
    async with standing(limits=RunLimits(output=1)) as sandbox:
        done = await run(sandbox, "while True:\n    print('ы' * 10)")
    assert (done.ended, done.cut) == (Ended.OUTPUT, True)
    assert 1_000 < len(done.out.encode()) <= 1_024
    assert set(done.out) == {"ы", "\n"}


async def test_too_much_of_the_processor() -> None:
    async with standing(limits=RunLimits(cpu_seconds=1)) as sandbox:
        done = await run(sandbox, "print('before')\nwhile True:\n    pass")
    assert (done.ended, done.exit_code, done.out) == (Ended.TIME, None, "before\n")


async def test_too_long_by_the_clock_on_the_wall() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        running = asyncio.create_task(run(sandbox, FOREVER))
        await until(lambda: RunLimits().wall_seconds in clock.asked)
        clock.advance(RunLimits().wall_seconds - 1)
        await asyncio.sleep(0)
        assert not running.done()
        clock.advance(1)
        done = await running
    assert (done.ended, done.seconds) == (Ended.TIME, 10.0)


async def test_a_signal_ends_it() -> None:
    async with standing() as sandbox:
        done = await run(sandbox, "import os\nos.abort()")
    assert (done.ended, done.exit_code) == (Ended.KILLED, None)


async def test_a_program_as_long_as_a_book_is_not_taken() -> None:
    async with standing() as sandbox:
        with pytest.raises(ValueError, match="too long"):
            await run(sandbox, " " * (LONGEST_PROGRAM + 1))


# --- the end ------------------------------------------------------------------------------------------------------


async def test_what_is_cancelled_is_killed() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        before = set(children())
        running = asyncio.create_task(run(sandbox, FOREVER))
        await until(lambda: RunLimits().wall_seconds in clock.asked)
        assert set(children()) - before
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert not set(children()) - before


async def test_closing_ends_whatever_runs() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        before = set(children())
        running = asyncio.create_task(run(sandbox, FOREVER))
        await until(lambda: RunLimits().wall_seconds in clock.asked)
        await sandbox.close()
        with pytest.raises(NoSandbox):
            await running
        assert not set(children()) - before
        with pytest.raises(NoSandbox):
            await run(sandbox, "1")


async def test_where_no_layer_stands_nothing_is_run() -> None:
    sandbox = LocalSandbox(None, {}, RunLimits(), ManualClock(), why="landlock: there is no Landlock")
    assert sandbox.languages == ()
    with pytest.raises(NoSandbox, match="there is no Landlock"):
        await run(sandbox, "1")


# --- whose turn it is ---------------------------------------------------------------------------------------------


async def test_two_run_at_once_and_whoever_waits_hears_how_many_come_before() -> None:
    clock = ManualClock()
    told: list[int] = []
    async with standing(clock=clock) as sandbox:
        running = [asyncio.create_task(run(sandbox, FOREVER, person=name)) for name in ("anna", "boris")]
        await until(lambda: clock.asked.count(RunLimits().wall_seconds) == AT_ONCE)
        first = asyncio.create_task(run(sandbox, "print(1)", person="clara"))
        await asyncio.sleep(0)
        second = asyncio.create_task(
            sandbox.run(Program(language="python", source="print(2)"), person="dora", waiting=told.append)
        )
        await asyncio.sleep(0)
        assert told == [2]
        running[0].cancel()
        assert (await first).out == "1\n"
        assert (await second).out == "2\n"
        assert told == [2, 1]
        running[1].cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_programs_that_sleep_keep_nobody_waiting() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        sleeping = [asyncio.create_task(run(sandbox, FOREVER, person=str(n))) for n in range(6)]
        honest = asyncio.create_task(run(sandbox, "print(1)", person="anna"))
        for started in (2, 4, 6):
            await until(lambda most=started: clock.asked.count(RunLimits().wall_seconds) >= most)  # type: ignore[misc]
            assert not honest.done()
            clock.advance(WATCH_SECONDS)
        assert (await honest).out == "1\n"
        assert not any(task.done() for task in sleeping)
        for task in sleeping:
            task.cancel()
        await asyncio.gather(*sleeping, return_exceptions=True)


async def test_a_program_that_works_again_takes_its_place_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, used = ManualClock(), [0.0]
    monkeypatch.setattr("core.sandbox.once.processor_seconds", lambda _pid: used[0])
    async with standing(clock=clock) as sandbox:
        waking = [asyncio.create_task(run(sandbox, FOREVER, person=name)) for name in ("anna", "boris")]
        await until(lambda: clock.asked.count(WATCH_SECONDS) == AT_ONCE)
        used[0] += WATCH_SECONDS
        clock.advance(WATCH_SECONDS)
        honest = asyncio.create_task(run(sandbox, "print(1)", person="clara"))
        await until(lambda: clock.asked.count(WATCH_SECONDS) == 2 * AT_ONCE)
        assert not honest.done()
        clock.advance(WATCH_SECONDS)
        assert (await honest).out == "1\n"
        used[0] += 2 * WATCH_SECONDS
        before = clock.asked.count(WATCH_SECONDS)
        clock.advance(WATCH_SECONDS)
        await until(lambda: clock.asked.count(WATCH_SECONDS) >= before + AT_ONCE)
        later = asyncio.create_task(run(sandbox, "print(2)", person="dora"))
        await asyncio.sleep(0.1)
        assert not later.done()
        for task in (*waking, later):
            task.cancel()
        await asyncio.gather(*waking, later, return_exceptions=True)


async def test_whoever_has_used_less_of_the_processor_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, used = ManualClock(), [0.0]
    monkeypatch.setattr("core.sandbox.once.processor_seconds", lambda _pid: used[0])
    told: dict[str, list[int]] = {"zoe": [], "clara": []}
    async with standing(clock=clock) as sandbox:
        heavy = asyncio.create_task(run(sandbox, FOREVER, person="zoe"))
        await until(lambda: WATCH_SECONDS in clock.asked)
        used[0] = 4.0
        clock.advance(WATCH_SECONDS)
        await until(lambda: clock.asked.count(WATCH_SECONDS) == 2)
        heavy.cancel()
        await asyncio.gather(heavy, return_exceptions=True)
        running = [asyncio.create_task(run(sandbox, FOREVER, person=name)) for name in ("anna", "boris")]
        await asyncio.sleep(0)
        waiting = []
        for name, ahead in told.items():
            program = Program(language="python", source="print(1)")
            waiting.append(asyncio.create_task(sandbox.run(program, person=name, waiting=ahead.append)))
            await asyncio.sleep(0)
        assert told == {"zoe": [1, 2], "clara": [1]}
        for task in (*running, *waiting):
            task.cancel()
        await asyncio.gather(*running, *waiting, return_exceptions=True)


async def test_one_person_s_programs_leave_room_for_another() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        tried = [asyncio.create_task(run(sandbox, FOREVER, person="zoe")) for _ in range(6)]
        await until(lambda: RunLimits().wall_seconds in clock.asked)
        assert (await run(sandbox, "print(1)", person="anna")).out == "1\n"
        assert sum(task.done() for task in tried) == 4, "one runs, one waits, the others are turned away"
        for task in tried:
            task.cancel()
        await asyncio.gather(*tried, return_exceptions=True)


async def test_of_each_person_one_runs_and_one_waits() -> None:
    clock = ManualClock()
    async with standing(clock=clock) as sandbox:
        running = asyncio.create_task(run(sandbox, FOREVER))
        waiting = asyncio.create_task(run(sandbox, "print(1)"))
        await until(lambda: RunLimits().wall_seconds in clock.asked)
        with pytest.raises(SandboxBusy):
            await run(sandbox, "print(2)")
        assert (await run(sandbox, "print(3)", person="boris")).out == "3\n", "others are not kept waiting"
        assert not waiting.done()
        running.cancel()
        assert (await waiting).out == "1\n"


async def test_somebody_new_comes_before_the_next_of_whoever_has_just_run() -> None:
    order: list[str] = []
    clock = ManualClock()

    async def note(sandbox: LocalSandbox, source: str, person: str) -> None:
        await sandbox.run(Program(language="python", source=source), person=person, waiting=quietly)
        order.append(person)

    async with standing(clock=clock) as sandbox:
        held = asyncio.create_task(run(sandbox, FOREVER, person="zoe"))
        hostile = [asyncio.create_task(note(sandbox, FOREVER, "anna"))]
        await until(lambda: clock.asked.count(RunLimits().wall_seconds) == AT_ONCE)
        hostile.append(asyncio.create_task(note(sandbox, "1", "anna")))
        await asyncio.sleep(0)
        others = [asyncio.create_task(note(sandbox, "1", name)) for name in ("boris", "clara")]
        await asyncio.sleep(0)
        hostile[0].cancel()
        await asyncio.gather(*hostile, *others, return_exceptions=True)
        held.cancel()
        await asyncio.gather(held, return_exceptions=True)
    assert order == ["boris", "clara", "anna"]
