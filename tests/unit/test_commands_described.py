"""A command is described once; nothing that people see of it may be forgotten."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.contracts.commands import Order, listed_commands
from core.languages import LANGUAGES
from core.languages.messages import say

DOCS = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def _named(text: str) -> set[str]:
    return set(re.findall(r"`/(\w+)`", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_help_text_of_its_own_in_each_language(language: str) -> None:
    texts = [say(language, f"command-{each.name}") for each in listed_commands(admin=True)]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_the_docs_name_those_of_the_menu() -> None:
    [menu] = re.findall(r"in their menus\s*\(([^)]*)\)", DOCS)
    assert _named(menu) == {each.name for each in listed_commands() if each.in_menu}


def test_the_docs_tell_which_wait_and_which_move_the_interview() -> None:
    [waiting] = re.findall(r"but for (.*?), which wait", DOCS, re.S)
    [moving] = re.findall(r"written before (.*?) are kept", DOCS, re.S)
    assert _named(waiting) == {each.name for each in listed_commands() if each.order is Order.IN_TURN}
    assert _named(moving) == {each.name for each in listed_commands() if each.order is Order.MOVES}


def test_the_menus_of_a_fresh_process_have_the_features_commands() -> None:
    asked = (
        "from bot.clock import SystemClock\n"
        "from bot.config import Settings\n"
        "from bot.platforms import PlatformListeners, build_platforms\n"
        "from core.commands import command_menu\n"
        "listeners = PlatformListeners(accepted=print, tell=print)\n"
        "build_platforms(Settings(), SystemClock(), {}, listeners)\n"
        "print(*command_menu())\n"
    )
    shown = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert {"book", "link"} <= set(shown)
