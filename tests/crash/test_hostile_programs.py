"""Hostile programs in each layer, begun by root and by a user: none gets out, and each is stopped.

A part of them in the usual tests, all of them in `make soak`. What each would prove stands in its first line.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from core.contracts.sandbox import Ended
from core.processes.process import ROOT
from core.sandbox.layers import is_open_to_all
from tests.crash.hostile_process import ALONE
from tests.fakes.effort import SOAK
from tests.fakes.sandboxes import HOSTILE, LINUX

pytestmark = LINUX
PROGRAMS = sorted(path.name for path in HOSTILE.iterdir() if path.suffix != ".pyc")
VARIANTS = [(layer, user) for layer in ("landlock", "bubblewrap", ALONE) for user in ("root", "user")]
EVERY = 1 if SOAK else 24
A_USER = "1500"
PACKAGES = Path(pytest.__file__).parents[1]


def promised(name: str) -> set[str]:
    """How it may end."""
    said = re.search(r"^(?:#|//) It ends: (.+)\.$", (HOSTILE / name).read_text(encoding="utf-8"), re.MULTILINE)
    return set(said[1].split(", ")) if said else {Ended.FINISHED}


def command(user: str) -> list[str]:
    """A Python of this version, run by root or by somebody else."""
    root = os.getuid() == 0
    if user == "root":
        return [sys.executable] if root else pytest.skip("root alone can be root")
    if not root:
        return [sys.executable]
    usual = f"/usr/bin/python{sys.version_info[0]}.{sys.version_info[1]}"
    pythons = [Path(sys.executable).resolve(), Path(usual)]
    python = next((each for each in pythons if each.exists() and is_open_to_all(each)), None)
    setpriv = shutil.which("setpriv")
    if python is None or setpriv is None or not is_open_to_all(ROOT) or not is_open_to_all(PACKAGES):
        pytest.skip("another user cannot reach this Python, or these tests")
    return [setpriv, f"--reuid={A_USER}", f"--regid={A_USER}", "--clear-groups", str(python)]


@pytest.mark.parametrize(("layer", "user"), VARIANTS)
async def test_none_gets_out_and_each_is_stopped(layer: str, user: str) -> None:
    part = VARIANTS.index((layer, user)) if EVERY > 1 else 0
    names = PROGRAMS[part::EVERY]
    process = await asyncio.create_subprocess_exec(
        *command(user),
        *("-B", "-m", "tests.crash.hostile_process", layer, *names),
        stdout=PIPE,
        stderr=PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{PACKAGES}", "PATH": os.environ["PATH"]},
    )
    out, err = await process.communicate()
    if err.startswith(b"SKIPPED"):
        pytest.skip(err.decode())
    assert process.returncode == 0, err.decode()
    *runs, last = map(json.loads, out.splitlines())
    assert last == {"traces": []}
    for run in runs:
        assert "GOT OUT" not in run["out"], run
        assert run["ended"] in promised(run["name"]), run
    assert {run["name"] for run in runs} >= {name for name in names if name.endswith(".py")}


def test_there_are_enough_of_them_and_each_says_what_it_would_prove() -> None:
    assert len(PROGRAMS) >= 60
    for name in PROGRAMS:
        assert re.match(r"(#|//) It got out if .+\.\n", (HOSTILE / name).read_text(encoding="utf-8")), name
        assert promised(name) <= set(Ended), name
