"""`raconteur script`, and what the doctor and the other commands say of scripts of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.command_line import raconteur
from tests.integration.cli_kit import run
from tests.unit.script_kit import write

BREAD = """title = "About bread"
closing = "Goodbye."

[[chapters]]
id = "all"
title = "All"

[[chapters.questions]]
id = "bakes"
text = "Do you bake bread?"
type = "choice"
options = ["Yes", "No"]

[[chapters.questions]]
id = "liked"
text = "How much do you like it?"
type = "scale"
min = 3
max = 7
"""
WRONG = BREAD.replace("How much do you like it?", "How? And how much?")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "config.toml").write_text('[interviews]\nscripts_dir = "mine"\nenabled = []\n', encoding="utf-8")
    return tmp_path


def test_what_is_wrong_is_told_with_its_line(here: Path) -> None:
    write(here / "mine", "bread.toml", BREAD)
    write(here / "mine", "soup.toml", WRONG)
    found = run("script", "check")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "✓ bread: 2 questions, in en",
        "✗ soup.toml:16: these are two questions: make two of it",
    ]
    assert run("script", "check", "mine/bread.toml").exit_code == 0
    assert "mine/tea.toml is not there" in str(run("script", "check", "mine/tea.toml").exception)


def test_the_doctor_lists_scripts(here: Path) -> None:
    write(here / "mine", "bread.toml", "listed = false\n" + BREAD)
    write(here / "mine", "soup.toml", WRONG)
    told = run("doctor").output
    assert "bread: 2 questions, in en; only by a link" in told
    assert "soup.toml:16: these are two questions" in told


def test_an_invitation_leads_to_a_script(here: Path) -> None:
    write(here / "mine", "bread.toml", BREAD)
    assert "The code is" in run("invite", "--interview", "bread").output
    assert "there are: bread" in str(run("invite", "--interview", "soup").exception)


def test_a_script_is_tried_out_and_nothing_stays(here: Path) -> None:
    write(here / "mine", "bread.toml", BREAD)
    before = sorted(path.name for path in here.rglob("*"))
    typed = "Anna\nyes\nyeah\n5\n"
    ended = raconteur("script", "try", "mine/bread.toml", folder=here, typed=typed)
    assert ended.code == 0
    words = " ".join(ended.out.split())
    assert "Do you bake bread? [1] Yes [2] No [3] Skip" in words
    assert "I’ve noted: Yes. How much do you like it? [3] [4] [5] [6] [7] Skip" in words
    assert "You chose: 5. Goodbye." in words or "Goodbye. You chose: 5." in words
    assert sorted(path.name for path in here.rglob("*")) == before
