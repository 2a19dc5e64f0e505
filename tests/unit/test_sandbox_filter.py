"""The filter of system calls: the numbers are those of the kernel's own headers, and no jump leads astray."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from core.sandbox import syscalls
from core.sandbox.seccomp import Profile, filter_of

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
EVERY = syscalls.ALWAYS | syscalls.PROCESSES | syscalls.METADATA | syscalls.LOOKED_INTO
RETURN, CONDITIONS = 0x06, {0x15, 0x35, 0x45}
PROFILES = (
    Profile(),
    Profile(executes=True),
    Profile(forks=True, executes=True, metadata=True),
    Profile(truncates=False),
)


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers are not installed")
    text = HEADERS[machine].read_text(encoding="utf-8")
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    column = syscalls.MACHINES.index(machine)
    wrong = {
        name: numbers[column] for name, numbers in EVERY.items() if name in known and numbers[column] != known[name]
    }
    assert wrong == {}
    newer = max(known.values())
    absent = {name for name, numbers in EVERY.items() if name not in known and 0 <= numbers[column] <= newer}
    assert absent == set()


@pytest.mark.parametrize("machine", syscalls.MACHINES)
@pytest.mark.parametrize("profile", PROFILES)
def test_every_way_through_it_comes_to_a_decision(machine: str, profile: Profile) -> None:
    instructions = filter_of(machine, profile)
    assert len(instructions) <= 4_096, "the kernel takes no more"
    for place, (code, holds, fails, _) in enumerate(instructions):
        if code in CONDITIONS:
            assert place + 1 + max(holds, fails) < len(instructions)
    assert instructions[-1][0] == RETURN


def test_a_machine_that_is_not_known_gets_no_filter() -> None:
    with pytest.raises(KeyError):
        filter_of("riscv64", Profile())
    assert os.uname().machine
