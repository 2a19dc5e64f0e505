"""The filter of system calls, as instructions for the kernel, put together by hand: no library is needed inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from core.sandbox import syscalls

OWN_PID: Final = -1
"""Stands in an instruction for the number that the confined process has, which it alone knows."""
Instruction = tuple[int, int, int, int]
"""Code, how many to skip where it holds and where it does not, and the value."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE = 0, 4
"""The offsets of both in the data that a filter is shown."""
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_REFUSE = (_RETURN, 0, 0, _ERROR | _EPERM)
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000
"""The other numbers of x86_64, by which the same calls could be had again."""

_CLONE_THREAD, _CLONE_NAMESPACES = 0x00010000, 0x7E020000
_PR_SET_PDEATHSIG = 1
_AF_UNIX = 1
_O_TRUNC = 0o1000
_FCNTL = {"F_SETOWN": 8, "F_SETSIG": 10, "F_SETOWN_EX": 15, "F_SETLEASE": 1024, "F_NOTIFY": 1026, "F_SETPIPE_SZ": 1031}
"""Signals to anybody by way of a descriptor, watching folders, and memory that no limit counts."""
_IOCTL = {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541C, "FIOSETOWN": 0x8901, "SIOCSPGRP": 0x8902}
"""Typing into a terminal, and signals again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The things that a stage may do besides computing."""

    forks: bool = False
    """Begin processes: compilers do."""
    executes: bool = False
    """Become another program: which one, Landlock says."""
    metadata: bool = False
    """Change modes and times of its files: compilers do."""
    truncates: bool = True
    """False: files may not be emptied by opening them, which Landlock watches over only from its third version on."""


def filter_of(machine: str, profile: Profile) -> list[Instruction]:
    """Return the filter for a machine. Raises KeyError for one whose numbers are not known."""
    if machine not in syscalls.MACHINES:
        raise KeyError(machine)
    column = syscalls.MACHINES.index(machine)
    special = {name: numbers[column] for name, numbers in syscalls.LOOKED_INTO.items()}
    calls = dict(syscalls.ALWAYS)
    processes = dict(syscalls.PROCESSES)
    if profile.executes:
        processes = {name: numbers for name, numbers in processes.items() if not name.startswith("exec")}
    if not profile.forks:
        calls |= processes
    if not profile.metadata:
        calls |= syscalls.METADATA
    begin = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, _AUDIT[machine]), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, _NUMBER)]
    if machine == "x86_64":
        begin += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    return [
        *begin,
        *_refused((special["clone3"], special["openat2"]), _ENOSYS),  # libraries then take the older ones
        *_refused([numbers[column] for numbers in calls.values() if numbers[column] != syscalls.NONE], _EPERM),
        *_looked_into(special, profile),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _refused(numbers: Iterable[int], error: int) -> Iterator[Instruction]:
    for number in numbers:
        yield (_EQUAL, 0, 1, number)
        yield (_RETURN, 0, 0, _ERROR | error)


def _looked_into(special: dict[str, int], profile: Profile) -> Iterator[Instruction]:
    cloned = [(_LOAD, 0, 0, _argument(0)), (_ANY_BIT, 0, 1, _CLONE_NAMESPACES), _REFUSE]
    cloned += [] if profile.forks else [(_ANY_BIT, 1, 0, _CLONE_THREAD), _REFUSE]
    yield from _when(special["clone"], cloned)
    yield from _only(special["prlimit64"], 0, 0)
    yield from _only(special["socketpair"], 0, _AF_UNIX)
    yield from _only(special["sendto"], 4, 0, wide=True)  # to the other end, not to an address
    if not profile.forks:
        yield from _only(special["tgkill"], 0, OWN_PID)
    yield from _never(special["prctl"], 0, (_PR_SET_PDEATHSIG,))
    yield from _never(special["fcntl"], 1, _FCNTL.values())
    yield from _never(special["ioctl"], 1, _IOCTL.values())
    if not profile.truncates:
        for name, place in (("open", 1), ("openat", 2)):
            if special[name] != syscalls.NONE:
                yield from _when(special[name], [(_LOAD, 0, 0, _argument(place)), (_ANY_BIT, 0, 1, _O_TRUNC), _REFUSE])


def _argument(place: int, *, upper: bool = False) -> int:
    """Return where half of an argument lies; both machines put the lower one first."""
    return 16 + 8 * place + (4 if upper else 0)


def _when(number: int, block: list[Instruction]) -> Iterator[Instruction]:
    """A block that has the last word on one call: whatever it does not refuse is allowed."""
    yield (_EQUAL, 0, len(block) + 1, number)
    yield from block
    yield (_RETURN, 0, 0, _ALLOW)


def _only(number: int, place: int, value: int, *, wide: bool = False) -> Iterator[Instruction]:
    """Allow the call only if this argument has this value."""
    block = []
    for upper in (False, True) if wide else (False,):
        block += [(_LOAD, 0, 0, _argument(place, upper=upper)), (_EQUAL, 1, 0, value), _REFUSE]
    yield from _when(number, block)


def _never(number: int, place: int, values: Iterable[int]) -> Iterator[Instruction]:
    """Refuse the call if this argument has one of these values."""
    yield from _when(number, [(_LOAD, 0, 0, _argument(place)), *_refused(values, _EPERM)])
