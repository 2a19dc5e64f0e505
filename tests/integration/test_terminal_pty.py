"""The whole program on a real terminal, as the kernel gives it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.window import Window

PROGRAM = [sys.executable, "-m", "tests.fakes.terminal_echo"]
CTRL_C = "\x03"


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window([*PROGRAM, tmp_path])
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
    window = Window([*PROGRAM, tmp_path], NO_COLOR="1")
    try:
        window.until_asked("/start")
        window.type("skip\r")
        window.until("Heard [skip].")
        codes = {code for match in re.findall(rb"\x1b\[([\d;]*)m", window.raw) for code in match.split(b";")}
        assert b"1" in codes
        assert [code for code in codes if code and 30 <= int(code) <= 107] == []
    finally:
        window.close()
