"""How the page comes before the eyes of whoever starts the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.desktop import Doorstep, browser_command, remote_access_hint
from tests.fakes.waiting import until

LINK = "http://127.0.0.1:8765/in/once"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with programs that write down with what they were started."""
    for name in ("xdg-open", "open"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$@ $(umask)" >"{tmp_path}/started"\n')
        program.chmod(0o700)
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "system", "user", "opens"),
    [
        ({"DISPLAY": ":0"}, "linux", 1000, "xdg-open"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", 1000, "xdg-open"),
        ({}, "darwin", 501, "open"),
        ({}, "linux", 1000, None),
        ({"DISPLAY": ""}, "linux", 1000, None),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22"}, "linux", 1000, None),
        ({"SSH_TTY": "/dev/ttys001"}, "darwin", 501, None),
        ({"DISPLAY": ":0"}, "linux", 0, None),
    ],
)
def test_a_browser_is_opened_only_before_the_eyes_of_whoever_starts_it(
    environment: Mapping[str, str], system: str, user: int, opens: str | None, programs: Path
) -> None:
    found = browser_command({**environment, "PATH": str(programs)}, system, user=user)
    assert found == (None if opens is None else str(programs / opens))


def test_without_a_program_that_opens_there_is_none(tmp_path: Path) -> None:
    assert browser_command({"DISPLAY": ":0", "PATH": str(tmp_path)}, "linux", user=1000) is None


async def test_the_page_is_opened_with_the_mask_of_their_own_session(programs: Path) -> None:
    said: list[str] = []
    Doorstep(say=said.append, program=str(programs / "xdg-open"), umask=0o022).show(LINK)
    started = programs / "started"
    await until(lambda: started.exists() and started.read_text().endswith("\n"))
    assert started.read_text() == f"{LINK} 0022\n"
    assert said == ["It's opening in your browser. If it doesn't, open the link yourself."]


def test_a_program_that_is_gone_disturbs_nothing(tmp_path: Path) -> None:
    Doorstep(say=lambda _: None, program=str(tmp_path / "gone"), umask=0o022).show(LINK)


def test_elsewhere_the_way_to_it_is_told_without_the_link_for_one_browser() -> None:
    said: list[str] = []
    Doorstep(say=said.append, program=None, umask=0o022).show(LINK)
    [told] = said
    assert "ssh -L 8765:127.0.0.1:8765 " in told
    assert "once" not in told
    assert "anna@house" in remote_access_hint(LINK, user="anna", host="house")
