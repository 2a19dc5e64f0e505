"""The wheel, as it is installed as a tool: far from any checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """What is in the wheel, unpacked; it is built with what is installed, without a network."""
    built = tmp_path / "built"
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", built]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.iterdir()
    unpacked = tmp_path / "packages"
    zipfile.ZipFile(wheel).extractall(unpacked)
    return unpacked


def test_an_installed_wheel_converses_and_keeps_everything(packages: Path, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "some folder"
    folder.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    surroundings = kept | {"HOME": str(home), "PYTHONPATH": str(packages), "RACONTEUR__VOICE__ENGINE": "off"}

    def said(*arguments: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "bot", *arguments]
        ended = subprocess.run(
            command, cwd=folder, env=surroundings, input=typed, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    assert said("--version").startswith("raconteur 0.")
    assert "first thing you remember" in said("run", typed="Anna\n1\nI agree\nA blue door.\n/pause\n")
    checked = said("doctor")
    assert f"none at {home}/.config/raconteur/config.toml" in checked
    assert f"Data folder: {home}/.local/share/raconteur" in checked
    assert "1 session" in checked
    said("setup", "--set", "access.operator=Anna")
    written = (home / ".config" / "raconteur" / "config.toml").read_text(encoding="utf-8")
    assert 'operator = "Anna"' in written
    assert written.startswith("# The configuration of Raconteur."), "the example is in the wheel"
    assert list(folder.iterdir()) == []
