"""The files of a run that tests write, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.chamber.files import CommandLineRun, read_setup
from bot.features.chamber.written import Mistakes

SECRET = "sk-ant-api03-Hush9"
LOCAL = "provider: custom\nmodel: m\nbase_url: http://localhost/v1\n"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-anthropic")


def wrong(named: CommandLineRun) -> list[str]:
    """What is said of these files, without their folder."""
    with pytest.raises(Mistakes) as raised:
        read_setup(named)
    return [each.replace(str(Path(each.split(", line")[0].split(": ")[0]).parent) + "/", "") for each in told(raised)]


def told(raised: pytest.ExceptionInfo[Mistakes]) -> list[str]:
    return str(raised.value).splitlines()


class Folder:
    """Where files are written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, text: str) -> Path:
        file = self.path / name
        file.write_text(text, encoding="utf-8")
        return file

    def prime(self, text: str, name: str = "prime.yaml") -> CommandLineRun:
        """A run in which this is Prime."""
        return CommandLineRun(prime=self.put(name, text), person="Rosa")

    def whole(self, text: str) -> CommandLineRun:
        return CommandLineRun(setup=self.put("run.toml", text))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)
