"""Nothing stays a zombie where the interviewer, or the boot of a container, is the first process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from core.processes.process import ROOT
from tests.fakes.sandboxes import LINUX

pytestmark = LINUX
ORPHANS = """
import os, sys, time

def zombies():
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            text = open(f"/proc/{name}/stat").read()
        except OSError:
            continue
        if text.rpartition(")")[2].split()[0] == "Z":
            found.append(name)
    return found

if not (child := os.fork()):
    for _ in range(5):
        if not os.fork():
            time.sleep(0.1)
            os._exit(0)
    os._exit(0)
os.waitpid(child, 0)
deadline = time.monotonic() + 5
time.sleep(0.3)
while zombies() and time.monotonic() < deadline:
    time.sleep(0.05)
print("zombies:", len(zombies()), "mine:", os.getpid() != 1, flush=True)
"""


def as_first(source: str) -> list[str]:
    """A command that runs this Python as the first process of a namespace."""
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        pytest.skip("bubblewrap is not installed")
    python = [sys.executable, "-B", "-c", source]
    return [bubblewrap, "--unshare-pid", "--as-pid-1", "--bind", "/", "/", "--proc", "/proc", "--chdir", ROOT, *python]


@pytest.fixture(autouse=True)
def _able() -> None:
    tried = subprocess.run(as_first("print(1)"), capture_output=True, text=True, timeout=60, check=False)
    if tried.stdout != "1\n":
        pytest.skip(f"no namespace of processes here: {tried.stderr}")


@pytest.mark.parametrize(
    "beginning",
    [
        "from core.processes.first_process import leave_init_to_parent; leave_init_to_parent()",
        "from core.sandbox.boot import _watch_over; _watch_over(60)",
    ],
)
def test_orphans_are_waited_for_and_the_exit_code_is_the_programs(beginning: str) -> None:
    source = f"{beginning}\n{ORPHANS}\nsys.exit(7)"
    done = subprocess.run(as_first(source), capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.returncode) == ("zombies: 0 mine: True\n", 7), done.stderr


def test_a_signal_is_handed_on(tmp_path: Path) -> None:
    source = """
    import signal, sys
    from core.processes.first_process import leave_init_to_parent
    leave_init_to_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))
    print("ready", flush=True)
    while True:
        signal.pause()
    """
    with subprocess.Popen(
        as_first(textwrap.dedent(source)), stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        first = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
        os.kill(int(first[0]), signal.SIGTERM)
        assert process.wait(30) == 9
