"""What the setup asks about questions that are read aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config_file import ConfigFile
from bot.setup_form import VOICE
from bot.setup_questions import Questions
from core.features.read_aloud.catalogue import installed
from tests.fakes.transcriber import hears_voices
from tests.unit.test_setup_questions import Scripted


@pytest.mark.skipif(not hears_voices() or not installed(), reason="what hears or speaks is not installed")
def test_to_whom_they_are_read_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RACONTEUR__VOICE__ENGINE", raising=False)
    (tmp_path / "config.toml").write_text("")
    file = ConfigFile.at(tmp_path / "config.toml")
    Questions(file=file, screen=Scripted({"Who to read aloud for": "2", "Try it": "no"}), checks=True).ask(VOICE)
    assert file.text == '[voice]\nspeak = "always"\n'
