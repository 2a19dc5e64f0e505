"""`make install` where it cannot succeed at once. That it does succeed `.ci/run` shows, which has a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.install import NO_NETWORK, is_torn, make_environment

ROOT = Path(__file__).parents[2]
HOSTILE = "http://127.0.0.1:9/simple"
"""An index that nobody can reach."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder"
    (folder / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "tools/install.py", *(file.name for file in ROOT.glob("*.lock"))):
        shutil.copy(ROOT / name, folder / name)
    return folder


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "MAKE"))}
    surroundings = kept | {"PIP_INDEX_URL": HOSTILE, "PYTHON": sys.executable}
    return subprocess.run(
        ["make", "install", *arguments], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )


def test_without_a_network_one_sentence_says_so_and_what_is_there_stays(checkout: Path) -> None:
    first = make(checkout)
    repaired = checkout / ".venv" / "by hand"
    repaired.touch()
    second = make(checkout)
    assert (first.stdout, second.stdout) == ("Making .venv ...\n", "")
    assert [ended.stderr.splitlines()[0] for ended in (first, second)] == [NO_NETWORK] * 2
    assert all(ended.stderr.count("\n") == 2 for ended in (first, second)), "the other line is make's"
    assert repaired.exists()


def test_an_environment_that_was_moved_or_broken_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made() -> bool:
        make_environment()
        return capsys.readouterr().out == "Making .venv ...\n"

    (tmp_path / "one").mkdir()
    monkeypatch.chdir(tmp_path / "one")
    assert [made(), made()] == [True, False]
    monkeypatch.chdir((tmp_path / "one").rename(tmp_path / "two"))
    assert [made(), made()] == [True, False]
    python = Path(".venv/bin/python")
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert [made(), made()] == [True, False]
    Path(".venv/place").unlink()
    assert not made(), "one that somebody has made by hand stays"


def test_an_old_python_is_named(checkout: Path) -> None:
    old = checkout / "old python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.1\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    ended = make(checkout, f"PYTHON={old}")
    assert "needs Python 3.11 or newer" in ended.stderr
    assert "Python 3.9.1" in ended.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("files", "torn"),
    [
        (
            {"one.py": "words", "two-1.dist-info/RECORD": "one.py,sha256=x,5\none.pyc,,\ntwo-1.dist-info/RECORD,,\n"},
            False,
        ),
        ({"one.py": "wor", "two-1.dist-info/RECORD": "one.py,sha256=x,5\n"}, True),
        ({"two-1.dist-info/RECORD": "one.py,sha256=x,5\n"}, True),
        ({"one.py": "words", "two-1.dist-info/METADATA": ""}, True),
    ],
    ids=["whole", "cut off", "missing", "without a list"],
)
def test_a_package_that_was_unpacked_by_halves_is_known(tmp_path: Path, files: dict[str, str], torn: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert is_torn(tmp_path / "two-1.dist-info") is torn
