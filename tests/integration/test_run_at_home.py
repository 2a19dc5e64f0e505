"""`raconteur run` where nothing is configured: the page on this computer."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.contracts.messages import Address
from core.languages.messages import say
from tests.fakes.command_line import environment, keep
from tests.fakes.effort import only_in_a_soak
from tests.fakes.records import small_scripts
from tests.fakes.web_client import Browser
from tests.fakes.window import Window
from tests.integration.cli_kit import under_way

RUN = [sys.executable, "-m", "bot", "run"]
PLAIN = {"RACONTEUR__VOICE__ENGINE": "off", "RACONTEUR__LLM__PROVIDER": "offline", "RACONTEUR__WEB__PORT": "0"}
ALONE = environment({"RACONTEUR__WEB__PORT": "0"})


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window(RUN, tmp_path, **PLAIN)
    yield opened
    opened.close()


async def test_at_a_terminal_it_is_a_page_where_the_interview_begins(window: Window, tmp_path: Path) -> None:
    window.until("Serving the page; everything is saved in")
    window.until("if you sit at another computer".capitalize())
    [link] = re.findall(r"http://127\.0\.0\.1:\d+/in/\S+", window.text)
    async with Browser.opened(link) as browser:
        assert say("en", "welcome-title") in (await browser.get("/"))[1]
    assert window.stopped(signal.SIGINT) == 0
    assert "[info" not in window.text, "the log goes to its file"
    token = link.rpartition("/")[2]
    assert token not in (tmp_path / "data" / "raconteur.log").read_text()


@only_in_a_soak
def test_whoever_has_talked_in_the_terminal_is_told_where_that_goes_on(tmp_path: Path) -> None:
    record = under_way()
    address = Address(platform="terminal", chat="here")
    there = record.model_copy(update={"session": record.session.model_copy(update={"address": address})})
    keep(tmp_path / "data" / "raconteur.db", (there, small_scripts()))
    assert "goes on there: `make chat`" in served_by_itself(tmp_path)


def test_where_nobody_types_it_is_the_page_too_and_logs_as_a_server(tmp_path: Path) -> None:
    said = served_by_itself(tmp_path)
    assert "Serving the page" in said
    assert "[info" in said
    assert "make chat" not in said


def served_by_itself(folder: Path) -> str:
    """What is said where nothing can be typed, until the page is served and ended again."""
    with subprocess.Popen(
        RUN, cwd=folder, env=ALONE, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stderr is not None
        lines = []
        for line in served.stderr:
            lines.append(line)
            if "ssh -L" in line:
                break
        served.send_signal(signal.SIGTERM)
        lines.append(served.stderr.read())
    assert served.returncode == 0, lines
    return "".join(lines)


@only_in_a_soak
def test_the_terminal_is_asked_for_by_name(tmp_path: Path) -> None:
    window = Window([*RUN, "--terminal"], tmp_path, **PLAIN)
    try:
        window.until("What would you like me to call you?")
        assert "/in/" not in window.text
    finally:
        window.close()
