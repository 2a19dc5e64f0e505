"""Scripts that are written in a talk: what a model gives becomes a file that can be used, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from bot.script_writing import write_script
from bot.setup_screen import SetupScreen
from core.interviews.script.folder import read_script_set
from core.interviews.script.writing import ScriptDraft, draft_to_toml, parse_script
from tests.fakes.model import ScriptedModel

DRAFT: dict[str, Any] = {
    "title": "Smoking",
    "about": "A few questions about smoking.",
    "chapters": [
        {
            "id": "now",
            "title": "Now",
            "questions": [
                {"id": "smokes", "text": "Do you smoke?", "type": "choice", "options": ["Yes", "No"], "probes": ["x"]},
                {"id": "first", "text": "Tell me about your first one.", "when": "smokes is yes", "probes": ["Where?"]},
                {"id": "wish", "text": "How much would you like to stop?", "type": "scale", "min": 0, "max": 10},
            ],
        }
    ],
}
WRONG = {**DRAFT, "chapters": [{**DRAFT["chapters"][0], "questions": [{"id": "a", "text": "How? And why?"}]}]}


class Typing(SetupScreen):
    """Types these lines, and has enough then."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.asked: list[str] = []

    def ask(self, question: str, usual: str = "", *, secret: bool = False) -> str:
        self.asked.append(question)
        try:
            return next(self._lines) or usual
        except StopIteration:
            raise typer.Abort from None


def nothing_in(folder: Path) -> bool:
    return not any(folder.iterdir())


def answering(*replies: dict[str, Any]) -> ScriptedModel:
    model = ScriptedModel(lambda _prompt, _schema: replies[len(model.prompts) - 1])
    return model


def test_a_draft_becomes_a_script() -> None:
    text = draft_to_toml(ScriptDraft.model_validate(DRAFT), minutes=20)
    script = parse_script(text, "smoking.en.toml", language="en")
    assert [place.question.id for place in script.places] == ["smokes", "first", "wish"]
    assert script.looked_at == {"smokes"}
    assert script.by_id["wish"].question.points[-1] == 10


async def test_a_model_asks_back_and_writes(tmp_path: Path) -> None:
    model = answering({"question": "Who will be asked?"}, {"question": ""}, DRAFT)
    screen = Typing("Smoking", "", "", "How people came to smoke.", "Patients of a practice.", "yes")
    file = await write_script(screen, model, tmp_path)
    assert file == tmp_path / "smoking.en.toml"
    assert "Who will be asked?" in screen.asked
    assert "Patients of a practice." in model.prompts[2].user
    assert read_script_set([file]).speak("en").title == "Smoking"


async def test_what_is_wrong_is_given_back_to_the_model(tmp_path: Path) -> None:
    model = answering({"question": ""}, WRONG, DRAFT)
    assert (
        await write_script(Typing("Smoking", "", "", "How people came to smoke.", "yes"), model, tmp_path) is not None
    )
    assert "these are two questions" in model.prompts[2].user


async def test_who_does_not_agree_keeps_nothing(tmp_path: Path) -> None:
    model = answering({"question": ""}, WRONG, WRONG, WRONG)
    assert await write_script(Typing("Smoking", "", "", "How people came to smoke.", ""), model, tmp_path) is None
    assert len(model.prompts) == 4
    assert nothing_in(tmp_path)


async def test_without_a_model_one_writes_the_questions(tmp_path: Path) -> None:
    typed = (
        "Bread",
        "ru",
        "5",
        "О хлебе",
        "Несколько вопросов.",
        "Вы печёте хлеб?",
        "Да, Нет",
        "Какой?",
        "",
        "",
        "yes",
    )
    file = await write_script(Typing(*typed), ScriptedModel(offline=True), tmp_path)
    assert file is not None
    script = read_script_set([file]).speak("ru")
    assert [place.question.closed for place in script.places] == [True, False]
    assert [option.text for option in script.places[0].question.options] == ["Да", "Нет"]


async def test_whoever_leaves_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(typer.Abort):
        await write_script(Typing("Bread"), ScriptedModel(offline=True), tmp_path)
    assert nothing_in(tmp_path)
