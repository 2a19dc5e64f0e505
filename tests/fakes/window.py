"""A real terminal, as the kernel gives it, with a program in it and somebody in front of it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.fakes.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
_ASKS_FOR_CURSOR = b"\x1b[6n"


class Window:
    """A terminal window with the program in it, and the person in front of it."""

    def __init__(self, program: Sequence[str | Path], folder: Path = ROOT, **environ: str) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.before = termios.tcgetattr(self._slave)
        seen = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8", "PYTHONPATH": str(ROOT)}
        self.program = subprocess.Popen(
            program,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=folder,
            start_new_session=True,
            env=seen | environ,
        )
        self.raw = b""
        self._seen = 0

    def until_asked(self, heard: str) -> None:
        """Wait until the interviewer has answered what it heard, and the prompt is there again."""
        self.until(f"Heard {heard}.")
        self.until("press Enter twice")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def until(self, words: str) -> None:
        """Wait until these words appear after those of the last call."""
        deadline = time.monotonic() + PATIENCE
        while (at := self.text.find(words, self._seen)) < 0:
            if time.monotonic() > deadline:
                raise AssertionError(f"{words!r} did not appear in {self.text[self._seen :]!r}")
            self._read(0.2)
        self._seen = at + len(words)

    @property
    def text(self) -> str:
        """What was written so far without what moves and colours it."""
        return re.sub(r"\x1b\[[0-?]*[@-~]|\x1b[=>]|\r", "", self.raw.decode(errors="replace"))

    def ended(self) -> int:
        """Wait for the program's end; its exit code."""
        self.until("The program has ended.")
        return self.program.wait(PATIENCE)

    def stopped(self, number: int) -> int:
        """Send a signal, and wait for the end; the program's exit code."""
        self.program.send_signal(number)
        return self.program.wait(PATIENCE)

    def interrupted(self) -> int:
        """Press Ctrl-C, and once more where it is not seen: Python hears none that comes just as it begins to read."""
        for _ in range(int(PATIENCE / 10)):
            with suppress(subprocess.TimeoutExpired):
                self.program.send_signal(signal.SIGINT)
                return self.program.wait(10)
        raise AssertionError(f"it did not end: {self.text!r}")

    def now(self) -> list[object]:
        return list(termios.tcgetattr(self._slave))

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait(PATIENCE)
        os.close(self._master)
        os.close(self._slave)

    def _read(self, seconds: float) -> None:
        if select.select([self._master], [], [], seconds)[0]:
            chunk = os.read(self._master, 65_536)
            self.raw += chunk
            for _ in range(chunk.count(_ASKS_FOR_CURSOR)):  # a terminal answers where its cursor stands
                os.write(self._master, b"\x1b[1;1R")
