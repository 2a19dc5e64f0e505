"""What `raconteur setup` makes of answers, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.config_file import ConfigFile
from bot.setup_form import MODEL, OPERATOR, TOPICS, VOICE
from bot.setup_questions import Questions
from bot.setup_screen import SetupScreen
from core.contracts.setup_desk import YES
from tests.fakes.transcriber import hears_voices


class Scripted(SetupScreen):
    """Somebody who answers by parts of the questions; what is not named they leave as it is."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def ask(self, question: str, usual: str = "", *, secret: bool = False) -> str:
        self.asked.append(question)
        return next((answer for part, answer in self.answers.items() if part in question), usual)


@pytest.fixture(autouse=True)
def _no_variable_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RACONTEUR__VOICE__ENGINE", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> ConfigFile:
    (tmp_path / "config.toml").write_text("")
    return ConfigFile.at(tmp_path / "config.toml")


@pytest.mark.skipif(not hears_voices(), reason="what hears is not installed")
@pytest.mark.parametrize(
    ("answers", "written", "tries"),
    [
        ({}, "", True),
        ({"into text": "no"}, '[voice]\nengine = "off"\n', False),
    ],
)
def test_only_what_differs_about_voices_is_written(
    answers: Mapping[str, str], written: str, tries: bool, file: ConfigFile
) -> None:
    taken = Questions(file=file, screen=Scripted(answers), checks=True).ask(VOICE)
    assert (taken.get("voice.try") == YES) is tries
    assert file.text == written


def test_what_a_variable_says_is_not_asked(file: ConfigFile, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TELEGRAM__TOKEN", "DISCORD__TOKEN"):
        monkeypatch.setenv(f"RACONTEUR__{name}", "7:a-token-of-the-environment")
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")
    screen = Scripted({})
    questions = Questions(file=file, screen=screen, checks=False)
    for name in TOPICS:
        if name not in {MODEL, OPERATOR}:
            questions.ask(name)
    assert screen.asked == ["Serve a page on this computer as well as Telegram and Discord? (yes/no)"]
    assert file.text == ""


def test_an_answer_that_is_none_is_asked_for_again(file: ConfigFile) -> None:
    replies = iter(("perhaps", "да"))
    screen = Scripted({})
    screen.ask = lambda *_, **__: next(replies)  # type: ignore[method-assign]
    assert screen.agreed("Really?", usual=False)
    numbers = iter(("0", "x", "2"))
    screen.ask = lambda *_, **__: next(numbers)  # type: ignore[method-assign]
    assert screen.choice("Which", {"a": "A", "b": "B"}, "a") == "b"
