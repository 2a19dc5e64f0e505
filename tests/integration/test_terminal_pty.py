"""The whole program on a real terminal, as the kernel gives it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "tests.fakes.terminal_echo"]
CTRL_C = "\x03"
_ASKS_FOR_CURSOR = b"\x1b[6n"


class Window:
    """A terminal window with the program in it, and the person in front of it."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.before = termios.tcgetattr(self._slave)
        self.program = subprocess.Popen(
            [*PROGRAM, str(folder)],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            cwd=ROOT,
            start_new_session=True,
            env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8", **environ},
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


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window(tmp_path)
    yield opened
    opened.close()


def test_an_answer_of_several_lines_and_a_pause_by_two_ctrl_c(window: Window) -> None:
    window.until_asked("/start")
    assert "7 of about 104" in window.text
    window.type("We had a stove.\rIt was warm.\r\r")
    window.until("› We had a stove.\n  It was warm.\n")
    window.until_asked(r"'We had a stove.\nIt was warm.'")
    window.type(CTRL_C)
    window.until("Leave now?")
    window.type(CTRL_C)
    window.until("Heard /pause.")
    assert window.ended() == 0
    assert window.now() == window.before
    assert "Traceback" not in window.text
    assert "WARNING" not in window.text


def test_ctrl_c_by_mistake_costs_no_word(window: Window) -> None:
    window.until_asked("/start")
    window.type("half a")
    window.until("half a")
    window.type(CTRL_C)
    window.until("(yes / no)")
    window.type("no\r")
    window.until("half a")
    window.type(" sentence\r\r")
    window.until_asked("'half a sentence'")
    window.type("/quit\r")
    window.until("Heard /pause.")
    assert window.ended() == 0


def test_skip_and_commands_need_one_enter(window: Window) -> None:
    window.until_asked("/start")
    window.type("skip\r")
    window.until_asked("[skip]")
    window.type("/he")
    window.until("/he")
    window.type("\t")
    window.until("lp")  # only what is new is drawn
    window.type("\r")
    window.until("Heard /help.")


def test_without_colours_nothing_is_coloured(tmp_path: Path) -> None:
    window = Window(tmp_path, NO_COLOR="1")
    try:
        window.until_asked("/start")
        window.type("skip\r")
        window.until("Heard [skip].")
        codes = {code for match in re.findall(rb"\x1b\[([\d;]*)m", window.raw) for code in match.split(b";")}
        assert b"1" in codes
        assert [code for code in codes if code and 30 <= int(code) <= 107] == []
    finally:
        window.close()
