"""Without the folder of a feature and its line, everything else still works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from bot.config import Settings, parse_settings
from bot.features import way_to_join
from core.contracts.errors import ConfigurationError
from core.features import NAMES
from tests.fakes.effort import only_in_a_soak

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "bot", "adapters", "migrations", "tests")
TALK = """
import asyncio
from bot.cli import app as command_line
from core.commands import router
from core.contracts.commands import listed_commands
from core.contracts.messages import Photo
from core.features import NAMES
from core.languages.messages import say
from tests.fakes.app import running
from tests.fakes.pictures import jpeg

async def talk() -> None:
    async with running() as r:
        person = await r.beginning()
        await r.says(person, "By the river.")
        assert (await r.told())[0] == ("q1", ["By the river."])
        await r.says(person, "/export", "/status", "/help all", "/delete")
        assert len(person.said) > 5
        await r.handled(person.tell(Photo(file_ref=r.platform.keep(jpeg()))))
        assert (say("en", "unusable-file") in person.said) is ("photos" not in NAMES)

assert listed_commands()
asyncio.run(talk())
"""


def _without(features: Sequence[str], folder: Path) -> None:
    """Copy the program without these features and their lines."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    for place, feature in product(("core/features", "bot/features", "tests/features"), features):
        shutil.rmtree(folder / place / feature, ignore_errors=True)
        (folder / place / f"{feature}.py").unlink(missing_ok=True)
    names = folder / "core" / "features" / "__init__.py"
    listed = names.read_text(encoding="utf-8")
    without = re.sub(rf'^    "(?:{"|".join(features)})",\n', "", listed, flags=re.MULTILINE)
    assert without != listed
    names.write_text(without, encoding="utf-8")


def _run(folder: Path, *command: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]


@pytest.mark.parametrize("feature", NAMES)
def test_nothing_else_names_it(feature: str) -> None:
    own = [ROOT / place / feature for place in ("core/features", "bot/features", "tests/features")]
    own += [ROOT / "bot" / "features" / f"{feature}.py"]
    named = re.compile(rf"\b(?:core|bot)\.features\.{feature}\b")
    users = [
        path.relative_to(ROOT).as_posix()
        for package in ("core", "bot", "adapters", "migrations")
        for path in (ROOT / package).rglob("*.py")
        if not any(path == each or each in path.parents for each in own) and named.search(path.read_text("utf-8"))
    ]
    assert users == []


def test_a_talk_goes_on_without_any(tmp_path: Path) -> None:
    _without(NAMES, tmp_path)
    _run(tmp_path, sys.executable, "-c", TALK)


@only_in_a_soak
@pytest.mark.parametrize("feature", NAMES)
def test_a_talk_goes_on_without_it(feature: str, tmp_path: Path) -> None:
    _without([feature], tmp_path)
    _run(tmp_path, sys.executable, "-c", TALK)


def test_where_one_process_does_everything_asking_for_several_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.NAMES", ())
    shared = parse_settings({"storage": {"url": "postgresql://me@localhost/x"}, "engine": {"kind": "procrastinate"}})
    for settings, roles in ((shared, []), (Settings(), ["worker"])):
        with pytest.raises(ConfigurationError, match="runs as one process"):
            way_to_join(settings, roles)
    assert way_to_join(Settings(), []) is None


@only_in_a_soak
@pytest.mark.parametrize("feature", NAMES)
def test_types_and_walls_stand_without_it(feature: str, tmp_path: Path) -> None:
    _without([feature], tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    _run(tmp_path, sys.executable, "-m", "mypy", "--strict", "core", "bot", "adapters", "migrations")
