"""A process in a network of its own: what it looks up and dials is written down, and nothing answers.

Inside, every address leads to the network's loopback, where names are asked of a server that knows none, and a socket
sees each packet. Needs user namespaces, or root, and the commands `unshare` and `ip`.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds after which a wait gives up."""
_APART = ["unshare", "--map-root-user", "--net", "--mount"]
_TCP, _UDP = 6, 17
_SYN, _ACK = 0x02, 0x10
_DNS = 53
_NO_SUCH_NAME = b"\x81\x83"
_EVERY_PROTOCOL = 3
_END = "198.51.100.1:9"
"""What is sent when the command has ended, behind all that it sent."""


@cache
def hindrance() -> str:
    """Why no process can be watched here; empty where one can."""
    if sys.platform != "linux" or not (shutil.which("unshare") and shutil.which("ip")):
        return "there are no commands `unshare` and `ip`"
    tried = subprocess.run([*_APART, "ip", "link", "set", "lo", "up"], capture_output=True, text=True, check=False)
    return f"no network of its own can be made here ({tried.stderr.strip()})" if tried.returncode else ""


class Watched:
    """A command in such a network, with its standard input."""

    def __init__(self, process: subprocess.Popen[bytes], report: Path, output: Path) -> None:
        self._process = process
        self._report = report
        self._output = output

    @property
    def found(self) -> set[str]:
        """Each name that was looked up, and each address that was dialled."""
        return set(self._report.read_text().split())

    @property
    def said(self) -> str:
        """What it has printed so far."""
        return self._output.read_text(errors="replace")

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def until_said(self, words: str) -> None:
        self.until(lambda: words in " ".join(self.said.split()))

    def until(self, true: Callable[[], object]) -> None:
        """Wait for what another process does, which nobody announces."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert self._process.poll() is None, f"it ended with {self._process.returncode}: {self.said}"
            assert time.monotonic() < deadline, f"it did not come: {self.said}"
            time.sleep(0.05)

    def found_within(self, seconds: float) -> bool:
        """Whether it looks up or dials anything in that time."""
        deadline = time.monotonic() + seconds
        while not self.found and time.monotonic() < deadline:
            time.sleep(0.05)
        return bool(self.found)

    def ended(self) -> int:
        """Close its input and wait for its end; the exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(PATIENCE)


@contextmanager
def watched(*command: str, folder: Path, env: Mapping[str, str]) -> Iterator[Watched]:
    """Start a command in the folder; what is still at work afterwards is killed."""
    with tempfile.TemporaryDirectory() as own:
        report, output = Path(own) / "found", Path(own) / "said"
        report.touch()
        with output.open("wb") as printed:
            process = subprocess.Popen(
                [*_APART, sys.executable, str(Path(__file__)), own, *command],
                cwd=folder,
                env=dict(env),
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=printed,
                start_new_session=True,
            )
        try:
            yield Watched(process, report, output)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()


# --- inside -------------------------------------------------------------------------------------------------------


def _lead_everything_here(own: Path) -> None:
    for words in ("link set lo up", "route add local default dev lo", "-6 route add local default dev lo"):
        subprocess.run(["ip", *words.split()], check=words.startswith(("link", "route")))
    # Elsewhere a name might be asked of a service of the machine, over no network.
    for name, text in {"resolv.conf": "nameserver 127.0.0.1\n", "nsswitch.conf": "hosts: files dns\n"}.items():
        (own / name).write_text(text)
        subprocess.run(["mount", "--bind", str(own / name), f"/etc/{name}"], check=False)


def _know_no_name(server: socket.socket) -> None:
    while True:
        asked, who = server.recvfrom(4_096)
        server.sendto(asked[:2] + _NO_SUCH_NAME + asked[4:6] + bytes(6) + asked[12:], who)


def _write_down(packets: socket.socket, report: Path) -> None:
    known: set[str] = set()
    while (found := _meant(packets.recv(65_535))) != _END:
        if found and found not in known:
            known.add(found)
            with report.open("a") as file:
                file.write(f"{found}\n")


def _meant(packet: bytes) -> str:
    """The name that a packet asks for, or the address that it dials; empty for any other."""
    if packet[0] >> 4 == 4:
        protocol, length = packet[9], (packet[0] & 15) * 4
        address = socket.inet_ntop(socket.AF_INET, packet[16:20])
    else:
        protocol, length = packet[6], 40
        address = socket.inet_ntop(socket.AF_INET6, packet[24:40])
    source, port = struct.unpack(">HH", packet[length : length + 4]) if protocol in {_TCP, _UDP} else (0, 0)
    if protocol == _TCP and packet[length + 13] & (_SYN | _ACK) == _SYN:
        return f"{address}:{port}"
    if protocol == _UDP and source != _DNS:
        return _name(packet[length + 8 + 12 :]) if port == _DNS else f"{address}:{port}"
    return ""


def _name(question: bytes) -> str:
    labels: list[str] = []
    while question and question[0]:
        labels.append(question[1 : question[0] + 1].decode(errors="replace"))
        question = question[question[0] + 1 :]
    return ".".join(labels)


def main(own: Path, command: Sequence[str]) -> int:
    _lead_everything_here(own)
    packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_EVERY_PROTOCOL))
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("", _DNS))
    threading.Thread(target=_know_no_name, args=(server,), daemon=True).start()
    writing = threading.Thread(target=_write_down, args=(packets, own / "found"), daemon=True)
    writing.start()
    code = subprocess.run(command, check=False).returncode
    address, port = _END.split(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
        last.sendto(b".", (address, int(port)))
    writing.join(PATIENCE)
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
