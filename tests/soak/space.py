"""Namespaces of the soak's own: whatever is begun in them goes with its first process, however that ends.

Networks that can be cut and disks that can be full are in them too. They take root, and the commands `unshare`,
`setpriv`, `ip` and `mount`.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

HOST = "10.77.0.1"
"""The servers, as every network of the house knows them."""
_INSIDE = "RACONTEUR_SOAK_APART"
_NEW_NETWORK = 0x40000000
_PLACES = Path("/run/netns")
_COMMANDS = ("unshare", "setpriv", "ip", "mount")
_UNSHARE = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
_PAGE = 4096
_TRIES = 50


def go_apart() -> bool:
    """Whether this process is alone with what it begins. Begins it anew where that can be had and is not yet so."""
    if os.environ.get(_INSIDE):
        _settle_down()
        return True
    if not can_be_apart():
        return False
    command = ["setpriv", "--pdeathsig", "KILL", *_UNSHARE, sys.executable, "-m", "tests.soak", *sys.argv[1:]]
    return os.execvpe(command[0], command, {**os.environ, _INSIDE: "1"})  # noqa: S606


def can_be_apart() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0 or not all(map(shutil.which, _COMMANDS)):
        return False
    return subprocess.run([*_UNSHARE, "true"], capture_output=True, check=False).returncode == 0


def _settle_down() -> None:
    _PLACES.mkdir(exist_ok=True)
    _run("mount", "-t", "tmpfs", "none", str(_PLACES))
    _run("ip", "link", "set", "lo", "up")
    _run("ip", "address", "add", f"{HOST}/32", "dev", "lo")


class Disk:
    """A disk in memory, mounted on a folder, which can be made full."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)
        _run("mount", "-t", "tmpfs", "-o", "size=80%,mode=755", "none", str(folder))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _run("umount", "--lazy", str(self._folder))

    def fill(self) -> None:
        # Somebody may write between the look and the resizing, which is refused then.
        for _ in range(_TRIES):
            found = os.statvfs(self._folder)
            used = (found.f_blocks - found.f_bfree) * found.f_frsize
            with suppress(subprocess.CalledProcessError):
                return self._resize(str(max(_PAGE, used)))
        raise OSError(f"{self._folder} cannot be made full")

    def clear(self) -> None:
        self._resize("80%")

    def _resize(self, size: str) -> None:
        _run("mount", "-o", f"remount,size={size}", str(self._folder))


class Network:
    """One of a process alone, with a line to the servers that can be cut."""

    def __init__(self, number: int) -> None:
        self.name = f"house{number}"
        self._line = f"line{number}"
        here, there = f"10.77.{number}.1", f"10.77.{number}.2"
        _run("ip", "netns", "add", self.name)
        _run("ip", "link", "add", self._line, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        _run("ip", "address", "add", f"{here}/30", "dev", self._line)
        _run("ip", "link", "set", self._line, "up")
        inside = ("ip", "-n", self.name)
        _run(*inside, "link", "set", "lo", "up")
        _run(*inside, "address", "add", f"{there}/30", "dev", "eth0")
        _run(*inside, "link", "set", "eth0", "up")
        _run(*inside, "route", "add", "default", "via", here)

    def cut(self) -> None:
        """Lose every packet, without a word to either side."""
        _run("ip", "link", "set", self._line, "down")

    def mend(self) -> None:
        _run("ip", "link", "set", self._line, "up")


def enter(network: str) -> None:
    """Have this process, which has one thread, live in a network from now on."""
    with (_PLACES / network).open() as place:
        if ctypes.CDLL(None, use_errno=True).setns(place.fileno(), _NEW_NETWORK):
            raise OSError(ctypes.get_errno(), "setns")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
